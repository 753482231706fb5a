package campaign

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
)

func begin(t *testing.T, s Setup) Campaign {
	t.Helper()
	if s.First == "" {
		s.First = cards.Humans
	}
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// fight fights battles: each names a Position, with ! if the Attacker fails.
func fight(t *testing.T, c Campaign, battles ...string) Campaign {
	t.Helper()
	for _, b := range battles {
		position, failed := strings.CutSuffix(b, "!")
		var err error
		if c, err = c.Fought(Battle{position, !failed}); err != nil {
			t.Fatalf("battle %d: %v", len(c.Battles)+1, err)
		}
	}
	return c
}

func wants(t *testing.T, c Campaign, attacker string, targets ...string) {
	t.Helper()
	if got := c.Targets(); c.Attacker() != attacker || !slices.Equal(got, targets) {
		t.Errorf("%s may attack %v, expected %s and %v", c.Attacker(), got, attacker, targets)
	}
}

const (
	mGate  = "martian-outer-gate"
	hGate  = "human-outer-gate"
	hub    = "martian-supply-distribution-hub"
	homes  = "martian-habitat-sector"
	bay    = "martian-hydroponic-reclamation-bay"
	nurse  = "martian-crystalline-nursery"
	arms   = "martian-arms-manufacturer"
	neural = "martian-neural-mainframe"
	core   = "martian-data-core-crystalline-field"
	depot  = "human-supply-depot"
	hab    = "human-civilian-hab-block"
	armory = "human-defense-armorium"
	node   = "human-interface-node"
	data   = "human-data-archive"
	spire  = "human-capital-command-spire"
	throne = "martian-command-citadel"
)

// Taking the headquarters ends the campaign; after that nobody attacks.
func TestJ16_1(t *testing.T) {
	c := begin(t, Setup{Form: Full})
	c = fight(t, c, mGate, hGate+"!", hub, hGate+"!", bay, hGate+"!", arms, hGate+"!", neural, hGate+"!", throne)
	if winner, over := c.Winner(); !over || winner != cards.Humans || len(c.Battles) != 11 || len(c.Targets()) != 0 || c.Penalties() != nil {
		t.Errorf("%s, %t after %d battles", winner, over, len(c.Battles))
	}
	var no *game.Refusal
	if _, err := c.Fought(Battle{hGate, true}); !errors.As(err, &no) || no.Code != "over" {
		t.Errorf("a battle after the end: %v", err)
	}
}

// The side with the higher roll attacks first; ties are rolled again; then the roles alternate.
func TestJ16_2(t *testing.T) {
	faces := []int{50, 50, 20, 71}
	first, pairs, err := toss(func() (int, error) { f := faces[0]; faces = faces[1:]; return f, nil })
	if err != nil || first != cards.Martians || len(pairs) != 2 || pairs[1] != [2]int{20, 71} {
		t.Errorf("%s, %v, %v", first, pairs, err)
	}
	if _, _, err := toss(func() (int, error) { return 0, errors.New("no dice") }); err == nil {
		t.Error("a toss without dice")
	}
	c := begin(t, Setup{First: first})
	for range 2 {
		if c.Attacker() != cards.Martians {
			t.Errorf("battle %d: %s attacks", len(c.Battles)+1, c.Attacker())
		}
		c = fight(t, c, node+"!", neural+"!")
	}
}

// The Gate first, then along roads.
func TestJ16_3(t *testing.T) {
	c := begin(t, Setup{Form: Full})
	wants(t, c, cards.Humans, mGate)
	var no *game.Refusal
	for _, wrong := range []string{throne, hub, hGate, "moon", ""} {
		if err := c.Check(wrong); !errors.As(err, &no) || no.Code != "no-road" {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	c = fight(t, c, mGate)
	wants(t, c, cards.Martians, hGate)
}

// The Attacker takes what it wins; a defeat and a draw change nothing.
func TestJ16_4(t *testing.T) {
	for r, won := range map[[2]int]bool{{1, 2}: true, {2, 1}: false, {1, 1}: false} {
		b := Outcome(neural, game.Result{Rank: r[:], Why: "x"})
		c, err := begin(t, Setup{}).Fought(b)
		if err != nil || c.Lost(neural) != won {
			t.Errorf("%v: %t, %v", r, c.Lost(neural), err)
		}
	}
}

// A penalty has an effect in the next battle alone, whichever role its loser has.
func TestJ16_5(t *testing.T) {
	c := fight(t, begin(t, Setup{Form: Full}), mGate)
	if got := c.Terms(hGate); !slices.Equal(got.Penalties, []string{mGate}) || got.Attacker != cards.Martians {
		t.Errorf("%+v", got)
	}
	c = fight(t, c, hGate+"!")
	if got := c.Terms(hub); got.Penalties != nil {
		t.Errorf("%+v", got.Penalties)
	}
	var pending []string
	for _, p := range fight(t, c, hub).Map() {
		if p.Pending {
			pending = append(pending, p.ID)
		}
	}
	if !slices.Equal(pending, []string{hub}) {
		t.Errorf("pending %v", pending)
	}
}

// Only Positions and penalties carry over: the same lists can be brought again.
func TestJ16_6(t *testing.T) { sameListAgain(t) }

// TestJQ51: the loss of a Specialist costs nothing.
func TestJQ51(t *testing.T) { sameListAgain(t) }

func sameListAgain(t *testing.T) {
	c := begin(t, Setup{})
	for _, next := range []string{neural, node + "!", throne} {
		position, _ := strings.CutSuffix(next, "!")
		terms := c.Terms(position)
		for seat := game.Seat(1); seat <= 2; seat++ {
			role := []string{cards.Attacker, cards.Defender}[seat-1]
			if err := terms.CheckList(seat, jagged.Picks(cards.Starter(terms.Faction(seat), role))); err != nil {
				t.Errorf("%s, seat %d: %v", position, seat, err)
			}
		}
		c = fight(t, c, next)
	}
}

// Battles of a campaign have deep Zones and the PV of their Position.
func TestJ16_7(t *testing.T) {
	c := begin(t, Setup{Battles: jagged.Options{Wounds: "combined"}})
	terms := c.Terms(neural)
	if terms.ZoneSize() != boards.Deep || terms.Value() != 70 || terms.Wounds != "combined" || terms.CheckSettings() != nil {
		t.Errorf("%+v", terms)
	}
	// The rules take them.
	conf := jagged.Config{Terms: terms}
	if _, _, err := jagged.Rules().Start(2, conf.Encode(), gametest.NewDice(1)); err != nil {
		t.Error(err)
	}
}

// Each form begins at its own Positions.
func TestJ16_8(t *testing.T) {
	for form, targets := range map[string][]string{Full: {mGate}, Short: {bay, nurse}, Raid: {neural, core}, "": {neural, core}} {
		c := begin(t, Setup{Form: form})
		wants(t, c, cards.Humans, targets...)
		if p := c.Penalties(); p != nil {
			t.Errorf("%s: penalties %v", form, p)
		}
	}
	c := fight(t, begin(t, Setup{}), core, node+"!", throne)
	if winner, over := c.Winner(); !over || winner != cards.Humans {
		t.Errorf("a raid takes two wins: %s, %t", winner, over)
	}
	if _, err := New(Setup{Form: "tea", First: cards.Humans}); err == nil {
		t.Error("a campaign of form tea")
	}
}

// With momentum the winner attacks next.
func TestJQ47(t *testing.T) {
	c := begin(t, Setup{Form: Full, Roles: "momentum"})
	c = fight(t, c, mGate)
	wants(t, c, cards.Humans, hub, homes)
	c = fight(t, c, hub+"!")
	wants(t, c, cards.Martians, hGate)
}

// Roads run both ways, and a rung leads to the other Position of a pair.
func TestJQ48(t *testing.T) {
	c := begin(t, Setup{Form: Full, First: cards.Martians})
	c = fight(t, c, hGate, mGate+"!", depot, mGate+"!")
	wants(t, c, cards.Martians, hab, armory)
	if !joined(armory, depot) || !joined(depot, armory) || joined(depot, "human-field-medical-station") || joined(data, "moon") || !joined(spire, data) {
		t.Error("the roads are others")
	}
}

// A lost Position stays lost, unless the option allows it to be retaken.
func TestJQ49(t *testing.T) {
	c := fight(t, begin(t, Setup{Form: Full}), mGate)
	if err := c.Check(mGate); err == nil {
		t.Error("an own lost Position is attacked")
	}
	c = fight(t, begin(t, Setup{Form: Full, Retake: "yes"}), mGate)
	wants(t, c, cards.Martians, hGate, mGate)
	if terms := c.Terms(mGate); terms.Value() != 30 || terms.CheckSettings() != nil {
		t.Errorf("%+v", terms)
	}
	c = fight(t, c, mGate)
	if c.Lost(mGate) || c.Penalties() != nil {
		t.Errorf("lost %t, penalties %v", c.Lost(mGate), c.Penalties())
	}
	wants(t, c, cards.Humans, mGate)
}

// This is the reference's scenario, battle by battle.
func TestJS20(t *testing.T) {
	c := fight(t, begin(t, Setup{Form: Full}), mGate)
	wants(t, c, cards.Martians, hGate)
	c = fight(t, c, hGate+"!")
	wants(t, c, cards.Humans, hub, homes)
	c = fight(t, c, hub)
	if got := c.Terms(hGate).Penalties; !slices.Equal(got, []string{hub}) {
		t.Errorf("penalties %v", got)
	}
	c = fight(t, c, hGate+"!")
	wants(t, c, cards.Humans, homes, bay)
}

// A campaign can be rebuilt from what is stored of it, and every option accepts only its values.
func TestReplay(t *testing.T) {
	c := fight(t, begin(t, Setup{Form: Short, Battles: jagged.Options{PVs: "tiers"}}), bay, armory, nurse)
	raw, err := json.Marshal(c)
	var read Campaign
	if err == nil {
		err = json.Unmarshal(raw, &read)
	}
	again, err2 := Replay(read.Setup, read.Battles)
	if err != nil || err2 != nil || !reflect.DeepEqual(again, c) {
		t.Errorf("%+v, %v, %v", again, err, err2)
	}
	if h := c.History(); len(h) != 3 || h[1].Attacker != cards.Martians || !slices.Equal(h[1].Penalties, []string{bay}) || h[0].Penalties != nil {
		t.Errorf("%+v", h)
	}
	if m := c.Map(); len(m) != 20 || m[3].ID != armory || m[3].PV != 35 || !m[3].Lost {
		t.Errorf("%+v", m[3])
	}
	if _, err := Replay(c.Setup, []Battle{{Position: throne}}); err == nil || !strings.Contains(err.Error(), "battle 1") {
		t.Errorf("a battle out of reach: %v", err)
	}
	for _, s := range []Setup{{}, {First: "cats"}, {First: cards.Humans, Roles: "x"}, {First: cards.Humans, Retake: "x"}, {First: cards.Humans, Battles: jagged.Options{Wounds: "x"}}} {
		if _, err := New(s); err == nil {
			t.Errorf("%+v begins", s)
		}
	}
}

// Random campaigns end, whoever wins: the set of taken Positions grows, and there is always a Position to attack.
func TestRandomCampaigns(t *testing.T) {
	for seed := range uint64(200) {
		d := gametest.NewDice(seed)
		s := Setup{Form: []string{Raid, Short, Full}[d.N(3)], First: []string{cards.Humans, cards.Martians}[d.N(2)], Roles: []string{"", "momentum"}[d.N(2)]}
		c := begin(t, s)
		for {
			if _, over := c.Winner(); over {
				break
			}
			targets := c.Targets()
			if len(targets) == 0 || len(c.Battles) > 500 {
				t.Fatalf("campaign %d: %d targets after %d battles", seed, len(targets), len(c.Battles))
			}
			var err error
			if c, err = c.Fought(Battle{targets[d.N(len(targets))], d.N(2) == 0}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
