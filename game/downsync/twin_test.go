package downsync

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// twinConfig covers both modes and both editions; half of the games begin in the middle of a fight.
func twinConfig(seed uint64) Config {
	c, err := decodeConfig(randomConfig(seed))
	if err != nil {
		panic(err)
	}
	if fights(seed) {
		c.Map, c.Terrain = "plain", nil
		c.Lab, c.Forces, c.Salts = brawl(c, gametest.NewDice(seed)), [2][]string{}, [2]string{}
	}
	return c
}

func fights(seed uint64) bool { return seed/4%2 == 1 }

// brawl returns a position with two lines of Units face to face and Pings behind them.
func brawl(c Config, d *gametest.Dice) *Lab {
	lab := &Lab{Active: game.Seat(1 + d.N(2))}
	cat := newEnv(c).cards
	factions := [][]string{{"courier", "harbinger", "crusader", "samson", "vector-squad", "goliath-squad"},
		{"guardian-destroyer", "virago", "gsv-aurora", "gsv-phantom", "sentinel-tagger", "widow-scout"}}
	for i := range lab.Reserve {
		seat, units := game.Seat(i+1), factions[d.N(2)]
		front, back := plane.Inch(20000), plane.Inch(9000)
		if seat == 2 {
			front, back = 27000, 38000
		}
		for n, slug := range units[d.N(2):] {
			p := LabPiece{Label: labelFor(seat, n+1), Unit: slug}
			for b := range cat.Must(slug).Bases() {
				p.Bases = append(p.Bases, LabBase{At: plane.Point{X: plane.Inch(4000 + 7000*n + 2000*(b%3)), Y: front + plane.Inch(2000*(b/3))}})
			}
			lab.Pieces = append(lab.Pieces, p)
		}
		for n := range 3 {
			slug := units[d.N(len(units))]
			sig := cat.Must(slug).Signature
			lab.Reserve[i] = append(lab.Reserve[i], slug)
			lab.Pieces = append(lab.Pieces, LabPiece{Label: labelFor(seat, 10+n), Sig: sig,
				Bases: []LabBase{{At: plane.Point{X: plane.Inch(12000 + 10000*n), Y: back}}}})
		}
	}
	return lab
}

// match is a match with twins, and its options.
type match struct {
	*gametest.Twins[*state]
	conf Config
}

func newTwins(seed uint64, ks []*kind, t *gametest.Tally, l leak) (*match, error) {
	conf := twinConfig(seed)
	if conf.Secrecy == Open {
		ks = slices.DeleteFunc(slices.Clone(ks), func(k *kind) bool { return !slices.Contains(openKinds, k) })
	}
	p := &match{conf: conf, Twins: &gametest.Twins[*state]{TwinCase: twinCase(ks), Label: label(conf), Leak: l, D: gametest.NewDice(seed + 77), Tally: t}}
	var err error
	p.A, err = p.world(seed, conf)
	return p, err
}

// label is the key of the tally, next to the kind.
func label(c Config) string { return c.Secrecy + " " + c.Rules + " " }

func (p *match) world(seed uint64, c Config) (*world, error) {
	return gametest.NewWorld(p.TwinCase, seed, c.Encode(), p.Leak)
}

// fromTheStart changes the other side's force and salt from the first fact on.
func (p *match) fromTheStart(seed uint64) error {
	c := p.conf
	x := game.Seat(1 + p.D.N(2))
	c.Forces[x-1] = otherForce(p.A.Truth(), c.Forces[x-1], p.D)
	c.Salts[x-1] = "another"
	b, err := p.world(seed, c)
	if err != nil {
		return err
	}
	v := []game.Viewer{game.Onlooker(), game.Player(other(x))}[p.D.N(2)]
	const life = 200
	if err := p.Watch(b, &kind{Name: "force", Secret: noReply, Out: never}, v, x, life); err != nil {
		return err
	}
	p.Varied()
	return nil
}

