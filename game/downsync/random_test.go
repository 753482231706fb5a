package downsync

import (
	"fmt"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/facts/factstest"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// randomConfig goes through all editions and missions, both modes, all pairs of armies, options, small forces, and boards with and
// without terrain.
func randomConfig(seed uint64) game.Config {
	c := Defaults()
	c.Rules = Editions[seed%2]
	if all := MissionsOf(c.Rules); len(all) > 1 {
		c.MissionName = all[seed/3%uint64(len(all))]
	}
	if seed/2%2 == 1 {
		c.Secrecy = Open
	}
	armies := []string{"coalition-starter", "republic-starter"}
	switch seed / 4 % 4 {
	case 1, 3:
		c.Size, armies = Standard, []string{"coalition-ex1", "republic-ex1"}
	case 2:
		c.VIPBaseMM, c.BailOutIn, c.NoSweep, c.EdgeCountsAsIn, c.DeployMeasure = 40, 3, true, true, deployAny
	}
	for i := range c.Forces {
		units, err := c.ForceOf([]string{armies[(seed/16>>i)%2]})
		if err != nil {
			panic(err)
		}
		c.Forces[i] = units
	}
	if seed/4%4 == 0 && !editionOf(c.Rules).fullForce { // a skirmish, soon over
		c.Forces[0], c.Forces[1] = c.Forces[0][:2], c.Forces[1][len(c.Forces[1])-2:]
	}
	if seed%3 == 1 {
		c.Map = fmt.Sprintf("random:%d", seed)
	}
	c.MaxRounds, c.Salts = 12, [2]string{"salt one", "salt two"}
	return c.Encode()
}

// soakConfig goes through Standard games alone.
func soakConfig(seed uint64) game.Config {
	const standard, other = 4, 8
	return randomConfig(seed%4 + standard + other*(seed/4%2) + 16*(seed/8))
}

// guessPoint returns a point in the zone while deploying, otherwise a point near the way to the enemy's VIP.
func guessPoint(d *gametest.Dice, v game.View, a game.Ask, line string, _ game.Slot) string {
	view, seat := v.(View), a.Seat
	at := func(x, y int) string {
		clip := func(n int, most plane.Inch) plane.Inch { return max(0, min(plane.Inch(n), most)) }
		return plane.Point{X: clip(x, view.Table.X), Y: clip(y, view.Table.Y)}.String()
	}
	if a.Name == "deploy" {
		z := view.Zone(seat)
		return at(d.N(int(z.Max.X)), int(z.Min.Y)+500+d.N(int(z.Max.Y-z.Min.Y)-1000))
	}
	if words := strings.Fields(line); a.Name == "act" && len(words) > 1 && words[1] != "move" {
		return guessAim(d, view, words)
	}
	var from Base
	for _, w := range strings.Fields(line)[1:] {
		if r, err := parseRef(w); err == nil {
			p, _ := view.Piece(r.Label)
			from, _ = p.Base(r.N)
		}
	}
	if a.Name == "act" && from.N == 0 && view.Acting != nil {
		p, _ := view.Piece(view.Acting.Label)
		from, _ = p.Base(0)
	}
	vip := view.GoalsFrom(seat)[0].At
	far := max(1, int(plane.Dist(from.Point, vip)))
	step := min(far, d.N(5000))
	return at(int(from.X)+int(vip.X-from.X)*step/far+d.N(1600)-800, int(from.Y)+int(vip.Y-from.Y)*step/far+d.N(1600)-800)
}

// guessAim aims a Clustered attack at targets within its reach. It usually leaves other places to the engine.
func guessAim(d *gametest.Dice, v View, words []string) string {
	by, action, eye := Ref{Label: v.Acting.Label}, words[1], Ref{}
	if len(words) > 3 && words[1] == "forward-observe" {
		r, _ := parseRef(words[2])
		by, action, eye = r, words[3], by
	}
	if aims := v.Aims(by, action, eye); len(aims) > 0 {
		return aims[d.N(len(aims))].At.String()
	}
	p, _ := v.Piece(v.Acting.Label)
	b := p.Bases[0]
	return plane.Point{X: b.X + plane.Inch(d.N(6000)-3000), Y: b.Y + plane.Inch(d.N(6000)-3000)}.String()
}

// checkInvariants checks what must hold after every step, for every viewer.
func checkInvariants(m game.Match) error {
	v := m.View(game.Referee()).(View)
	table := plane.Rect{Max: v.Table}
	type spot struct {
		ref Ref
		d   plane.Disc
	}
	var spots []spot
	for i, p := range v.Pieces {
		if i > 0 && compareLabels(v.Pieces[i-1].Label, p.Label) >= 0 {
			return fmt.Errorf("I1: labels out of order at %s", p.Label)
		}
		for _, b := range p.Bases {
			if !table.Holds(b.Disc()) {
				return fmt.Errorf("I2: %s.%d is over the edge at %s", p.Label, b.N, b.Point)
			}
			for _, o := range spots {
				if plane.Overlap(o.d, b.Disc()) {
					return fmt.Errorf("I3: %s.%d overlaps %s", p.Label, b.N, o.ref)
				}
			}
			spots = append(spots, spot{Ref{p.Label, b.N}, b.Disc()})
			if err := checkTokens(v, p, b); err != nil {
				return err
			}
		}
	}
	var laid [2]int // CP on Units, which come back (Q24)
	for _, p := range v.Pieces {
		if p.Aura {
			laid[p.Seat-1]++
		}
	}
	for i := range v.CP {
		if v.CP[i] < 0 || v.CP[i]+laid[i] > v.CPMax {
			return fmt.Errorf("I5: %d CP, and %d on Units", v.CP[i], laid[i])
		}
		if v.VP[i] < 0 {
			return fmt.Errorf("I6: %d VP", v.VP[i])
		}
		if err := checkReserve(v, game.Seat(i+1)); err != nil {
			return err
		}
	}
	for _, l := range v.Taskforce {
		if p, ok := v.Piece(l); !ok || p.Seat != v.Active {
			return fmt.Errorf("I8: %s in the Taskforce of %d", l, v.Active)
		}
	}
	if err := checkRoofs(v); err != nil {
		return err
	}
	if v.Engagement != nil {
		for _, q := range v.Engagement.Participants {
			if p, ok := v.Piece(q.Label); !ok || p.IsPing() {
				return fmt.Errorf("I9: participant %s", q.Label)
			}
		}
	}
	if err := checkTurns(m, v); err != nil {
		return err
	}
	return checkSecrets(m, v)
}

// checkTurns: a missed answer in a player's own turn counts as a missed turn; a missed reaction never does (S13).
func checkTurns(m game.Match, v View) error {
	for _, seat := range []game.Seat{1, 2} {
		for _, a := range m.Asks(seat) {
			own := false
			switch a.Name {
			case "choose", "deploy", "designate", "reveal", "move", "next":
				own = true
			case "act", "recover", "refresh":
				own = v.Engagement == nil
			}
			if a.Turn != own {
				return fmt.Errorf("I10: %s of seat %d is its own turn: %t", a.Name, seat, a.Turn)
			}
			if a.Turn && (a.Group != "" || a.Quiet || seat != v.Active && a.Name != "choose") {
				return fmt.Errorf("I10: %s of seat %d is not everybody's to see as its turn", a.Name, seat)
			}
		}
	}
	return nil
}

// checkRoofs: I11, buildings hold only infantry, wholly on the roof, and no more than there is room for (R11.2, R11.4, Q35).
func checkRoofs(v View) error {
	g := v.Ground()
	inside := make([]int, len(g.Buildings))
	for _, p := range v.Pieces {
		infantry := pieceOf(v, p).infantry()
		for _, b := range p.Bases {
			if body := g.Body(b.Disc(), infantry); body.In > 0 {
				inside[body.In-1]++
			} else if stop := g.Stand(plane.Mover{R: b.R, Infantry: infantry}, b.Point); stop != nil {
				return fmt.Errorf("I11: %s.%d stands where it cannot: %s", p.Label, b.N, stop.Why)
			}
		}
	}
	for i, n := range inside {
		if n > g.Buildings[i].Room {
			return fmt.Errorf("I11: %d bases in a building for %d", n, g.Buildings[i].Room)
		}
	}
	return nil
}

// checkTokens: I4, tokens within the card's.
func checkTokens(v View, p Piece, b Base) error {
	if p.IsPing() {
		return nil
	}
	u := v.Cards().Must(p.Unit)
	if *b.CM < 0 || *b.CM > u.CMStat() || *b.Hardened < 0 || *b.Hardened > u.Hardened {
		return fmt.Errorf("I4: %s.%d has CM %d+%d", p.Label, b.N, *b.CM, *b.Hardened)
	}
	return nil
}

// checkReserve: I7, as many Units in Reserve as Pings, by Signature (Q20).
func checkReserve(v View, seat game.Seat) error {
	count := map[string]int{}
	for _, p := range v.Pieces {
		if p.Seat == seat && p.IsPing() {
			count[string(p.Sig)]++
		}
	}
	for _, slug := range v.Reserves[game.Player(seat).String()] {
		count[string(v.Cards().Must(slug).Signature)]--
	}
	for sig, n := range count {
		if n != 0 {
			return fmt.Errorf("I7: seat %d has %d more %s Pings than Units in Reserve", seat, n, sig)
		}
	}
	return nil
}

// checkSecrets: I10, in a veiled match others see neither Reserve, plan nor hidden tokens.
func checkSecrets(m game.Match, truth View) error {
	if truth.Secrecy == Open || truth.Result != nil {
		return nil
	}
	for _, who := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
		v := m.View(who).(View)
		for _, p := range v.Pieces {
			if who.Sees(p.Seat) {
				continue
			}
			if p.Plan != "" {
				return fmt.Errorf("I10: %s sees the plan of %s", who, p.Label)
			}
			for _, b := range p.Bases {
				if b.CM != nil || b.Hardened != nil {
					return fmt.Errorf("I10: %s sees the countermeasures of %s", who, p.Label)
				}
			}
		}
		for seat := range v.Reserves {
			if seat != who.String() {
				return fmt.Errorf("I10: %s sees the Reserve of %s", who, seat)
			}
		}
	}
	return nil
}

// Random legal games end, replay to the same state after every step, and keep the invariants. SOAK=1 plays 2,000
// Standard ones.
func TestRandomGames(t *testing.T) {
	games, every, config := 10, 200, randomConfig
	if gametest.Soak() {
		games, every, config = 2000, 1000, soakConfig
	}
	st := gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: games, MaxSteps: 6000, Config: config, Guess: guessPoint,
		Check: checkInvariants, Every: every})
	t.Logf("%d games: %s", games, st)
	factstest.Keep(t, factKinds, st.Facts)
	if st.Undone == 0 || st.Kept == 0 || st.Joined == 0 || st.Sealed == 0 || st.Refused == 0 || len(st.Ends) < 2 {
		t.Errorf("something never happened: %s, %d kept, %d joined", st, st.Kept, st.Joined)
	}
}
