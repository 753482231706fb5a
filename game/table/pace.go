package table

import (
	"math"
	"time"

	"downsync/game"
)

// A seat may order an answer in advance. Such an answer is played after a random delay, so that the moment at which a
// window closes does not reveal who answered it (A2). The delay is one of that seat's latest answer times in this
// match, scaled by a random factor from 0.8 to 1.25. Before there are any, it is drawn from a sixtieth to a quarter of
// the window's limit (5 s to 90 s if there is no limit), uniformly in the logarithm.

// draw names the delay of a seat's answer to a group by when the group's clock began, in milliseconds since 1970.
type draw struct {
	seat  game.Seat
	group string
	began int64
}

// remembered is the number of a seat's latest answers that count.
const remembered = 8

// keepPace notes how long a person took to answer a window.
func (t *hosted) keepPace(rec game.Record, at time.Time) {
	x, ok := t.groups[rec.Group]
	if rec.Group == "" || !ok || rec.Lapse || rec.Seat == 0 || x.Began.IsZero() {
		return
	}
	if t.paces == nil {
		t.paces = map[game.Seat][]time.Duration{}
	}
	took := append(t.paces[rec.Seat], at.Sub(x.Began))
	t.paces[rec.Seat] = took[max(0, len(took)-remembered):]
}

// early returns when the group's answers ordered in advance are played; zero if there are none, or if its clock has not
// begun.
func (t *hosted) early(g game.Group, x times, now time.Time) time.Time {
	if x.Began.IsZero() {
		return time.Time{}
	}
	for _, seat := range g.Open {
		for _, a := range t.match.Open(seat) {
			if !a.Early || !inGroup(g, a) {
				continue
			}
			if !x.Early.IsZero() {
				return x.Early // drawn already
			}
			at := x.Began.Add(t.delay(draw{seat, g.Key, x.Began.UnixMilli()}, t.meta.Timing.Clocks[g.Clock])).Truncate(time.Millisecond) // as stores keep it
			if at.Before(now) {
				at = now
			}
			return at
		}
	}
	return time.Time{}
}

// delay returns how long the seat appears to take; drawn once.
func (t *hosted) delay(d draw, limit time.Duration) time.Duration {
	if _, ok := t.drawn[d]; !ok {
		if t.drawn == nil {
			t.drawn = map[draw]time.Duration{}
		}
		t.drawn[d] = t.take(d.seat, limit)
	}
	return t.drawn[d]
}

// take draws how long the seat takes.
func (t *hosted) take(seat game.Seat, limit time.Duration) time.Duration {
	const fine = 1 << 20
	unit := float64(t.chance(fine)) / fine
	if took := t.paces[seat]; len(took) > 0 {
		base := took[t.chance(int64(len(took)))]
		return time.Duration(float64(base) * math.Exp((2*unit-1)*math.Log(1.25)))
	}
	from, to := 5*time.Second, 90*time.Second
	if limit > 0 {
		from, to = limit/60, limit/4
	}
	return time.Duration(float64(from) * math.Exp(unit*math.Log(float64(to)/float64(from))))
}
