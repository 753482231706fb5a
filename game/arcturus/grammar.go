package arcturus

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/arcturus/cards"
	"downsync/game/ending"
	"downsync/game/language"
	"downsync/game/order"
)

// The language of orders has every verb once: how it is written, and the reply that it makes. Menus offer parts of it (offer), so
// that menus, completion and Parse agree.

// maxOrder is the length of the longest order accepted, in bytes.
const maxOrder = 400

// Lead chooses a syndicate (N4.6).
type Lead struct{ Mat string }

// Mission attempts a mission (N6). How is Coop or Other; "" where nobody else holds the place, and otherwise Other.
type Mission struct {
	Card, How    string
	Hands, Plain bool
	Tile         string
}

// Rob attempts a robbery (N6).
type Rob struct {
	Card, Territory string
	Hands, Plain    bool
	Tile            string
}

// Raid assaults a base (N7).
type Raid struct {
	Territory string
	Ships     int
}

// Lay lays a card face-down, with its order (N8.1). Without a card it is refused (S69).
type Lay struct {
	Card string
	Standing
}

// Buy buys a base, Fortify fortifies one (N2).
type (
	Buy     struct{ Territory string }
	Fortify struct{ Territory string }
)

// BuyLevel buys a level on the Black Market (N9.2). Track is Tech or Arms.
type BuyLevel struct{ Track string }

// Exchange exchanges resources: 2c to i (N10.1).
type Exchange struct{ Give, To string }

// Sell sells a card for resources, each named by its letter (N10.2).
type Sell struct {
	Card string
	For  []string
}

// PlayTile plays a bonus tile; At is the base that it fortifies (N10.3).
type PlayTile struct{ Tile, At string }

// Bribe pays the Destroyer off (N12.3). Pass ends the turn (N5.2).
type (
	Bribe struct{}
	Pass  struct{}
)

// Invent takes an Advanced Tech card (S9).
type Invent struct{ Tech string }

// Pay pays a Red Tape, Back takes the purchase back (S43).
type (
	Pay  struct{}
	Back struct{}
)

// Spring springs a trap in an open window, Hold does not (S13).
type (
	Spring struct{}
	Hold   struct{}
)

// Respond answers a Sovereign card (S34): the bases that are not paid for, and the cards to lose.
type Respond struct {
	Pardon, Bribe, Spring bool
	Unpaid, Lose          []string
}

// Choose makes a standing choice: mine, cube, habit or flip. The value "usual" is the default.
type Choose struct {
	What   string
	Values []string
}

// ChangeOrder changes the order of the face-down card.
type ChangeOrder struct{ Standing }

// MakeOffer offers a swap (N10.4).
type MakeOffer struct {
	To         game.Seat
	Give, Want []string
}

// Accept accepts an offer. With names what the offer leaves to its seat.
type Accept struct {
	From game.Seat
	With []string
}

// Decline refuses an offer, Withdraw takes an own one back.
type (
	Decline  struct{ From game.Seat }
	Withdraw struct{ To game.Seat }
)

func (o Lead) Order() string { return "lead " + o.Mat }
func (o Mission) Order() string {
	return "mission " + o.Card + flag(o.How == Coop, "coop") + flag(o.How == Other, "alone") + rolls(o.Hands, o.Plain, o.Tile)
}
func (o Rob) Order() string {
	return "rob " + o.Card + " at " + o.Territory + rolls(o.Hands, o.Plain, o.Tile)
}
func (o Raid) Order() string        { return "assault " + o.Territory + " with " + number(o.Ships) }
func (o Lay) Order() string         { return strings.TrimSpace("lay "+o.Card) + o.words() }
func (o Buy) Order() string         { return "buy " + o.Territory }
func (o Fortify) Order() string     { return "fortify " + o.Territory }
func (o BuyLevel) Order() string    { return "level " + o.Track }
func (o Exchange) Order() string    { return "exchange " + o.Give + " to " + o.To }
func (o Sell) Order() string        { return "sell " + o.Card + marked("for", o.For...) }
func (o PlayTile) Order() string    { return "tile " + o.Tile + marked("at", some(o.At)...) }
func (Bribe) Order() string         { return "bribe" }
func (Pass) Order() string          { return "pass" }
func (o Invent) Order() string      { return "invent " + o.Tech }
func (Pay) Order() string           { return "pay" }
func (Back) Order() string          { return "back" }
func (Spring) Order() string        { return "spring" }
func (Hold) Order() string          { return "hold" }
func (o Choose) Order() string      { return o.What + " " + strings.Join(o.Values, " ") }
func (o ChangeOrder) Order() string { return "order" + o.words() }
func (o MakeOffer) Order() string {
	return "offer " + number(int(o.To)) + marked("give", o.Give...) + marked("want", o.Want...)
}
func (o Accept) Order() string   { return "accept " + number(int(o.From)) + marked("with", o.With...) }
func (o Decline) Order() string  { return "decline " + number(int(o.From)) }
func (o Withdraw) Order() string { return "withdraw " + number(int(o.To)) }
func (o Respond) Order() string {
	line := "take"
	if o.Pardon {
		line = "pardon"
	}
	return line + flag(o.Bribe, "bribe") + flag(o.Spring, "spring") + marked("unpaid", o.Unpaid...) + marked("lose", o.Lose...)
}

