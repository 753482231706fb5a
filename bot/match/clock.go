package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The clocks of a match: pausing, resuming and more time by agreement, vacations, missed turns.

// wordNoLimits says what a player can do in a match without time limits.
const wordNoLimits game.Text = "match.no-limits"

// idAgree is agree|match|want|minutes: a seat agrees to another's proposal, or withdraws its own.
const idAgree = "agree"

// The buttons of /match clock.
const (
	idClock    = "clock"    // clock|match|what: shows the clocks, does it, or asks for how long
	idClockFor = "clockfor" // clockfor|match|what, with the length
)

// The values of what, besides the proposals.
const clockShow, clockVacation, clockBack = "show", "vacation", "back"

// clockCommand is /match clock: what the clocks are, with buttons for everything that /clock did by subcommands.
func clockCommand() bot.Command {
	span := func(name string, about game.Text) bot.CommandOption {
		return bot.CommandOption{Name: name, Description: about, Kind: wire.StringOption, Required: true}.Suggested(
			func(_ context.Context, c *bot.Call) []wire.Choice { return c.SuggestSpans() })
	}
	on := func(do func(context.Context, *bot.Call, table.Private) wire.Answer) bot.Action {
		return withMatch(func(ctx context.Context, c *bot.Call, id table.ID) wire.Answer { return onClocks(ctx, c, id, do) })
	}
	want := func(what table.Proposal) bot.Action {
		return on(func(ctx context.Context, c *bot.Call, p table.Private) wire.Answer {
			return propose(ctx, c, p, what, 0)
		})
	}
	wantFor := func(what table.Proposal, option string) bot.Action {
		return on(func(ctx context.Context, c *bot.Call, p table.Private) wire.Answer {
			return proposeFor(ctx, c, p, what, c.Options.Text(option))
		})
	}
	match := bot.MatchOption()
	clock := bot.Command{Name: "clock", Description: "The clocks of a match, with buttons: pause, more time, vacation", Options: []bot.CommandOption{match},
		Run: on(showClocks)}
	pause, extend := span("for", "How long, such as 2h or 3d; at most 14 days"), span("by", "How much more, such as 30m or 1d; at most 7 days")
	days := bot.CommandOption{Name: "days", Description: "How many days; each match allows a few in total, and a begun day counts", Kind: wire.IntOption, Required: true}
	return clock.Formerly("clock", "show").
		FormerlyAs([]bot.CommandOption{pause, match}, wantFor(table.ProposePause, "for"), "clock", "pause").
		FormerlyAs(nil, want(table.ProposeResume), "clock", "resume").
		FormerlyAs([]bot.CommandOption{extend, match}, wantFor(table.ProposeExtend, "by"), "clock", "extend").
		FormerlyAs(nil, want(table.ProposeNone), "clock", "withdraw").
		FormerlyAs([]bot.CommandOption{days}, vacation, "clock", "vacation").
		FormerlyAs([]bot.CommandOption{}, backFromVacation, "clock", "back")
}

