package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"downsync/game"
)

// Promises for a match that was read back: from its records, from a snapshot, after a step back, at the host's end.

// replays checks that the records read back make the same match, and that a rewind to a whole step shows what was seen then.
func (p *play) replays() error {
	again, err := p.Game.Resume(p.records)
	if err != nil {
		return err
	}
	live := p.m
	want := p.look()
	p.m = again
	got := p.look()
	p.m = live
	if d := differ(want, got); d != "" {
		return fmt.Errorf("after replay %s differs", d)
	}
	restored, err := p.restored(again)
	if err != nil {
		return err
	}
	p.m = restored
	got = p.look()
	p.m = live
	if d := differ(want, got); d != "" {
		return fmt.Errorf("from a snapshot %s differs", d)
	}
	if p.d.N(2) == 0 {
		again, restored = restored, again
	}
	if err := p.standingActs(restored); err != nil {
		return err
	}
	if len(p.records)%16 == 0 {
		return p.hostEnds(again)
	}
	return p.rewinds(again)
}

// hostEnds checks that the host can end a match at any point, with the result it names, once; the record says so again.
func (p *play) hostEnds(m game.Match) error {
	if _, over := m.Result(); over {
		return nil
	}
	want := game.Result{Rank: make([]int, p.Seats), Why: "time"}
	for i := range want.Rank {
		want.Rank[i] = 1 + i%2
	}
	st, err := m.End(want)
	if err != nil {
		return fmt.Errorf("the host's end: %w", err)
	}
	raw, err := st.Record.Encode()
	if err != nil {
		return err
	}
	if redone, err := m.Redo(st.Record, nil); err != nil {
		return fmt.Errorf("the host's end decided again: %w", err)
	} else if b, err := redone.Record.Encode(); err != nil || !bytes.Equal(b, raw) {
		return fmt.Errorf("the host's end decided again is %s, %v", b, err)
	}
	m.Apply(st)
	if got, over := m.Result(); !over || !reflect.DeepEqual(got, want) {
		return fmt.Errorf("the host ended it with %+v and the result is %+v", want, got)
	}
	again, err := p.Game.Resume(append(slices.Clone(p.records), st.Record))
	if err != nil {
		return fmt.Errorf("the host's end read back: %w", err)
	}
	if got, _ := again.Result(); !reflect.DeepEqual(got, want) || len(again.Groups()) > 0 {
		return fmt.Errorf("the host's end read back gives %+v", got)
	}
	var no *game.Refusal
	if _, err := m.End(want); !errors.As(err, &no) || no.Code != "over" {
		return fmt.Errorf("ended twice: %v", err)
	}
	return nil
}

// restored goes on from a snapshot that was taken some steps before, or just now; its own snapshot must equal the snapshot of
// the replayed match.
func (p *play) restored(replayed game.Match) (game.Match, error) {
	var err error
	if p.shot == nil || p.d.N(6) == 0 {
		p.shotAt = len(p.records)
		if p.shot, err = p.m.Snapshot(); err != nil {
			return nil, err
		}
	}
	var before [][]byte
	for _, r := range p.records[:p.shotAt] {
		raw, err := r.Encode()
		if err != nil {
			return nil, err
		}
		before = append(before, raw)
	}
	m, err := p.Game.Restore(p.shot, before)
	if err != nil {
		return nil, err
	}
	for _, r := range p.records[p.shotAt:] {
		if err := m.Replay(r); err != nil {
			return nil, fmt.Errorf("from the snapshot at %d: %w", p.shotAt, err)
		}
	}
	a, err := replayed.Snapshot()
	if err != nil {
		return nil, err
	}
	b, err := m.Snapshot()
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(a, b) {
		return nil, fmt.Errorf("the snapshot from the one at %d is\n%s\nand from replay\n%s", p.shotAt, b, a)
	}
	return m, nil
}

func (p *play) rewinds(m game.Match) error {
	to := 1 + p.d.N(len(p.records))
	seen, looked := p.clean[to]
	for !looked && to > 1 {
		to--
		seen, looked = p.clean[to]
	}
	if _, over := m.Result(); over || !looked || to >= len(p.records) {
		return nil
	}
	st, err := m.Rewind(to)
	var no *game.Refusal
	if errors.As(err, &no) && no.Code == "half-step" {
		if p.whole[to] {
			return fmt.Errorf("a rewind to the whole step %d is refused", to)
		}
		return nil
	}
	if err != nil {
		return err
	}
	m.Apply(st)
	then, err := p.Game.Resume(p.records[:to])
	if err != nil {
		return err
	}
	for _, v := range p.viewers() {
		for i, f := range m.Standing(v) {
			if void, is := f.(game.Void); is {
				f = void.Fact
			}
			if told := m.Told(v, i)[0]; Text(told) != Text(f) {
				return fmt.Errorf("fact %d of viewer %v is %s, and of what stands %s", i+1, v, Text(told), Text(f))
			}
		}
		if got, want := live(m, v), live(then, v); got != want {
			return fmt.Errorf("after the rewind to step %d what stands of what viewer %v was told is\n%s\nand then was\n%s", to, v, got, want)
		}
	}
	for v := range p.Seats + 1 {
		raw, err := json.Marshal(m.View(game.Player(game.Seat(v))))
		if err != nil {
			return err
		}
		if string(raw) != seen[v].view {
			return fmt.Errorf("the rewind to step %d does not give what viewer %d saw then", to, v)
		}
	}
	return nil
}

// viewers returns all viewers.
func (p *play) viewers() []game.Viewer {
	out := []game.Viewer{game.Referee()}
	for s := range p.Seats + 1 {
		out = append(out, game.Player(game.Seat(s)))
	}
	return out
}

// live returns what the viewer was told and is still valid, except for the kernel's own facts.
func live(m game.Match, v game.Viewer) string {
	var out []game.Fact
	for _, f := range m.Standing(v) {
		switch f.(type) {
		case game.Void, game.TookBack, game.Refereed:
		default:
			out = append(out, f)
		}
	}
	return Text(out)
}
