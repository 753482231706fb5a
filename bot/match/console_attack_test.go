package match_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
	"downsync/game/toy"
)

// Attacks by somebody who knows the code on cached consoles, hints, pictures of the end, and lists.

// A console that is cached between an answer and the direct message belongs to that seat and that state, and is used
// once.
func TestCheatForAKeptConsole(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	made := 0
	work := func() (wire.Letter, error) {
		made++
		return wire.Letter{Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprint("letter ", made))}}}, nil
	}
	private := func(seat game.Seat) table.Private {
		v, err := p.Hall.Private(ctx, id, seat)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	a, b := private(1), private(2)
	kept, _ := (&bot.Call{App: p.Bot}).Answering(a, "now", work)
	for _, x := range []struct {
		who  table.Private
		of   string
		same bool
	}{{b, "now", false}, {a, "now", true}, {a, "now", false}} {
		if got, _, err := p.Bot.Shown.Delivering(t.Context(), x.who, 0, x.of, false, work); err != nil || (fmt.Sprint(got.Blocks) == fmt.Sprint(kept.Blocks)) != x.same {
			t.Errorf("seat %d, %s: %v (%v)", x.who.Seat, x.of, got.Blocks, err)
		}
	}
	kept, _ = (&bot.Call{App: p.Bot}).Answering(a, "before", work)
	for _, of := range []string{"after", "before"} { // a step back shows no older console
		if got, _, _ := p.Bot.Shown.Delivering(t.Context(), a, 0, of, false, work); fmt.Sprint(got.Blocks) == fmt.Sprint(kept.Blocks) {
			t.Errorf("%s: an old console", of)
		}
	}
}

// signedForms write on each console for whom it was computed, and in which language.
type signedForms struct {
	plain.Forms
	voice bot.Voice
}

func (f signedForms) Game() bot.Game {
	g := plain.GameOf(f)
	g.In = func(v bot.Voice) bot.Forms { f.voice = v; return plain.FormsOf(f) }
	return g
}

func (f signedForms) Console(p table.Private, page bot.Page) (wire.Letter, error) {
	l, err := f.Forms.Console(p, page)
	l.Blocks = append(l.Blocks, wire.Text(fmt.Sprintf("for %s in %s", p.User(), f.voice.Language)))
	return l, err
}

// A user who takes over a seat, or changes the language, gets their own console, however recently the old one was sent.
func TestCheatByLookingBeforeAReplacement(t *testing.T) {
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: signedForms{}})}
	p.May[judge] = wire.ManageServer
	id := p.Begin()
	look := func(user wire.UserID) {
		for range 2 { // on each host
			p.Slash(user, []string{"match", "show"}, party.Opt("match", string(id)))
		}
	}
	look(ann)
	p.Moderates(judge, id, "replace", party.Opt("side", "A"), party.Opt("user", string(cal)))
	party.Has(t, p.Console(cal), "for cal in en")
	look(cal)
	p.Slash(cal, settings, party.Opt("language", "de"))
	p.Settle()
	party.Has(t, p.Console(cal), "for cal in de")
}

// A hint depends only on what its asker knows: it does not change when the other player answers under seal, or when it
// is requested again.
func TestCheatByAskingAgainForAHint(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{Play: func(_ rival.Position, _ rival.Level, s *chance.Source) (rival.Choice, error) {
		return rival.Choice{Reply: mind.Order("bid 1"), Why: "the dice say %d", Args: []any{int(s.Next() % 1_000_000)}}, nil
	}})
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("hints", "true"))
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	hint := func() string { return party.Text(p.Click(ann, p.Console(ann), "Hint")) }
	first := hint()
	if !strings.Contains(first, "dice say") {
		t.Fatal(first)
	}
	again := hint()
	p.Play(ben, "bid 3")
	if after := hint(); again != first || after != first {
		t.Errorf("first %q, asked again %q, after ben has bid %q", first, again, after)
	}
}

// Nobody can have a film, highlights or stills drawn of a running match, whatever they press, even after a ruling has
// rewound it.
func TestCheatForPicturesOfTheEnd(t *testing.T) {
	p, id := party.Court(t)
	p.Play(ann, "bid 3")
	p.Play(ben, "bid 2")
	p.Moderates(judge, id, "rewind", party.Opt("event", "2"))
	for _, user := range []wire.UserID{ann, eve, judge} {
		for _, press := range []string{customid.Film + "|%s", customid.Film + "|%s|again", customid.Reel + "|%s", customid.Reel + "|%s|again", customid.Film + "|%s.reel|again", customid.Rematch + "|%s"} {
			p.Press(user, p.Console(ann), fmt.Sprintf(press, id))
		}
		for _, view := range []string{"film", "sheet", "all", "truth", "A", "B"} {
			p.Slash(user, []string{"match", "replay"}, party.Opt("match", string(id)), party.Opt("view", view))
		}
	}
	p.Settle()
	for _, prefix := range []string{"film", "rematch", "table/"} {
		if rs, err := p.Store.List(ctx, prefix, "", 9); err != nil || len(rs) > 0 {
			t.Errorf("%s: %v (%v)", prefix, rs, err)
		}
	}
}

// A list's select and the buttons of settings do only what they offer, and only for the user who presses them.
func TestCheatByForgedChoicesOfLists(t *testing.T) {
	p, id := party.Court(t)
	p.Slash(ben, settings, party.Opt("theme", "light"))
	card := p.Card()
	for _, value := range []string{"mod|" + string(id) + "|go", "privacy|1|9999999999", "concede|" + string(id), "go", "go|x", "forces|share", "s|" + string(id) + "|0|1.1", ""} {
		p.Says(p.Press(ann, card, "go", value), "older message")
	}
	before := p.Stored("prefs/ben")
	for _, press := range []string{"settings|user|ben", "settings|theme|light|ben", "settings|match|x", "settings|language|xx", "settings|zones -1", "settings||"} {
		p.Press(ann, card, press)
		p.Press(ann, card, press, "zones -7")
	}
	if now := p.Stored("prefs/ben"); now != before {
		t.Errorf("ben's settings were %s and are %s", before, now)
	}
	if r := p.PublicOf(id).Result; r != nil {
		t.Errorf("the match is over: %+v", r)
	}
}

// A hint is below the question of the pressed console, which keeps the order begun in it. It is no further message, because that would push
// the board out of sight.
func TestHintIsInTheConsole(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{Play: func(rival.Position, rival.Level, *chance.Source) (rival.Choice, error) {
		return rival.Choice{Reply: mind.Order("bid 1"), Why: "it is the least"}, nil
	}})
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("hints", "true"))
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	p.Click(ann, p.Console(ann), "draft bid")
	before, begun := p.Console(ann), bottest.Words(p.Console(ann).Message)
	a := p.Click(ann, before, "Hint")
	if a.Fresh || !strings.Contains(party.Text(a), "It is the least") {
		t.Errorf("answered %s", party.Text(a))
	}
	now := p.Console(ann)
	for line := range strings.Lines(begun) {
		if !strings.Contains(line, "|") && !strings.Contains(bottest.Words(now.Message), strings.TrimSpace(line)) {
			t.Errorf("the console no longer says %q:\n%s", line, bottest.Words(now.Message))
		}
	}
	if now.ID != before.ID {
		t.Error("the hint is in another message")
	}
	p.Play(ann, "bid 2")
	if said := bottest.Words(p.Console(ann).Message); strings.Contains(said, "It is the least") {
		t.Errorf("an old hint stays: %s", said)
	}
}