// fromTheDock: in one world a squad is aboard its transport from the start; the other world has no such squad.
func (p *match) fromTheDock(seed uint64) error {
	c, x := p.conf, game.Seat(1+p.D.N(2))
	c.Rules, c.Secrecy, c.Size = Edition2023, Veiled, Small
	c.Forces[other(x)-1] = []string{"gsv-phantom", "virago", "virago", "widow-scout"}
	c.Forces[x-1] = []string{"harbinger", "vector-squad", "courier", "crusader", "crusader", "samson"}
	p.conf, p.Label = c, label(c)
	var err error
	if p.A, err = p.world(seed, c); err != nil {
		return err
	}
	c.Forces[x-1] = []string{"harbinger", "courier", "crusader", "crusader", "samson"}
	b, err := p.world(seed, c)
	if err != nil {
		return err
	}
	v := []game.Viewer{game.Onlooker(), game.Player(other(x))}[p.D.N(2)]
	const life = 400
	if err := p.Watch(b, &kind{Name: "mount", Secret: replyOf[Mount], Out: riderOut, Stays: true}, v, x, life); err != nil {
		return err
	}
	for {
		if a, ok := p.A.Ask(x, "deploy"); ok {
			if _, _, err := p.A.Decide(x, a.Name, Mount{"vector-squad", "courier"}); err != nil {
				return err
			}
			return p.Alone(func(w *world) (game.Step, gametest.Streams, error) {
				return w.Decide(x, "deploy", Mount{"vector-squad", "courier"})
			})
		}
		if err := p.Step(); err != nil {
			return err
		}
	}
}

// A match returns to an earlier state when a step is taken back, so making a twin must not write to the state from which it
// starts.
func TestTwinsLeaveTheStateBefore(t *testing.T) {
	varied := map[string]bool{}
	p, err := newTwins(8, kinds, &gametest.Tally{Varied: map[string]int{}}, nil)
	if err == nil {
		err = p.fromTheDock(8)
	}
	for n := 0; err == nil && n < 120; n++ {
		if _, over := p.A.Result(); over {
			break
		}
		if err = p.Step(); n%15 > 0 {
			continue
		}
		now := p.A.Truth()
		was := gametest.Text(now)
		for _, k := range kinds {
			for x := game.Seat(1); x <= 2; x++ {
				if swap, _ := k.Vary(p.A, x, p.D); swap != nil {
					varied[k.Name] = true
					if swap(now); gametest.Text(now) != was {
						t.Fatalf("%s of seat %d writes to the state before", k.Name, x)
					}
				}
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if !k.Sealed && !varied[k.Name] {
			t.Errorf("%s was never varied", k.Name)
		}
	}
}

// playTwins plays one game with twins; modes and editions take turns.
func playTwins(seed uint64, steps int, t *gametest.Tally) error {
	p, err := newTwins(seed, kinds, t, nil)
	switch {
	case err != nil:
	case p.conf.Secrecy == Open || fights(seed):
	case (seed/8+seed)%2 == 0:
		err = p.fromTheDock(seed)
	default:
		err = p.fromTheStart(seed)
	}
	if err != nil {
		return err
	}
	return p.Run(steps)
}

// untried lists what must happen but has not happened yet.
func untried(n *gametest.Tally) []string {
	var out []string
	must := func(what string, times int) {
		if times == 0 {
			out = append(out, what)
		}
	}
	for _, rules := range Editions {
		for _, k := range kinds {
			for _, mode := range []string{Veiled, Open} {
				if what := mode + " " + rules + " " + k.Name; slices.Contains(openKinds, k) || mode == Veiled {
					must(what, n.Varied[what])
				}
			}
		}
		must("force of "+rules, n.Varied[Veiled+" "+rules+" force"])
	}
	must("mount", n.Varied[Veiled+" "+Edition2023+" mount"])
	must("another countermeasure of the same effect", n.Mirrored)
	must("a default that nobody gave", n.Lapsed)
	must("a secret step", n.Alone)
	must("a secret that comes out", n.Out)
	must("a position imagined in both worlds", n.Imagined)
	return out
}

// The secrets of others make no difference to anything that a viewer can find out: views, facts told, questions, menus,
// completions, refusals, what-ifs and odds stay the same to the byte. SOAK=1 plays 500 games of up to 600 steps each.
func TestTwinWorlds(t *testing.T) {
	games, most, steps := uint64(12), uint64(48), 200
	if gametest.Soak() {
		games, most, steps = 500, 500, 600
	}
	n := &gametest.Tally{Varied: map[string]int{}}
	for seed := uint64(0); seed < games || seed < most && untried(n) != nil; seed++ {
		if err := playTwins(seed, steps, n); err != nil {
			t.Fatalf("game %d: %v", seed, err)
		}
	}
	t.Logf("%+v", *n)
	for _, what := range untried(n) {
		t.Errorf("never in %d games: %s", n.Games, what)
	}
}
