package rival_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
	"downsync/game/toy"
)

// choosing is an opponent that chooses so.
func choosing(choose func(rival.Position) (rival.Choice, error)) mind.Mind {
	return mind.Mind{Play: func(p rival.Position, _ rival.Level, _ *chance.Source) (rival.Choice, error) { return choose(p) }}
}

// chosen is an opponent's choice of an order.
func chosen(line mind.Order) (rival.Choice, error) { return rival.Choice{Reply: line}, nil }

// postOf is the record of the program's seat, to look at and to change.
func postOf(p *party.Party, id table.ID, change ...func(map[string]any)) (s map[string]any) {
	p.T.Helper()
	raw, err := p.Store.Get(ctx, "rival/"+string(id))
	if err != nil {
		p.T.Fatal(err)
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		p.T.Fatal(err)
	}
	for _, c := range change {
		c(s)
	}
	if raw, err = json.Marshal(s); err != nil {
		p.T.Fatal(err)
	}
	if err := p.Store.Put(ctx, table.Record{Key: "rival/" + string(id), Value: raw}); err != nil {
		p.T.Fatal(err)
	}
	return s
}

// set sets a field of the program's record.
func set(field string, to any) func(map[string]any) {
	return func(s map[string]any) { s[field] = to }
}

// stageOf returns the toy's current question.
func stageOf(p *party.Party, id table.ID) string {
	p.T.Helper()
	return p.PublicOf(id).View.(toy.View).Stage
}

// untilOver lets time pass, a tenth of a second at a time, until the stage is over, and returns how long that took.
func untilOver(p *party.Party, id table.ID, stage string) (took time.Duration) {
	p.T.Helper()
	for ; stageOf(p, id) == stage; took += 100 * time.Millisecond {
		if took > time.Minute {
			p.T.Fatalf("the stage %s does not end", stage)
		}
		p.Pass(100 * time.Millisecond)
	}
	return took
}

// Whatever an opponent does, the match goes on: it plays the question's default, and the log says why in a word.
func TestBotFaults(t *testing.T) {
	stuck := make(chan struct{})
	defer close(stuck)
	for name, x := range map[string]struct {
		choose func(rival.Position) (rival.Choice, error)
		change func(*party.Party, table.ID)
		think  time.Duration
		log    string
	}{
		"panics":      {func(rival.Position) (rival.Choice, error) { panic("a secret") }, nil, 0, "opponent panicked"},
		"gives up":    {func(rival.Position) (rival.Choice, error) { return rival.Choice{}, errors.New("a secret") }, nil, 0, "opponent answers by default"},
		"no reply":    {func(rival.Position) (rival.Choice, error) { return rival.Choice{}, nil }, nil, 0, "opponent answers by default"},
		"no order":    {func(rival.Position) (rival.Choice, error) { return chosen("a secret") }, nil, 0, "refused"},
		"illegal":     {func(rival.Position) (rival.Choice, error) { return chosen("bid 9") }, nil, 0, "refused"},
		"too long":    {func(rival.Position) (rival.Choice, error) { return chosen(mind.Order(strings.Repeat("bid", 4000))) }, nil, 0, "by default"},
		"takes ages":  {func(rival.Position) (rival.Choice, error) { <-stuck; return chosen("bid 4") }, nil, time.Nanosecond, "reason=late"},
		"goes around": {func(rival.Position) (rival.Choice, error) { return chosen("bid 4") }, func(p *party.Party, id table.ID) { postOf(p, id, set("answers", 150)) }, 0, "reason=bound"},
	} {
		t.Run(name, func(t *testing.T) {
			p := party.PlainWithRival(t, choosing(x.choose), func(s *bottest.Setup) { s.Think = x.think })
			p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self))
			all, err := p.Hall.MatchesOf(ctx, ann)
			if err != nil {
				t.Fatal(err)
			}
			id := all[0].Match
			if x.change != nil {
				postOf(p, id, set("turn", 0))
				x.change(p, id)
			}
			p.Play(ann, "bid 3")
			untilOver(p, id, "bid")
			if line := plain.Words(p.PublicOf(id).Facts); !strings.Contains(line, "bid 2 1 ") {
				t.Errorf("the default bid of 1 is not in %s", line)
			}
			if log := p.Log.String(); !strings.Contains(log, x.log) || strings.Contains(log, "a secret") {
				t.Errorf("the log has no %q, or tells a secret:\n%s", x.log, log)
			}
			all, err = p.Hall.MatchesOf(ctx, ann)
			if err != nil || all[0].Over {
				t.Errorf("the match is over, %v", err)
			}
		})
	}
}

