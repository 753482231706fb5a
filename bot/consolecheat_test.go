package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
	"downsync/game/toy"
)

// What somebody with the code in hand may try against consoles that are kept, hints, pictures of the end, and lists.

// A console that is kept between an answer and the direct message is the seat's own, of that state, and used once.
func TestCheatForAKeptConsole(t *testing.T) {
	p := newParty(t)
	id := p.begin()
	made := 0
	work := func() (bot.Letter, error) {
		made++
		return bot.Letter{Message: bot.Message{Blocks: []bot.Block{bot.Text(fmt.Sprint("letter ", made))}}}, nil
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
		if got, _, err := p.Bot.Shown.Delivering(t.Context(), x.who, 0, x.of, work); err != nil || (fmt.Sprint(got.Blocks) == fmt.Sprint(kept.Blocks)) != x.same {
			t.Errorf("seat %d, %s: %v (%v)", x.who.Seat, x.of, got.Blocks, err)
		}
	}
	kept, _ = (&bot.Call{App: p.Bot}).Answering(a, "before", work)
	for _, of := range []string{"after", "before"} { // a step back leads to no older console
		if got, _, _ := p.Bot.Shown.Delivering(t.Context(), a, 0, of, work); fmt.Sprint(got.Blocks) == fmt.Sprint(kept.Blocks) {
			t.Errorf("%s: an old console", of)
		}
	}
}

// signedForms say on each console for whom it was worked out, and in which language.
type signedForms struct {
	toyForms
	voice bot.Voice
}

func (f signedForms) Game() bot.Game {
	g := gameOf(f)
	g.In = func(v bot.Voice) bot.Forms { f.voice = v; return formsOf(f) }
	return g
}

func (f signedForms) Console(p table.Private, page bot.Page) (bot.Letter, error) {
	l, err := f.toyForms.Console(p, page)
	l.Blocks = append(l.Blocks, bot.Text(fmt.Sprintf("for %s in %s", p.User(), f.voice.Language)))
	return l, err
}

// A user who takes a seat over, or asks for another language, has a console of their own, however lately the old one was answered.
func TestCheatByLookingBeforeAReplacement(t *testing.T) {
	p := &party{t: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: signedForms{}})}
	p.May[judge] = bot.ManageServer
	id := p.begin()
	look := func(user bot.UserID) {
		for range 2 { // on each host
			p.Slash(user, []string{"match", "show"}, opt("match", string(id)))
		}
	}
	look(ann)
	p.does(judge, id, "replace", opt("side", "A"), opt("user", string(cal)))
	has(t, p.console(cal), "for cal in en")
	look(cal)
	p.Slash(cal, settings, opt("language", "de"))
	p.Settle()
	has(t, p.console(cal), "for cal in de")
}

// A hint changes only with what its asker knows: not as the other answers under seal, nor as it is asked again.
func TestCheatByAskingAgainForAHint(t *testing.T) {
	p := newRivals(t, mind{choose: func(_ rival.Position, _ rival.Level, s *chance.Source) (rival.Choice, error) {
		return rival.Choice{Reply: order("bid 1"), Why: "the dice say %d", Args: []any{int(s.Next() % 1_000_000)}}, nil
	}})
	p.Slash(ann, challenge, challengeTo(ben), opt("hints", "true"))
	p.click(ben, p.lobby(), "accept|")
	p.click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	hint := func() string { return text(p.click(ann, p.console(ann), "Hint")) }
	first := hint()
	if !strings.Contains(first, "dice say") {
		t.Fatal(first)
	}
	again := hint()
	p.play(ben, "bid 3")
	if after := hint(); again != first || after != first {
		t.Errorf("first %q, asked again %q, after ben has bid %q", first, again, after)
	}
}

// Nobody has a film, highlights or stills drawn of a match that is on, whatever they press, and also after a ruling has gone back in it.
func TestCheatForPicturesOfTheEnd(t *testing.T) {
	p, id := court(t)
	p.play(ann, "bid 3")
	p.play(ben, "bid 2")
	p.does(judge, id, "rewind", opt("number", "2"))
	for _, user := range []bot.UserID{ann, eve, judge} {
		for _, press := range []string{bot.IDFilm + "|%s", bot.IDFilm + "|%s|again", bot.IDReel + "|%s", bot.IDReel + "|%s|again", bot.IDFilm + "|%s.reel|again", bot.IDRematch + "|%s"} {
			p.Press(user, p.console(ann), fmt.Sprintf(press, id))
		}
		for _, view := range []string{"film", "sheet", "all", "truth", "A", "B"} {
			p.Slash(user, []string{"match", "replay"}, opt("match", string(id)), opt("view", view))
		}
	}
	p.Settle()
	for _, prefix := range []string{"film", "rematch", "table/"} {
		if rs, err := p.Store.List(ctx, prefix, "", 9); err != nil || len(rs) > 0 {
			t.Errorf("%s: %v (%v)", prefix, rs, err)
		}
	}
}

// A list's select and the buttons of settings do nothing but what they offer, and for nobody but who presses them.
func TestCheatByForgedChoicesOfLists(t *testing.T) {
	p, id := court(t)
	p.Slash(ben, settings, opt("theme", "light"))
	card := p.lobby()
	for _, value := range []string{"mod|" + string(id) + "|go", "privacy|1|9999999999", "concede|" + string(id), "go", "go|x", "forces|share", "s|" + string(id) + "|0|1.1", ""} {
		p.says(p.Press(ann, card, "go", value), "older message")
	}
	before := p.stored("prefs/ben")
	for _, press := range []string{"settings|user|ben", "settings|theme|light|ben", "settings|match|x", "settings|language|xx", "settings|zones -1", "settings||"} {
		p.Press(ann, card, press)
		p.Press(ann, card, press, "zones -7")
	}
	if now := p.stored("prefs/ben"); now != before {
		t.Errorf("ben's settings were %s and are %s", before, now)
	}
	if r := p.publicOf(id).Result; r != nil {
		t.Errorf("the match is over: %+v", r)
	}
}
