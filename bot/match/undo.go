package match

import (
	"context"
	"downsync/bot"
	"downsync/game/table"
	"encoding/json"
)

// Taking back: one press takes back the whole of the press before it, as a press may play several orders.

// press is a seat's last press that played several orders. Where it is lost, as in a crash, its orders are taken back one by one.
type press struct {
	Mark   string `json:"mark"` // as undoMark had it right after it
	Orders int    `json:"orders"`
}

// keepPress notes a press of several orders that were all played.
func keepPress(ctx context.Context, c *bot.Call, p table.Private, orders int) error {
	if orders < 2 {
		return nil
	}
	now, err := c.Hall.Private(ctx, p.ID, p.Seat)
	if err != nil || !now.CanUndo {
		return err
	}
	raw, err := json.Marshal(press{bot.UndoMark(now), orders})
	if err != nil {
		return err
	}
	return c.Records.Put(ctx, table.Record{Key: bot.PressKey(p.ID, p.Seat), Value: raw})
}

// steps is how many steps the press was after which the mark stood.
func steps(ctx context.Context, c *bot.Call, p table.Private, mark string) int {
	var last press
	raw, err := c.Records.Get(ctx, bot.PressKey(p.ID, p.Seat))
	if err != nil || json.Unmarshal(raw, &last) != nil || last.Mark != mark {
		return 1
	}
	return last.Orders
}

// undo takes back the last press, as far as its steps can be, if nothing has happened since the button was drawn.
func undo(ctx context.Context, c *bot.Call, p table.Private, mark string) bot.Answer {
	if mark != bot.UndoMark(p) {
		return show(ctx, c, p.ID, p.Seat, bot.Page{Note: c.Text(wordOldUndo)})
	}
	for n := range steps(ctx, c, p, mark) {
		if _, err := c.Hall.Undo(ctx, part(c.Cause(), n), p.ID, p.Seat); err != nil && n == 0 {
			return after(ctx, c, p, bot.Page{}, "", err)
		} else if err != nil {
			break // what was rolled or revealed on the way stays
		}
	}
	return after(ctx, c, p, bot.Page{}, c.Text(wordTakenBack), nil)
}
