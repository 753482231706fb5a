package jagged

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/game/terrain"
	draw "downsync/render/jagged"
)

// Measuring: anybody may measure anything at any time (J1.4).

// inspector answers queries about a match.
type inspector struct{ Forms }

// Queries returns the commands that ask something about a match.
func (inspector) Queries() []bot.Command {
	end := func(name string, about game.Text) bot.CommandOption {
		return bot.CommandOption{Name: name, Description: about, Kind: wire.StringOption, Required: true, Autocomplete: true}
	}
	return bot.FormerlyAlone([]bot.Command{{Name: "measure", Description: "Measure: distance, sight, Cover and chances, for your eyes only", Options: []bot.CommandOption{
		end("from", "A model like A1, a place like 12.5,30, or a square like F7"), end("to", "A model like B2, a place like 12.5,30, or a square like F7"),
		{Name: "standing", Description: "As if the first model stood at this place", Kind: wire.StringOption}}},
		{Name: "show", Description: "Show reach, ranges or both Forces", Options: []bot.CommandOption{
			{Name: "what", Description: "What to show", Kind: wire.StringOption, Required: true,
				Choices: wire.ChoicesOf(shows...)},
			{Name: "piece", Description: "For reach and range: a model like A1", Kind: wire.StringOption, Autocomplete: true}}}}...)
}

// shows lists what /show can show.
var shows = []string{"reach", "range", "forces"}

// Query answers one privately for a seat.
func (w inspector) Query(p table.Private, command string, o map[string]string) (wire.Letter, error) {
	v := w.reads(p.View, p.Meta)
	text, st, err := v.measured(command, o)
	if err != nil {
		return wire.Letter{}, err
	}
	pic, err := v.paint().Private(v.battle(), st, draw.News{})
	return wire.Letter{Seat: pic.Seat, Message: page.Picture(text, pic.PNG, wire.Clip(page.Unbold(text), maxAsk))}, err
}

// QueryPublic answers one for an onlooker, in words.
func (w inspector) QueryPublic(p table.Public, command string, o map[string]string) (wire.Notice, error) {
	v := w.reads(p.View, p.Meta)
	text, _, err := v.measured(command, o)
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(text)}}}, err
}

func (w inspector) Complete(view game.View, m table.Meta, _, typed string) []wire.Choice {
	v, s := w.reads(view, m), page.Suggest(typed)
	for _, m := range v.Models {
		s.Add(string(m.Label), v.name(m.Label))
	}
	return s.Choices()
}

// measured answers /measure or /show in words, and returns what the board shows with it. Once it has measured as if a model were
// elsewhere, v is that view.
func (v *reading) measured(command string, o map[string]string) (text string, st *draw.Staged, err error) {
	switch {
	case v.Round == 0:
		return "", nil, game.Errorf("there is nothing to measure before Round 1")
	case command == "show":
		return v.shown(o)
	}
	from, err := v.spot(o["from"])
	if err != nil {
		return "", nil, err
	}
	var lines []string
	if at := strings.TrimSpace(o["standing"]); at != "" && from.label != "" {
		if from.At, err = place(at); err != nil {
			return "", nil, err
		}
		v.View = v.Standing(from.label, from.At)
		lines = append(lines, v.Say("-# As if %s stood at %s.", from.name, from.At.String()))
	}
	to, err := v.spot(o["to"])
	if err != nil {
		return "", nil, err
	}
	lines = append(lines, v.Say("**%s** to **%s**: %s\".", from.name, to.name, v.Number(plane.Gap(from.Disc, to.Disc).String())))
	exact := v.Text("-# From rim to rim, to 0.001\". Elsewhere distances are rounded to the tenth.")
	st = &draw.Staged{}
	if from.label == "" || to.label == "" || from.label.Seat() == to.label.Seat() {
		st.Ways = []draw.Way{{Path: plane.Path{from.At, to.At}, R: from.R}}
		return strings.Join(append(lines, exact), "\n"), st, nil
	}
	return strings.Join(append(append(lines, v.between(from.label, to.label, st)...), exact), "\n"), st, nil
}

