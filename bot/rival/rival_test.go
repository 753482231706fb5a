package rival_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/rival"
	"downsync/game/table"
)

// toEnd has ann play the toy to its end, and the program with her.
func toEnd(p *party.Party, id table.ID) table.Public {
	p.T.Helper()
	for range 60 {
		v, err := p.Hall.Private(ctx, id, 1)
		if err != nil {
			p.T.Fatal(err)
		}
		if v.Result != nil {
			return p.PublicOf(id)
		}
		for _, a := range v.Asks {
			if line := map[string]string{"bid": "bid 3", "tune": "done", "claim": "claim", "peek": "leave"}[a.Name]; line != "" {
				p.Slash(ann, []string{"order"}, party.Opt("line", line), party.Opt("match", string(id)))
			}
		}
		p.Settle()
		p.Pass(mind.Calm)
	}
	p.T.Fatal("no end")
	return table.Public{}
}

// noneForTheBot fails if the program itself was called, written to, or made a member of a thread.
func noneForTheBot(p *party.Party) {
	p.T.Helper()
	if ms := p.Wire.Messages("dm-rival"); len(ms) > 0 {
		p.T.Errorf("the program was written to: %v", ms)
	}
	for _, s := range p.Wire.Delivered(eve, 0) {
		if strings.Contains(fmt.Sprint(s.Mention), string(bot.RivalUser)) || strings.Contains(bottest.Words(s.Message.Message), "<@rival>") {
			p.T.Errorf("the program was called: %v %s", s.Mention, bottest.Words(s.Message.Message))
		}
	}
	for _, thread := range p.Wire.Threads() {
		if slices.Contains(p.Wire.Members(thread), bot.RivalUser) {
			p.T.Error("the program is a member of its thread")
		}
	}
}

// A match against the program begins at once, is played by the same questions to its end, calls and writes to nobody but its player,
// counts in a line of its own and nowhere else, and is repeated by one press.
func TestPlayTheBot(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) { s.Dice = nil })
	p.May[owner] = wire.ManageServer
	p.Slash(owner, setup, party.Opt("announcements", "results"))
	id := p.Against()
	if toEnd(p, id).Result.Rank[0] != 1 {
		t.Error("ann has not won")
	}
	p.NoFaults()
	party.Has(t, p.Card(), "**Name of ann** against **Bot (recruit, ")
	noneForTheBot(p)
	if ms := p.Wire.Messages("results"); len(ms) > 0 {
		t.Errorf("the result was announced: %v", ms)
	}
	for _, key := range []string{"rating/", "conduct/", "rival/"} {
		if rs, err := p.Store.List(ctx, key, "", 9); err != nil || len(rs) > 0 {
			t.Errorf("%s: %v %v", key, rs, err)
		}
	}
	p.Says(p.Slash(ann, []string{"ladder"}, party.Opt("user", string(ann))), "against the bot, recruit: 1 win (not rated)")
	p.Says(p.Slash(ann, []string{"match", "verify"}, party.Opt("match", string(id))), "fits")

	p.Says(p.Click(ann, p.Console(ann), "rematch|"), "The match begins.")
	p.Settle()
	if live, err := p.Bot.LiveMatches(ctx, ann); err != nil || len(live) != 1 {
		t.Errorf("after the rematch: %v %v", live, err)
	}
}

// strength presses a button that asks how strong the program shall be, and then the strength.
func strength(p *party.Party, user wire.UserID, m bottest.Message, strength string) wire.Answer {
	p.T.Helper()
	m.Channel = bottest.General // where Discord shows it
	a := p.Click(user, m, "Play the bot")
	p.Says(a, "How strong should I be?")
	p.Says(a, "• recruit: a beginner, who overlooks much")
	asked := p.Newest(user)
	asked.Channel = bottest.General
	return p.Click(user, asked, strength)
}