// A restart loses nothing: neither before an answer is worked out nor after. Of two hosts only one gives it.
func TestBotResumes(t *testing.T) {
	var asked atomic.Int32
	p := party.PlainWithRival(t, choosing(func(p rival.Position) (rival.Choice, error) {
		asked.Add(1)
		return chosen(map[string]mind.Order{"bid": "bid 2", "tune": "done", "claim": "pass", "peek": "leave"}[p.Ask.Name])
	}))
	p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self)) // the bot is stopped before anything is delivered
	p.Restart()
	p.Settle()
	all, err := p.Hall.MatchesOf(ctx, ann)
	if err != nil {
		t.Fatal(err)
	}
	id := all[0].Match
	p.Play(ann, "bid 3")
	p.Restart()
	untilOver(p, id, "bid")
	if n := asked.Load(); n != 1 {
		t.Errorf("the bid was worked out %d times", n)
	}
	p.Play(ann, "done")
	p.Clock.Advance(mind.Calm)
	hosts := []bottest.Host{p.Start(), p.Start()}
	var wg sync.WaitGroup
	for _, h := range hosts {
		wg.Go(func() {
			if _, err := h.Bot.Due(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	toEnd(p, id)
	p.NoFaults()
}

// An answer is not given twice, though the bot is stopped before it has noted that it was given.
func TestBotAnswersOnce(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	id := p.Against()
	p.Play(ann, "bid 3")
	p.Clock.Advance(mind.Calm)
	for range 3 {
		if _, err := p.Bot.Due(ctx); err != nil {
			t.Fatal(err)
		}
		p.Restart() // before anything is delivered
	}
	if line := plain.Words(p.PublicOf(id).Facts); strings.Count(line, "bid 2 2 ") != 1 {
		t.Errorf("not answered once: %s", line)
	}
	toEnd(p, id)
	p.NoFaults()
}

// An answer that was worked out for a position is dropped when the seat knows something else by then, and worked out again.
func TestBotThinksAgain(t *testing.T) {
	var seen []int
	p := party.PlainWithRival(t, choosing(func(p rival.Position) (rival.Choice, error) {
		points := p.View.(toy.View).Points[1]
		seen = append(seen, points)
		return chosen(mind.Order(fmt.Sprintf("bid %d", 1+min(points, 3))))
	}))
	p.May[judge] = wire.ManageServer
	id := p.Against()
	p.Moderates(judge, id, "rule", party.Opt("ruling", "points 2 1"))
	p.Play(ann, "bid 4")
	untilOver(p, id, "bid")
	if !slices.Equal(seen, []int{0, 1}) || !strings.Contains(plain.Words(p.PublicOf(id).Facts), "bid 2 2 ") {
		t.Errorf("it thought at %v points: %s", seen, plain.Words(p.PublicOf(id).Facts))
	}
}

// It agrees to what its opponent proposes of the clocks, and answers nothing while the match stands still.
func TestBotAgrees(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self), party.Opt("clock", "slow"))
	p.Settle()
	all, err := p.Hall.MatchesOf(ctx, ann)
	if err != nil {
		t.Fatal(err)
	}
	id := all[0].Match
	if n := p.PublicOf(id).Meta.Timing.Misses; n != 0 {
		t.Errorf("%d missed turns lose the match", n)
	}
	p.Slash(ann, []string{"clock", "extend"}, party.Opt("by", "2h"))
	p.Settle()
	if c := p.PublicOf(id).Clocks; len(c.Offers) != 0 || c.Changes != 1 {
		t.Errorf("more time is not agreed: %+v", c)
	}
	p.Slash(ann, []string{"clock", "pause"}, party.Opt("for", "3d"))
	p.Settle()
	if c := p.PublicOf(id).Clocks; c.Paused.IsZero() {
		t.Errorf("no pause is agreed: %+v", c)
	}
	p.Pass(time.Hour)
	if s := postOf(p, id); s["ask"] != nil {
		t.Errorf("it is asked in a pause: %v", s)
	}
	p.Slash(ann, []string{"clock", "resume"})
	p.Settle()
	if c := p.PublicOf(id).Clocks; !c.Paused.IsZero() {
		t.Errorf("the pause is not ended: %+v", c)
	}
	p.Play(ann, "bid 3")
	p.Pass(mind.Calm)
	if stageOf(p, id) == "bid" {
		t.Error("it does not answer after the pause")
	}
}

// A match with which nobody goes on for a week ends by itself, and counts for nobody. A pause and a dispute are no such week, and
// neither is a week in which the opponent plays.
func TestIdleBotMatch(t *testing.T) {
	const week = 7 * 24 * time.Hour
	p := party.PlainWithRival(t, mind.Mind{})
	id := p.Against()
	p.Pass(week - time.Minute)
	p.Play(ann, "bid 3")
	p.Pass(mind.Calm)
	p.Pass(week - time.Hour)
	if p.PublicOf(id).Result != nil {
		t.Fatal("it ended too early")
	}
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "why"))
	p.Settle()
	p.Pass(week)
	if p.PublicOf(id).Result != nil {
		t.Fatal("it ended while it was held")
	}
	p.Slash(ann, []string{"dispute", "withdraw"})
	p.Settle()
	p.Pass(week - time.Hour)
	if p.PublicOf(id).Result != nil {
		t.Fatal("it ended too early after a dispute")
	}
	p.Slash(ann, []string{"clock", "pause"}, party.Opt("for", "14d"))
	p.Settle()
	p.Pass(14*24*time.Hour + time.Hour)
	if p.PublicOf(id).Result != nil {
		t.Fatal("it ended too early after a pause")
	}
	p.Pass(week)
	if r := p.PublicOf(id).Result; r == nil || r.Why != table.WhyIdle {
		t.Fatalf("after a week: %+v", r)
	}
	if a := party.Text(p.Slash(ann, []string{"ladder"}, party.Opt("user", string(ann)))); strings.Contains(a, "against the bot") {
		t.Errorf("it counts: %s", a)
	}
	for _, key := range []string{"rival/", "versus/", "conduct/"} {
		if rs, err := p.Store.List(ctx, key, "", 9); err != nil || len(rs) > 0 {
			t.Errorf("%s: %v %v", key, rs, err)
		}
	}

	p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self), party.Opt("clock", "slow"))
	p.Settle()
	late := p.Wire.Threads()
	again, err := p.Bot.LiveMatches(ctx, ann)
	if err != nil || len(again) != 1 || len(late) != 2 {
		t.Fatal(again, err)
	}
	postOf(p, again[0].Match, set("missed", 4), set("ask", ""))
	p.Settle()
	all, err := p.Bot.LiveMatches(ctx, ann)
	if err != nil || len(all) != 0 {
		t.Errorf("it goes on although ann has missed four turns: %v %v", all, err)
	}
	p.NoFaults()
}

