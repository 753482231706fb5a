package rival

import (
	"cmp"
	"math"
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// The own Turn before its activations: deployment, the Taskforce, reveals, refreshes, moves.

func choose(*sheet, game.Ask) []option {
	return []option{{reply: downsync.First{Self: true}, why: "The side that deploys first has the first Turn."}, {reply: downsync.First{}, value: -1, why: "The side that deploys second sees where the other stands."}}
}

// deploy puts the first waiting contact at its place: the large ones, which are slow, before the own VIP, the others in front
// of where they score.
func deploy(s *sheet, _ game.Ask) []option {
	var waits []downsync.Piece
	for _, p := range s.View.Pieces {
		if p.Seat == s.Seat && len(p.Bases) == 0 {
			waits = append(waits, p)
		}
	}
	if len(waits) == 0 {
		return []option{{reply: downsync.Done{}, why: "All contacts stand."}}
	}
	p := waits[0]
	g := s.Goals[len(s.Mine)%len(s.Goals)]
	if p.Sig == cards.Large && len(s.Guarded) > 0 {
		g = s.Guarded[0]
	}
	zone, r := s.View.Zone(s.Seat), s.View.Radius(p)
	y := zone.Max.Y - r - 10
	if s.Seat == 2 {
		y = zone.Min.Y + r + 10
	}
	var out []option
	for n := range 30 {
		off := plane.Inch((n+1)/2) * 1500
		if n%2 == 1 {
			off = -off
		}
		at := plane.Point{X: g.At.X + off, Y: y}
		if s.View.Try().Deploy(p.Label, at) == nil {
			out = append(out, option{reply: downsync.Deploy{Ping: p.Label, At: at}, value: -float64(n), why: "%s begins in front of where it is wanted.", args: []any{p.Label}})
		}
		if len(out) == 3 {
			break
		}
	}
	return append(out, option{reply: downsync.DeployRest{}, value: -100, why: "The other contacts form a line."})
}

// designate takes one piece at a time, because points are scored at the end of every own Turn: the one with the most valuable
// Turn. If that one has a shot, a veteran adds all others that have one, so that the enemy answers once for all of them.
func designate(s *sheet, a game.Ask) []option {
	var free []downsync.Label
	for _, c := range a.WithMenu().Menu {
		for _, slot := range c.Slots {
			if slot.Min > 1 {
				for _, o := range slot.Options {
					free = append(free, downsync.Label(o))
				}
				return []option{{reply: downsync.Designate{Pieces: free}, why: "All that remain must act now."}}
			}
		}
	}
	var out []option
	for _, u := range s.Mine {
		if u.Activated {
			continue
		}
		x := s.deed(u)
		out = append(out, option{reply: downsync.Designate{Pieces: []downsync.Label{u.Label}}, value: x.value, why: alone[x.why], args: x.args, shoots: x.why == canShoot})
	}
	if s.Taste.Veteran {
		s.together(out)
	}
	return out
}

// mostTogether and worthTogether limit the Taskforces of shooters: in pieces, and in the value of their weakest shot.
const (
	mostTogether  = 6
	worthTogether = 0.3
)

// together adds, to the best of the one-piece Taskforces, the others that can shoot, if its own piece can shoot too.
func (s *sheet) together(each []option) {
	slices.SortStableFunc(each, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	var units []downsync.Label
	for _, o := range each[:min(len(each), mostTogether)] {
		if o.shoots && o.value >= worthTogether {
			units = append(units, o.reply.(downsync.Designate).Pieces...)
		}
	}
	if len(units) > 1 && each[0].shoots {
		each[0].reply, each[0].why, each[0].args = downsync.Designate{Pieces: units}, "Those who can shoot act together, so that the enemy answers once for all of them.", nil
	}
}

// alone maps the reasons of deed to those for a Taskforce of one piece.
var alone = map[game.Text]game.Text{
	keepsWatch: "Alone, as points are scored after each of your Turns: %s keeps watch.",
	canShoot:   "Alone, as points are scored after each of your Turns: %s can shoot at %s.",
	getsNearer: "Alone, as points are scored after each of your Turns: %s gets nearer to where it is wanted.",
}

// units returns the Units that the contact can become, the best first. If it is to score, speed counts more, otherwise arms.
func (s *sheet) units(u advice.Unit) []string {
	var out []string
	value := map[string]float64{}
	goal, home := math.Inf(1), math.Inf(1)
	for _, g := range s.Goals {
		goal = min(goal, advice.Gap(u, g))
	}
	for _, h := range s.Homes {
		home = min(home, advice.Gap(u, h))
	}
	for _, slug := range s.View.Reserve {
		card := s.View.Cards().Must(slug)
		if card.Signature != u.Sig || slices.Contains(out, slug) {
			continue
		}
		out = append(out, slug)
		value[slug] = advice.Worth(card)
		if goal <= home {
			value[slug] += 0.12 * float64(card.Spd)
		}
		if _, ok := card.Trait("carrier"); ok {
			value[slug] += 0.5
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(value[b], value[a]) })
	return out
}

// hidden is how long a veteran keeps contacts hidden, in Rounds, and within how many inches of an enemy Unit it stops doing so.
const (
	hiddenRounds = 2
	hiddenBeyond = 20
)

// reveals reports whether the contact should become a Unit when its Turn comes. Nobody can shoot at a contact, so a veteran
// waits until there is something to shoot at.
func (s *sheet) reveals(u advice.Unit) bool {
	if s.Taste.Veteran {
		return s.View.Round > hiddenRounds || slices.ContainsFunc(s.Theirs, func(e advice.Unit) bool { return e.Card != nil && advice.Gap(e, u.Bases[0].Disc()) < hiddenBeyond })
	}
	return s.taste.reveal >= 1 || s.View.Round > 1 || s.Danger(s.Homes[0]) > 0.2
}

func reveal(s *sheet, a game.Ask) []option {
	out := []option{{reply: downsync.Done{}, why: "Contacts cannot be shot at."}}
	for _, c := range a.WithMenu().Menu {
		u, ok := s.Own(downsync.Label(c.Value("ping")))
		if !ok {
			continue
		}
		for n, slug := range s.units(u) {
			value := 1 - 0.1*float64(n)
			if !s.reveals(u) {
				value = -value
			}
			out = append(out, option{reply: downsync.Reveal{Ping: u.Label, As: slug, At: s.around(u, slug)}, value: value, why: "%s moves faster and can act once it is a %s.",
				args: []any{u.Label, game.Word(game.Text(s.View.Cards().Must(slug).Name))}})
		}
	}
	return out
}

// around returns the places for an infantry Unit's bases towards its goal; none if the rules place them.
func (s *sheet) around(u advice.Unit, slug string) []plane.Point {
	if !s.View.Cards().Must(slug).Infantry() {
		return nil
	}
	at, ok := s.View.Try().Around(u.Label, slug, s.Goals[0].At)
	if !ok {
		return nil
	}
	return at
}

func identify(s *sheet, a game.Ask) []option {
	var out []option
	for _, c := range a.WithMenu().Menu {
		if u, ok := s.Own(downsync.Label(c.Value("ping"))); ok {
			for n, slug := range s.units(u) {
				out = append(out, option{reply: downsync.Reveal{Ping: u.Label, As: slug}, value: -float64(n), why: "%s is found; the %s can stand it best.",
					args: []any{u.Label, game.Word(game.Text(s.View.Cards().Must(slug).Name))}})
			}
		}
	}
	return out
}

// refresh pays for Stun Tokens.
func refresh(s *sheet, a game.Ask) []option {
	out := []option{{reply: downsync.Done{}, why: "No Command Points are spent on the refresh."}}
	for _, c := range a.WithMenu().Menu {
		u, ok := s.Own(downsync.Label(c.Value("piece")))
		if !ok || !u.Stunned() {
			continue
		}
		var bases []int
		for _, b := range u.Bases {
			if b.Stun && len(bases) < s.View.CP.Of(s.Seat) {
				bases = append(bases, b.N)
			}
		}
		out = append(out, option{reply: downsync.Refresh{Unit: u.Label, Unstun: bases}, value: 1, why: "%s can move and act again.", args: []any{u.Label}})
	}
	return out
}

// stand returns the value of moving the base there, with its best action after that.
func (s *sheet) stand(u advice.Unit, b downsync.Base, at plane.Point, moves bool) option {
	v, x := s.View, u.Moved(b, at)
	if u.Card != nil && moves {
		v = s.With(x)
	}
	to := x.Bases[slices.IndexFunc(u.Bases, func(c downsync.Base) bool { return c.N == b.N })]
	o := option{value: s.Standing(x) - s.Taste.Threat*s.Threat(v, x, to), why: "%s gets nearer to where it is wanted.", args: []any{u.Label}}
	if u.Card == nil || u.Stunned() && moves && !downsync.EditionNamed(v.Rules).Recovering() {
		return o
	}
	after, why := s.taste.watch, game.Text("")
	if shots := s.Shots(v, x, to); len(shots) > 0 && shots[0].Value > after {
		after, why = shots[0].Value, "%s can shoot from there at %s."
		o.args = []any{u.Label, shots[0].Target.Label}
	}
	if goes := s.Nearer(x) - s.Standing(x); goes > after {
		after, why = goes, "%s gets there fastest with two moves."
		o.args = []any{u.Label}
	}
	if why != "" {
		o.why = why
	}
	o.value += after
	return o
}

// move moves each piece of the Taskforce, base by base, to the best place.
func move(s *sheet, a game.Ask) []option {
	out := []option{{reply: a.Default, why: "No other place is better."}}
	for _, c := range a.WithMenu().Menu {
		if c.Verb != "move" {
			continue
		}
		r, err := downsync.ParseRef(c.Value("base"))
		u, ok := s.Own(r.Label)
		if err != nil || !ok {
			continue
		}
		b, _ := u.Base(r.N)
		stay := s.stand(u, b, b.Point, false).value
		for _, at := range s.Places(u, b)[1:] {
			x := s.stand(u, b, at, true)
			out = append(out, option{reply: downsync.Move{What: r, To: at}, value: x.value - stay, why: x.why, args: x.args})
		}
		if len(out) > 1 {
			break // one base after another
		}
	}
	return out
}
