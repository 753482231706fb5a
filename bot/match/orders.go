package match

import (
	"context"
	"errors"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/spell"
	"downsync/game/table"
)

// Orders as people type them: whatever says the same as an order is played; what is a slip away is asked back.

// typed plays a line, or asks what was meant by it.
func typed(ctx context.Context, c *bot.Call, p table.Private, line string) bot.Answer {
	line = c.Of(p.Meta).Typed(p, line)
	err := playLine(ctx, c, c.Cause(), p, line)
	if code := misread(err); code != "" {
		meant, slips, ok := order.Meant(menusOf(p), line)
		switch {
		case ok && slips == 0:
			line = meant
			err = playLine(ctx, c, c.Cause(), p, line)
		case ok:
			if a, ok := didYouMean(ctx, c, p, line, meant); ok {
				return a
			}
		case code == noOrder:
			err = goOn(c, p, line)
		}
	}
	return after(ctx, c, p, bot.Page{}, "✔️ `"+bot.Clip(strings.ReplaceAll(line, "`", ""), 200)+"`", err)
}

// playLine plays orders with semicolons between them, each in answer to whichever question takes it.
func playLine(ctx context.Context, c *bot.Call, cause string, p table.Private, line string) error {
	lines := strings.Split(line, ";")
	for n, text := range lines[:min(len(lines), bot.MostOrders)] {
		r, err := c.Hall.Parse(ctx, p.ID, strings.TrimSpace(text))
		if err != nil {
			return err
		}
		if n > 0 {
			if p, err = c.Hall.Private(ctx, p.ID, p.Seat); err != nil {
				return err
			}
		}
		if err := actOnAny(ctx, c, part(cause, n), p, r); err != nil {
			return err
		}
	}
	return savePress(ctx, c, p, len(lines))
}

// The refusals of a line that is no order, and of one that no question asks for.
const noOrder, notNow = "no-order", "not-now"

// misread is which of those two refusals it is, or "".
func misread(err error) string {
	var no *game.Refusal
	if errors.As(err, &no) && (no.Code == noOrder || no.Code == notNow) {
		return no.Code
	}
	return ""
}

// mostNext is how many words that may come next a refusal lists.
const mostNext = 8

// goOn refuses a line that cannot be read: how far it could be followed, and what may come then.
func goOn(c *bot.Call, p table.Private, line string) error {
	menus := menusOf(p)
	begun := order.Follow(menus, line)
	var words []string
	for _, w := range order.Next(menus, strings.TrimLeft(begun+" ", " ")) {
		words = append(words, hinted(c, w))
	}
	if len(words) > mostNext {
		words = append(words[:mostNext], "…")
	}
	no := &game.Refusal{Code: noOrder, Text: "I cannot read “%s”", Args: []any{bot.Clip(line, 100)}}
	next := strings.Join(words, ", ")
	switch {
	case next == "":
	case begun == "":
		no.Text, no.Args = "I cannot read “%s”; an order begins now with: %s", append(no.Args, next)
	default:
		no.Text, no.Args = "I cannot read “%s”; I follow it up to “%s”, then comes: %s", append(no.Args, begun, next)
	}
	return no
}

func menusOf(p table.Private) []game.Menu {
	var menus []game.Menu
	for _, ask := range p.Asks {
		menus = append(menus, ask.Menu)
	}
	return menus
}

// didYouMean asks back, with a button that plays the order. ok is false if no question takes it.
func didYouMean(ctx context.Context, c *bot.Call, p table.Private, line, meant string) (bot.Answer, bool) {
	for _, ask := range p.Asks {
		if _, err := ask.Menu.ReadWhole(meant); err != nil {
			continue
		}
		shown := bot.Clip(strings.ReplaceAll(meant, "`", ""), 200)
		l := bot.Letter{Seat: p.Seat,
			Message: bot.Message{Blocks: []bot.Block{bot.Text(c.Say("I cannot read %s. Did you mean `%s`?", bot.Clip(bot.Plain(line), 200),
				shown)),
				bot.Row{{Does: bot.Control{Kind: bot.ControlSubmit, Ask: ask.ID, Draft: meant}, Label: c.Text("Yes, do that"),
					Style: bot.Primary}}}}}
		if err := c.Bind(ctx, p, &l); err != nil {
			return c.Trouble(p.ID, err), true
		}
		return bot.Answer{Letter: &l.Message, Fresh: true}, true
	}
	return bot.Answer{}, false
}