// Every way to the program is two presses: under /help, at the end of /learn, and beside one's own challenge that waits.
func TestWaysToTheBot(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	p.Slash(ann, []string{"help"})
	p.Says(strength(p, ann, p.Newest(ann), "Recruit"), "The match begins.")

	p.Slash(ann, []string{"learn"})
	for range 3 {
		p.Click(ann, p.Newest(ann), "Skip this step")
	}
	p.Says(strength(p, ann, p.Newest(ann), "Regular"), "The match begins.")

	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
	card, side := p.Card(), p.Newest(ann)
	take := strings.Replace(bottest.ControlsOf(card.Message).Buttons[0].ID, "accept", "rivals", 1)
	p.Says(p.Press(ben, card, take), "somebody else's challenge")
	p.Says(strength(p, ann, side, "Recruit"), "The match begins.")
	p.Says(p.Click(ben, card, "accept|"), "no longer open")
	p.Says(p.Press(ann, card, take), "console of seat 1")

	p.Says(p.Press(ann, bottest.Message{Channel: "dm-ann", ID: "m", Only: ann}, "rival|toy"), "No clock runs")
	p.Says(p.Press(ann, card, "rival|chess"), "older message")
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	card = p.Card()
	p.Click(ben, card, "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Says(p.Press(ann, card, strings.Replace(bottest.ControlsOf(card.Message).Buttons[0].ID, "accept", "rivals", 1)), "console of seat 1")
	p.NoFaults()
}

// The end of the lesson names the button that begins a match against the program, where there is one.
func TestLessonEndsWithTheBot(t *testing.T) {
	for name, p := range map[string]*party.Party{"with an opponent": party.PlainWithRival(t, mind.Mind{}), "without": party.Plain(t)} {
		p.Slash(ann, []string{"learn"})
		for range 3 {
			p.Click(ann, p.Newest(ann), "Skip this step")
		}
		m := p.Newest(ann)
		words := bottest.Words(m.Message)
		id, there := bottest.ControlsOf(m.Message).Find("rival|")
		if offered := name == "with an opponent"; offered != there || strings.Contains(words, "Press **Play the bot**") != offered || !strings.Contains(words, "That was the lesson") {
			t.Errorf("%s the lesson ends so:\n%s", name, words)
		}
		if there {
			p.Says(p.Press(ann, m, id), "recruit")
		}
	}
}

// The options of a challenge explain each strength and style in a line, within what Discord shows of a choice.
func TestStrengthLines(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{Levels: rival.Strengths})
	seen := 0
	explained := func(x wire.Choice) {
		seen++
		if word, line, ok := strings.Cut(x.Name, ": "); !ok || word != x.Value || line == "" || len(x.Name) > wire.LongestChoice {
			t.Errorf("%s: %q", x.Value, x.Name)
		}
	}
	for _, x := range p.Complete(ann, party.Challenge, party.Opt("rival", "")) {
		explained(x)
	}
	for _, c := range p.Bot.Commands {
		for _, s := range c.Sub {
			for _, o := range s.Options {
				if o.Name != "style" {
					continue
				}
				for _, x := range o.Choices {
					explained(x)
				}
			}
		}
	}
	if seen < 6 {
		t.Errorf("%d choices", seen)
	}
}

// An impossible request is refused in a sentence, and nothing is posted.
func TestNoSuchOpponent(t *testing.T) {
	for name, x := range map[string]struct {
		mind    rival.Mind
		before  func(*party.Party)
		options []bottest.Option
		says    string
	}{
		"strength":  {mind.Mind{}, nil, []bottest.Option{party.Opt("rival", "veteran")}, `no opponent "veteran"; the choices are recruit, regular`},
		"style":     {mind.Mind{}, nil, []bottest.Option{party.ChallengeTo(bottest.Self), party.Opt("style", "rude")}, `"rude" is not one of the choices of ` + "`style`: bold, careful, cunning"},
		"a person":  {mind.Mind{}, nil, []bottest.Option{party.ChallengeTo(ben), party.Opt("rival", "recruit")}, "leave `opponent` empty"},
		"a bot":     {mind.Mind{}, nil, []bottest.Option{party.ChallengeTo("robot")}, "Bots do not play"},
		"the game":  {nil, nil, []bottest.Option{party.ChallengeTo(bottest.Self)}, "I do not play Toy myself yet"},
		"in a DM":   {mind.Mind{}, nil, []bottest.Option{party.ChallengeTo(bottest.Self), party.Opt("in", "dm-ann"), party.Opt("clock", "quick")}, "needs a server"},
		"forbidden": {mind.Mind{}, func(p *party.Party) { forbid(p) }, []bottest.Option{party.Opt("rival", "recruit")}, "I do not play on this server"},
		"too many":  {mind.Mind{}, func(p *party.Party) { playsMatches(p, 200) }, []bottest.Option{party.Opt("rival", "recruit")}, "I am playing 200 matches"},
		"of one's own": {mind.Mind{}, func(p *party.Party) {
			for range 5 {
				p.Against()
			}
		}, []bottest.Option{party.Opt("rival", "recruit")}, "You play 5 matches against me"},
	} {
		t.Run(name, func(t *testing.T) {
			p := party.PlainWithRival(t, x.mind)
			if x.before != nil {
				x.before(p)
			}
			before := len(p.Wire.Messages(bottest.General))
			p.Says(p.Slash(ann, party.Challenge, x.options...), x.says)
			if n := len(p.Wire.Messages(bottest.General)); n != before {
				t.Errorf("%d messages were posted", n-before)
			}
		})
	}
	p := party.PlainWithRival(t, mind.Mind{})
	playsMatches(p, 99)
	p.Against() // the hundredth
}

// forbid has the server forbid the program as an opponent.
func forbid(p *party.Party) {
	p.T.Helper()
	p.May[owner] = wire.ManageServer
	p.Says(p.Slash(owner, setup, party.Opt("rivals", "off")), "**Matches against me**: not here")
}

// playsMatches has the program play so many matches with others.
func playsMatches(p *party.Party, matches int) {
	p.T.Helper()
	for n := range matches {
		if err := p.Store.Put(ctx, table.Record{Key: fmt.Sprintf("rival/other-%03d", n), Value: fmt.Appendf(nil, `{"v":1,"user":"x","key":"k","since":%q}`, p.Clock.Now().Format(time.RFC3339))}); err != nil {
			p.T.Fatal(err)
		}
	}
}

// Of the strengths those are suggested that the game has, and that fit what is typed.
func TestStrengthsOfTheGame(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	for typed, want := range map[string][]string{"": {"recruit", "regular"}, "reg": {"regular"}, "veteran": nil} {
		var got []string
		for _, x := range p.Complete(ann, party.Challenge, party.Opt("rival", typed)) {
			got = append(got, x.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v suggested, want %v", typed, got, want)
		}
	}
}
