package main

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/customid"
	"downsync/bot/discord"
	"downsync/bot/lang"
	"downsync/bot/toy"
	"downsync/bot/wire"
	toyrules "downsync/game/toy"
)

// final holds the beginnings of the custom ids of controls whose effect cannot be taken back, whatever their style. The effect
// of a private control is in its draft: finalDrafts holds those that end a match.
var (
	final       = []string{customid.Concede, customid.Decline, customid.Cancel, customid.SendAway, wire.ControlUndo, customid.Learn + "|leave"}
	finalDrafts = []string{"concede"}
)

// placed is a control in its position. row counts the rows of the message, with its selects; column counts the buttons of the
// row.
type placed struct {
	row, column int
	id, label   string
	button      bool
}

// sentControls returns the controls of a message as Discord receives them.
func sentControls(m wire.Message) (out []placed) {
	row := 0
	var walk func([]wire.Block)
	walk = func(bs []wire.Block) {
		for _, b := range bs {
			switch b := b.(type) {
			case wire.Box:
				walk(b.Blocks)
			case wire.Row:
				for i, k := range b {
					out = append(out, placed{row, i, k.ID, k.Label, !k.Disabled})
				}
				row++
			case wire.Select:
				out = append(out, placed{row, 0, b.ID, b.Placeholder, false})
				row++
			case wire.People:
				out = append(out, placed{row, 0, b.ID, b.Placeholder, false})
				row++
			}
		}
	}
	walk(discord.Guarded(m.Blocks))
	return out
}

// edits compares each version of a message with the version before.
type edits struct {
	*bottest.Duel
	seen   int
	before map[wire.MessageID][]placed
	// pairs counts the versions compared. finals counts the controls whose effect cannot be taken back. over counts the other
	// controls that were in the previous version at the place of one of finals.
	pairs, finals, over int
}

// isFinal reports whether the effect of the control cannot be taken back.
func (w *edits) isFinal(m bottest.Sent, k placed, danger map[string]bool) bool {
	if danger[k.id] {
		return true
	}
	for _, f := range final {
		if strings.HasPrefix(k.id+"|", f+"|") {
			return true
		}
	}
	if m.Only != bottest.Ann && m.Only != bottest.Ben || !strings.HasPrefix(k.id, wire.ControlSubmit+"|"+string(w.ID)+"|") || w.ID == "" {
		return false
	}
	draft := w.Control(m.Only, k.id).Draft
	for _, f := range finalDrafts {
		if draft == f {
			return true
		}
	}
	return false
}

// look compares everything sent since it looked last.
func (w *edits) look() {
	w.T.Helper()
	all := w.Wire.Sent(w.seen)
	w.seen += len(all)
	for _, m := range all {
		now := sentControls(m.Message.Message)
		danger := map[string]bool{}
		for _, b := range bottest.ControlsOf(m.Message.Message).Buttons {
			danger[b.ID] = b.Style == wire.Danger && !b.Disabled
		}
		before, again := w.before[m.ID]
		if again {
			w.pairs++
		}
		for _, k := range now {
			if !w.isFinal(m, k, danger) {
				continue
			}
			w.finals++
			for _, old := range before {
				if old.row != k.row || old.column != k.column || old.label == k.label {
					continue
				}
				if w.over++; k.button {
					w.T.Errorf("%q (%s) stands in row %d, column %d, where %q stood:\n%s", k.label, k.id, k.row, k.column, old.label, bottest.Words(m.Message.Message))
				}
			}
			if k.button {
				w.T.Errorf("one touch of %q (%s) cannot be taken back", k.label, k.id)
			}
		}
		if m.ID != "" {
			w.before[m.ID] = now
		}
	}
}

// While a lesson and a match are played, no edit of a message puts a control whose effect cannot be taken back in the place of
// another control, where a finger that is already coming down would press it. This also holds for the question whether somebody
// is sure. SOAK=1 plays whole matches.
func TestNoEditPutsAFinalControlUnderAFinger(t *testing.T) {
	matches, presses := 1, 50
	if os.Getenv("SOAK") == "1" {
		matches, presses = 6, 1500
	}
	offered := map[string]bottest.Setup{"toy": {Game: toyrules.Rules(), Forms: toy.Forms{}}}
	for _, e := range games {
		offered[e.offered(ownCards{}).ID] = bottest.Setup{Game: e.rules, Forms: asOffered{e}}
	}
	for name, setup := range offered {
		t.Run(name, func(t *testing.T) {
			var sum edits
			for seed := range matches {
				lot := rand.New(rand.NewPCG(uint64(seed), 13))
				w := &edits{Duel: bottest.NewDuel(t, lang.All()[seed%2], setup), before: map[wire.MessageID][]placed{}}
				w.lesson(presses / 3)
				called(w.Duel)
				w.look()
				by := bottest.Presser{Rand: lot}
				for n := range presses {
					asked := w.Public().Asked
					if len(asked) == 0 {
						break
					}
					by.User = []wire.UserID{bottest.Ann, bottest.Ben}[asked[lot.IntN(len(asked))].Seat-1]
					m, ok := w.Wire.Console(by.User)
					if n%3 > 0 || !ok {
						w.PressOn(by.User)
					} else if id, values, ok := by.Choose(m.Message); ok {
						w.Press(by.User, m, id, values...)
						w.Settle()
					}
					w.look()
				}
				if !w.Over() {
					w.Concede(bottest.Ben)
				}
				w.look()
				sum.pairs, sum.finals, sum.over = sum.pairs+w.pairs, sum.finals+w.finals, sum.over+w.over
			}
			if t.Logf("%d versions, %d final controls, %d times where another control stood", sum.pairs, sum.finals, sum.over); sum.pairs < 20 || sum.finals < 5 {
				t.Error("too few for a test")
			}
		})
	}
}

// lesson takes Eve through a lesson.
func (w *edits) lesson(presses int) {
	w.T.Helper()
	w.Slash(bottest.Eve, []string{"learn"})
	for range presses {
		m := w.Newest(bottest.Eve)
		if len(bottest.ControlsOf(m.Message).Buttons) == 0 || !w.Follow(bottest.Eve, m) {
			break
		}
		w.look()
	}
	w.look()
}
