package jagged

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
	rules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/option"
	"downsync/game/table"
)

// A challenge settles which faction attacks, the board and the options, which both sides know; and each side's list, in private.
// The challenger attacks, as seat 1.

// lobby reads and shows the settings of a battle.
type lobby struct{ Forms }

// Options returns the game's own options of a challenge.
func (lobby) Options() []bot.CommandOption {
	return []bot.CommandOption{
		{Name: "faction", Description: "Your faction; you attack, the other side defends; left out: at random", Kind: wire.StringOption,
			Choices: []wire.Choice{{Name: "Human Colonies", Value: cards.Humans}, {Name: "Martian Order", Value: cards.Martians}}},
		{Name: "force", Description: "Your list, in private: a sample list or a share code; left out: the usual one, to be changed after", Kind: wire.StringOption, Autocomplete: true},
		{Name: "map", Description: "Where you fight; left out: one of the named boards. random: a new one", Kind: wire.StringOption, Autocomplete: true},
		{Name: "options", Description: "Other choices, like zones=deep wounds=printed pv=60; left out: as is usual", Kind: wire.StringOption, Autocomplete: true},
	}
}

// Settings reads the options into the ruleset's settings, without lists.
func (lobby) Settings(o map[string]string) (json.RawMessage, error) {
	c := rules.Defaults()
	seed, _ := strconv.ParseUint(o[bot.OptionSeed], 10, 64) // without one it is always the same
	from := chance.Source(seed)
	board, faction := from.Next(), from.Next()
	if c.Attacker = o["faction"]; c.Attacker == "" && o["force"] != "" {
		if f, err := listOf(cards.Attacker, o["force"]); err == nil { // otherwise it is a saved list, by its name
			c.Attacker = f.Faction
		}
	}
	if c.Attacker == "" {
		c.Attacker = []string{cards.Humans, cards.Martians}[faction%2]
	}
	switch c.Board = boardMeant(o["map"]); c.Board {
	case "":
		all := boards.All()
		c.Board = all[board%uint64(len(all))].Slug
	case boards.Random:
		c.Board = fmt.Sprintf("%s:%d", boards.Random, rand.IntN(1_000_000)) // a small number, easy to say and type
	}
	pairs, odd := option.Pairs(o["options"])
	if odd != "" {
		return nil, game.Errorf("options %q: expected pairs like zones=deep wounds=printed", wire.Clip(odd, 40))
	}
	for _, x := range pairs {
		if n, err := strconv.Atoi(x[1]); x[0] == "pv" && err == nil {
			c.PV = n
			continue
		}
		if err := c.Set(wire.Clip(x[0], 40), wire.Clip(x[1], 40)); err != nil {
			return nil, err
		}
	}
	if err := c.CheckSettings(); err != nil {
		return nil, err
	}
	return json.Marshal(c.Terms)
}

// settled decodes stored settings. A battle that begins with them uses the newest rulings, whatever the rulings of the battle that
// it repeats.
func settled(raw json.RawMessage) (rules.Config, error) {
	c := rules.Config{}
	err := json.Unmarshal(raw, &c.Terms)
	if err == nil {
		err = c.CheckSettings()
	}
	c.Rulings = rules.NewestRulings
	return c, err
}

// Mode returns "", because every battle has the same secrets.
func (lobby) Mode(json.RawMessage) string { return "" }

func boardName(slug string) string {
	if b, ok := boards.Find(slug); ok {
		return b.Name
	}
	return slug
}

// Summary names the settings in a few words.
func (w lobby) Summary(raw json.RawMessage) string {
	c, err := settled(raw)
	if err != nil {
		return ""
	}
	return strings.Join(append([]string{w.Say("%s attack %s", w.factionName(c.Attacker), w.factionName(c.Faction(2))), w.where(c)}, w.besides(c)...), ", ")
}

// optionWords describes options that are not at their default.
var optionWords = map[string]game.Text{
	"victory vp":               "won on Victory Points",
	"zones corner":             "Zones of 10\"",
	"zones deep":               "Zones of 16\"",
	"lists open":               "open lists",
	"deploy defender-first":    "the Defender deploys first",
	"walk_in no":               "nobody walks into an engagement",
	"rush_target nearest-open": "a Rush goes at the nearest with a free way",
	"grenades once":            "one grenade a model",
	"cannon codex":             "cannons with the codex's DAM",
	"empty_crits plus-one":     "empty Critical Successes add 1 DAM",
	"wounds printed":           "each hit wounds by itself, as printed",
	"pv tiers":                 "PV by tiers",
	"melee ask":                "every Melee attack is asked about",
}

// besides lists choices other than the defaults.
func (w lobby) besides(c rules.Config) []string {
	out := page.Chosen(w.Language, c.Changed(), optionWords)
	if c.PV != rules.PVDefault {
		out = append(out, fmt.Sprintf("PV %d", c.PV))
	}
	return out
}

