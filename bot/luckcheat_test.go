package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
)

// words gives words for the dice by the button that the card's seal leads to.
func (p *party) words(user bot.UserID, card bottest.Message, words string) bot.Answer {
	p.t.Helper()
	p.says(p.click(user, card, "Fair dice"), "give words now")
	a := p.click(user, p.Newest(user), "words|")
	if a.Form == nil {
		p.t.Fatalf("%s is not asked for words: %s", user, text(a))
	}
	return p.Submit(user, p.Newest(user), a.Form, map[string]string{"luck": words})
}

// seals are all seals that everybody was shown for a match, in order.
func (p *party) seals(id table.ID) (seals []string) {
	p.t.Helper()
	for _, d := range p.Wire.Delivered(eve, 0) {
		for _, b := range bottest.ControlsOf(d.Message.Message).Buttons {
			if seal, ok := strings.CutPrefix(b.ID, "seal|"+string(id)+"|"); ok {
				seals = append(seals, seal)
			}
		}
	}
	return seals
}

// dealt checks the dice of a match that has begun: their seal is the one on every card, and these seats gave these words. It then plays the
// host that cheats: for each seat without words it draws another part until the first die is the one that it wants, which verify refuses.
func (p *party) dealt(id table.ID, gave map[game.Seat]string) {
	p.t.Helper()
	public, err := p.Hall.Public(ctx, id)
	if err != nil {
		p.t.Fatal(err)
	}
	seals := slices.Compact(p.seals(id))
	if len(seals) != 1 || seals[0] != public.Dice.Commitment {
		p.t.Errorf("the cards show the seals %q, and the match has %q", seals, public.Dice.Commitment)
	}
	for n, entropy := range public.Dice.Entropy {
		seat := game.Seat(n + 1)
		words, given := gave[seat]
		if given != (public.Dice.Part(seat) == table.FromWords) || given && entropy != table.Entropy(words) {
			p.t.Errorf("seat %d gave %q, and has %v", seat, words, public.Dice)
		}
	}
	for _, u := range public.Meta.Users {
		if u != bot.RivalUser {
			p.Slash(u, []string{"order"}, opt("line", "quit"), opt("match", string(id)))
		}
	}
	p.Settle()
	c, err := p.Hall.Carried(ctx, id)
	if err != nil {
		p.t.Fatal(err)
	}
	honest, err := audit(c)
	if err != nil {
		p.t.Fatal(err)
	}
	seed, err := table.ParseSeed(honest.Dice.Seed)
	if err != nil {
		p.t.Fatal(err)
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
			p.t.Fatal(err)
		}
		if _, err := audit(forged); err == nil || !strings.Contains(err.Error(), "does not follow from the seed") {
			p.t.Errorf("the host drew the part of seat %d until it liked the dice: %v", n+1, err)
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

// However a match begins, its dice depend on nothing but the seed whose seal everybody was shown before, and on words.
func TestDiceOfEveryBeginning(t *testing.T) {
	t.Run("accepted by a button", func(t *testing.T) {
		p := newPartyAs(t, sealedDice)
		p.dealt(p.begin(), nil)
	})
	t.Run("words with the command", func(t *testing.T) {
		p := newPartyAs(t, sealedDice)
		a := p.Slash(ann, challenge, opt("luck", "early"), challengeTo(ben))
		p.says(a, "before its seal was shown")
		p.Slash(ben, []string{"match", "accept"}, opt("luck", "seven"))
		p.click(ben, p.Newest(ben), "force|", "blue")
		p.Settle()
		p.dealt(p.matchOf(ben), map[game.Seat]string{1: "early", 2: "seven"})
	})
	t.Run("words after the seal", func(t *testing.T) {
		p := newPartyAs(t, sealedDice)
		p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
		p.says(p.words(ben, p.lobby(), "of ben"), "has given none so far")
		p.says(p.words(ann, p.lobby(), "of ann"), table.Entropy("of ann"))
		p.click(ben, p.lobby(), "accept|")
		p.click(ben, p.Newest(ben), "force|", "blue")
		p.click(eve, p.lobby(), "Fair dice")
		p.says(p.click(eve, p.Newest(eve), "words|"), "already")
		p.says(p.words(ben, p.lobby(), "of ben again"), table.Entropy("of ann"))
		a := p.words(ann, p.lobby(), "of ann again")
		p.says(a, table.Entropy("of ann again"))
		p.says(a, table.Entropy("of ben again"))
		p.click(ann, p.lobby(), "ready|")
		p.Settle()
		id := p.matchOf(ben)
		has(t, p.lobby(), "Mixed in: words of Name of ann `"+table.Entropy("of ann again")[:12]+"…`; words of Name of ben `"+table.Entropy("of ben again")[:12])
		p.dealt(id, map[game.Seat]string{1: "of ann again", 2: "of ben again"})
	})
	t.Run("a rematch", func(t *testing.T) {
		p := newPartyAs(t, sealedDice)
		first := p.begin()
		p.dealt(first, nil)
		p.click(ann, p.lobby(), "rematch|")
		id, _ := bottest.ControlsOf(p.lobby().Message).Find("ready|")
		p.words(ann, p.lobby(), "of ann")
		p.click(ben, p.lobby(), "ready|")
		p.Settle()
		p.dealt(table.ID(strings.TrimPrefix(id, "ready|")), map[game.Seat]string{1: "of ann"})
	})
	t.Run("the program", func(t *testing.T) {
		p := newRivals(t, mind{}, sealedDice)
		p.dealt(p.against(), nil)
	})
	t.Run("the program, with words", func(t *testing.T) {
		p := newRivals(t, mind{}, sealedDice)
		p.says(p.Slash(ann, challenge, opt("luck", "early"), challengeTo(bottest.Self)), "before its seal was shown")
		if ms, err := p.Hall.MatchesOf(ctx, ann); err != nil || len(ms) != 0 {
			t.Fatalf("it begins before ann could give words after the seal: %v, %v", ms, err)
		}
		p.words(ann, p.lobby(), "late")
		p.click(ann, p.lobby(), "ready|")
		p.Settle()
		p.dealt(p.matchOf(ann), map[game.Seat]string{1: "late"})
	})
	t.Run("a campaign", func(t *testing.T) {
		w := newWar(t, opt("opponent", "ben"))
		w.click(ben, w.card(), "Join: Sun")
		w.Settle()
		w.dealt(w.fights(w.first(ann, ben)), nil)
	})
}

// The button of a card finds a match that has another seal than the card shows.
func TestAnotherSealThanTheCards(t *testing.T) {
	p := newPartyAs(t, sealedDice)
	id := p.begin()
	card := p.lobby()
	p.says(p.click(eve, card, "Fair dice"), "So far everything fits")
	p.says(p.Press(eve, card, "seal|"+string(id)+"|"+table.NewSeed().Commitment()), "carries another seal")
}

// Words that somebody gave with their acceptance are kept however many choose a force beside them.
func TestWordsOfWhoChooses(t *testing.T) {
	p := newPartyAs(t, sealedDice)
	p.Slash(ann, challenge)
	p.words(ben, p.lobby(), "of ben")
	for n := range 9 {
		p.click(bot.UserID(fmt.Sprint("other", n)), p.lobby(), "accept|")
	}
	p.click(ben, p.lobby(), "accept|")
	p.click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	p.dealt(p.matchOf(ben), map[game.Seat]string{2: "of ben"})
}