// words writes a standing order.
func (o Standing) words() string {
	return marked("against", o.Against...) + marked("when", some(o.When)...)
}

// stored returns the values of a standing choice as the state holds them.
func (o Choose) stored() []string {
	if slices.Equal(o.Values, []string{usual}) {
		return nil
	}
	return o.Values
}

func flag(is bool, word string) string {
	if is {
		return " " + word
	}
	return ""
}

// rolls writes what is added to a roll.
func rolls(hands, plain bool, tile string) string {
	return flag(hands, "hands") + marked("tile", some(tile)...) + flag(plain, "plain")
}

// some returns a list of the word, or none if it is empty.
func some(word string) []string {
	if word == "" {
		return nil
	}
	return []string{word}
}

// marked writes values behind their mark, or nothing if there are none.
func marked(mark string, values ...string) string {
	if len(values) == 0 {
		return ""
	}
	return " " + mark + " " + strings.Join(values, " ")
}

func number(n int) string { return strconv.Itoa(n) }

// amountOf returns that many units of the resource with that letter.
func amountOf(n int, letter string) cards.Amount {
	switch letter {
	case "c":
		return cards.Amount{Credits: n}
	case "i":
		return cards.Amount{Influence: n}
	}
	return cards.Amount{Crew: n}
}

// letter returns the letter of the resource in an amount of one kind, units its number with the letter.
func letter(a cards.Amount) string {
	switch {
	case a.Credits > 0:
		return "c"
	case a.Influence > 0:
		return "i"
	}
	return "w"
}

func units(a cards.Amount) string { return number(a.Sum()) + letter(a) }

// amountWord reads a word like 3c.
func amountWord(word string) (n int, letter string, ok bool) {
	if len(word) < 2 || len(word) > 4 || !strings.Contains("ciw", word[len(word)-1:]) {
		return 0, "", false
	}
	n, err := strconv.Atoi(word[:len(word)-1])
	return n, word[len(word)-1:], err == nil && n > 0
}

// anyCard means a card of the giver's choice in an offer.
const anyCard = "card"

// zoneTile reads a word like exo-tile.
func zoneTile(word string) string {
	if zone, ok := strings.CutSuffix(word, "-tile"); ok && cards.FindZone(zone) != nil {
		return zone
	}
	return ""
}

// unswapped lists words for what is not swapped (S30), so that an offer of it is refused and not misread.
var unswapped = []string{"base", "level", "face-down", "tech"}

// kindOf returns a kind of values that are ids of an entry of the cards.
func kindOf(name string, example order.Example, known func(id string) bool) order.Kind {
	return language.Word(name, example, "", func(word string) (string, error) {
		if !known(word) {
			return "", game.Errorf("%q: expected %s", word, example)
		}
		return word, nil
	})
}

// These are the kinds of values.
var (
	cardKind      = kindOf("card", "an Operation card like goshen-1", func(id string) bool { return cards.FindOperation(id) != nil })
	territoryKind = kindOf("territory", "a territory like koss", func(id string) bool { return cards.FindTerritory(id) != nil })
	tileKind      = kindOf("tile", "a bonus tile like exo-1", func(id string) bool { return cards.FindTile(id) != nil })
	techKind      = kindOf("technology", "an Advanced Tech card like cold-storage", func(id string) bool { return cards.FindTech(id) != nil })
	matKind       = kindOf("syndicate", "a syndicate like fidge", func(id string) bool { return cards.FindMat(id) != nil })
	givenKind     = kindOf("card or tile", "a card or a tile like goshen-1 or exo-1", func(id string) bool { return cards.FindOperation(id) != nil || cards.FindTile(id) != nil })
	thingKind     = language.Word("thing", "something to swap like 3c, 2i, 1w, tip-off, card or exo-tile", ", like 3c, 2i, 1w, tip-off, card or exo-tile", func(word string) (string, error) {
		if n, unit, ok := amountWord(word); ok {
			return number(n) + unit, nil
		}
		known := word == anyCard || zoneTile(word) != "" || cards.FindOperation(word) != nil || cards.FindTile(word) != nil ||
			cards.FindTerritory(word) != nil || slices.Contains(unswapped, word)
		if !known {
			return "", game.Errorf("%q: expected something to swap like 3c, 2i, 1w, tip-off, card or exo-tile", word)
		}
		return word, nil
	})
)

