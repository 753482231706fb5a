package jagged

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/game/terrain"

	rules "downsync/game/jagged"
	draw "downsync/render/jagged"
)

// Measuring: anybody may measure anything at any time (J1.4).

// inspector answers queries about a match.
type inspector struct{ Forms }

// Queries returns the commands that ask something about a match.
func (inspector) Queries() []bot.Command {
	end := func(name string, about game.Text) bot.CommandOption {
		return bot.CommandOption{Name: name, Description: about, Kind: bot.StringOption, Required: true, Autocomplete: true}
	}
	return []bot.Command{{Name: "measure", Description: "Measure: distance, sight, Cover and chances, for your eyes only", Options: []bot.CommandOption{
		end("from", "A model like A1, a place like 12.5,30, or a square like F7"), end("to", "A model like B2, a place like 12.5,30, or a square like F7"),
		{Name: "standing", Description: "As if the first model stood at this place", Kind: bot.StringOption}}},
		{Name: "show", Description: "Show reach, ranges or both Forces", Options: []bot.CommandOption{
			{Name: "what", Description: "What to show", Kind: bot.StringOption, Required: true,
				Choices: bot.ChoicesOf(shows...)},
			{Name: "piece", Description: "For reach and range: a model like A1", Kind: bot.StringOption, Autocomplete: true}}}}
}

// shows lists what /show can show.
var shows = []string{"reach", "range", "forces"}

// Query answers one privately for a seat.
func (w inspector) Query(p table.Private, command string, o map[string]string) (bot.Letter, error) {
	q := measuring{w.reads(p.View, p.Meta)}
	text, st, err := q.answer(command, o)
	if err != nil {
		return bot.Letter{}, err
	}
	pic, err := q.v.paint().Private(q.v.battle(), st, draw.News{})
	return bot.Letter{Seat: pic.Seat, Message: page.Picture(text, pic.PNG, bot.Clip(page.Unbold(text), maxAsk))}, err
}

// QueryPublic answers one for an onlooker, in words.
func (w inspector) QueryPublic(p table.Public, command string, o map[string]string) (bot.Notice, error) {
	q := measuring{w.reads(p.View, p.Meta)}
	text, _, err := q.answer(command, o)
	return bot.Notice{Message: bot.Message{Blocks: []bot.Block{bot.Text(text)}}}, err
}

func (w inspector) Complete(view game.View, m table.Meta, _, typed string) []bot.Choice {
	v, s := w.reads(view, m), page.Suggest(typed)
	for _, m := range v.Models {
		s.Add(string(m.Label), v.name(m.Label))
	}
	return s.Choices()
}

// measuring answers /measure and /show from a view. Once it has measured as if a model were elsewhere, it holds that view.
type measuring struct{ v reading }

// answer answers a query in words, and returns what the board shows with it.
func (q *measuring) answer(command string, o map[string]string) (text string, st *draw.Staged, err error) {
	switch {
	case q.v.Round == 0:
		return "", nil, game.Errorf("there is nothing to measure before Round 1")
	case command == "show":
		return q.shown(o)
	}
	from, err := q.spot(o["from"])
	if err != nil {
		return "", nil, err
	}
	var lines []string
	if at := strings.TrimSpace(o["standing"]); at != "" && from.label != "" {
		if from.At, err = place(at); err != nil {
			return "", nil, err
		}
		q.v.View = q.v.Standing(from.label, from.At)
		lines = append(lines, q.v.Say("-# As if %s stood at %s.", from.name, from.At.String()))
	}
	to, err := q.spot(o["to"])
	if err != nil {
		return "", nil, err
	}
	lines = append(lines, q.v.Say("**%s** to **%s**: %s\".", from.name, to.name, q.v.Number(plane.Gap(from.Disc, to.Disc).String())))
	exact := q.v.Text("-# From rim to rim, to 0.001\". Elsewhere distances are rounded to the tenth.")
	st = &draw.Staged{}
	if from.label == "" || to.label == "" || from.label.Seat() == to.label.Seat() {
		st.Ways = []draw.Way{{Path: plane.Path{from.At, to.At}, R: from.R}}
		return strings.Join(append(lines, exact), "\n"), st, nil
	}
	return strings.Join(append(append(lines, q.between(from.label, to.label, st)...), exact), "\n"), st, nil
}

