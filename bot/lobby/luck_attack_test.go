package lobby_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
)

// givesWords gives words for the dice through the button that the card's seal leads to.
func givesWords(p *party.Party, user wire.UserID, card bottest.Message, words string) wire.Answer {
	p.T.Helper()
	p.Says(p.Click(user, card, "Fair dice"), "give words now")
	a := p.Click(user, p.Newest(user), "words|")
	if a.Form == nil {
		p.T.Fatalf("%s is not asked for words: %s", user, party.Text(a))
	}
	return p.Submit(user, p.Newest(user), a.Form, map[string]string{"luck": words})
}

// seals returns all public seals of a match, in order.
func seals(p *party.Party, id table.ID) (seals []string) {
	p.T.Helper()
	for _, d := range p.Wire.Delivered(eve, 0) {
		for _, b := range bottest.ControlsOf(d.Message.Message).Buttons {
			if seal, ok := strings.CutPrefix(b.ID, "seal|"+string(id)+"|"); ok {
				seals = append(seals, seal)
			}
		}
	}
	return seals
}

// dealt checks the dice of a match that has begun: every card shows their seal, and these seats gave these words. It
// then plays a host that cheats: for each seat without words it draws another part until the first die comes out as
// wanted. Verification must refuse that.
func dealt(p *party.Party, id table.ID, gave map[game.Seat]string) {
	p.T.Helper()
	public, err := p.Hall.Public(ctx, id)
	if err != nil {
		p.T.Fatal(err)
	}
	seals := slices.Compact(seals(p, id))
	if len(seals) != 1 || seals[0] != public.Dice.Commitment {
		p.T.Errorf("the cards show the seals %q, and the match has %q", seals, public.Dice.Commitment)
	}
	for n, entropy := range public.Dice.Entropy {
		seat := game.Seat(n + 1)
		words, given := gave[seat]
		if given != (public.Dice.Part(seat) == table.FromWords) || given && entropy != table.Entropy(words) {
			p.T.Errorf("seat %d gave %q, and has %v", seat, words, public.Dice)
		}
	}
	for _, u := range public.Meta.Users {
		if u != bot.RivalUser {
			p.Slash(u, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id)))
		}
	}
	p.Settle()
	c, err := p.Hall.Carried(ctx, id)
	if err != nil {
		p.T.Fatal(err)
	}
	honest, err := audit(c)
	if err != nil {
		p.T.Fatal(err)
	}
	seed, err := table.ParseSeed(honest.Dice.Seed)
	if err != nil {
		p.T.Fatal(err)
	}
	for n := range honest.Dice.Entropy {
		if _, given := gave[game.Seat(n+1)]; given {
			continue
		}
		terms := honest.Dice.DiceTerms
		terms.Entropy = slices.Clone(terms.Entropy)
		was := table.Derive(seed, terms.Entropy, 0, 1, 20)
		for i := 0; table.Derive(seed, terms.Entropy, 0, 1, 20) != was%20+1; i++ {
			terms.Entropy[n] = table.Entropy(fmt.Sprint("drawn ", i))
		}
		forged, err := tabletest.Redeal(toy.Rules(), c, terms, seed)
		if err != nil {
			p.T.Fatal(err)
		}
		if _, err := audit(forged); err == nil || !strings.Contains(err.Error(), "does not follow from the seed") {
			p.T.Errorf("the host drew the part of seat %d until it liked the dice: %v", n+1, err)
		}
	}
}

// audit reads the file of a match and audits it.
func audit(c table.Carried) (table.Audited, error) {
	raw, err := c.Write()
	if err != nil {
		return table.Audited{}, err
	}
	c, events, err := table.ReadCarried(raw)
	if err != nil {
		return table.Audited{}, err
	}
	return c.Audit(toy.Rules(), events)
}

func sealedDice(s *bottest.Setup) { s.Dice = nil }