var seatWords = []string{"1", "2", "3", "4", "5"}

// mostThings is how many things a side of a swap, or a list of an answer, may name.
const mostThings = 12

// These are the slots of orders. Menus narrow them to the possible choices.
var (
	slotMat     = order.Slot{Name: "syndicate", Kind: matKind, Min: 1, Max: 1}
	slotCard    = order.Slot{Name: "card", Kind: cardKind, Min: 1, Max: 1}
	slotPlace   = order.Slot{Name: "territory", Kind: territoryKind, Min: 1, Max: 1}
	slotAt      = order.Slot{Name: "at", Mark: "at", Kind: territoryKind, Min: 1, Max: 1}
	slotShips   = order.Slot{Name: "ships", Mark: "with", Options: []string{"0", "1", "2", "3", "4"}, Min: 1, Max: 1}
	slotTile    = order.Slot{Name: "tile", Mark: "tile", Kind: tileKind, Max: 1}
	slotTileOf  = order.Slot{Name: "tile", Kind: tileKind, Min: 1, Max: 1}
	slotTech    = order.Slot{Name: "technology", Kind: techKind, Min: 1, Max: 1}
	slotTrack   = order.Slot{Name: "track", Options: []string{Tech, Arms}, Min: 1, Max: 1}
	slotRate    = order.Slot{Name: "give", Options: []string{"2c", "3w", "3i"}, Min: 1, Max: 1}
	slotTo      = order.Slot{Name: "to", Mark: "to", Options: []string{"w", "i", "c"}, Min: 1, Max: 1}
	slotFor     = order.Slot{Name: "for", Mark: "for", Kind: resourceKind, Min: 1, Max: 4}
	slotAgainst = order.Slot{Name: "against", Mark: "against", Options: append([]string{Anybody, Leader, Richest, Fullest}, seatWords...), Max: 4}
	slotWhen    = order.Slot{Name: "when", Mark: "when", Options: []string{Chance, Big, Me, Never}, Max: 1}
	slotUnpaid  = order.Slot{Name: "unpaid", Mark: "unpaid", Kind: territoryKind, Max: mostThings}
	slotLose    = order.Slot{Name: "lose", Mark: "lose", Kind: cardKind, Max: mostThings}
	slotMine    = order.Slot{Name: "value", Options: []string{usual, mineCredits, mineInfluence, mineCrew}, Min: 1, Max: 1}
	slotCube    = order.Slot{Name: "value", Options: []string{usual, Tech, Arms}, Min: 1, Max: 1}
	slotHabit   = order.Slot{Name: "value", Options: []string{usual, habitPardon, habitTake}, Min: 1, Max: 1}
	slotBases   = order.Slot{Name: "value", Kind: territoryKind, Min: 1, Max: mostThings}
	slotSeat    = order.Slot{Name: "seat", Options: seatWords, Min: 1, Max: 1}
	slotGive    = order.Slot{Name: "give", Mark: "give", Kind: thingKind, Max: mostThings}
	slotWant    = order.Slot{Name: "want", Mark: "want", Kind: thingKind, Max: mostThings}
	slotWith    = order.Slot{Name: "with", Mark: "with", Kind: givenKind, Max: mostThings}
	slotHow     = order.Slot{Name: "how", Options: []string{"coop", "alone"}, Max: 1}
	slotHands   = order.Flag("hands")
	slotPlain   = order.Flag("plain")
	slotBribe   = order.Flag("bribe")
	slotSpring  = order.Flag("spring")
)

// resourceKind reads a resource by its letter, as often as one likes.
var resourceKind = kindOf("resource", "a resource: c, i or w", func(word string) bool { return len(word) == 1 && strings.Contains("ciw", word) })

// hows holds what the words about another seat's territory mean.
var hows = map[string]string{"coop": Coop, "alone": Other}

func standingIn(p order.Partial) Standing {
	return Standing{slices.Clone(p.Values("against")), p.Value("when")}
}

func seatIn(p order.Partial) game.Seat { return seatOf(p.Value("seat")) }

// choose returns the verb of a standing choice.
func choose(what string, slot order.Slot) language.Verb {
	return language.With(what, func(p order.Partial) game.Reply { return Choose{what, slices.Clone(p.Values("value"))} }, slot)
}

