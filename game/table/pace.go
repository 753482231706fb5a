package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"downsync/game"
)

// A seat may order an answer in advance. Such an answer is played after a delay that looks random, so that the moment at which a window
// closes does not reveal who answered it (A2). The delay is one of that seat's latest answer times in this
// match, scaled by a factor from 0.8 to 1.25. Before there are any, it is a sixtieth to a quarter of the window's limit
// (5 s to 90 s if there is no limit), uniformly in the logarithm. Chance comes from the match's secret seed.
//
// While a window may close on the finer grid (Brisk), people answer within minutes. Then Brisk.Within takes the place of a
// longer limit, and slower answers do not count. Otherwise an order given by a player who is present would hold up the match
// for hours.

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
			limit, took := t.meta.Timing.Clocks[g.Clock], t.paces[seat]
			if within := t.meta.Timing.Brisk.Within; x.Brisk.After(x.Began) && (limit == 0 || within < limit) {
				limit = within
				took = slices.DeleteFunc(slices.Clone(took), func(d time.Duration) bool { return d > within })
			}
			at := x.Began.Add(t.take(seat, g.Key, x.Began, limit, took)).Truncate(time.Millisecond) // rounded as stores keep it
			if at.Before(now) {
				at = now
			}
			return at
		}
	}
	return time.Time{}
}

// take returns how long the seat appears to take for a group whose clock began then, given how long it took before. It depends
// only on the match's secret seed and on stored data, so that neither a restart nor the loss of the match from memory draws it
// again.
func (t *hosted) take(seat game.Seat, group string, began time.Time, limit time.Duration, took []time.Duration) time.Duration {
	mac := hmac.New(sha256.New, t.luck.hidden[:])
	fmt.Fprintf(mac, "downsync delay 1\n%s\n%d\n%s\n%d", t.id, seat, group, began.UnixMilli())
	sum := mac.Sum(nil)
	unit, pick := float64(binary.BigEndian.Uint32(sum))/(1<<32), binary.BigEndian.Uint64(sum[4:])
	if len(took) > 0 {
		base := took[pick%uint64(len(took))]
		return time.Duration(float64(base) * math.Exp((2*unit-1)*math.Log(1.25)))
	}
	from, to := 5*time.Second, 90*time.Second
	if limit > 0 {
		from, to = limit/60, limit/4
	}
	return time.Duration(float64(from) * math.Exp(unit*math.Log(float64(to)/float64(from))))
}
