package downsync

import (
	"fmt"
	"slices"
)

// wide is the length of a side of the table (R3.2).
const wide = 48.0

// sizes are the limits of a force by Signature (R4.2, R4.3).
var sizes = map[string]map[string]int{
	"small":    {"small": 2, "medium": 3, "large": 1},
	"standard": {"small": 4, "medium": 5, "large": 2},
}

// side returns the letter of a side's labels.
func side(seat int) string { return string(rune('A' + seat - 1)) }

func setUp(m *match, f struct {
	Conf   conf `json:"conf"`
	Pieces []struct {
		Label, Sig string
	} `json:"pieces"`
	Reserve [2][]string `json:"reserve"`
}) {
	m.conf = f.Conf
	if m.outside = m.conf.unchecked(); m.outside != nil {
		return
	}
	if f.Conf.Terrain != nil {
		m.ground = *f.Conf.Terrain
	}
	m.laid()
	if m.v42() {
		m.cards = m.cards.reprinted()
		if m.outside = placeObjectives(m); m.outside != nil {
			return
		}
	}
	for i, force := range f.Conf.Forces {
		m.checkForce(i+1, force)
		m.reserve[i] = slices.Clone(f.Reserve[i])
		m.expect(slices.Equal(slices.Sorted(slices.Values(force)), slices.Sorted(slices.Values(f.Reserve[i]))), "R3.4", "side %d has in Reserve %v of %v", i+1, f.Reserve[i], force)
	}
	for _, p := range f.Pieces {
		m.pieces = append(m.pieces, &piece{label: p.Label, sig: p.Sig, seat: int(p.Label[0]-'A') + 1})
	}
	for seat := 1; seat <= 2; seat++ {
		want := m.pings(seat)
		got := m.of(seat, (*piece).ping)
		same := slices.EqualFunc(got, want, func(a, b *piece) bool { return a.label == b.label && a.sig == b.sig })
		m.expect(same, "R5.4", "side %d has not a Ping for each Unit", seat)
	}
}

// pings returns the Pings that a side deploys for the Units in its Reserve, small ones first (R5.4).
func (m *match) pings(seat int) (out []*piece) {
	for _, sig := range []string{"small", "medium", "large"} {
		for _, slug := range m.reserve[seat-1] {
			if m.cards.units[slug].Sig == sig {
				out = append(out, &piece{label: fmt.Sprintf("%s%d", side(seat), len(out)+1), sig: sig, seat: seat})
			}
		}
	}
	return out
}

// unchecked returns an error for what this package leaves out.
func (c conf) unchecked() error {
	switch {
	case !slices.Contains([]string{"", "2023-03", "4.2"}, c.Rules):
		return fmt.Errorf("edition %s is not checked", c.Rules)
	case c.Rulings != 5:
		return fmt.Errorf("version %d of the rulings is not checked", c.Rulings)
	case c.Mission != "" && c.Mission != map[bool]string{false: "vip-capture", true: "control-objectives"}[c.Rules == "4.2"]:
		return fmt.Errorf("the mission %s is not checked", c.Mission)
	case c.Lab != nil || len(c.Cards) > 0:
		return fmt.Errorf("labs and own cards are not checked")
	}
	return nil
}

// checkForce checks a force against R4 and Q7.
func (m *match) checkForce(seat int, force []string) {
	count, factions := map[string]int{}, map[string]bool{}
	for _, slug := range force {
		c := m.cards.units[slug]
		if c == nil {
			m.outside = fmt.Errorf("the Unit %q is not checked", slug)
			return
		}
		m.expect(c.Packaged == "", "Q7", "side %d has the Packaged %s in its list", seat, slug)
		count[c.Sig]++
		factions[c.faction] = true
	}
	for sig, most := range sizes[m.conf.Size] {
		m.expect(count[sig] <= most, "R4.1", "side %d has %d %s Units of at most %d", seat, count[sig], sig, most)
		m.expect(count[sig] == most || !m.v42(), "V4", "side %d has %d %s Units of %d", seat, count[sig], sig, most)
	}
	m.expect(len(factions) <= 1 || m.conf.Mixed, "Q7", "side %d mixes factions", seat)
}

func startRoll(m *match, f struct {
	Dice [2][2]int `json:"dice"`
}) {
	m.takeFaces([]int{f.Dice[0][0], f.Dice[0][1], f.Dice[1][0], f.Dice[1][1]})
	m.expect(m.chooser == 0, "Q8", "the starting roll was not tied")
	a, b := f.Dice[0][0]+f.Dice[0][1], f.Dice[1][0]+f.Dice[1][1]
	switch {
	case a > b:
		m.chooser = 1
	case b > a:
		m.chooser = 2
	}
}

func chooses(m *match, f struct {
	By    int `json:"by"`
	First int `json:"first"`
}) {
	m.expect(f.By == m.chooser, "R5.2", "side %d chooses, expected %d", f.By, m.chooser)
	m.expect(f.First == 1 || f.First == 2, "R5.2", "side %d is first", f.First)
	m.first, m.active = f.First, f.First
}