// Terms describes the settings.
func (w lobby) Terms(raw json.RawMessage) string {
	c, err := settled(raw)
	if err != nil {
		return ""
	}
	goal := w.Text("jagged.win-objectives")
	if c.Victory == "vp" {
		goal = w.Text("jagged.win-vp")
	}
	lines := []string{w.Say("• **%s attack**, led by whoever challenges; **%s** defend. On %s.", w.factionName(c.Attacker), w.factionName(c.Faction(2)), w.where(c)),
		w.Say("• **Forces**: the Attacker has %d BP and %d {Warp Flare|Warp Flares}, the Defender %d and %d.", rules.Budget(1), rules.Flares(1), rules.Budget(2), rules.Flares(2)), goal, w.secret(c)}
	if c.Wounds == "combined" {
		lines = append(lines, w.Text("jagged.wounds-combined"))
	}
	lines = append(lines, w.bears(c)...)
	if more := w.besides(c); len(more) > 0 {
		lines = append(lines, w.Say("• **Besides**: %s.", strings.Join(more, ", ")))
	}
	return strings.Join(lines, "\n")
}

func (w lobby) secret(c rules.Config) string {
	switch open := c.Options.Lists == "open"; {
	case open && c.Deploy != "":
		return w.Text("• **Secret**: nothing.")
	case open:
		return w.Text("• **Secret**: where you deploy, until both have.")
	case c.Deploy != "":
		return w.Text("• **Secret**: your list, until the battle begins.")
	}
	return w.Text("• **Secret**: your list until the battle begins, and where you deploy until both have.")
}

// Preview shows the board with both Zones.
func (w lobby) Preview(raw json.RawMessage) (wire.Notice, error) {
	c, err := settled(raw)
	if err != nil {
		return wire.Notice{}, err
	}
	b, ok := boards.Find(c.Board)
	if !ok {
		return wire.Notice{}, nil
	}
	pic, err := w.look("").Preview(b, c.ZoneSize(), c.Attacker)
	return wire.Notice{Message: wire.Message{Files: []wire.File{{Name: "map.png", Data: pic.PNG}},
		Blocks: []wire.Block{wire.Picture{File: 0, Alt: w.Say("The board: %s. %s", b.Name, w.Text(b.About))}}}}, err
}

// boardMeant returns the slug of the typed board.
func boardMeant(typed string) string {
	return page.MapMeant(typed, func(yield func(slug, name string) bool) {
		for _, b := range boards.All() {
			if !yield(b.Slug, b.Name) {
				return
			}
		}
	})
}

// Suggest completes an option.
func (w lobby) Suggest(name string, o map[string]string) []wire.Choice {
	s := page.Suggest(o[name])
	switch name {
	case "map":
		s.Add(boards.Random, w.Text("Random: a new board for this battle"))
		for _, b := range boards.All() {
			s.Add(b.Slug, b.Name+": "+w.Text(b.About))
		}
	case "options":
		for _, m := range rules.MatchOptions {
			s.Add(m.Name+"=", fmt.Sprintf("%s: %s (%s)", m.Name, w.Text(m.Expected), m.Ruling))
		}
	case "force":
		for _, l := range cards.Lists() {
			if l.Role == cards.Attacker && (o["faction"] == "" || o["faction"] == l.Faction) {
				s.Add(l.ID, w.listName(&l)+": "+w.Text(game.Text(l.About)))
			}
		}
	default:
		return library{w.Forms}.suggestBook(name, o[name])
	}
	return s.Choices()
}

// Config makes the ruleset's options. If lists are sealed, both are chosen now and open as the battle begins. If they are open, the
// battle asks for them, the Attacker's first (JQ4); so it does if the board is chosen in the battle, because a list may be made for
// the board.
func (w lobby) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	c, err := settled(raw)
	if err != nil {
		return nil, err
	}
	if len(forces) != len(c.Brought) {
		return nil, fmt.Errorf("%d lists: expected %d", len(forces), len(c.Brought))
	}
	var lists [2][]rules.Pick
	for i, typed := range forces {
		f, err := listOf(roles[i], typed)
		if err != nil {
			return nil, err
		}
		lists[i] = f.Models
	}
	if err := fit(c.Terms, lists); err != nil {
		var agreed rules.Terms // with the rulings of the time when the lists were chosen
		if json.Unmarshal(raw, &agreed) != nil || fit(agreed, lists) != nil {
			return nil, err
		}
		c.Rulings = agreed.Rulings
	}
	if c.Options.Lists != "open" && c.ChoosesBoard() == 0 {
		c.Brought = lists
	}
	return c.Encode(), nil
}

// fit says which list its side may not bring.
func fit(t rules.Terms, lists [2][]rules.Pick) error {
	for i, list := range lists {
		if err := t.CheckList(game.Seat(i+1), list); err != nil {
			return err
		}
	}
	return nil
}