// onClocks does something about the clocks of the user's match, and answers in a new message.
func onClocks(ctx context.Context, c *bot.Call, id table.ID, do func(context.Context, *bot.Call, table.Private) wire.Answer) wire.Answer {
	p, err := c.OwnView(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	a := do(ctx, c, p)
	a.Fresh = true
	return a
}

// clockLengths returns the lengths that the menus of /match clock offer.
func clockLengths(what string) []string {
	switch what {
	case string(table.ProposePause):
		return []string{"1h", "3h", "12h", "1d", "2d", "3d", "7d", "14d"}
	case string(table.ProposeExtend):
		return []string{"5m", "15m", "30m", "1h", "6h", "1d", "2d", "7d"}
	case clockVacation:
		return []string{"1d", "2d", "3d", "4d", "5d", "6d", "7d"}
	}
	return nil
}

// clockPanel returns the buttons below the clocks of a match.
func clockPanel(c *bot.Call, p table.Private) wire.Row {
	if p.Result != nil || slices.Contains(p.Out, p.Seat) {
		return nil
	}
	var row wire.Row
	add := func(what string, label game.Text) {
		row = append(row, wire.Button{ID: fmt.Sprintf("%s|%s|%s", idClock, p.ID, what), Label: c.Text(label)})
	}
	if p.Clocks.Paused.IsZero() {
		add(string(table.ProposePause), "Pause …")
		add(string(table.ProposeExtend), "More time …")
	} else {
		add(string(table.ProposeResume), "End the pause")
	}
	if _, away := p.Clocks.Away[p.Seat]; away {
		add(clockBack, "I am back")
	} else if p.Meta.Timing.Vacation > 0 {
		add(clockVacation, "Vacation …")
	}
	return row
}

// clockPress answers a button of the clocks: it does at once what needs no length, and asks for the length of the rest.
func clockPress(ctx context.Context, c *bot.Call, id, what string) wire.Answer {
	p, err := c.OwnView(ctx, table.ID(id))
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	ask := map[string]game.Text{string(table.ProposePause): "**How long is the pause?** It begins once everyone agrees.",
		string(table.ProposeExtend): "**How much more time** for the questions that are open? You get it once everyone agrees.",
		clockVacation:               "**How long is your vacation?** It begins at once, in all your matches."}[what]
	switch {
	case what == clockShow:
		return showClocks(ctx, c, p)
	case what == clockBack:
		return backFromVacation(ctx, c)
	case what == string(table.ProposeResume):
		return propose(ctx, c, p, table.ProposeResume, 0)
	case ask == "":
		return c.Answer(bot.OldButton)
	}
	menu := wire.Select{ID: fmt.Sprintf("%s|%s|%s", idClockFor, id, what), Placeholder: c.Text("Choose")}
	for _, s := range clockLengths(what) {
		d, _ := lang.ReadSpan(s)
		menu.Options = append(menu.Options, wire.Option{Value: s, Label: c.Span(d)})
	}
	return wire.Settled(c.Text(ask), menu, wire.Row{{ID: idClock + "|" + id + "|" + clockShow, Label: c.Text("Back")}})
}

// clockFor takes the chosen length of a pause, of more time or of a vacation.
func clockFor(ctx context.Context, c *bot.Call, id, what string) wire.Answer {
	p, err := c.OwnView(ctx, table.ID(id))
	length := strings.Join(c.Values, "")
	switch {
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case !slices.Contains(clockLengths(what), length):
		return c.Answer(bot.OldButton)
	case what == clockVacation:
		c.Options = wire.Options{"days": strings.TrimSuffix(length, "d")}
		return vacation(ctx, c)
	}
	return proposeFor(ctx, c, p, table.Proposal(what), length)
}

func showClocks(_ context.Context, c *bot.Call, p table.Private) wire.Answer {
	place, _ := bot.PlaceOf(p.Meta)
	lines := []string{c.Text("**Clocks of this match**"), limits(c, p.Meta.Timing)}
	if mayStall(p) {
		lines = append(lines, c.Text(wordNoLimits))
	}
	if now := ClockLines(c, p.Clocks, place.NamesIn(c.Language), p.Meta.Timing.Misses, p.Out, p.Seat); now != "" {
		lines = append(lines, now)
	}
	m := wire.Message{Blocks: []wire.Block{wire.Text(wire.Clip(strings.Join(lines, "\n"), maxClockText))}}
	if row := clockButtons(c, p); row != nil {
		m.Blocks = append(m.Blocks, row)
	}
	if row := clockPanel(c, p); row != nil {
		m.Blocks = append(m.Blocks, row)
	}
	return wire.Answer{Letter: &m}
}

const maxClockText = 1500

// proposeFor proposes something with a length of time that the user typed.
func proposeFor(ctx context.Context, c *bot.Call, p table.Private, what table.Proposal, typed string) wire.Answer {
	d, ok := lang.ReadSpan(typed)
	if !ok {
		return c.Answer(lang.WordNoSpan, wire.Clip(wire.Plain(typed), 40))
	}
	return propose(ctx, c, p, what, d)
}

// propose makes a proposal of the user's seat about the clocks, and shows the console with the outcome.
func propose(ctx context.Context, c *bot.Call, p table.Private, what table.Proposal, d time.Duration) wire.Answer {
	agreed, err := c.Hall.Propose(ctx, c.Cause(), p.ID, p.Seat, what, d)
	note := c.Text("Proposed. It takes effect once everyone else proposes the same. The proposal lapses after a day.")
	motions := p.Clocks.Motions(c.Clock.Now())
	seconds := slices.ContainsFunc(motions, func(m table.Motion) bool { return m.What == what && m.For == d && m.Seat != p.Seat })
	own := slices.ContainsFunc(motions, func(m table.Motion) bool { return m.Seat == p.Seat })
	switch {
	case what == table.ProposeNone && !own:
		note = c.Text("Your agreement is withdrawn.")
	case what == table.ProposeNone:
		note = c.Text("Your proposal is withdrawn.")
	case agreed:
		note = c.Text("Agreed.")
	case seconds:
		note = c.Text("You agree. It takes effect once everyone does.")
	}
	return after(ctx, c, p, bot.Page{}, note, err)
}

// agree handles a press on the button beside a proposal. The button works for that proposal alone.
func agree(ctx context.Context, c *bot.Call, match, want string) wire.Answer {
	id := table.ID(match)
	p, err := c.OwnView(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	word, length, _ := strings.Cut(want, "|")
	minutes, _ := strconv.Atoi(length)
	what, d := table.Proposal(word), time.Duration(minutes)*time.Minute
	stands := func(o table.Offer) bool {
		return o.Until.After(c.Clock.Now()) && (what == table.ProposeNone && o.Seat == p.Seat || o.Seat != p.Seat && o.What == what && o.For == d)
	}
	if !slices.ContainsFunc(p.Clocks.Offers, stands) {
		return show(ctx, c, id, p.Seat, bot.Page{Note: c.Text("That proposal is no longer open. This is the current state:")})
	}
	return propose(ctx, c, p, what, d)
}

// vacation begins a vacation in each of the user's running matches.
func vacation(ctx context.Context, c *bot.Call) wire.Answer {
	days, ok := c.Options.Int("days", math.MinInt, math.MaxInt)
	if !ok {
		return c.Answer(lang.WordNoSpan, wire.Clip(wire.Plain(c.Options.Text("days")), 40))
	}
	return eachMatch(ctx, c, "🏖️ %s: you are on vacation. It ends by itself, by **I am back** or by an answer that others see.",
		func(s table.Seated) error {
			_, err := c.Hall.Leave(ctx, c.Cause(), s.Match, s.Seat, days)
			return err
		})
}

func backFromVacation(ctx context.Context, c *bot.Call) wire.Answer {
	return eachMatch(ctx, c, "• %s: you are back, and your clocks run again.", func(s table.Seated) error {
		_, err := c.Hall.Return(ctx, c.Cause(), s.Match, s.Seat)
		return err
	})
}

// eachMatch does something in each of the user's running matches, and reports for each match whether it was done, or
// why not.
func eachMatch(ctx context.Context, c *bot.Call, done game.Text, do func(table.Seated) error) wire.Answer {
	live, err := c.LiveMatches(ctx, c.User)
	switch {
	case err != nil:
		return c.Trouble("", err)
	case len(live) == 0:
		return c.Answer("You are in no match, and no challenge is open to you. `/play` starts one.")
	}
	var lines []string
	for _, s := range live {
		names := c.Players(ctx, s.Match)
		var no *game.Refusal
		switch err := do(s); {
		case err == nil:
			lines = append(lines, c.Say(done, wire.Plain(names)))
		case errors.As(err, &no):
			lines = append(lines, c.Say("• %s: ⚠️ %s", wire.Plain(names), bot.RefusalText(c.Language, no)))
		default:
			return c.Trouble(s.Match, err)
		}
	}
	if left := len(lines) - wire.MostListed; left > 0 { // done, but not listed
		lines = append(lines[:wire.MostListed:wire.MostListed], c.Say("… and %d more", left))
	}
	return c.Answer("%s", strings.Join(lines, "\n"))
}

// limits describes the clocks of a match.
func limits(c *bot.Call, t table.Timing) string {
	turn, react := t.Clocks["turn"], t.Clocks["react"]
	if turn == 0 && react == 0 {
		return c.Text("No time limits.")
	}
	line := c.Say("• For each question: %s. For a reaction window: %s.", c.Span(turn), c.Span(react))
	if t.Misses > 0 {
		line += "\n" + c.Say("match.miss-rule", t.Misses)
	}
	if t.Vacation > 0 {
		line += "\n" + c.Say("• Vacation: %d {day|days} each in this match, in at most %d {part|parts}; a begun day counts.", t.Vacation,
			table.MostVacations)
	}
	return line
}

// ClockLines describes the decisions about the clocks for the reader in that seat, 0 for everybody; "" if there are
// none. They are public. out holds the seats that have gone out: their missed turns no longer matter.
func ClockLines(c *bot.Call, clocks table.Clocks, names []string, misses int, out []game.Seat, reader game.Seat) string {
	var lines []string
	name := func(s game.Seat) string {
		if int(s) > len(names) {
			return "?"
		}
		return wire.Plain(wire.Clip(names[s-1], 40))
	}
	if clocks.Held != "" {
		lines = append(lines, c.Text("⏸️ The match waits for a moderator. Nothing moves until then; every clock keeps its remaining time."))
	}
	if !clocks.Paused.IsZero() {
		lines = append(lines, c.Say("⏸️ Paused until <t:%[1]d:f> (<t:%[1]d:R>). Nothing moves; every clock keeps its remaining time.",
			clocks.Paused.Unix()))
	}
	for _, o := range clocks.Motions(c.Clock.Now()) {
		who := word(o.Seat == reader, "🤝 You propose: %[2]s (open, ends <t:%[3]d:R>).", "🤝 %s proposes: %s (open, ends <t:%d:R>).")
		line := c.Say(who, name(o.Seat), c.Proposal(o.Offer), o.Until.Unix())
		if len(o.With) > 0 {
			var with []string
			for _, s := range o.With {
				with = append(with, name(s))
			}
			line += " " + c.Say("Agreed: %s.", strings.Join(with, ", "))
		}
		lines = append(lines, line)
	}
	for s := game.Seat(1); int(s) <= len(names); s++ {
		if v, away := clocks.Away[s]; away {
			who := word(s == reader, "🏖️ You are on vacation until <t:%[2]d:f>; the clocks of your questions are paused.",
				"🏖️ %s is on vacation until <t:%d:f>; the clocks of their questions are paused.")
			lines = append(lines, c.Say(who, name(s), v.Until.Unix()))
		}
		if n := clocks.Missed[s]; n > 0 && !slices.Contains(out, s) {
			lines = append(lines, missed(c, name(s), n, misses+1-n, misses > 0, s == reader))
		}
	}
	if o := clocks.Outage; !o.To.IsZero() && c.Clock.Now().Sub(o.To) < outageTold {
		lines = append(lines, c.Say("⏸️ Nobody could reach me until <t:%d:f>, for %s. No clock counts that time.", o.To.Unix(), c.Span(o.Length().Round(time.Second))))
	}
	return strings.Join(lines, "\n")
}

// outageTold is how long after an outage a card says that no clock counts it.
const outageTold = 24 * time.Hour

// missed says how many turns a player has missed and, if missed turns lose the match, how many more do.
func missed(c *bot.Call, name string, n, left int, loses, reader bool) string {
	switch {
	case !loses:
		return c.Say(word(reader, "⌛ You have missed %[2]d of your turns.", "⌛ %s has missed %d of their turns."), name, n)
	case left == 1:
		return c.Say(word(reader, "⌛ You have missed %[2]d of your turns: with one more you lose the match.",
			"⌛ %s has missed %d of their turns: with one more the match is lost."), name, n)
	}
	return c.Say(word(reader, "⌛ You have missed %[2]d of your turns (the first is excused). With %[3]d more you lose the match.",
		"⌛ %s has missed %d of their turns (the first is excused). With %d more the match is lost."), name, n, left)
}

func word(yes bool, a, b game.Text) game.Text {
	if yes {
		return a
	}
	return b
}

// clockButtons returns buttons that agree to others' proposals or withdraw one's own; nil if there is nothing to press.
func clockButtons(c *bot.Call, p table.Private) wire.Row {
	if slices.Contains(p.Out, p.Seat) {
		return nil
	}
	var row wire.Row
	add := func(what table.Proposal, d time.Duration, label string) {
		id := fmt.Sprintf("%s|%s|%s|%d", idAgree, p.ID, what, d/time.Minute)
		if !slices.ContainsFunc(row, func(x wire.Button) bool { return x.ID == id }) && len(row) < wire.MostInRow {
			row = append(row, wire.Button{ID: id, Label: wire.Clip(label, 80)})
		}
	}
	for _, o := range p.Clocks.Motions(c.Clock.Now()) {
		switch {
		case o.Seat == p.Seat:
			add(table.ProposeNone, 0, c.Text("Withdraw my proposal"))
		case o.Wants(p.Seat):
			add(table.ProposeNone, 0, c.Text("Withdraw my agreement"))
		default:
			add(o.What, o.For, c.Say("Agree: %s", c.Proposal(o.Offer)))
		}
	}
	return row
}

// withClocks adds the decisions about the clocks to a console.
func withClocks(c *bot.Call, l *wire.Letter, p table.Private) {
	if p.Result != nil {
		return
	}
	place, _ := bot.PlaceOf(p.Meta)
	if lines := ClockLines(c, p.Clocks, place.NamesIn(c.Language), p.Meta.Timing.Misses, p.Out, p.Seat); lines != "" {
		l.Blocks = append(l.Blocks, wire.Text(wire.Clip(lines, maxClockLines)))
	}
	if row := clockButtons(c, p); row != nil {
		l.Blocks = append(l.Blocks, row)
	}
}

// mayStall reports whether another player may keep the seat waiting without end: no clock runs out, and the other
// player is a person.
func mayStall(p table.Private) bool {
	place, _ := bot.PlaceOf(p.Meta)
	return p.Result == nil && len(p.Meta.Timing.Clocks) == 0 && len(place.Programs()) < len(p.Meta.Users)-1
}

// withStall tells a seat without a question what to do if another player does not go on. It does not depend on the
// others' questions.
func withStall(c *bot.Call, l *wire.Letter, p table.Private) {
	if mayStall(p) && bot.Owed(p) == "" {
		l.Blocks = append(l.Blocks, wire.Text("-# "+c.Text(wordNoLimits)))
	}
}

// maxClockLines bounds the text about the clocks on a console or a card, in characters.
const maxClockLines = 380
