package syndicate

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	draw "downsync/render/syndicate"
)

// A deck is built on pages of cards of one type. Each card has a row of two buttons: one removes a copy, the other shows the number
// and adds a copy.

// pageCards is the greatest number of cards on a page, so that with everything beside it a message has at most 40 components and a
// phone shows it at once.
const pageCards = 6

// deckPage is a page of cards of one type. Types with many cards have several pages of about equal size.
type deckPage struct {
	id       string
	kind     string
	part, of int // from 1
	cards    []*cards.Card
}

// ofType returns the cards of a type that fit the Operator.
func (w squads) ofType(operator, kind string) []*cards.Card {
	return slices.DeleteFunc(slices.Clone(w.fitting(operator)), func(x *cards.Card) bool { return x.Type != kind })
}

// deckPages returns the pages of all cards that fit the Operator.
func (w builder) deckPages(operator string) (out []deckPage) {
	for _, kind := range cards.Types {
		fit := w.squads().ofType(operator, kind)
		of := (len(fit) + pageCards - 1) / pageCards
		for i := range of {
			out = append(out, deckPage{id: fmt.Sprintf("%s-%d", kind, i+1), kind: kind, part: i + 1, of: of,
				cards: fit[i*len(fit)/of : (i+1)*len(fit)/of]})
		}
	}
	return out
}

// pageOf returns the page that a control leads to, or the page of the card that it changed; -1 for the first page of the builder.
func pageOf(pages []deckPage, pressed bot.Built) int {
	value := strings.Join(pressed.Values, "")
	return slices.IndexFunc(pages, func(p deckPage) bool {
		switch pressed.Part {
		case buildCards:
			return p.id == value
		case buildMore, buildLess:
			return slices.ContainsFunc(p.cards, func(x *cards.Card) bool { return x.ID == value })
		}
		return false
	})
}

// inDeck lists the given cards that the deck has: "4 Dash, 2 Vault".
func inDeck(deck map[string]int, of []*cards.Card) string {
	var list []string
	for _, x := range of {
		if n := deck[x.ID]; n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, x.Name))
		}
	}
	return strings.Join(list, ", ")
}

// pageOptions returns the pages to choose from, each with its number of cards in the deck.
func (w builder) pageOptions(s cards.Squad, pages []deckPage, at int) (out []wire.Option) {
	for i, p := range pages {
		name := draw.Type(p.kind)
		if p.of > 1 {
			name += fmt.Sprintf(" %d/%d", p.part, p.of)
		}
		n := 0
		for _, x := range p.cards {
			n += s.Deck[x.ID]
		}
		out = append(out, wire.Option{Value: p.id, Label: w.Say("%s: %d {card|cards}", name, n), Note: wire.Clip(inDeck(s.Deck, p.cards), maxOption), Chosen: i == at})
	}
	return out
}

// deckBlocks returns a page of cards: the live count, the way to the other pages, the texts of the cards, and a row for each of
// them.
func (w builder) deckBlocks(s cards.Squad, pages []deckPage, at int) []wire.Block {
	back := wire.Option{Value: "squad", Label: w.Text("Back to Operator, weapon and armor")}
	read := wire.Select{ID: customid.BookAside(bookCard) + "|" + rules.Rules().Card().ID, Placeholder: w.Text("Read a card")}
	blocks := []wire.Block{wire.Text(w.counted(s) + "\n" + w.judged(s)),
		wire.Select{ID: customid.BuildControl(buildCards), Options: append(bot.PartAfter(w.Language, w.pageOptions(s, pages, at), nil, wire.MostChoices-1), back)}}
	for _, x := range pages[at].cards {
		n := s.Deck[x.ID]
		more := wire.Button{ID: customid.BuildButton(buildMore, x.ID), Label: wire.Clip(fmt.Sprintf("%d %s +", n, x.Name), 80), Disabled: n == cards.MostOfOne}
		if n > 0 {
			more.Style = wire.Primary
		}
		blocks = append(blocks, wire.Row{{ID: customid.BuildButton(buildLess, x.ID), Label: "−", Disabled: n == 0}, more})
		read.Options = append(read.Options, wire.Option{Value: x.ID, Label: x.Name, Note: wire.Clip(w.cardText(x), maxOption)})
	}
	return append(blocks, read)
}

// changed returns the number of a card after one more or one less of it.
func changed(n int, part string) int {
	if part == buildMore {
		return min(n+1, cards.MostOfOne)
	}
	return max(n-1, 0)
}