// between describes what one enemy can do to another: with each weapon the sum and the chance, or the reason that it cannot attack;
// and by a Rush.
func (q measuring) between(from, to rules.Label, st *draw.Staged) []string {
	lines := []string{q.v.Text("They do not see each other.")}
	if q.v.Sees(from, to) {
		lines[0] = q.v.Text("They see each other.")
	}
	m, _ := q.v.Model(from)
	u := cards.FindUnit(m.Unit)
	for _, id := range []string{u.Ranged, m.Grenade, u.Melee} {
		if id == "" {
			continue
		}
		a, err := q.v.Aim(from, to, id, rules.Aid{})
		if err != nil {
			lines = append(lines, "-# "+q.v.called(id)+": "+bot.RefusalText(q.v.Language, err))
			continue
		}
		lines = append(lines, q.v.Say("**%s**: %s, **%d %%**", q.v.called(id), q.v.sum(a), a.Chance()))
		if len(st.Aims) == 0 {
			st.Aims = []draw.Aim{q.v.seen(a)}
		}
	}
	r, err := q.v.Rush(from, to)
	if err != nil {
		return append(lines, "-# "+q.v.Say("Rush: %s", bot.RefusalText(q.v.Language, err)))
	}
	return append(lines, q.v.Say("**Rush**: %s, %s", q.v.rushNote(r), q.v.die(r)))
}

// spot is an end of a measurement.
type spot struct {
	plane.Disc
	label rules.Label // "": a place
	name  string
}

// place reads a place on the table.
func place(typed string) (plane.Point, error) {
	at, err := plane.ParsePoint(strings.TrimSpace(spaced.Replace(typed)))
	if err == nil && !terrain.Table.Holds(plane.Disc{At: at}) {
		err = game.Errorf("%s is off the table: both numbers go from 0 to %d", at.String(), rules.Table)
	}
	return at, err
}

// spot reads a model or a place.
func (q measuring) spot(typed string) (spot, error) {
	typed = strings.TrimSpace(spaced.Replace(typed))
	if _, err := plane.ParsePoint(typed); err == nil {
		at, err := place(typed)
		return spot{Disc: plane.Disc{At: at}, name: at.String()}, err
	}
	l, err := rules.ParseLabel(typed)
	if err != nil {
		return spot{}, game.Errorf("%s, or a point like 12,30, or a square like F7", err)
	}
	m, ok := q.v.Model(l)
	if !ok || m.At == nil {
		return spot{}, game.Errorf("%s is not on the table", l)
	}
	return spot{plane.Disc{At: *m.At, R: m.Radius}, l, q.v.name(l)}, nil
}

// shown answers /show.
func (q measuring) shown(o map[string]string) (text string, st *draw.Staged, err error) {
	switch {
	case !slices.Contains(shows, o["what"]):
		return "", nil, game.Errorf("%q cannot be shown: expected one of %s", bot.Clip(o["what"], 40), strings.Join(shows, ", "))
	case o["what"] == "forces":
		return q.forces(), &draw.Staged{}, nil
	case strings.TrimSpace(o["piece"]) == "":
		return "", nil, game.Errorf("%s is shown of a model: name one as `piece`, such as A1", o["what"])
	}
	at, err := q.spot(o["piece"])
	if err != nil {
		return "", nil, err
	}
	if at.label == "" {
		return "", nil, game.Errorf("expected a model like A1")
	}
	m, _ := q.v.Model(at.label)
	st = &draw.Staged{Chosen: string(at.label)}
	if o["what"] == "reach" {
		st.Reach = q.v.Reach(at.label, m.Movement)
		return q.v.Say("**%s** moves up to %s\".", at.name, m.Movement), st, nil
	}
	var said []string
	for _, id := range []string{cards.FindUnit(m.Unit).Ranged, m.Grenade} {
		if x := cards.FindWeapon(id); x != nil {
			st.Rings = append(st.Rings, draw.Ring{From: at.Disc, R: plane.In(x.Range), Seat: m.Seat, Name: x.Name})
			said = append(said, q.v.weaponLines(x))
		}
	}
	if len(said) == 0 {
		return q.v.Say("**%s** has no ranged weapon.", at.name), st, nil
	}
	return "**" + at.name + "**\n" + strings.Join(said, "\n"), st, nil
}

// forces describes what is left of both Forces.
func (q measuring) forces() string {
	var lines []string
	for i, side := range q.v.Sides {
		seat := game.Seat(i + 1)
		lines = append(lines, "### "+q.v.count(seat))
		for _, id := range q.v.Biting() {
			if p := cards.FindPosition(id); p.Faction == side.Faction {
				lines = append(lines, "-# ⚠️ "+q.v.lostBy(p))
			}
		}
		for _, m := range q.v.Models {
			if u := cards.FindUnit(m.Unit); m.Seat == seat && u != nil {
				lines = append(lines, q.v.Say("• **%s**: %d of %d {Wound|Wounds} · %s", q.v.name(m.Label), m.Wounds, m.Max, q.v.figures(u)))
			}
		}
	}
	return bot.Clip(strings.Join(lines, "\n"), maxTold)
}