// respondVerb returns the verb of an answer to a Sovereign card.
func respondVerb(word string, slots ...order.Slot) language.Verb {
	return language.With(word, func(p order.Partial) game.Reply {
		return Respond{word == "pardon", p.Has("bribe"), p.Has("spring"), slices.Clone(p.Values("unpaid")), slices.Clone(p.Values("lose"))}
	}, slots...)
}

var verbs = []language.Verb{
	language.With("lead", func(p order.Partial) game.Reply { return Lead{p.Value("syndicate")} }, slotMat),
	language.With("mission", func(p order.Partial) game.Reply {
		return Mission{p.Value("card"), hows[p.Value("how")], p.Has("hands"), p.Has("plain"), p.Value("tile")}
	}, slotCard, slotHow, slotHands, slotTile, slotPlain),
	language.With("rob", func(p order.Partial) game.Reply {
		return Rob{p.Value("card"), p.Value("at"), p.Has("hands"), p.Has("plain"), p.Value("tile")}
	}, slotCard, slotAt, slotHands, slotTile, slotPlain),
	language.With("assault", func(p order.Partial) game.Reply {
		n, _ := strconv.Atoi(p.Value("ships")) // one of its options, or none
		return Raid{p.Value("territory"), n}
	}, slotPlace, slotShips.Times(0, 1)),
	language.With("lay", func(p order.Partial) game.Reply { return Lay{p.Value("card"), standingIn(p)} }, slotCard.Times(0, 1), slotAgainst, slotWhen),
	language.With("buy", func(p order.Partial) game.Reply { return Buy{p.Value("territory")} }, slotPlace),
	language.With("fortify", func(p order.Partial) game.Reply { return Fortify{p.Value("territory")} }, slotPlace),
	language.With("level", func(p order.Partial) game.Reply { return BuyLevel{p.Value("track")} }, slotTrack),
	language.With("exchange", func(p order.Partial) game.Reply { return Exchange{p.Value("give"), p.Value("to")} }, slotRate, slotTo),
	language.With("sell", func(p order.Partial) game.Reply { return Sell{p.Value("card"), slices.Clone(p.Values("for"))} }, slotCard, slotFor),
	language.With("tile", func(p order.Partial) game.Reply { return PlayTile{p.Value("tile"), p.Value("at")} }, slotTileOf, slotAt.Times(0, 1)),
	language.Plain("bribe", Bribe{}),
	language.Plain("pass", Pass{}),
	language.With("invent", func(p order.Partial) game.Reply { return Invent{p.Value("technology")} }, slotTech),
	language.Plain("pay", Pay{}),
	language.Plain("back", Back{}),
	language.Plain("spring", Spring{}),
	language.Plain("hold", Hold{}),
	respondVerb("take", slotBribe, slotSpring, slotUnpaid, slotLose),
	respondVerb("pardon", slotBribe, slotSpring),
	choose("mine", slotMine),
	choose("cube", slotCube),
	choose("habit", slotHabit),
	language.Plain("flip usual", Choose{"flip", []string{usual}}),
	choose("flip", slotBases),
	language.With("order", func(p order.Partial) game.Reply { return ChangeOrder{standingIn(p)} }, slotAgainst, slotWhen),
	language.With("offer", func(p order.Partial) game.Reply {
		return MakeOffer{seatIn(p), slices.Clone(p.Values("give")), slices.Clone(p.Values("want"))}
	}, slotSeat, slotGive, slotWant),
	language.With("accept", func(p order.Partial) game.Reply { return Accept{seatIn(p), slices.Clone(p.Values("with"))} }, slotSeat, slotWith),
	language.With("decline", func(p order.Partial) game.Reply { return Decline{seatIn(p)} }, slotSeat),
	language.With("withdraw", func(p order.Partial) game.Reply { return Withdraw{seatIn(p)} }, slotSeat),
	ending.VerbConcede,
}

// smallWords lists words of the game that players put before a value.
var smallWords = []string{"seat"}

// grammar is the whole language.
var grammar *language.Language

func init() {
	grammar = language.New(maxOrder, "an order begins with a word like mission, buy or pass", smallWords, verbs...)
}

// offer returns the verb's order for a menu, with its first slots filled in and only the given slots open.
func offer(name string, given []string, slots ...order.Slot) order.Choice {
	return grammar.Offer(name, given, slots...)
}

// Parse reads one order; case does not matter. The error is a *game.Refusal with code "no-order" that says what was expected.
func Parse(line string) (game.Reply, error) { return grammar.Parse(line) }
