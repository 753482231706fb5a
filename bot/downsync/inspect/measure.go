package inspect

import (
	"cmp"
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/downsync"
)

// Measuring: anybody may measure anything at any time (R1.6), privately and from what they know.

// Limits, in characters and in facts.
const (
	maxCaption = 200 // a step of a film, more than fits
	mostLooked = 30  // facts beside the board that a referee looks at
)

// Inspector implements bot.Inspector: it answers questions about a match.
type Inspector struct{ wording.Reader }

// Queries returns the commands that ask about a match.
func (Inspector) Queries() []bot.Command {
	return append(bot.FormerlyAlone([]bot.Command{{Name: "know",
		Description: "What each enemy contact can still be, and what the enemy can know of you; for your eyes only"}, showCommand(),
		{Name: "measure", Description: "Measure: distance, line of sight, concealment and chances, for your eyes only",
			Options: []bot.CommandOption{
				{Name: "from", Description: "A piece like A1 or A3.2, a point like 12.5,30, or a square like F7", Kind: wire.StringOption, Required: true, Autocomplete: true},
				{Name: "to", Description: "A piece like B2, a point like 12.5,30, or a square like F7", Kind: wire.StringOption, Required: true, Autocomplete: true},
				{Name: "standing", Description: "As if the first piece stood at this point", Kind: wire.StringOption},
			}}}...), boardCommand().Formerly("board", "text"))
}

// answer is the answer to a query: a text, and a picture for a seat.
type answer struct {
	text string
	alt  string                         // the picture's description, also shown instead of it; "": the text
	draw func() (render.Private, error) // nil: only the text
}

// Query answers a command from the seat's view.
func (f Inspector) Query(p table.Private, command string, o map[string]string) (wire.Letter, error) {
	a, err := queried(f.Reader, wording.Read(f.Reader, p.View, p.Meta), p.Facts, p.Seat, command, o)
	if err != nil || a.draw == nil {
		return wire.Letter{Seat: p.Seat, Message: wording.InWords(a.text)}, err
	}
	return illustrated(a)
}

// QueryPublic answers from what everybody sees. It returns only words, because a query's picture is private.
func (f Inspector) QueryPublic(p table.Public, command string, o map[string]string) (wire.Notice, error) {
	a, err := queried(f.Reader, wording.Read(f.Reader, p.View, p.Meta), p.Facts, 0, command, o)
	return wire.Notice{Message: wording.InWords(cmp.Or(a.alt, a.text))}, err
}

// queried answers a command. seat is the reader's; 0 means an onlooker.
func queried(f wording.Reader, v wording.Reading, told []game.Fact, seat game.Seat, command string, o map[string]string) (a answer, err error) {
	switch command {
	case "board":
		a.text, err = boardText(v, seat, o)
		return a, err
	case "know":
		a.text = knowledge(v, told, seat)
	case "show":
		a, err = shown(f, v, o)
	default:
		a, err = measured(f, v, o)
	}
	a.text, a.alt = wire.Clip(a.text, wording.MaxTold), wire.Clip(a.alt, wording.MaxTold)
	return a, err
}

// overBoard returns an answer whose picture is the reader's board with things drawn on it.
func overBoard(f wording.Reader, v wording.Reading, staged *draw.Staged, text string) answer {
	return answer{text: text, draw: func() (render.Private, error) { return wording.Paint(f, v).Private(v.View, staged, draw.PrivateNews{}) }}
}

// illustrated draws an answer's picture and addresses the letter to the seat of the picture.
func illustrated(a answer) (wire.Letter, error) {
	pic, err := a.draw()
	return wire.Letter{Seat: pic.Seat, Message: page.Picture(a.text, pic.PNG, wording.Unmarked(cmp.Or(a.alt, a.text)))}, err
}

// measured measures between two ends, and lists the chances of actions between them.
func measured(f wording.Reader, v wording.Reading, o map[string]string) (answer, error) {
	from, err := v.Spots(o["from"])
	if err != nil {
		return answer{}, err
	}
	to, err := v.Spots(o["to"])
	if err != nil {
		return answer{}, err
	}
	if at := o["standing"]; at != "" {
		pt, err := plane.ParsePoint(strings.ReplaceAll(at, " ", ""))
		if err != nil {
			return answer{}, err
		}
		for i := range from {
			from[i] = from[i].At(pt)
		}
		v.View = v.Standing(from[0].Ref, pt)
	}
	m := v.Measure(from, to)
	text, line := distance(v, m)
	var not []string // why the other actions cannot be used
	for _, c := range v.Chances(m.From.Ref, m.To.Ref) {
		if c.Why != nil {
			not = append(not, fmt.Sprintf("-# **%s**: %s", c.Name, bot.RefusalText(v.Language, c.Why)))
			continue
		}
		text += "\n" + v.Say("%s needs %d: %s", c.Name, c.Need, wording.Percent(v.Language, c.Odds))
		if c.Kill != nil {
			text += v.Say(", through countermeasures %s", wording.Percent(v.Language, *c.Kill))
		}
		if c.At != nil {
			text += v.Say(", aimed at %s", c.At)
		}
	}
	text = strings.Join(append([]string{text}, not...), "\n")
	return overBoard(f, v, &draw.Staged{Line: &line}, text), nil
}

