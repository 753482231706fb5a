package match

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/spell"
	"downsync/game/table"
)

// Orders as people type them: any spelling of an order is accepted; a near miss is answered with "did you mean".

// typed plays a line, or asks what it was meant to say.
func typed(ctx context.Context, c *bot.Call, p table.Private, line string) wire.Answer {
	line = c.Of(p.Meta).Typed(p, line)
	err := play(ctx, c, p, "", line)
	var no *game.Refusal
	if bot.Owed(p) == "" && errors.As(err, &no) && (no.Code == notNow || no.Code == "stale") {
		err = &game.Refusal{Code: notNow, Text: "none of your open questions takes this order"}
		if who := awaited(c.Language, p); who != "" {
			err = &game.Refusal{Code: notNow, Text: "it is not your turn: %s is asked now", Args: []any{who}}
		}
	}
	if code := misread(err); code != "" {
		meant, slips, ok := order.Meant(menusOf(p), line)
		switch {
		case ok && slips == 0:
			line = meant
			err = play(ctx, c, p, "", line)
		case ok:
			if asked := didYouMean(ctx, c, p, line, meant); asked != nil {
				return c.Trouble(p.ID, asked)
			}
		case code == noOrder:
			err = goOn(c, p, line)
		}
	}
	return after(ctx, c, p, bot.Page{}, "✔️ `"+wire.Clip(strings.ReplaceAll(line, "`", ""), 200)+"`", err)
}

// play plays orders separated by semicolons as one act. The first answers the ask or, if ask is "", any question that
// accepts it.
func play(ctx context.Context, c *bot.Call, p table.Private, ask, line string) error {
	lines := strings.Split(line, ";")
	if len(lines) > bot.MostOrders {
		return &game.Refusal{Code: "many", Text: "that is %d orders; give at most %d at once", Args: []any{len(lines), bot.MostOrders}}
	}
	var rs []game.Reply
	for _, text := range lines {
		r, err := c.Hall.Parse(ctx, p.ID, strings.TrimSpace(text))
		if err != nil {
			return err
		}
		rs = append(rs, r)
	}
	_, err := c.Hall.Act(ctx, c.Cause(), p.ID, p.Seat, ask, rs[0], rs[1:]...)
	return err
}

// The refusals of a line that is no order, and of an order that no question accepts now.
const noOrder, notNow = "no-order", "not-now"

// misread returns which of those two refusals it is, or "". For several orders, the refused one is already named.
func misread(err error) string {
	var no *game.Refusal
	if !errors.As(err, new(*table.Halted)) && errors.As(err, &no) && (no.Code == noOrder || no.Code == notNow) {
		return no.Code
	}
	return ""
}

// mostNext is how many possible next words a refusal lists.
const mostNext = 8

// goOn refuses an unreadable line: it says how much could be read, and what may follow.
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
	no := &game.Refusal{Code: noOrder, Text: "I cannot read “%s”", Args: []any{wire.Clip(line, 100)}}
	next := strings.Join(words, ", ")
	who := awaited(c.Language, p)
	switch {
	case next == "" && begun != "":
		no.Text, no.Args = "I cannot read “%s”; the order is complete with “%s”", append(no.Args, begun)
	case next == "":
	case begun == "" && bot.Owed(p) == "" && who != "":
		no.Text, no.Args = "I cannot read “%s”, and it is not your turn: %s is asked now. Until then an order begins with: %s", append(no.Args, who, next)
	case begun == "":
		no.Text, no.Args = "I cannot read “%s”; an order begins now with: %s", append(no.Args, next)
	default:
		no.Text, no.Args = "I cannot read “%s”; I understand it up to “%s”, then comes: %s", append(no.Args, begun, next)
	}
	return no
}

