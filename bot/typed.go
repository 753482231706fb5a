package bot

import (
	"context"
	"errors"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Orders as people type them: whatever says the same as an order is played; what is a slip away is asked back.

// typed plays a line, or asks what was meant by it.
func (b *Bot) typed(ctx context.Context, i Interaction, p table.Private, line string) Answer {
	line = b.Forms.Typed(p, line)
	err := b.playLine(ctx, cause(i), p, line)
	if misread(err) {
		order, slips, ok := game.Meant(menusOf(p), line)
		switch {
		case ok && slips == 0:
			line = order
			err = b.playLine(ctx, cause(i), p, line)
		case ok:
			if a, ok := b.didYouMean(ctx, p, line, order); ok {
				return a
			}
		}
	}
	return b.after(ctx, i, p, Page{}, "✔️ `"+Clip(strings.ReplaceAll(line, "`", ""), 200)+"`", err)
}

// playLine plays orders with semicolons between them, each in answer to whichever question takes it.
func (b *Bot) playLine(ctx context.Context, cause string, p table.Private, line string) error {
	lines := strings.Split(line, ";")
	for n, order := range lines[:min(len(lines), MostOrders)] {
		r, err := b.Hall.Parse(ctx, p.ID, strings.TrimSpace(order))
		if err != nil {
			return err
		}
		if n > 0 {
			if p, err = b.Hall.Private(ctx, p.ID, p.Seat); err != nil {
				return err
			}
		}
		if err := b.actOnAny(ctx, part(cause, n), p, r); err != nil {
			return err
		}
	}
	return nil
}

// misread tells whether the refusal is of a line that is no order, or none of those asked for.
func misread(err error) bool {
	var no *game.Refusal
	return errors.As(err, &no) && (no.Code == "no-order" || no.Code == "not-now")
}

func menusOf(p table.Private) []game.Menu {
	var menus []game.Menu
	for _, ask := range p.Asks {
		menus = append(menus, ask.Menu)
	}
	return menus
}

// didYouMean asks back, with a button that plays the order. ok is false if no question takes it.
func (b *Bot) didYouMean(ctx context.Context, p table.Private, line, order string) (Answer, bool) {
	for _, ask := range p.Asks {
		if _, slips, ok := game.Meant([]game.Menu{ask.Menu}, order); !ok || slips > 0 {
			continue
		}
		shown := Clip(strings.ReplaceAll(order, "`", ""), 200)
		l := Letter{Seat: p.Seat, Message: Message{Blocks: []Block{Text(b.sayf(wordDidYouMean, Clip(Plain(line), 200), shown)),
			Row{{Does: Control{Kind: ControlSubmit, Ask: ask.ID, Draft: order}, Label: b.text(wordYesThat), Style: Primary}}}}}
		if err := b.bind(ctx, p, &l); err != nil {
			return b.trouble(p.ID, err), true
		}
		return Answer{Letter: &l.Message, Fresh: true}, true
	}
	return Answer{}, false
}

// actOnAny plays the reply in answer to whichever question takes it. If none does, the refusal is that of the question
// that holds the match up, which comes first and knows best what it expected.
func (b *Bot) actOnAny(ctx context.Context, cause string, p table.Private, r game.Reply) error {
	var first error = &game.Refusal{Code: "not-now", Text: wordNotAsked}
	for n, ask := range p.Asks {
		_, err := b.Hall.Act(ctx, cause, p.ID, p.Seat, ask.ID, r)
		if no := (*game.Refusal)(nil); !errors.As(err, &no) || no.Code != "not-now" {
			return err
		}
		if n == 0 && !ask.Standing {
			first = err
		}
	}
	return first
}