// A moderator may take what the program knew at any moment, with what it considered; both players are told, and who has looked plays
// in the match no more. A player may not.
func TestLookAtTheBot(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	p.May[judge], p.May[ann] = wire.ManageServer, wire.ManageServer
	id := p.Against()
	p.Play(ann, "bid 3")
	untilOver(p, id, "bid")
	p.Play(ann, "note red")
	p.Says(p.Mod(ann, id, "rival", party.Opt("reason", "x")), "another moderator must")
	p.Says(p.Mod(judge, id, "rival", party.Opt("reason", "x"), party.Opt("event", "999")), "expected a number from 1 to")
	read := func(options ...bottest.Option) (f struct {
		Form       string
		Event      int
		View       struct{ Stage, Note string }
		Told       []bot.ExportFact
		Considered []bot.Thought
	}) {
		a := p.Moderates(judge, id, "rival", options...)
		if a.Letter == nil || len(a.Letter.Files) != 1 {
			t.Fatalf("no file: %s", party.Text(a))
		}
		var told struct{ Told []struct{ Kind string } }
		raw := a.Letter.Files[0].Data
		if strings.Contains(string(raw), `"red"`) {
			t.Error("ann's note is in the program's file")
		}
		if err := json.Unmarshal(raw, &told); err != nil || len(told.Told) == 0 || told.Told[0].Kind == "" {
			t.Errorf("%v: %s", err, raw)
		}
		rest := map[string]json.RawMessage{}
		if err := json.Unmarshal(raw, &rest); err != nil {
			t.Fatal(err)
		}
		delete(rest, "told")
		if raw, _ = json.Marshal(rest); json.Unmarshal(raw, &f) != nil {
			t.Fatalf("unreadable: %s", raw)
		}
		return f
	}
	now := read()
	if now.Form != "downsync rival 1" || now.View.Stage != "tune" || len(now.Considered) == 0 {
		t.Fatalf("%+v", now)
	}
	if c := now.Considered[0]; c.Order != "bid 2" || c.Why != "bidding 2 is safe" || len(c.Considered) != 2 || c.Considered[1].Order != "bid 4" {
		t.Errorf("it considered %+v", c)
	}
	if then := read(party.Opt("event", "1")); then.View.Stage != "bid" || then.Event != 1 {
		t.Errorf("at the first event it knew %+v", then)
	}
	noneForTheBot(p)
	p.Says(p.Mod(second, id, "rival", party.Opt("reason", "x")), "moderator")
	p.May[second] = wire.ManageServer
	p.Says(p.Mod(second, id, "replace", party.Opt("side", "A"), party.Opt("user", string(judge)), party.Opt("reason", "x")), "looked at this match's secrets")
	p.Says(p.Mod(judge, p.Begin(), "rival", party.Opt("reason", "x")), "I do not play in that match myself")
}