// awaited names the other players that the match waits for, "" if it waits for nobody else.
func awaited(l lang.Language, p table.Private) string {
	var names []string
	place, _ := bot.PlaceOf(p.Meta)
	now := place.NowIn(l)
	for _, a := range p.Asked {
		name := bot.SideName(a.Seat)
		if int(a.Seat) <= len(now) {
			name = now[a.Seat-1]
		}
		if a.Seat != p.Seat && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func menusOf(p table.Private) []game.Menu {
	var menus []game.Menu
	for _, ask := range p.Asks {
		menus = append(menus, ask.Menu)
	}
	return menus
}

// didYouMean refuses a typed order with a button that plays the one that was probably meant, if a question accepts it.
func didYouMean(ctx context.Context, c *bot.Call, p table.Private, line, meant string) error {
	for _, ask := range p.Asks {
		if _, err := ask.Menu.ReadWhole(meant); err != nil {
			continue
		}
		shown := wire.Clip(strings.ReplaceAll(meant, "`", ""), 200)
		l := wire.Letter{Seat: p.Seat,
			Message: wire.Message{Blocks: []wire.Block{wire.Text(c.Say("I cannot read %s. Did you mean `%s`?", wire.Clip(wire.Plain(line), 200),
				shown)),
				wire.Row{{Does: wire.Control{Kind: wire.ControlSubmit, Ask: ask.ID, Draft: meant}, Label: c.Text("Yes, do that"),
					Style: wire.Primary}}}}}
		if err := c.Bind(ctx, p, &l); err != nil {
			return err
		}
		return bot.Refuse(wire.Answer{Letter: &l.Message, Fresh: true})
	}
	return nil
}

// suggestOrder completes the line of /order.
func suggestOrder(ctx context.Context, c *bot.Call) (out []wire.Choice) {
	c.WithMatch(ctx, func(id table.ID) wire.Answer {
		out = nextWords(ctx, c, id)
		return wire.Answer{}
	})
	return out
}

// nextWords returns the typed line with each legal next word.
func nextWords(ctx context.Context, c *bot.Call, id table.ID) []wire.Choice {
	p, ok, err := c.Own(ctx, id)
	if err != nil || !ok {
		return []wire.Choice{}
	}
	menus, line := menusOf(p), c.Options["line"]
	out := suggest(c, menus, line)
	if len(out) > 0 {
		return out
	}
	begun := line[:strings.LastIndexByte(line, ' ')+1]
	for _, choice := range suggest(c, menus, begun) { // the last word may be a near miss
		next := choice.Value[min(len(begun), len(choice.Value)):]
		if _, _, near := spell.Near(line[len(begun):], []string{next}); near {
			out = append(out, choice)
		}
	}
	if meant, _, ok := order.Meant(menus, line); ok && len(out) == 0 && len(meant) <= wire.LongestChoice {
		out = append(out, wire.Choice{Name: meant, Value: meant})
	}
	return out
}

// hinted returns the word with an example of its values.
func hinted(c *bot.Call, w order.Word) string {
	if hint := w.Hint(); hint != "" {
		return w.Text + c.Text(game.Text(hint))
	}
	return w.Text
}

// suggest continues a line. It cannot list a free value: it repeats the line as typed, with the value's format as a
// hint.
func suggest(c *bot.Call, menus []game.Menu, line string) []wire.Choice {
	begun := line[:strings.LastIndexByte(line, ' ')+1]
	out := []wire.Choice{}
	seen := map[string]bool{}
	for _, w := range order.Next(menus, line) {
		text, name := strings.TrimSpace(begun+w.Text), ""
		if w.Kind != nil {
			text = strings.TrimSpace(line)
			name = strings.TrimSpace(begun + hinted(c, w))
		}
		if text == "" || seen[text] || len(text) > wire.LongestChoice {
			continue
		}
		seen[text] = true
		if name == "" {
			name = text
		}
		out = append(out, wire.Choice{Name: wire.Clip(name, wire.LongestChoice), Value: text})
	}
	return out
}

// undo takes back the last press if nothing has happened since the button was drawn.
func undo(ctx context.Context, c *bot.Call, p table.Private, mark string) wire.Answer {
	if mark != bot.UndoMark(p) {
		return show(ctx, c, p.ID, p.Seat,
			bot.Page{Note: c.Text("Too late to undo: the match has moved on. This is the current state:")})
	}
	_, err := c.Hall.Undo(ctx, c.Cause(), p.ID, p.Seat)
	return after(ctx, c, p, bot.Page{}, c.Text("Taken back."), err)
}