// distance words a measurement, and returns the line that shows it.
func distance(v wording.Reading, m rules.Measure) (string, draw.Line) {
	lines := []string{v.Say("**%s** to **%s**: **%s\"**%s", spotName(v, m.From), spotName(v, m.To), v.Number(m.Gap.Figure()), v.Text(bands[m.Band])),
		v.Say("Line of sight: **%s**, %s", v.Text(wording.Either(m.LOS, "yes", "no")), v.Text(wording.Either(m.Concealed, "**concealed**", "not concealed")))}
	for _, why := range m.Why {
		lines = append(lines, "-# "+v.Retell(why))
	}
	return strings.Join(lines, "\n"), draw.Line{From: m.Line[0], To: m.Line[1], Gap: m.Gap, Clear: m.LOS, Concealed: m.Concealed}
}

// bands name the range bands, with their modifier (R21.5).
var bands = map[string]game.Text{"short": " (short range, +1)", "long": " (long range, -1)"}

func spotName(v wording.Reading, s rules.Spot) string {
	if s.Ref == (rules.Ref{}) {
		return s.Disc.At.String()
	}
	return wording.Name(v, s.Ref)
}

// The knowledge panel: what each enemy piece can still be, and what the enemy can know of the reader's own.

// knowledge describes both sides as the other side sees them.
func knowledge(v wording.Reading, told []game.Fact, seat game.Seat) string {
	part := func(head string, of game.Seat) string { return head + "\n" + known(v, v.Knowledge(of, told)) }
	if seat == 0 {
		const head game.Text = "### What can be known of %s"
		return part(v.Say(head, bot.SideName(1)), 1) + "\n" + part(v.Say(head, bot.SideName(2)), 2)
	}
	return part(v.Text("### What you can know of the enemy"), 3-seat) + "\n" + part(v.Text("### What the enemy can know of you"), seat)
}

func known(v wording.Reading, k rules.Knowledge) string {
	var lines []string
	for i := 0; i < len(k.Contacts); { // one line for all contacts that can be the same Units
		c := k.Contacts[i]
		labels := []rules.Label{}
		for ; i < len(k.Contacts) && k.Contacts[i].Sig == c.Sig; i++ {
			labels = append(labels, k.Contacts[i].Label)
		}
		units := page.Each(c.Units, func(slug string) string { return v.Cards().Must(slug).Name })
		lines = append(lines, v.Say("%s (%s): %s", wording.List(labels), v.Text(game.Text(c.Sig)), strings.Join(units, ", ")))
	}
	for _, s := range k.Suspects {
		lines = append(lines, suspected(v, s))
	}
	if len(lines) == 0 {
		return v.Text("-# nothing on the table")
	}
	return strings.Join(lines, "\n")
}

// suspected says which hidden things a Unit may hold.
func suspected(v wording.Reading, s rules.Suspect) string {
	var held []string
	for _, b := range s.Bases {
		at := v.When(len(s.Bases) > 1, "base %d ", b.N)
		switch {
		case b.Of == 0:
		case b.Tokens == 0:
			held = append(held, at+v.Text("no countermeasures left"))
		default:
			held = append(held, at+v.Say("at most %d of %d {countermeasure|countermeasures}", b.Tokens, b.Of))
		}
	}
	if s.Watch {
		held = append(held, v.Text("may be on Overwatch"))
	}
	if s.Aboard != "" {
		held = append(held, v.Say("may carry a %s", v.Cards().Must(s.Aboard).Name))
	}
	if len(held) == 0 {
		held = []string{v.Text("nothing hidden")}
	}
	return fmt.Sprintf("%s %s: %s.", s.Label, v.Cards().Must(s.Unit).Name, strings.Join(held, "; "))
}

// Showing: a seat may have things drawn on its board, privately and from what it knows. An onlooker gets only the words.

func showCommand() bot.Command {
	return bot.Command{Name: "show", Description: "Show reach, ranges, the enemy's threat, plans, the fight, the forces or a card",
		Options: []bot.CommandOption{
			{Name: "what", Description: "What to show", Kind: wire.StringOption, Required: true,
				Choices: wire.ChoicesOf("reach", "range", "threat", "plans", "fight", "forces", "card")},
			{Name: "piece", Description: "For reach, range, threat and card: a piece like A1 or A3.2; for card also a Unit's name",
				Kind: wire.StringOption, Autocomplete: true}}}
}

// Complete suggests the pieces on the table that the viewer knows.
func (f Inspector) Complete(view game.View, meta table.Meta, _, typed string) []wire.Choice {
	v := wording.Read(f.Reader, view, meta)
	s := page.Suggest(typed)
	for _, p := range v.Pieces {
		if len(p.Bases) > 0 {
			s.Add(string(p.Label), wording.Name(v, rules.Ref{Label: p.Label}))
		}
	}
	return s.Choices()
}