// actOnAny plays the reply in answer to whichever question takes it. If none does, the refusal is that of the question
// that holds the match up, which comes first and knows best what it expected.
func actOnAny(ctx context.Context, c *bot.Call, cause string, p table.Private, r game.Reply) error {
	var first error = &game.Refusal{Code: notNow, Text: "you are asked nothing that this answers"}
	for n, ask := range p.Asks {
		_, err := c.Hall.Act(ctx, cause, p.ID, p.Seat, ask.ID, r)
		if no := (*game.Refusal)(nil); !errors.As(err, &no) || no.Code != notNow {
			return err
		}
		if n == 0 && !ask.Standing {
			first = err
		}
	}
	return first
}

// suggestOrder completes the line of /order.
func suggestOrder(ctx context.Context, c *bot.Call) (out []bot.Choice) {
	c.WithMatch(ctx, func(id table.ID) bot.Answer {
		out = nextWords(ctx, c, id)
		return bot.Answer{}
	})
	return out
}

// nextWords are the typed line with each legal next word.
func nextWords(ctx context.Context, c *bot.Call, id table.ID) []bot.Choice {
	seat, err := c.Hall.SeatOf(ctx, id, c.User)
	if err != nil {
		return []bot.Choice{}
	}
	p, err := c.Hall.Private(ctx, id, seat)
	if err != nil {
		return []bot.Choice{}
	}
	menus, line := menusOf(p), c.Options["line"]
	out := suggest(c, menus, line)
	if len(out) > 0 {
		return out
	}
	begun := line[:strings.LastIndexByte(line, ' ')+1]
	for _, choice := range suggest(c, menus, begun) { // the last word may be a slip away
		next := choice.Value[min(len(begun), len(choice.Value)):]
		if _, _, near := spell.Near(line[len(begun):], []string{next}); near {
			out = append(out, choice)
		}
	}
	if meant, _, ok := order.Meant(menus, line); ok && len(out) == 0 && len(meant) <= bot.LongestChoice {
		out = append(out, bot.Choice{Name: meant, Value: meant})
	}
	return out
}

// hinted is the word with an example of the values that it stands for.
func hinted(c *bot.Call, w order.Word) string {
	if hint := w.Hint(); hint != "" {
		return w.Text + c.Text(game.Text(hint))
	}
	return w.Text
}

// suggest goes on with a line. A free value cannot be listed: the line stands as typed, with the value's form as a
// hint.
func suggest(c *bot.Call, menus []game.Menu, line string) []bot.Choice {
	begun := line[:strings.LastIndexByte(line, ' ')+1]
	out := []bot.Choice{}
	seen := map[string]bool{}
	for _, w := range order.Next(menus, line) {
		text, name := strings.TrimSpace(begun+w.Text), ""
		if w.Kind != nil {
			text = strings.TrimSpace(line)
			name = strings.TrimSpace(begun + hinted(c, w))
		}
		if text == "" || seen[text] || len(text) > bot.LongestChoice {
			continue
		}
		seen[text] = true
		if name == "" {
			name = text
		}
		out = append(out, bot.Choice{Name: bot.Clip(name, bot.LongestChoice), Value: text})
	}
	return out
}

// Taking back: one press takes back the whole of the press before it, as a press may play several orders.

// press is a seat's last press that played several orders. Where it is lost, as in a crash, its orders are taken back one by one.
type press struct {
	Mark   string `json:"mark"` // as undoMark had it right after it
	Orders int    `json:"orders"`
}

// savePress notes a press of several orders that were all played.
func savePress(ctx context.Context, c *bot.Call, p table.Private, orders int) error {
	if orders < 2 {
		return nil
	}
	now, err := c.Hall.Private(ctx, p.ID, p.Seat)
	if err != nil || !now.CanUndo {
		return err
	}
	return c.Write(ctx, bot.PressKey(p.ID, p.Seat), press{bot.UndoMark(now), orders})
}

// steps is how many steps the press was after which the mark stood.
func steps(ctx context.Context, c *bot.Call, p table.Private, mark string) int {
	var last press
	if err := c.Read(ctx, bot.PressKey(p.ID, p.Seat), &last); err != nil || last.Mark != mark {
		return 1
	}
	return last.Orders
}

// undo takes back the last press, as far as its steps can be, if nothing has happened since the button was drawn.
func undo(ctx context.Context, c *bot.Call, p table.Private, mark string) bot.Answer {
	if mark != bot.UndoMark(p) {
		return show(ctx, c, p.ID, p.Seat,
			bot.Page{Note: c.Text("Something has happened since; nothing was taken back. This is how things stand:")})
	}
	for n := range steps(ctx, c, p, mark) {
		if _, err := c.Hall.Undo(ctx, part(c.Cause(), n), p.ID, p.Seat); err != nil && n == 0 {
			return after(ctx, c, p, bot.Page{}, "", err)
		} else if err != nil {
			break // what was rolled or revealed on the way stays
		}
	}
	return after(ctx, c, p, bot.Page{}, c.Text("Taken back."), nil)
}
