package rival_test

import (
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	mind "downsync/game/jagged/rival"
	"downsync/game/plane"
	"downsync/game/rival"
)

// anywhere varies all options, boards, Positions and lists. In every second battle the lists are chosen within the battle.
func anywhere(n int) jagged.Config {
	c := conf(n)
	for i, o := range jagged.MatchOptions {
		if (n+i*5)%7 == 0 && o.Name != "pv" {
			if err := c.Set(o.Name, o.Values[1]); err != nil {
				panic(err)
			}
		}
	}
	if n%2 == 1 {
		c.Brought = [2][]jagged.Pick{}
	}
	if n%5 == 4 {
		c.Brought, c.Board, c.Penalties = [2][]jagged.Pick{}, "", []string{"human-data-archive", "martian-data-core-crystalline-field"}
	}
	return c
}

// Battles of all kinds end; every answer is legal and has its reason; every question is asked; in no Round is a rival asked so
// often that the host answers for it.
func TestEverywhere(t *testing.T) {
	asked, verbs := map[string]int{}, map[string]int{}
	var round, often [2]int // by seat
	see := func(p rival.Position, choice rival.Choice) {
		asked[p.Ask.Name]++
		for line := range strings.SplitSeq(choice.Orders(), "; ") {
			verb, _, _ := strings.Cut(line, " ")
			verbs[verb]++
		}
		if len(choice.Considered) == 0 {
			t.Errorf("%s: nothing was weighed for %q", p.Ask.Name, choice.Orders())
		}
		i := p.Seat - 1
		if v := p.View.(jagged.View); v.Round != round[i] {
			round[i], often[i] = v.Round, 0
		}
		if often[i]++; often[i] > 75 {
			t.Fatalf("%d answers in Round %d", often[i], round[i])
		}
	}
	gametest.TestRivals(t, gametest.Rivals{Game: jagged.Rules(), Mind: mind.New(), Matches: 20, Most: 2000,
		Conf: func(n int) game.Config { return anywhere(n).Encode() }, See: see})
	t.Log(asked, verbs)
	for _, name := range []string{"board", "list", "objective", "deploy", "steal", "glimpse", "insight", "reinforce", "move", "go", "shoot", "rush", "counter", "melee"} {
		if asked[name] == 0 {
			t.Errorf("nobody was asked %q", name)
		}
	}
	for _, verb := range []string{"move", "sprint", "disengage", "pulse", "shoot", "rush", "counter", "strike", "reinforce"} {
		if verbs[verb] == 0 {
			t.Errorf("nobody ordered %q", verb)
		}
	}
}

// Equal positions, levels and chance give equal choices, so that a battle can be repeated.
func TestSameAgain(t *testing.T) {
	var first []string
	for range 2 {
		var all []string
		told := func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			choice, err := at(mind.New().Strengths()[len(all)%2], rival.Cunning)(p, c)
			all = append(all, gametest.Text(choice)+choice.Reply.Order())
			return choice, err
		}
		if _, err := gametest.Contest(jagged.Rules(), conf(2).Encode(), 7, []gametest.Contestant{told, told}, 2000); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = all
		}
		if !slices.Equal(all, first) {
			t.Fatal("the same battle was played otherwise")
		}
	}
}

// asked begins a position in a phase and has the side with Initiative choose.
func asked(t *testing.T, level rival.Level, l jagged.Lab) rival.Choice {
	t.Helper()
	c := jagged.Defaults()
	c.Board, c.Lab = "open", &l
	if cards.FindUnit(l.Models[0].Unit).Faction != c.Attacker {
		c.Attacker = cards.Martians
	}
	m, st, err := jagged.Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	v := game.Player(l.Initiative)
	imagine, err := m.Imagine(v)
	if err != nil {
		t.Fatal(err)
	}
	from := chance.Source(1) // no slip
	choice, err := mind.New().Choose(rival.Position{Seat: l.Initiative, View: m.View(v), Told: m.Told(v, 0), Ask: m.Asks(l.Initiative)[0], Imagine: imagine},
		level, &from)
	if err != nil {
		t.Fatal(err)
	}
	return choice
}

func place(x, y int) plane.Point { return plane.Point{X: plane.In(x), Y: plane.In(y)} }

