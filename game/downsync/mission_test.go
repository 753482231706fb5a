package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/option"
)

// Every mission can be played in some edition, on every size of table: both sides score somewhere, at most one VIP belongs to a
// side, each goal has a word of its own for either side, and rules.md names the mission.
func TestMissions(t *testing.T) {
	for _, m := range missions {
		if !strings.Contains(Numbered, "`"+m.Name+"`") {
			t.Errorf("rules.md does not name the mission `%s`", m.Name)
		}
		played := 0
		for _, edition := range Editions {
			if !slices.Contains(MissionsOf(edition), m.Name) {
				continue
			}
			for _, size := range []string{Small, Standard} {
				c := Defaults()
				c.Rules, c.Size, c.MissionName = edition, size, m.Name
				v, err := c.Before()
				if err != nil {
					t.Fatalf("%s in %s, %s: %v", m.Name, edition, size, err)
				}
				if played++; v.Mission() != m {
					t.Errorf("%s in %s is played as %s", m.Name, edition, v.Mission().Name)
				}
				checkGoalsOf(t, v)
			}
		}
		if played == 0 {
			t.Errorf("no edition has the mission %s", m.Name)
		}
	}
}

func checkGoalsOf(t *testing.T, v View) {
	t.Helper()
	name, vips := v.Mission().Name, map[game.Seat]int{}
	for i, g := range v.Goals() {
		if vips[g.Owner]++; g.N != i+1 || g.Owner > 0 && vips[g.Owner] > 1 {
			t.Errorf("%s: goal %d is %+v", name, i+1, g)
		}
	}
	for _, seat := range []game.Seat{1, 2} {
		if !slices.ContainsFunc(v.Goals(), func(g Goal) bool { return g.Scores(seat) }) {
			t.Errorf("%s: side %d scores nowhere", name, seat)
		}
		var words []string
		for i, g := range v.GoalsFrom(seat) {
			if named, ok := v.GoalNamed(seat, GoalWord(i)); !ok || named != g || slices.Contains(words, GoalWord(i)) {
				t.Errorf("%s: side %d calls %+v %s", name, seat, g, GoalWord(i))
			}
			words = append(words, GoalWord(i))
		}
	}
}

// An edition plays its own mission by default, and refuses one that it does not have.
func TestMissionOfEdition(t *testing.T) {
	for edition, own := range map[string]string{Edition2023: "vip-capture", Edition42: "control-objectives"} {
		c := Defaults()
		c.Rules = edition
		if got := c.Mission().Name; got != own {
			t.Errorf("%s plays %s", edition, got)
		}
		for name, is := range map[string]bool{"": true, own: true, "vip-capture": own == "vip-capture", "control-objectives": own != "vip-capture", "golf": false} {
			c.MissionName = name
			if err := c.CheckSettings(); (err == nil) != is {
				t.Errorf("%q in %s: %v", name, edition, err)
			}
		}
	}
}

// The mission is a choice of the players if there is one that is not an edition's own.
func TestMissionOption(t *testing.T) {
	has := func(all []*Mission) bool {
		return slices.ContainsFunc(matchOptions(all), func(o option.Option[Options]) bool { return o.Name == "mission" })
	}
	var books []*Mission
	for _, m := range missions {
		if slices.ContainsFunc(Editions, func(e string) bool { return editions[e].mission == m.Name }) {
			books = append(books, m)
		}
	}
	if has(books) {
		t.Error("a choice without a choice")
	}
	options, o := matchOptions(append(books, &Mission{Name: "golf"})), Options{}
	for _, c := range []struct{ set, stored, changed string }{{"golf", "golf", "mission golf"}, {"usual", "", ""}} {
		if err := options.Set(&o, "mission", c.set); err != nil || o.MissionName != c.stored || strings.Join(options.Changed(o, Options{}), " ") != c.changed {
			t.Errorf("%s: %v, %+v", c.set, err, o)
		}
	}
	if options.Set(&o, "mission", "chess") == nil {
		t.Error("chess is a mission")
	}
}

// Units of both sides score at a Control Objective; a VIP is scored at by the other side alone, and the points say at which goal.
func TestGoalOfPoints(t *testing.T) {
	for _, edition := range Editions {
		c := Defaults()
		c.Rules = edition
		v, err := c.Before()
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range v.Goals() {
			for _, seat := range []game.Seat{1, 2} {
				if !g.Scores(seat) {
					continue
				}
				if f := scored(v.board(), seat, g); v.GoalOf(f) != g {
					t.Errorf("%s: points of side %d at %+v are told of %+v", v.Mission().Name, seat, g, v.GoalOf(f))
				}
			}
		}
	}
}