// between describes what one enemy can do to another: with each weapon the sum and the chance, or the reason that it cannot attack;
// and by a Rush.
func (v reading) between(from, to rules.Label, st *draw.Staged) []string {
	lines := []string{v.Text("They do not see each other.")}
	if v.Sees(from, to) {
		lines[0] = v.Text("They see each other.")
	}
	m, _ := v.Model(from)
	u := cards.FindUnit(m.Unit)
	for _, id := range []string{u.Ranged, m.Grenade, u.Melee} {
		if id == "" {
			continue
		}
		a, err := v.Aim(from, to, id, rules.Aid{})
		if err != nil {
			lines = append(lines, "-# "+v.called(id)+": "+bot.RefusalText(v.Language, err))
			continue
		}
		lines = append(lines, v.Say("**%s**: %s, **%d %%**", v.called(id), v.sum(a), a.Chance()))
		if len(st.Aims) == 0 {
			st.Aims = []draw.Aim{v.seen(a)}
		}
	}
	r, err := v.Rush(from, to)
	if err != nil {
		return append(lines, "-# "+v.Say("Rush: %s", bot.RefusalText(v.Language, err)))
	}
	return append(lines, v.Say("**Rush**: %s, %s", v.rushNote(r), v.die(r)))
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
func (v reading) spot(typed string) (spot, error) {
	typed = strings.TrimSpace(spaced.Replace(typed))
	if _, err := plane.ParsePoint(typed); err == nil {
		at, err := place(typed)
		return spot{Disc: plane.Disc{At: at}, name: at.String()}, err
	}
	l, err := rules.ParseLabel(typed)
	if err != nil {
		return spot{}, game.Errorf("%s, or a point like 12,30, or a square like F7", err)
	}
	m, ok := v.Model(l)
	if !ok || m.At == nil {
		return spot{}, game.Errorf("%s is not on the table", l)
	}
	return spot{plane.Disc{At: *m.At, R: m.Radius}, l, v.name(l)}, nil
}

// shown answers /show.
func (v reading) shown(o map[string]string) (text string, st *draw.Staged, err error) {
	switch {
	case !slices.Contains(shows, o["what"]):
		return "", nil, game.Errorf("%q cannot be shown: expected one of %s", wire.Clip(o["what"], 40), strings.Join(shows, ", "))
	case o["what"] == "forces":
		return v.forces(), &draw.Staged{}, nil
	case strings.TrimSpace(o["piece"]) == "":
		return "", nil, game.Errorf("%s is shown of a model: name one as `piece`, such as A1", o["what"])
	}
	at, err := v.spot(o["piece"])
	if err != nil {
		return "", nil, err
	}
	if at.label == "" {
		return "", nil, game.Errorf("expected a model like A1")
	}
	m, _ := v.Model(at.label)
	st = &draw.Staged{Chosen: string(at.label)}
	if o["what"] == "reach" {
		st.Reach = v.Reach(at.label, m.Movement)
		return v.Say("**%s** moves up to %s\".", at.name, m.Movement), st, nil
	}
	var said []string
	for _, id := range []string{cards.FindUnit(m.Unit).Ranged, m.Grenade} {
		if x := cards.FindWeapon(id); x != nil {
			st.Rings = append(st.Rings, draw.Ring{From: at.Disc, R: plane.In(x.Range), Seat: m.Seat, Name: x.Name})
			said = append(said, v.weaponLines(x))
		}
	}
	if len(said) == 0 {
		return v.Say("**%s** has no ranged weapon.", at.name), st, nil
	}
	return "**" + at.name + "**\n" + strings.Join(said, "\n"), st, nil
}

// forces describes what is left of both Forces.
func (v reading) forces() string {
	var lines []string
	for i, side := range v.Sides {
		seat := game.Seat(i + 1)
		lines = append(lines, "### "+v.count(seat))
		for _, id := range v.Biting() {
			if p := cards.FindPosition(id); p.Faction == side.Faction {
				lines = append(lines, "-# ⚠️ "+v.lostBy(p))
			}
		}
		for _, m := range v.Models {
			if u := cards.FindUnit(m.Unit); m.Seat == seat && u != nil {
				lines = append(lines, v.Say("• **%s**: %d of %d {Wound|Wounds} · %s", v.name(m.Label), m.Wounds, m.Max, v.figures(u)))
			}
		}
	}
	return wire.Clip(strings.Join(lines, "\n"), maxTold)
}
