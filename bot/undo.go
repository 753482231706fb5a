package bot

import (
	"context"
	"encoding/json"
	"fmt"

	"downsync/game"
	"downsync/game/table"
)

// Taking back: one press takes back the whole of the press before it, as a press may play several orders.

// press is a seat's last press that played several orders. Where it is lost, as in a crash, its orders are taken back one by one.
type press struct {
	Mark   string `json:"mark"` // as undoMark had it right after it
	Orders int    `json:"orders"`
}

func pressKey(id table.ID, seat game.Seat) string { return fmt.Sprintf("press/%s/%d", id, seat) }

// keepPress notes a press of several orders that were all played.
func (b *Bot) keepPress(ctx context.Context, p table.Private, orders int) error {
	if orders < 2 {
		return nil
	}
	now, err := b.Hall.Private(ctx, p.ID, p.Seat)
	if err != nil || !now.CanUndo {
		return err
	}
	raw, err := json.Marshal(press{undoMark(now), orders})
	if err != nil {
		return err
	}
	return b.Records.Put(ctx, table.Record{Key: pressKey(p.ID, p.Seat), Value: raw})
}

// steps is how many steps the press was after which the mark stood.
func (b *Bot) steps(ctx context.Context, p table.Private, mark string) int {
	var last press
	raw, err := b.Records.Get(ctx, pressKey(p.ID, p.Seat))
	if err != nil || json.Unmarshal(raw, &last) != nil || last.Mark != mark {
		return 1
	}
	return last.Orders
}

// undo takes back the last press, as far as its steps can be, if nothing has happened since the button was drawn.
func (b *Bot) undo(ctx context.Context, i Interaction, p table.Private, mark string) Answer {
	if mark != undoMark(p) {
		return b.show(ctx, i, p.ID, p.Seat, Page{Note: b.text(wordOldUndo)})
	}
	for n := range b.steps(ctx, p, mark) {
		if _, err := b.Hall.Undo(ctx, part(cause(i), n), p.ID, p.Seat); err != nil && n == 0 {
			return b.after(ctx, i, p, Page{}, "", err)
		} else if err != nil {
			break // what was rolled or revealed on the way stays
		}
	}
	return b.after(ctx, i, p, Page{}, b.text(wordTakenBack), nil)
}