// However a match begins, its dice depend only on words and on the seed whose seal everybody was shown before.
func TestDiceOfEveryBeginning(t *testing.T) {
	t.Run("accepted by a button", func(t *testing.T) {
		p := party.PlainAs(t, sealedDice)
		dealt(p, p.Begin(), nil)
	})
	t.Run("words with the command", func(t *testing.T) {
		p := party.PlainAs(t, sealedDice)
		a := p.Slash(ann, party.Challenge, party.Opt("luck", "early"), party.ChallengeTo(ben))
		p.Says(a, "before its seal was shown")
		p.Slash(ben, []string{"match", "accept"}, party.Opt("luck", "seven"))
		p.Click(ben, p.Newest(ben), "force|", "blue")
		p.Settle()
		dealt(p, p.MatchOf(ben), map[game.Seat]string{1: "early", 2: "seven"})
	})
	t.Run("words after the seal", func(t *testing.T) {
		p := party.PlainAs(t, sealedDice)
		p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
		p.Says(givesWords(p, ben, p.Card(), "of ben"), "has given none so far")
		p.Says(givesWords(p, ann, p.Card(), "of ann"), table.Entropy("of ann"))
		p.Click(ben, p.Card(), "accept|")
		p.Click(ben, p.Newest(ben), "force|", "blue")
		p.Click(eve, p.Card(), "Fair dice")
		p.Says(p.Click(eve, p.Newest(eve), "words|"), "already")
		p.Says(givesWords(p, ben, p.Card(), "of ben again"), table.Entropy("of ann"))
		a := givesWords(p, ann, p.Card(), "of ann again")
		p.Says(a, table.Entropy("of ann again"))
		p.Says(a, table.Entropy("of ben again"))
		p.Click(ann, p.Card(), "ready|")
		p.Settle()
		id := p.MatchOf(ben)
		party.Has(t, p.Card(), "Mixed in: words of Name of ann `"+table.Entropy("of ann again")[:12]+"…`; words of Name of ben `"+table.Entropy("of ben again")[:12])
		dealt(p, id, map[game.Seat]string{1: "of ann again", 2: "of ben again"})
	})
	t.Run("a table of three", func(t *testing.T) {
		p := party.New(t, mind.Mind{})
		p.Opens("seats:3")
		givesWords(p, cal, p.Card(), "of cal")
		p.Sits(ben, cal)
		p.Click(ann, p.Card(), "ready|")
		dealt(p, p.Match().ID, map[game.Seat]string{3: "of cal"})
	})
	t.Run("a rematch", func(t *testing.T) {
		p := party.PlainAs(t, sealedDice)
		first := p.Begin()
		dealt(p, first, nil)
		p.Click(ann, p.Card(), "rematch|")
		id, _ := bottest.ControlsOf(p.Card().Message).Find("ready|")
		givesWords(p, ann, p.Card(), "of ann")
		p.Click(ben, p.Card(), "ready|")
		p.Settle()
		dealt(p, table.ID(strings.TrimPrefix(id, "ready|")), map[game.Seat]string{1: "of ann"})
	})
	t.Run("the program", func(t *testing.T) {
		p := party.PlainWithRival(t, mind.Mind{}, sealedDice)
		dealt(p, p.Against(), nil)
	})
	t.Run("the program, with words", func(t *testing.T) {
		p := party.PlainWithRival(t, mind.Mind{}, sealedDice)
		p.Says(p.Slash(ann, party.Challenge, party.Opt("luck", "early"), party.ChallengeTo(bottest.Self)), "before its seal was shown")
		if ms, err := p.Hall.MatchesOf(ctx, ann); err != nil || len(ms) != 0 {
			t.Fatalf("it begins before ann could give words after the seal: %v, %v", ms, err)
		}
		givesWords(p, ann, p.Card(), "late")
		p.Click(ann, p.Card(), "ready|")
		p.Settle()
		dealt(p, p.MatchOf(ann), map[game.Seat]string{1: "late"})
	})
	t.Run("a campaign", func(t *testing.T) {
		w := campaigns.New(t, party.Opt("opponent", "ben"))
		w.Click(ben, w.CampaignCard(), "Join: Sun")
		w.Settle()
		dealt(w.Party, w.Fights(w.First(ann, ben)), nil)
	})
}

// A card's button notices if the match has another seal than the card shows.
func TestAnotherSealThanTheCards(t *testing.T) {
	p := party.PlainAs(t, sealedDice)
	id := p.Begin()
	card := p.Card()
	p.Says(p.Click(eve, card, "Fair dice"), "So far everything fits")
	p.Says(p.Press(eve, card, "seal|"+string(id)+"|"+table.NewSeed().Commitment()), "has another seal")
}

// Words given with an acceptance are kept, however many other users choose a force at the same time.
func TestWordsOfWhoChooses(t *testing.T) {
	p := party.PlainAs(t, sealedDice)
	p.Slash(ann, party.Challenge)
	givesWords(p, ben, p.Card(), "of ben")
	for n := range 9 {
		p.Click(wire.UserID(fmt.Sprint("other", n)), p.Card(), "accept|")
	}
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	dealt(p, p.MatchOf(ben), map[game.Seat]string{2: "of ben"})
}