// A moderator may put a person into the program's seat, which then plays no more.
func TestBotReplaced(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	p.May[judge] = wire.ManageServer
	id := p.Against()
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(ben)))
	p.Play(ann, "bid 3")
	p.Pass(time.Hour)
	if stageOf(p, id) != "bid" {
		t.Error("the program plays on for ben")
	}
	p.Play(ben, "bid 2")
	if stageOf(p, id) == "bid" {
		t.Error("ben does not play")
	}
	if rs, err := p.Store.List(ctx, "rival/", "", 9); err != nil || len(rs) > 0 {
		t.Errorf("its record stays: %v %v", rs, err)
	}
	if place := string(p.PublicOf(id).Meta.Place); strings.Contains(place, "rival") {
		t.Errorf("it is still said to play: %s", place)
	}
	p.NoFaults()
}

// In a casual match a player may ask the program what it would do in their place: against the program, and between people where the
// challenge says so, on its card too. Such a match is not rated.
func TestHints(t *testing.T) {
	p := party.PlainWithRival(t, choosing(func(p rival.Position) (rival.Choice, error) {
		return rival.Choice{Reply: mind.Order(fmt.Sprintf("bid %d", p.Seat)), Why: "a bid of %d is safe", Args: []any{1}}, nil
	}))
	id := p.Against()
	p.Says(p.Click(ann, p.Console(ann), "Hint"), "Press **bid 1**. A bid of 1 is safe")
	p.Play(ann, "bid 1")
	p.Says(p.Press(ann, p.Console(ann), "hint|"+string(id)), "You are asked nothing just now")
	p.Says(p.Press(eve, p.Console(ann), "hint|"+string(id)), "You are not in this match")

	plain := p.Begin()
	if text := bottest.Words(p.Console(ben).Message); strings.Contains(text, "Hint") {
		t.Errorf("a hint in a match between people:\n%s", text)
	}
	p.Says(p.Press(ben, p.Console(ben), "hint|"+string(plain)), "There are no hints in this match")

	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("hints", "true"))
	card := p.Card()
	party.Has(t, card, "**Hints**: both players may ask the bot")
	p.Click(ben, card, "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	p.Says(p.Click(ben, p.Console(ben), "Hint"), "Press **bid 2**.")
	if rs, err := p.Store.List(ctx, "rating/", "", 9); err != nil || len(rs) > 0 {
		t.Errorf("it is rated: %v %v", rs, err)
	}
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", strings.TrimPrefix(bottest.ControlsOf(card.Message).Buttons[0].ID, "accept|"))), "over true")
	p.Settle()
	if rs, err := p.Store.List(ctx, "rating/", "", 9); err != nil || len(rs) > 0 {
		t.Errorf("it was rated: %v %v", rs, err)
	}
}