// shown answers with a picture and the same in words.
func shown(f wording.Reader, v wording.Reading, o map[string]string) (answer, error) {
	switch what := o["what"]; {
	case strings.TrimSpace(o["piece"]) == "" && (what == "card" || what == "reach" || what == "range"):
		return answer{}, game.Errorf("Name one with `piece`, such as A1 or A3.2; for a card a Unit's name does too")
	case what == "forces":
		head := v.Text("The forces, as far as you know:")
		return answer{text: head, alt: head + "\n" + v.Look.Alt(v.View),
			draw: func() (render.Private, error) { return v.Look.PrivateSheet(v.View) }}, nil
	case what == "card":
		u, err := cardMeant(v, o["piece"])
		if err != nil {
			return answer{}, err
		}
		return answer{text: books.CardText(v.Language, v.Cards(), u.Slug), draw: func() (render.Private, error) {
			png, err := render.DrawSheet(v.Look.Card(u))
			return render.Private{Seat: v.Viewer.Seat(), PNG: png}, err
		}}, nil
	case what == "threat" && strings.TrimSpace(o["piece"]) == "":
		s := v.Look.ShowThreat(v.View, "")
		return overBoard(f, v, s, threatText(v, s.Threat, rules.Ref{})), nil
	case what == "plans":
		return overBoard(f, v, v.Look.ShowPlans(), plansText(v)), nil
	case what == "fight":
		s, ok := draw.ShowFight(v.View)
		if !ok {
			return answer{}, game.Errorf("There is no fight now: expected a Reaction Engagement, or somebody acting")
		}
		return overBoard(f, v, s, v.Text("The fight, closely.")), nil
	}
	spots, err := v.Spots(o["piece"])
	if err != nil {
		return answer{}, err
	}
	r := spots[0].Ref
	if r == (rules.Ref{}) {
		return answer{}, game.Errorf("%s is a point: expected a piece like A1 or A3.2", o["piece"])
	}
	switch o["what"] {
	case "threat":
		s := v.Look.ShowThreat(v.View, r.Label)
		return overBoard(f, v, s, threatText(v, s.Threat, rules.Ref{Label: r.Label})), nil
	case "reach":
		s, err := v.Look.ShowReach(v.View, r)
		p, _, _ := v.Base(r)
		return overBoard(f, v, s, v.Say("**%s** can move up to %d\"; its move can end anywhere in the marked area, as far as you know.", wording.Name(v, r),
			int(v.Spd(p)/1000))), err
	}
	s, err := v.Look.ShowRanges(v.View, r)
	if err != nil {
		return answer{}, err
	}
	return overBoard(f, v, s, rangeText(v, r, s.Ranges)), nil
}

func rangeText(v wording.Reading, r rules.Ref, ranges []draw.Range) string {
	lines := []string{v.Say("**%s** reaches, from the edge of its base:", wording.Name(v, r))}
	for _, x := range ranges {
		if len(x.Names) > 0 {
			lines = append(lines, fmt.Sprintf("%s: %s\"", strings.Join(x.Names, ", "), x.R))
		}
	}
	return strings.Join(append(lines, v.Text("-# Short range is under 6\", long range over 16\".")), "\n")
}

// threatText lists each Unit once, with the reach of its farthest base. The threats are those to one piece, unless target is zero.
func threatText(v wording.Reading, threats []draw.Threat, target rules.Ref) string {
	lines := []string{v.Text("What Units seen so far could reach with a move and an action, terrain aside:")}
	if target != (rules.Ref{}) {
		lines[0] = v.Say("Units seen so far that could reach **%s** with a move and an action, terrain aside:", wording.Name(v, target))
	}
	for _, t := range draw.Farthest(threats) {
		lines = append(lines, v.Say("%s: %s\" from its edge", wording.Name(v, rules.Ref{Label: t.Of.Label}), t.Far)+
			v.When(t.All, ", and anywhere with an action without limit of range"))
	}
	if len(threats) == 0 {
		lines = append(lines, v.Text("-# nothing on the table"))
	}
	return strings.Join(lines, "\n")
}

func plansText(v wording.Reading) string {
	lines := []string{v.Text("Your plans:")}
	for _, p := range v.Pieces {
		if p.IsPing() && p.Plan != "" {
			lines = append(lines, fmt.Sprintf("%s: %s", p.Label, v.Cards().Must(p.Plan).Name))
		}
	}
	if len(lines) == 1 {
		return v.Text("There are no plans to show.")
	}
	return strings.Join(lines, "\n")
}

// cardMeant finds a card by the label of a Unit on the table, or by name.
func cardMeant(v wording.Reading, word string) (*cards.Unit, error) {
	if r, err := rules.ParseRef(word); err == nil {
		if p, ok := v.Piece(r.Label); ok && !p.IsPing() {
			return v.Cards().Must(p.Unit), nil
		}
	}
	for _, u := range v.Cards().All() {
		if strings.EqualFold(u.Name, word) || u.Slug == strings.ToLower(word) {
			return u, nil
		}
	}
	return nil, game.Errorf("%q is no Unit known on the table, nor a card's name: expected A3, or Virago", word)
}