// listOf reads a list: a sample list by its id or its name, a share code, or typed units. role applies to units without a
// Specialist.
func listOf(role, typed string) (force, error) {
	typed = strings.TrimSpace(typed)
	for _, l := range cards.Lists() {
		if strings.EqualFold(l.ID, typed) || strings.EqualFold(l.Name, typed) {
			return starterForce(l), nil
		}
	}
	if codes.Begin(typed) {
		return readCode(typed)
	}
	return listTyped(force{Role: role}, typed)
}

// Each side's list: the possible choices, and the reading of a choice.

// roles lists the roles by seat.
var roles = [...]string{cards.Attacker, cards.Defender}

// roster reads and shows the Forces that the sides bring.
type roster struct{ Forms }

// Forces returns the sample lists of the seat's faction and role, the starter first.
func (w roster) Forces(raw json.RawMessage, seat game.Seat) []bot.Force {
	c, err := settled(raw)
	if err != nil {
		return nil
	}
	var out []bot.Force
	for _, l := range cards.Lists() {
		if l.Faction != c.Faction(seat) || l.Role != roles[seat-1] {
			continue
		}
		if f := w.ForceNamed(raw, l.ID); l.Starter {
			out = slices.Insert(out, 0, f)
		} else {
			out = append(out, f)
		}
	}
	return out
}

// listName returns the name of a sample list after its faction's.
func (w Forms) listName(l *cards.List) string {
	return w.Say("%s · %s", w.factionName(l.Faction), l.Name)
}

// ForceNamed returns a list for its owner.
func (w roster) ForceNamed(_ json.RawMessage, typed string) bot.Force {
	f, err := listOf("", typed)
	if err != nil {
		return bot.Force{Value: typed, Name: w.Text("a list that is not known here")}
	}
	bp, fr := rules.Spent(f.Models)
	out := bot.Force{Value: typed, Name: w.Say("a list of %d {model|models}, %d BP", len(f.Models), bp), Units: wire.Clip(unitList(f.Models)+w.Say(" · %d BP, FR %d", bp, fr), 600)}
	if l := cards.FindList(typed); l != nil {
		out.Name, out.About = w.listName(l), w.Text(game.Text(l.About))
	}
	return out
}

// unitList names the units of a list: "Combat Engineer, 4 × Colonist Rifleman".
func unitList(list []rules.Pick) string {
	f := force{Models: list}
	return strings.Join(page.Each(f.units(), func(u *cards.Unit) string {
		if n := f.count(u.ID); n > 1 {
			return fmt.Sprintf("%d × %s", n, u.Name)
		}
		return u.Name
	}), ", ")
}

// ReadForce reads a list and checks that the seat may bring it. note says what is left for Reinforcements.
func (w roster) ReadForce(raw json.RawMessage, seat game.Seat, typed string) (force, note string, err error) {
	c, err := settled(raw)
	if err != nil {
		return "", "", err
	}
	f, err := listOf(roles[seat-1], typed)
	if err == nil {
		err = w.priced(f, c.CheckList(seat, f.Models))
	}
	if err != nil {
		return "", "", err
	}
	if bp, _ := rules.Spent(f.Models); bp < rules.Budget(seat) {
		note = w.Say("-# %d BP are kept for Reinforcements.", rules.Budget(seat)-bp)
	}
	if l := cards.FindList(strings.ToLower(strings.TrimSpace(typed))); l != nil {
		return l.ID, note, nil
	}
	return f.code(), note, nil
}

// priced adds the cost of each unit to the refusal of a list that costs too much; other errors are unchanged.
func (w roster) priced(f force, err error) error {
	no := (*game.Refusal)(nil)
	if !errors.As(err, &no) || no.Code != "budget" {
		return err
	}
	return &game.Refusal{Code: no.Code, Rule: no.Rule, Text: "%s. It costs: %s", Args: []any{game.Phrase{Text: no.Text, Args: no.Args}, strings.Join(page.Each(f.units(), func(u *cards.Unit) string {
		n := f.count(u.ID)
		return fmt.Sprintf("%s %d", numbered(n, u.Name), n*u.BP)
	}), ", ")}}
}

// Played returns the lists of a finished match, as share codes.
func (w roster) Played(p table.Public) ([]string, bool) {
	v := p.View.(rules.View)
	if p.Result == nil || v.Sides[0].List == nil || v.Sides[1].List == nil {
		return nil, false
	}
	return page.Each(v.Sides[:], func(s rules.Side) string { return force{s.Faction, s.Role, s.List}.code() }), true
}

// Factions returns the factions of both sides, each with its role: the two together distinguish lists.
func (w roster) Factions(p table.Public) []string {
	v := p.View.(rules.View)
	return page.Each(v.Sides[:], func(s rules.Side) string { return string(kindNames[force{Faction: s.Faction, Role: s.Role}.kind()]) })
}
