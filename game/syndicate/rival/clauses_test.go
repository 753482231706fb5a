package rival_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// never lists the printed clauses that cannot happen with the printed cards, each with the reason.
var never = map[string]string{
	"burning: damage":                 "no printed card, weapon or ability sets a unit on fire",
	"bleeding: damage":                "no printed card, weapon or ability makes a unit bleed",
	"nano-heal-patch: loses burning":  "nothing printed gives Burning",
	"nano-heal-patch: loses bleeding": "nothing printed gives Bleeding",
	"focused: acc":                    "nothing printed gives Focused",
	"focused: dice":                   "nothing printed gives Focused",
	"break-contact: loses revealed":   "only Tactics reveal, and what they give ends with the round, before the next Movement",
	"thermal-mesh":                    "no printed armor has it",
	"ballistic-gel":                   "no printed armor has it",
	"exotic":                          "exotic weapons have no bonus of their kind",
}

// clauses lists every printed clause: of the cards, step by step, and of everything else that has a name.
func clauses() (list []string) {
	for _, c := range cards.Printed().Cards {
		list = append(list, steps(c.ID, c.Do)...)
	}
	for _, m := range cards.Meanings() {
		switch m.Kind {
		case "status+", "status-":
			for _, what := range statuses[m.ID] {
				list = append(list, m.ID+": "+what)
			}
			if len(statuses[m.ID]) == 0 {
				list = append(list, m.ID+": not listed")
			}
		default:
			list = append(list, m.ID)
		}
	}
	return append(list, "floor", "push without a space", "priority tie", "discards are the deck", "hazard", "planted", "suppressed and disoriented: one die", "revealed and hidden")
}

// statuses lists what each status does (S9).
var statuses = map[string][]string{
	"suppressed": {"acc", "two dice", "fizzles"}, "marked": {"acc", "ends hidden"}, "disoriented": {"dod", "no cover", "fizzles"},
	"jammed": {"fizzles", "weapon"}, "immobilized": {"stays"}, "revealed": {"ends hidden"}, "burning": {"damage"}, "bleeding": {"damage"},
	"guarded": {"arm"}, "overwatch": {"dice"}, "hidden": {"no target", "ends by attack"}, "focused": {"acc", "dice"}, "shielded": {"takes damage"},
}