// mounts takes a squad and a Ping of its size out of the deployment (Q7, Q76, D8). The Pings left are numbered and deployed again.
func mounts(m *match, f struct {
	Seat int    `json:"seat"`
	Unit string `json:"unit"`
	In   string `json:"in"`
}) {
	m.expect(f.Seat == m.active && m.round == 0, "Q76", "side %d mounts a squad now", f.Seat)
	u, in := m.cards.units[f.Unit], m.cards.units[f.In]
	if u == nil || in == nil || !m.takeReserve(f.Seat, f.Unit) {
		m.differ("Q76", "there is no %s and %s", f.Unit, f.In)
		return
	}
	t, ok := u.trait("mechanized")
	m.expect(ok && t.Unit == f.In && in.has("transport"), "Q76", "%s cannot ride in %s", f.Unit, f.In)
	transports, riders := 0, 0
	for _, slug := range m.reserve[f.Seat-1] {
		if slug == f.In {
			transports++
		}
	}
	for _, r := range m.mounted[f.Seat-1] {
		if r.in == f.In {
			riders++
		}
	}
	m.expect(riders < transports, "Q76", "every %s has a squad", f.In)
	m.mounted[f.Seat-1] = append(m.mounted[f.Seat-1], rider{f.Unit, f.In})
	others := m.of(3-f.Seat, func(*piece) bool { return true })
	m.pieces = append(others, m.pings(f.Seat)...)
}

func (m *match) takeReserve(seat int, slug string) bool {
	r := m.reserve[seat-1]
	i := slices.Index(r, slug)
	if i < 0 {
		return false
	}
	m.reserve[seat-1] = append(r[:i:i], r[i+1:]...)
	return true
}

func (m *match) remove(p *piece) {
	m.pieces = slices.DeleteFunc(m.pieces, func(o *piece) bool { return o == p })
}

func deployed(m *match, f struct {
	Ping string `json:"ping"`
	At   point  `json:"at"`
}) {
	p := m.piece(f.Ping)
	if p == nil || m.round > 0 {
		m.differ("R5.4", "%s cannot be deployed", f.Ping)
		return
	}
	m.expect(p.seat == m.active, "Q9", "%s is deployed while side %d deploys", f.Ping, m.active)
	d := disc{f.At, radius(p.sig)}
	back := f.At.Y
	if p.seat == 2 {
		back = wide - f.At.Y
	}
	zone := 10.0
	if m.v42() {
		zone = 8 // V22
	}
	if m.conf.DeployMeasure == "any" {
		back -= 2 * d.r
	}
	m.expect(back+d.r <= zone+Near, "Q10", "%s is %.3f\" from its edge", f.Ping, back+d.r)
	p.bases = []*base{{n: 1, disc: d}}
	m.stands(p, p.bases[0])
}

// stands checks that the base is on the table (Q4), over no other base (R7.9, Q10), and not partly or wrongly in a building (Q35).
func (m *match) stands(p *piece, b *base) {
	name := p.name(b)
	on := b.X >= b.r-Near && b.Y >= b.r-Near && b.X <= m.long()-b.r+Near && b.Y <= wide-b.r+Near
	m.expect(on, "Q4", "%s is over the edge of the table", name)
	m.each(func(o *piece, x *base) {
		if x != b {
			m.expect(dist(b.point, x.point) >= b.r+x.r-Near, "R7.9", "%s overlaps %s", name, o.name(x))
		}
	})
	for _, o := range m.objectives {
		m.expect(dist(b.point, o.point) >= b.r+o.r-Near, "V22", "%s ends on a Control Objective", name)
	}
	for i, x := range m.ground.Buildings {
		if x.Shape.from(b.point) >= b.r-Near {
			continue
		}
		if !p.infantry() {
			m.differ("Q35", "%s is in a building", name)
		} else if !x.Shape.wholly(b.disc) {
			m.differ("Q35", "%s is partly on a building", name)
		}
		n := 0
		m.each(func(o *piece, y *base) {
			if o.infantry() && x.Shape.holds(y.point) {
				n++
			}
		})
		m.expect(n <= x.Room, "R11.4", "building %d holds %d bases of %d", i+1, n, x.Room)
	}
}

func deploymentDone(m *match, f struct {
	Seat  int    `json:"seat"`
	Pings [3]int `json:"pings"`
}) {
	m.expect(f.Seat == m.active, "Q9", "side %d has deployed, and side %d deploys", f.Seat, m.active)
	for i, sig := range []string{"small", "medium", "large"} {
		n := 0
		for _, p := range m.of(f.Seat, func(p *piece) bool { return p.sig == sig }) {
			m.expect(p.onTable(), "R5.4", "%s is not deployed", p.label)
			n++
		}
		m.expect(f.Pings[i] == n, "S15", "%d %s Pings, expected %d", f.Pings[i], sig, n)
	}
	m.done++
	m.active = 3 - m.active
}
