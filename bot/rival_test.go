package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
)

var ctx = context.Background()

// order is a reply of the toy's, as the ruleset reads it back.
type order string

func (o order) Order() string { return string(o) }

// mind plays the toy as its function says, by default the bids and claims of a cautious player.
type mind struct {
	strengths []rival.Strength
	choose    func(rival.Position, rival.Level, *chance.Source) (rival.Choice, error)
}

func (m mind) Strengths() []rival.Strength {
	if m.strengths == nil {
		return []rival.Strength{rival.Recruit, rival.Regular}
	}
	return m.strengths
}

func (m mind) Choose(p rival.Position, l rival.Level, s *chance.Source) (rival.Choice, error) {
	if m.choose != nil {
		return m.choose(p, l, s)
	}
	line := map[string]order{"bid": "bid 2", "tune": "done", "claim": "pass", "peek": "leave"}[p.Ask.Name]
	return rival.Choice{Reply: line, Why: "bidding %d is safe", Args: []any{2}, Considered: []rival.Weighed{{Order: string(line), Value: 1}, {Order: "bid 4", Value: 0.5}}}, nil
}

// newRivals is a party with an opponent in the toy.
func newRivals(t testing.TB, m rival.Mind, change ...func(*bottest.Setup)) *party {
	t.Helper()
	return newPartyAs(t, func(s *bottest.Setup) {
		s.Forms = bottest.WithRival{Offered: toyForms{}, Mind: m}
		for _, c := range change {
			c(s)
		}
	})
}

// against begins a match of ann against the program.
func (p *party) against(options ...bottest.Option) table.ID {
	p.t.Helper()
	a := p.Slash(ann, challenge, append(options, challengeTo(bottest.Self))...)
	p.says(a, "The match begins.")
	p.Settle()
	all, err := p.Hall.MatchesOf(ctx, ann)
	if err != nil || len(all) == 0 {
		p.t.Fatalf("ann is in %v, %v", all, err)
	}
	for _, s := range all {
		if !s.Over {
			return s.Match
		}
	}
	return all[0].Match
}

// calm is longer than the program takes to answer.
const calm = 21 * time.Second

// toEnd has ann play the toy to its end, and the program with her.
func (p *party) toEnd(id table.ID) table.Public {
	p.t.Helper()
	for range 60 {
		v, err := p.Hall.Private(ctx, id, 1)
		if err != nil {
			p.t.Fatal(err)
		}
		if v.Result != nil {
			return p.publicOf(id)
		}
		for _, a := range v.Asks {
			if line := map[string]string{"bid": "bid 3", "tune": "done", "claim": "claim", "peek": "leave"}[a.Name]; line != "" {
				p.Slash(ann, []string{"order"}, opt("line", line), opt("match", string(id)))
			}
		}
		p.Settle()
		p.Pass(calm)
	}
	p.t.Fatal("no end")
	return table.Public{}
}

func (p *party) publicOf(id table.ID) table.Public {
	p.t.Helper()
	all, err := p.Hall.Public(ctx, id)
	if err != nil {
		p.t.Fatal(err)
	}
	return all
}

// noFaults fails if something went wrong.
func (p *party) noFaults() {
	p.t.Helper()
	for line := range strings.Lines(p.Log.String()) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") {
			p.t.Error(line)
		}
	}
}

// noneForTheBot fails if the program itself was called, written to, or made a member of a thread.
func (p *party) noneForTheBot() {
	p.t.Helper()
	if ms := p.Wire.Messages("dm-rival"); len(ms) > 0 {
		p.t.Errorf("the program was written to: %v", ms)
	}
	for _, s := range p.Wire.Delivered(eve, 0) {
		if strings.Contains(fmt.Sprint(s.Mention), string(bot.RivalUser)) || strings.Contains(bottest.Words(s.Message.Message), "<@rival>") {
			p.t.Errorf("the program was called: %v %s", s.Mention, bottest.Words(s.Message.Message))
		}
	}
	for _, thread := range p.Wire.Threads() {
		if slices.Contains(p.Wire.Members(thread), bot.RivalUser) {
			p.t.Error("the program is a member of its thread")
		}
	}
}