// steps lists the clauses of a card's steps.
func steps(card string, ops []cards.Op) (list []string) {
	add := func(what string) { list = append(list, card+": "+what) }
	for _, o := range ops {
		switch o.Op {
		case "move", "appear":
			add("moves")
			if o.Pass == "enemy" {
				add("passes")
			}
		case "status":
			add(o.Status)
			if o.Instead != "" {
				add(o.Instead)
			}
		case "remove":
			for _, is := range o.Statuses {
				add("loses " + is)
			}
		case "cleanse":
			add("loses a status")
		case "change":
			for what, there := range map[string]bool{"acc": o.ACC != 0 && o.Who == "self" || o.AttackedACC != 0, "their acc": o.ACC != 0 && o.Who == "target" && !o.AgainstTarget && o.DOD == 0,
				"dod": o.DOD != 0, "arm": o.ARM != 0, "dice": o.Dice != 0, "bonus": o.Change.Damage != 0, "first": o.First, "fixed": o.Fixed, "half": o.Half, "again": o.Rerolls > 0 || o.Highest,
				"self damage": o.SelfDamage > 0, "on hit": o.OnHit != "", "on miss": o.OnMiss != ""} {
				if there {
					add(what)
				}
			}
		case "damage":
			add("damage")
		case "pay":
			add("pays")
		case "push":
			add("pushes")
		case "hold":
			add("holds")
		case "place":
			add("places")
		case "draw":
			add("draws")
			if o.IfHidden > 0 {
				add("draws more")
			}
		case "contest":
			add("wins")
			add("loses")
			add("ties")
		case "require":
			add("fizzles")
		}
		list = append(list, steps(card, o.Then)...)
	}
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// watch counts the clauses that have had an effect.
type watch struct {
	seen   map[string]int
	at     map[syndicate.Label]grid.Space
	has    map[syndicate.Label]map[string]bool
	cards  [2]string // committed this round
	squads [2]cards.Squad
	first  game.Seat // who has Priority
	fought int       // Operators that have attacked or held fire this round
	moved  map[syndicate.Label]bool
	card   string // resolving
}

func (w *watch) happened(of string, what ...string) {
	for _, x := range what {
		of += ": " + x
	}
	w.seen[of]++
}

// mods counts modifiers.
func (w *watch) mods(list []syndicate.Mod, what string) {
	for _, m := range list {
		w.happened(m.From, what)
		w.happened(m.From)
		if m.From == "mirage-field" {
			w.happened("mirage")
		}
	}
}

// asked looks at what a question shows that no fact says.
func (w *watch) asked(v syndicate.View, a game.Ask) {
	if a.Name != "attack" && a.Name != "mercs" {
		return
	}
	for _, u := range v.Units {
		if u.Seat != a.Seat {
			continue
		}
		is := func(x syndicate.Unit, status string) bool { return slices.Contains(x.Statuses, status) }
		if a.Name == "mercs" {
			if is(u, "immobilized") && !u.Label.Operator() {
				w.happened("immobilized", "stays")
			}
			continue
		}
		if is(u, "jammed") && u.Label.Operator() {
			w.happened("jammed", "weapon")
		}
		for _, e := range v.Units {
			if e.Seat == u.Seat {
				continue
			}
			aim, err := v.Aim(u.Label, e.Label, false)
			no := (*game.Refusal)(nil)
			errors.As(err, &no)
			in := v.Terrain().At(e.At)
			switch {
			case no != nil && no.Code == "hidden":
				w.happened("hidden", "no target")
			case no != nil && no.Code == "line":
				if m := grid.Line(u.At, e.At, func(s grid.Space) bool { return v.Terrain().At(s).Blocks() }); !m.Blocked {
					w.happened("barrier")
				}
			case is(e, "disoriented") && (in == grid.Light || in == grid.Heavy) && aim.Cover == 0:
				w.happened("disoriented", "no cover")
			case u.Label.Operator() && (in == grid.Light || in == grid.Heavy) && aim.Cover < map[grid.Terrain]int{grid.Light: 1, grid.Heavy: 2}[in]:
				x, _ := v.Catalogue().Weapon(v.Sides.Of(u.Seat).Weapon)
				w.happened(x.Trait)
			case e.Label.Operator() && aim.Cover == 1 && in == grid.Clear && slices.ContainsFunc(v.Units, func(m syndicate.Unit) bool {
				return m.ID == "wall" && m.Seat == e.Seat && grid.Distance(m.At, e.At) == 1
			}):
				w.happened("cover-extension")
			}
		}
	}
}

// told goes through the facts of a match.
func (w *watch) told(all []game.Fact) {
	for _, f := range all {
		switch f := f.(type) {
		case syndicate.Deployed:
			for i, l := range syndicate.Labels(f.Seat) {
				w.at[l] = f.At[i]
			}
		case syndicate.PriorityRolled:
			if len(f.Dice) > 1 {
				w.happened("priority tie")
			}
		case syndicate.Reshuffled:
			w.happened("discards are the deck")
		case syndicate.RoundBegan:
			w.first, w.fought, w.moved = f.Priority, 0, map[syndicate.Label]bool{}
		case syndicate.Committed:
			w.cards = f.Cards
		case syndicate.CardPlayed:
			w.played(f)
		case syndicate.Drew:
			w.happened(f.Why, "draws")
			if f.N > 1 {
				w.happened(f.Why, "draws more")
			}
		case syndicate.Placed:
			w.happened(f.From, "places")
			w.happened(f.Object, "stands")
			for l, is := range w.has {
				if f.Object == "smoke" && grid.Distance(w.at[l], f.At) <= 1 && is["revealed"] {
					w.happened("revealed and hidden")
				}
			}
		case syndicate.Removed:
			if f.Why != "replaced" {
				w.happened(f.Object)
			}
		case syndicate.Moved:
			w.walked(f)
		case syndicate.StoodFast:
			w.happened(f.Why, "fixed")
			w.happened(f.Why)
			if f.Why == "no-space" {
				w.happened("push without a space")
			}
		case syndicate.StatusGiven:
			if w.has[f.Unit] == nil {
				w.has[f.Unit] = map[string]bool{}
			}
			w.has[f.Unit][f.Status] = true
			w.happened(f.From, f.Status)
			w.happened(f.From, "on hit")
			w.happened(f.From, "on miss")
			w.happened(f.From)
		case syndicate.StatusEnded:
			for _, is := range f.Statuses {
				delete(w.has[f.Unit], is)
				w.happened(f.Why, "loses "+is)
				w.happened(f.Why, "ends "+is)
				if is == "hidden" && f.Why == "attack" {
					w.happened("hidden", "ends by attack")
				}
			}
			w.happened(f.Why, "loses a status")
		case syndicate.Changed:
			if f.Change.Held {
				w.happened(f.From, "holds")
			}
			if f.Change.Move != 0 {
				w.happened(f.From)
			}
		case syndicate.AbilityUsed:
			w.happened(f.Ability)
		case syndicate.Hurt:
			w.hurt(f)
		case syndicate.Contested:
			switch d := f.Dice[0] + f.Plus[0] - f.Dice[1] - f.Plus[1]; {
			case d > 0:
				w.happened(f.Card, "wins")
			case d < 0:
				w.happened(f.Card, "loses")
			default:
				w.happened(f.Card, "ties")
			}
		case syndicate.HeldFire:
			w.fought += map[bool]int{true: 1}[f.Unit.Operator()]
			if m, ok := cards.Printed().Mercenary(w.mercenary(f.Unit)); ok && m.Planted && w.moved[f.Unit] {
				w.happened("planted")
			}
		case syndicate.AttackDeclared:
			if f.By.Operator() {
				if w.fought == 0 && f.By.Seat() != w.first && w.cards[f.By.Seat()-1] == "quick-draw" {
					w.happened("quick-draw", "first")
				}
				w.fought++
			}
		case syndicate.AttackRolled:
			w.rolled(f)
		case syndicate.DieChanged:
			w.happened(f.By, "again")
			w.happened(f.By)
		case syndicate.AttackResolved:
			w.resolved(f)
		case syndicate.Reloaded:
			for l, m := range w.squads {
				for i, id := range m.Mercenaries {
					if x, _ := cards.Printed().Mercenary(id); x.Planted && w.moved[syndicate.Labels(game.Seat(l + 1))[i+1]] {
						w.happened("planted")
					}
				}
			}
		}
	}
}

func (w *watch) mercenary(l syndicate.Label) string {
	if l.Operator() {
		return ""
	}
	return w.squads[l.Seat()-1].Mercenaries[l[1]-'1']
}

func (w *watch) played(f syndicate.CardPlayed) {
	w.card = f.Card
	if f.Fizzled != "" {
		w.happened(f.Fizzled, "fizzles")
		if f.Fizzled == "requirement" {
			w.happened(f.Card, "fizzles")
		}
	}
}

func (w *watch) walked(f syndicate.Moved) {
	w.at[f.Unit] = f.Way[len(f.Way)-1]
	w.moved[f.Unit] = w.moved[f.Unit] || f.Own
	w.happened(f.By, "moves")
	w.happened(f.By)
	if f.By == "push" {
		w.happened(w.card, "pushes")
	}
	if f.Passed != "" {
		w.happened(f.By, "passes")
	}
}

func (w *watch) hurt(f syndicate.Hurt) {
	switch {
	case f.Cost:
		w.happened(f.By, "pays")
	default:
		w.happened(f.By, "damage")
		w.happened(f.By, "self damage")
	}
	w.happened(f.By)
	if f.Shield > 0 {
		w.happened("shielded", "takes damage")
	}
}

func (w *watch) rolled(f syndicate.AttackRolled) {
	seat := f.Aim.By.Seat()
	w.mods(f.Aim.ACC, "acc")
	for _, m := range f.Aim.ACC {
		if m.N < 0 {
			w.happened(m.From, "their acc")
		}
	}
	w.mods(f.Aim.DOD, "dod")
	w.mods(f.Aim.Dice, "dice")
	n := 0
	for _, m := range f.Aim.Dice {
		n += m.N
	}
	if w.has[f.Aim.By]["suppressed"] && f.Aim.Rolls == 2 && n > 2 {
		w.happened("suppressed", "two dice")
	}
	if w.has[f.Aim.By]["suppressed"] && w.has[f.Aim.By]["disoriented"] && f.Aim.Rolls == 1 && n > 1 {
		w.happened("suppressed and disoriented", "one die")
	}
	if x, _ := cards.Printed().Weapon(w.squads[seat-1].Weapon); f.Aim.By.Operator() && f.Aim.Dice[0].N < x.ROF {
		w.happened(w.cards[seat-1], "half")
	}
	if f.Decoy > 0 {
		w.happened("decoy")
	}
}

func (w *watch) resolved(f syndicate.AttackResolved) {
	if f.Blow.Hits > 0 {
		w.mods(f.Blow.Bonus, "bonus")
		w.mods(f.Blow.ARM, "arm")
	}
	if f.Blow.Plating > 0 {
		w.happened("reinforced-plating")
	}
	if f.Blow.Floor {
		w.happened("floor")
	}
	if f.Blow.Shield > 0 {
		w.happened("shielded", "takes damage")
	}
}

// anySquad returns a squad with any Operator, weapon and armor, and a deck of any cards that fit it.
func anySquad(n int, c *chance.Source) cards.Squad {
	all, pick := cards.Printed(), func(n int) int { return int(c.Next() >> 1 % uint64(n)) }
	o := all.Operators[n%len(all.Operators)]
	s := cards.Squad{Operator: o.ID, Weapon: all.Weapons[pick(len(all.Weapons))].ID, Armor: all.Armors[pick(len(all.Armors))].ID, Deck: map[string]int{}}
	for _, m := range all.Mercenaries {
		if m.Color == o.Color {
			s.Mercenaries = append(s.Mercenaries, m.ID)
		}
	}
	fit := all.Fitting(o.Color)
	for count := 0; count < cards.DeckSize; {
		x := fit[pick(len(fit))]
		if moves := x.Type == cards.Movement; s.Deck[x.ID] < cards.MostOfOne && moves == (count < cards.LeastMovement) {
			s.Deck[x.ID]++
			count++
		}
	}
	return s
}

// crowd puts both sides near each other in the middle, with five cards in hand.
func crowd(c *syndicate.Config, mix *chance.Source) {
	pick := func(n int) int { return int(mix.Next() >> 1 % uint64(n)) }
	_, g, _ := grid.Find(c.Map, c.Edge())
	near := slices.DeleteFunc(g.Near(grid.Space{X: 3 + pick(8), Y: 3 + pick(8)}, 2+2*(pick(4)/3)), func(at grid.Space) bool { return g.At(at).Solid() })
	c.Lab = &syndicate.Lab{Round: 1}
	for i, s := range c.Squads {
		for _, l := range syndicate.Labels(game.Seat(i + 1)) {
			k := pick(len(near))
			c.Lab.Units = append(c.Lab.Units, syndicate.LabUnit{Label: l, At: near[k]})
			near = slices.Delete(near, k, k+1)
		}
		deck := s.List()
		for range 5 {
			k := pick(len(deck))
			c.Lab.Hands[i] = append(c.Lab.Hands[i], deck[k])
			deck = slices.Delete(deck, k, k+1)
		}
		if c.Lab.Decks[i] = deck; deck[0] == s.List()[0] { // so that some decks run out
			c.Lab.Decks[i], c.Lab.Gone[i] = deck[:2], deck[2:]
		}
	}
}

// anyMatch returns a match with any squads, on ground with hazards; a crowded one begins at close quarters.
func anyMatch(n int, crowded bool, mix *chance.Source) syndicate.Config {
	c := syndicate.DefaultsFor(syndicate.Missions()[n%4])
	c.MaxRounds = 7
	c.Squads = [2]cards.Squad{anySquad(n, mix), anySquad(n/5, mix)}
	_, g, _ := grid.Find(c.Map, c.Edge())
	g.Each(func(at grid.Space) {
		if g.At(at) == grid.Clear && (7*at.X+3*at.Y)%11 == 0 {
			g = g.With(at, grid.Hazard)
		}
	})
	c.Ground = g.Rows()
	if crowded {
		crowd(&c, mix)
	}
	return c
}

// Every printed clause happens: over matches of the program and of random play with all cards, each clause of each card, weapon, armor,
// ability, status, object and special rule has had an effect, or never lists it with the reason why it cannot.
// SOAK=1 plays 500 matches of the program and 5,000 at random from close quarters; ordinarily it is 20 and 700, and few rare clauses may
// be missing.
func TestEveryClauseHappens(t *testing.T) {
	program, random, few := 20, 700, 8
	if gametest.Soak() {
		program, random, few = 500, 5000, 0
	}
	seen := map[string]int{}
	for n := range program + random {
		mix := chance.Source(n)
		mix = chance.Source(mix.Next())
		level := rival.Strength("")
		switch {
		case n < program:
			level = rival.Regular
		case n%2 == 0:
			level = rival.Recruit
		}
		c := anyMatch(n, n >= program, &mix)
		w := &watch{seen: seen, at: map[syndicate.Label]grid.Space{}, has: map[syndicate.Label]map[string]bool{}, moved: map[syndicate.Label]bool{}, squads: c.Squads}
		if c.Lab != nil {
			for _, u := range c.Lab.Units {
				w.at[u.Label] = u.At
			}
		}
		player := func(p rival.Position, s *chance.Source) (rival.Choice, error) {
			w.asked(p.View.(syndicate.View), p.Ask)
			return at(level, rival.Bold)(p, s)
		}
		b, err := gametest.Contest(syndicate.Rules(), c.Encode(), mix.Next(), []gametest.Contestant{player, player}, 4000)
		if err != nil {
			t.Fatal(err)
		}
		w.told(b.Told)
	}
	var missing []string
	for _, x := range clauses() {
		switch reason, listed := never[x]; {
		case !listed && seen[x] == 0:
			missing = append(missing, x)
		case listed && seen[x] > 0:
			t.Errorf("%s happened %d times, although %s", x, seen[x], reason)
		}
	}
	for _, x := range slices.Sorted(maps.Keys(never)) {
		if !slices.Contains(clauses(), x) {
			t.Errorf("%s is no clause", x)
		}
	}
	if len(missing) > few {
		t.Errorf("%d clauses never had an effect: %s", len(missing), strings.Join(missing, "; "))
	}
	t.Logf("%d clauses; without effect: %v", len(clauses()), missing)
}