// A regular shoots where that takes the most, and spends its last Flares on it; a recruit shoots at the nearest target.
func TestShots(t *testing.T) {
	l := jagged.Lab{Round: 5, Phase: jagged.Shooting, Initiative: 1, Flares: [2]int{1, 0}, Models: []jagged.LabModel{
		{Label: "A1", Unit: "colonist-rifleman", At: place(20, 20)}, {Label: "A2", Unit: "combat-engineer", At: place(4, 4)},
		{Label: "B1", Unit: "sand-golem", At: place(20, 26)}, {Label: "B2", Unit: "crystal-sniper", At: place(20, 34)}}}
	if o := asked(t, rival.Level{Strength: rival.Regular}, l).Reply.Order(); o != "shoot A1 B2 with ballistic-rifle stabilize" {
		t.Errorf("the regular: %s", o)
	}
	if o := asked(t, rival.Level{Strength: rival.Recruit}, l).Reply.Order(); !strings.HasPrefix(o, "shoot A1 B1") {
		t.Errorf("the recruit: %s", o)
	}
}

// A model goes to an Objective that its side does not own, even if an enemy might follow.
func TestGoesToObjectives(t *testing.T) {
	l := jagged.Lab{Round: 5, Phase: jagged.Moving, Initiative: 1, Objectives: []jagged.LabMarker{{At: place(24, 24)}, {At: place(12, 32), Owner: 1}, {At: place(36, 16), Owner: 2}},
		Models: []jagged.LabModel{{Label: "A1", Unit: "colonist-rifleman", At: place(24, 20)}, {Label: "B1", Unit: "rootblade-initiate", At: place(44, 44)}}}
	for _, s := range mind.New().Strengths() {
		o, ok := asked(t, rival.Level{Strength: s}, l).Reply.(jagged.Move)
		if far := plane.Dist(o.To, place(24, 24)); !ok || far > plane.In(2)+260 {
			t.Errorf("%s goes %s\" from the Objective", s, far)
		}
	}
}

// A model that strikes hard in melee rushes a model that strikes weakly; the other way round only the bold style does. Between equals
// the styles differ: the bold style rushes, the cunning style waits.
func TestRushes(t *testing.T) {
	for _, c := range []struct {
		by, at string
		who    []rival.Style
	}{{"dino-raptor", "colonist-rifleman", styles}, {"crystal-sniper", "support-mech", []rival.Style{rival.Bold}},
		{"heavy-android", "dino-raptor", []rival.Style{rival.Bold}}, {"colonist-rifleman", "rootblade-initiate", []rival.Style{rival.Careful, rival.Bold}}} {
		for _, style := range styles {
			l := jagged.Lab{Round: 3, Phase: jagged.Rushing, Initiative: 1, Models: []jagged.LabModel{{Label: "A1", Unit: c.by, At: place(20, 20)}, {Label: "B1", Unit: c.at, At: place(20, 27)}}}
			o, want := asked(t, rival.Level{Strength: rival.Regular, Style: style}, l).Reply.Order(), "done"
			if slices.Contains(c.who, style) {
				want = "rush A1 B1"
			}
			if o != want {
				t.Errorf("%s, %s at %s: %s", style, c.by, c.at, o)
			}
		}
	}
}

// Without a position of this game there is no answer.
func TestNoPosition(t *testing.T) {
	if _, err := mind.New().Choose(rival.Position{}, rival.Level{}, new(chance.Source)); err == nil {
		t.Error("it answers nothing")
	}
}

// A Concussion Grenade, which takes no Wound, is thrown where a shot cannot pay and others can use what it does.
func TestThrowsConcussion(t *testing.T) {
	l := jagged.Lab{Round: 2, Phase: jagged.Shooting, Initiative: 1, Models: []jagged.LabModel{
		{Label: "A1", Unit: "command-officer", At: place(20, 20), Grenade: "concussion-grenade"}, {Label: "A2", Unit: "support-mech", At: place(24, 16)},
		{Label: "B1", Unit: "bloodroot-stalker", At: place(20, 29)}}}
	for round, want := range map[int]string{2: "shoot A1 B1 with concussion-grenade", 5: "shoot A2 B1"} {
		l.Round = round
		if o := asked(t, rival.Level{Strength: rival.Regular}, l).Orders(); !strings.Contains(o, want) || strings.Contains(o, "concussion") != (round < 5) {
			t.Errorf("Round %d: %s", round, o)
		}
	}
}