// A match against the program begins at once, is played by the same questions to its end, calls and writes to nobody but its player,
// counts in a line of its own and nowhere else, and is repeated by one press.
func TestPlayTheBot(t *testing.T) {
	p := newRivals(t, mind{}, func(s *bottest.Setup) { s.Dice = nil })
	p.May[owner] = bot.ManageServer
	p.Slash(owner, setup, opt("announcements", "results"))
	id := p.against()
	if p.toEnd(id).Result.Rank[0] != 1 {
		t.Error("ann has not won")
	}
	p.noFaults()
	has(t, p.lobby(), "**Name of ann** against **Bot (recruit, ")
	p.noneForTheBot()
	if ms := p.Wire.Messages("results"); len(ms) > 0 {
		t.Errorf("the result was announced: %v", ms)
	}
	for _, key := range []string{"rating/", "conduct/", "rival/"} {
		if rs, err := p.Store.List(ctx, key, "", 9); err != nil || len(rs) > 0 {
			t.Errorf("%s: %v %v", key, rs, err)
		}
	}
	p.says(p.Slash(ann, []string{"ladder"}, opt("user", string(ann))), "against the bot, recruit: 1–0–0 (not rated)")
	p.says(p.Slash(ann, []string{"match", "verify"}, opt("match", string(id))), "fits")

	p.says(p.click(ann, p.console(ann), "rematch|"), "The match begins.")
	p.Settle()
	if live, err := p.Bot.LiveMatches(ctx, ann); err != nil || len(live) != 1 {
		t.Errorf("after the rematch: %v %v", live, err)
	}
}

// strength presses a button that asks how strong the program shall be, and then the strength.
func (p *party) strength(user bot.UserID, m bottest.Message, strength string) bot.Answer {
	p.t.Helper()
	m.Channel = bottest.General // where Discord shows it
	a := p.click(user, m, "Play the bot")
	p.says(a, "How strong shall I be?")
	p.says(a, "• recruit: a beginner, who overlooks much")
	asked := p.Newest(user)
	asked.Channel = bottest.General
	return p.click(user, asked, strength)
}

// Every way to the program is two presses: under /help, at the end of /learn, and beside one's own challenge that waits.
func TestWaysToTheBot(t *testing.T) {
	p := newRivals(t, mind{})
	p.Slash(ann, []string{"help"})
	p.says(p.strength(ann, p.Newest(ann), "Recruit"), "The match begins.")

	p.Slash(ann, []string{"learn"})
	for range 3 {
		p.click(ann, p.Newest(ann), "Skip this step")
	}
	p.says(p.strength(ann, p.Newest(ann), "Regular"), "The match begins.")

	p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
	card, side := p.lobby(), p.Newest(ann)
	take := strings.Replace(bottest.ControlsOf(card.Message).Buttons[0].ID, "accept", "rivals", 1)
	p.says(p.Press(ben, card, take), "somebody else's challenge")
	p.says(p.strength(ann, side, "Recruit"), "The match begins.")
	p.says(p.click(ben, card, "accept|"), "no longer open")
	p.says(p.Press(ann, card, take), "console of seat 1")

	p.says(p.Press(ann, bottest.Message{Channel: "dm-ann", ID: "m", Only: ann}, "rival|toy"), "in a server's channel")
	p.says(p.Press(ann, card, "rival|chess"), "older message")
	p.Slash(ann, challenge, challengeTo(ben))
	card = p.lobby()
	p.click(ben, card, "accept|")
	p.click(ben, p.Newest(ben), "force|", "blue")
	p.says(p.Press(ann, card, strings.Replace(bottest.ControlsOf(card.Message).Buttons[0].ID, "accept", "rivals", 1)), "console of seat 1")
	p.noFaults()
}

// The end of the lesson names the button that begins a match against the program, where there is one.
func TestLessonEndsWithTheBot(t *testing.T) {
	for name, p := range map[string]*party{"with an opponent": newRivals(t, mind{}), "without": newParty(t)} {
		p.Slash(ann, []string{"learn"})
		for range 3 {
			p.click(ann, p.Newest(ann), "Skip this step")
		}
		m := p.Newest(ann)
		words := bottest.Words(m.Message)
		id, there := bottest.ControlsOf(m.Message).Find("rival|")
		if offered := name == "with an opponent"; offered != there || strings.Contains(words, "Press **Play the bot**") != offered || !strings.Contains(words, "That was the lesson") {
			t.Errorf("%s the lesson ends so:\n%s", name, words)
		}
		if there {
			p.says(p.Press(ann, m, id), "recruit")
		}
	}
}

