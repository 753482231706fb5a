package syndicate

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/option"
	"downsync/game/seal"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// A challenge settles size, secrecy, map and options, which both sides know; and each side's squad, in private.

var (
	sizes    = map[string]game.Text{rules.Small: "small", rules.Standard: "standard"}
	missions = map[string]game.Text{rules.Elimination: "Elimination", rules.Relay: "Relay", rules.Uplink: "Uplink", rules.Extract: "Extract"}
	modes    = map[string]game.Text{rules.Veiled: "veiled", rules.Open: "open"}
	goals    = map[string]game.Text{
		rules.Elimination: "• **To win**: take the enemy Operator down to 0 HP.",
		rules.Relay:       "• **To win**: score 4, or take the enemy Operator down. Each round that ends with only your units at the Relay in the middle scores 1.",
		rules.Uplink:      "• **To win**: score 4, or take the enemy Operator down. Each round that ends with more of your units than the enemy's at the Relay in the middle scores 1.",
		rules.Extract:     "• **To win**: score 3, or take the enemy Operator down. Each round that ends with more of your units than the enemy's at the enemy's terminal scores 1.",
	}
	// goalOfHoldingFire explains how an extraction is won by rulings before 2.
	goalOfHoldingFire = game.Text("• **To win**: take the enemy Operator down, or score 3: a point for each attack that your Operator gives up at the enemy's terminal.")
	// lossesDecide says who scores if both sides could (R-V3, R-V5).
	lossesDecide = map[string]game.Text{
		rules.Relay:   "With units of both, whoever lost fewer HP in the round scores.",
		rules.Uplink:  "With equally many, whoever lost fewer HP in the round scores.",
		rules.Extract: "If both do so, whoever lost fewer HP in the round scores.",
	}
	secrets = map[string]game.Text{
		rules.Veiled: "• **Veiled**: your hand, what is in your deck, and each choice until both are in.",
		rules.Open:   "• **Open**: the decks are public; hands, and each choice until both are in, are secret.",
	}
)

// goal explains how a mission is won; from is the first round that may score, 0 means from the start. losses reports whether the HP
// lost decide who scores where both sides could.
func (w Forms) goal(mission string, from int, losses bool) string {
	said := w.Text(goals[mission])
	if losses {
		said += " " + w.Text(lossesDecide[mission])
	}
	if from > 1 && mission != rules.Elimination {
		said += " " + w.Say("Scoring begins in round %d.", from)
	}
	return said
}

// printed is the choice of size for a match as the manual prints it (R-V4).
const printed = "printed"

// lobby reads and shows the settings of a match.
type lobby struct{ Forms }

// Options returns the game's own options of a challenge.
func (lobby) Options() []bot.CommandOption {
	return []bot.CommandOption{
		{Name: "size", Description: "How large the battlefield is; left out: small", Kind: wire.StringOption,
			Choices: []wire.Choice{{Name: "small: 12 by 12 spaces", Value: rules.Small}, {Name: "standard: 24 by 24 spaces", Value: rules.Standard},
				{Name: "as printed: 24 by 24 spaces, elimination, no limit of rounds", Value: printed}}},
		{Name: "force", Description: "Your squad, in private: a starter or a share code; left out: the usual one, to be changed after", Kind: wire.StringOption, Autocomplete: true},
		{Name: "map", Description: "Where you fight; left out: the usual battlefield of that size", Kind: wire.StringOption, Autocomplete: true},
		{Name: "secrecy", Description: "What is secret; left out: veiled", Kind: wire.StringOption,
			Choices: []wire.Choice{{Name: "veiled: decks and hands are secret", Value: rules.Veiled}, {Name: "open: decks are public, hands are secret", Value: rules.Open}}},
		{Name: "max_rounds", Description: "End after so many rounds; 0: no limit; left out: 12; elimination 30, extract 15", Kind: wire.IntOption},
		{Name: "options", Description: "Other choices, like mission=elimination mulligan=on; left out: as is usual", Kind: wire.StringOption, Autocomplete: true},
	}
}

// Settings reads the options into the ruleset's settings, without squads.
func (w lobby) Settings(o map[string]string) (json.RawMessage, error) {
	pairs, odd := option.Pairs(o["options"])
	if odd != "" {
		return nil, game.Errorf("options %q: expected pairs like mission=elimination mulligan=on", wire.Clip(odd, 40))
	}
	c := rules.Defaults()
	for _, x := range pairs {
		if x[0] == "mission" {
			c = rules.DefaultsFor(x[1])
		}
	}
	if o["size"] == printed {
		c = rules.AsPrinted()
	} else {
		c.Size = cmp.Or(o["size"], c.Size)
	}
	c.Secrecy = cmp.Or(o["secrecy"], c.Secrecy)
	c.Map = cmp.Or(mapMeant(o["map"]), rules.MapFor(c.Size))
	if v := o["max_rounds"]; v != "" {
		pairs = append(pairs, [2]string{"max_rounds", v})
	}
	for _, x := range pairs {
		if err := c.Set(wire.Clip(x[0], 40), wire.Clip(x[1], 40)); err != nil {
			return nil, err
		}
	}
	c.Cards = w.cat().Own()
	if err := c.CheckSettings(); err != nil {
		return nil, err
	}
	return json.Marshal(c.Terms)
}