// A user can see and remove the stored data of their matches against the program.
func TestBotPrivacy(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	toEnd(p, p.Against())
	a := p.Slash(ann, []string{"privacy", "export"})
	if raw := string(a.Letter.Files[0].Data); !strings.Contains(raw, `"against_the_bot"`) || !strings.Contains(raw, `"recruit"`) {
		t.Errorf("not in the export: %s", raw)
	}
	p.Slash(ann, []string{"privacy", "delete"})
	p.Click(ann, p.Newest(ann), "privacy|")
	if rs, err := p.Store.List(ctx, "versus/", "", 9); err != nil || len(rs) > 0 {
		t.Errorf("it stays: %v %v", rs, err)
	}
}

// A moderator may go back to before its answers: it is asked again, and answers again.
func TestRewindBeforeTheBot(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	p.May[judge] = wire.ManageServer
	id := p.Against()
	p.Play(ann, "bid 3")
	untilOver(p, id, "bid")
	p.Play(ann, "done", "claim")
	untilOver(p, id, "claim")
	p.Moderates(judge, id, "rewind", party.Opt("event", "2"))
	if stageOf(p, id) != "bid" {
		t.Fatalf("the stage is %s", stageOf(p, id))
	}
	p.Pass(mind.Calm)
	p.Play(ann, "bid 4")
	if stageOf(p, id) == "bid" {
		t.Error("it does not bid again")
	}
	toEnd(p, id)
	p.NoFaults()
}

// Several orders of an opponent are one answer, after one delay. If they cannot be played together, the first is given
// alone and the rest is worked out again; the dice rolled before a refusal stay valid.
func TestBotGivesSeveralOrders(t *testing.T) {
	for name, x := range map[string]struct {
		then  []game.Reply
		asked int // how often it thinks about the stage
	}{"all": {[]game.Reply{mind.Order("tune"), mind.Order("done")}, 1}, "one too many": {[]game.Reply{mind.Order("tune"), mind.Order("tune"), mind.Order("tune"), mind.Order("done")}, 2},
		"no order": {[]game.Reply{mind.Order("a secret")}, 2}, "far too many": {slices.Repeat([]game.Reply{mind.Order("tune")}, bot.MostOrders), 1}} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			p := party.PlainWithRival(t, choosing(func(at rival.Position) (rival.Choice, error) {
				if at.Ask.Name != "tune" {
					return chosen(map[string]mind.Order{"bid": "bid 2", "claim": "pass", "peek": "leave"}[at.Ask.Name])
				}
				if asked++; asked > 1 {
					return chosen("done")
				}
				return rival.Choice{Reply: mind.Order("tune"), Then: x.then}, nil
			}))
			id := p.Against()
			p.Play(ann, "bid 3")
			untilOver(p, id, "bid")
			p.Play(ann, "done", "claim", "leave")
			untilOver(p, id, "peek")
			p.Play(ann, "bid 3")
			untilOver(p, id, "bid")
			took := untilOver(p, id, "tune") // of the program alone
			if asked != x.asked || x.asked == 1 && took > 900*time.Millisecond {
				t.Errorf("it thinks %d times, expected %d, and takes %s", asked, x.asked, took)
			}
			own, err := p.Hall.Position(ctx, id, 2)
			if err != nil {
				t.Fatal(err)
			}
			tuned := strings.Count(plain.Words(own.Facts), "tune 2 ")
			if want := map[string]int{"all": 2, "far too many": 0}[name]; tuned != want && x.asked == 1 || x.asked == 2 && tuned != 1 {
				t.Errorf("it tuned %d times:\n%s", tuned, plain.Words(own.Facts))
			}
		})
	}
}