// The options of a challenge explain each strength and style in a line, within what Discord shows of a choice.
func TestStrengthLines(t *testing.T) {
	p := newRivals(t, mind{strengths: bot.Strengths})
	seen := 0
	explained := func(x bot.Choice) {
		seen++
		if word, line, ok := strings.Cut(x.Name, ": "); !ok || word != x.Value || line == "" || len(x.Name) > bot.LongestChoice {
			t.Errorf("%s: %q", x.Value, x.Name)
		}
	}
	for _, x := range p.Complete(ann, challenge, opt("rival", "")) {
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

// What is asked for and cannot be is refused in a sentence, and nothing is posted.
func TestNoSuchOpponent(t *testing.T) {
	for name, x := range map[string]struct {
		mind    rival.Mind
		before  func(*party)
		options []bottest.Option
		says    string
	}{
		"strength":  {mind{}, nil, []bottest.Option{opt("rival", "veteran")}, `no opponent "veteran"; the choices are recruit, regular`},
		"style":     {mind{}, nil, []bottest.Option{challengeTo(bottest.Self), opt("style", "rude")}, `"rude" is none of the choices of ` + "`style`: bold, careful, cunning"},
		"a person":  {mind{}, nil, []bottest.Option{challengeTo(ben), opt("rival", "recruit")}, "leave `opponent` empty"},
		"a bot":     {mind{}, nil, []bottest.Option{challengeTo("bot")}, "Bots do not play"},
		"the game":  {nil, nil, []bottest.Option{challengeTo(bottest.Self)}, "I do not play Toy myself yet"},
		"in a DM":   {mind{}, nil, []bottest.Option{challengeTo(bottest.Self), opt("in", "dm-ann")}, "in a server's channel"},
		"forbidden": {mind{}, func(p *party) { p.forbid() }, []bottest.Option{opt("rival", "recruit")}, "On this server I do not play myself"},
		"too many":  {mind{}, func(p *party) { p.busy(100) }, []bottest.Option{opt("rival", "recruit")}, "I play 100 matches at once"},
		"of one's own": {mind{}, func(p *party) {
			for range 5 {
				p.against()
			}
		}, []bottest.Option{opt("rival", "recruit")}, "You play 5 matches against me"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newRivals(t, x.mind)
			if x.before != nil {
				x.before(p)
			}
			before := len(p.Wire.Messages(bottest.General))
			p.says(p.Slash(ann, challenge, x.options...), x.says)
			if n := len(p.Wire.Messages(bottest.General)); n != before {
				t.Errorf("%d messages were posted", n-before)
			}
		})
	}
	p := newRivals(t, mind{})
	p.busy(99)
	p.against() // the hundredth
}

// forbid has the server forbid the program as an opponent.
func (p *party) forbid() {
	p.t.Helper()
	p.May[owner] = bot.ManageServer
	p.says(p.Slash(owner, setup, opt("rivals", "off")), "I do not play here myself")
}

// busy has the program play so many matches with others.
func (p *party) busy(matches int) {
	p.t.Helper()
	for n := range matches {
		if err := p.Store.Put(ctx, table.Record{Key: fmt.Sprintf("rival/other-%03d", n), Value: []byte(`{"v":1,"user":"x","key":"k"}`)}); err != nil {
			p.t.Fatal(err)
		}
	}
}

// Of the strengths those are suggested that the game has, and that fit what is typed.
func TestStrengthsOfTheGame(t *testing.T) {
	p := newRivals(t, mind{})
	for typed, want := range map[string][]string{"": {"recruit", "regular"}, "reg": {"regular"}, "veteran": nil} {
		var got []string
		for _, x := range p.Complete(ann, challenge, opt("rival", typed)) {
			got = append(got, x.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v suggested, want %v", typed, got, want)
		}
	}
}