// settled decodes stored settings. A match that begins with them uses the newest rulings, whatever the rulings of the match that it
// repeats.
func settled(raw json.RawMessage) (rules.Config, error) {
	c := rules.Config{}
	err := json.Unmarshal(raw, &c.Terms)
	if err == nil {
		err = c.CheckSettings()
	}
	c.Rulings = rules.NewestRulings
	return c, err
}

// Mode returns the secrecy, veiled or open.
func (lobby) Mode(raw json.RawMessage) string {
	c, err := settled(raw)
	if err != nil {
		return ""
	}
	return c.Secrecy
}

// Summary names the settings in a few words.
func (w lobby) Summary(raw json.RawMessage) string {
	c, err := settled(raw)
	if err != nil {
		return ""
	}
	said := []string{w.Say("%s game, %s, %s", w.Text(sizes[c.Size]), w.Text(missions[c.MissionName()]), w.Text(modes[c.Secrecy])), mapName(c)}
	if c.AsPrinted() {
		said = append(said, w.Text("as printed"))
	}
	return strings.Join(append(said, w.besides(c)...), ", ")
}

// mapName returns the printed name of the battlefield.
func mapName(c rules.Config) string {
	if m, _, ok := grid.Find(c.Map, c.Edge()); ok {
		return m.Name
	}
	return c.Map
}

// optionWords describes options that are not at their default, in short.
var optionWords = map[string]game.Text{
	"scores_from":  "scoring from round %d",
	"ties losses":  "ties by losses",
	"ties nobody":  "ties are draws",
	"max_rounds":   "%d {round|rounds}",
	"max_rounds 0": "rounds without limit",
	"mulligan on":  "a new first hand",
	"lasting off":  "effects of attacks end at once",
	"floor 0":      "no least damage",
}

// besides lists choices other than the defaults, except the mission.
func (w lobby) besides(c rules.Config) (out []string) {
	return page.Chosen(w.Language, c.Changed(), optionWords)
}

// Terms describes the settings.
func (w lobby) Terms(raw json.RawMessage) string {
	c, err := settled(raw)
	if err != nil {
		return ""
	}
	var lines []string
	if c.AsPrinted() {
		lines = append(lines, w.Text("• **As printed**: the manual's battlefield and its only victory, without a last round."))
	}
	lines = append(lines, w.Say("• **%s**, on %s: %d by %d {space|spaces}; each has an Operator, two Mercenaries and 40 cards.", w.Text(missions[c.MissionName()]), mapName(c), c.Edge(), c.Edge()),
		w.goal(c.MissionName(), c.ScoresFrom, c.CountsLosses()), w.Text(secrets[c.Secrecy]))
	if c.MaxRounds > 0 {
		end := game.Text("• **At most** %d {round|rounds}; then points, HP and Mercenaries count.")
		if c.MissionName() == rules.Elimination { // nobody scores
			end = "• **At most** %d {round|rounds}; then HP and Mercenaries count."
		}
		lines = append(lines, w.Say(end, c.MaxRounds))
	}
	if more := w.chosen(c); len(more) > 0 {
		lines = append(lines, w.Say("• **Besides**: %s.", strings.Join(more, "; ")))
	}
	return strings.Join(lines, "\n")
}

// chosen explains choices other than the defaults; the mission and the rounds have their own lines.
func (w lobby) chosen(c rules.Config) (out []string) {
	for _, x := range []struct {
		on   bool
		said game.Text
	}{
		{c.Mulligan, "each side may draw a new first hand, once"},
		{!c.Lasting, "statuses that an attack gives end with the round"},
		{c.NoFloor, "armor may stop all damage of a hit"},
	} {
		if x.on {
			out = append(out, w.Text(x.said))
		}
	}
	return out
}

// Preview shows the battlefield with its zones; nothing for plain ground.
func (w lobby) Preview(raw json.RawMessage) (wire.Notice, error) {
	c, err := settled(raw)
	if err != nil {
		return wire.Notice{}, err
	}
	m, g, ok := grid.Find(c.Map, c.Edge())
	if !ok || m.Edge == 0 {
		return wire.Notice{}, nil
	}
	pic, err := w.look("").Preview(m, g, c.MissionName())
	return wire.Notice{Message: wire.Message{Files: []wire.File{{Name: "map.png", Data: pic.PNG}},
		Blocks: []wire.Block{wire.Picture{File: 0, Alt: w.Say("The battlefield: %s. %s", m.Name, w.Text(m.About))}}}}, err
}

// mapMeant returns the slug of the typed battlefield.
func mapMeant(typed string) string {
	return page.MapMeant(typed, func(yield func(slug, name string) bool) {
		for _, m := range grid.Maps() {
			if !yield(m.Slug, m.Name) {
				return
			}
		}
	})
}

// Suggest completes an option.
func (w lobby) Suggest(name string, o map[string]string) []wire.Choice {
	out := page.Suggest(o[name])
	switch name {
	case "map":
		for _, m := range grid.Maps() {
			size := cmp.Or(o["size"], rules.Small)
			if size == printed {
				size = rules.Standard
			}
			if m.Edge == 0 || m.Edge == (rules.Terms{Size: size}).Edge() {
				out.Add(m.Slug, m.Name+": "+w.Text(m.About))
			}
		}
	case "options":
		for _, m := range rules.MatchOptions {
			out.Add(m.Name+"=", fmt.Sprintf("%s: %s (%s)", m.Name, w.Text(m.Expected), m.Ruling))
		}
	case "force":
		for _, s := range cards.Starters() {
			out.Add(s.ID, w.squadName(s.Squad)+": "+w.Text(game.Text(s.About)))
		}
	case "name":
		for _, e := range (library{w.Forms}).entries() {
			out.Add(e.id, e.name+" · "+w.Text(e.kind))
		}
	case "word":
		return library{w.Forms}.suggestRules(o[name])
	}
	return out.Choices()
}

// Config makes the ruleset's options. It commits to each deck with its own salt.
func (w lobby) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	c, err := settled(raw)
	if err != nil {
		return nil, err
	}
	if len(forces) != len(c.Squads) {
		return nil, fmt.Errorf("%d squads: expected %d", len(forces), len(c.Squads))
	}
	for i, force := range forces {
		if c.Squads[i], err = w.squads().of(force); err != nil {
			return nil, err
		}
	}
	c.Salts = [2]string{seal.Salt(rand.Text() + rand.Text()), seal.Salt(rand.Text() + rand.Text())}
	if err := c.Check(); err != nil {
		return nil, err
	}
	return c.Encode(), nil
}

// of returns a squad as ReadForce stores it: a starter's id or a share code.
func (w squads) of(force string) (cards.Squad, error) {
	if s, ok := cards.FindStarter(force); ok {
		return s.Squad, nil
	}
	return w.decode(force)
}

// roster reads and shows the squads that the sides bring.
type roster struct{ Forms }

// Forces returns the starters. Each seat has another default, independent of the other seat's choice.
func (w roster) Forces(raw json.RawMessage, seat game.Seat) []bot.Force {
	all := cards.Starters()
	out := make([]bot.Force, 0, len(all))
	for i := range all {
		out = append(out, w.ForceNamed(raw, all[(i+int(seat)-1)%len(all)].ID))
	}
	return out
}

func (w Forms) squadName(s cards.Squad) string {
	o, ok := w.cat().Operator(s.Operator)
	if !ok {
		return w.Text("no Operator yet")
	}
	name := o.Name
	if x, ok := w.cat().Weapon(s.Weapon); ok {
		name += ", " + x.Name
	}
	return name
}

// ForceNamed returns a squad for its owner.
func (w roster) ForceNamed(_ json.RawMessage, force string) bot.Force {
	s, err := w.squads().of(force)
	if err != nil {
		return bot.Force{Value: force, Name: w.Text("a squad that is not known here")}
	}
	out := bot.Force{Value: force, Name: wire.Clip(w.squadName(s), 100), Units: wire.Clip(w.squadText(s), 600)}
	if x, ok := cards.FindStarter(force); ok {
		out.About = w.Text(game.Text(x.About))
	}
	return out
}

// ReadForce reads a starter, by its id or its Operator's name, or a share code.
func (w roster) ReadForce(raw json.RawMessage, _ game.Seat, typed string) (force, note string, err error) {
	c, err := settled(raw)
	if err != nil {
		return "", "", err
	}
	typed = strings.TrimSpace(typed)
	var names []string
	for _, s := range cards.Starters() {
		o, _ := w.cat().Operator(s.Operator) // starters use the printed cards, which every catalogue has
		if strings.EqualFold(typed, s.ID) || strings.EqualFold(typed, o.Name) {
			return s.ID, "", nil
		}
		names = append(names, o.Name)
	}
	if !codes.Begin(typed) {
		return "", "", game.Errorf("there is no squad %q: expected one of %s, or a share code", wire.Clip(typed, 40), strings.Join(names, ", "))
	}
	s, err := w.squads().decode(typed)
	if err == nil {
		err = c.CheckSquad(s)
	}
	if err != nil {
		return "", "", err
	}
	code := w.squads().encode(s)
	for _, x := range cards.Starters() {
		if w.squads().encode(x.Squad) == code { // for a rematch
			return x.ID, "", nil
		}
	}
	return code, "", nil
}

// squadIn returns the squad of a side whose list is known.
func squadIn(s rules.Side) cards.Squad {
	return cards.Squad{Operator: s.Operator, Weapon: s.Weapon, Armor: s.Armor, Mercenaries: s.Mercenaries, Deck: s.List}
}
