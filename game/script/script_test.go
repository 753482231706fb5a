package script

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// games lists the toy game, and another one with the same rules that scripts must name.
var games = []Game{{Rules: toy.Rules(), New: newHead}, {Rules: renamed{toy.Rules()}, New: newHead}}

type renamed struct{ game.Game }

func (renamed) Card() game.Card {
	return game.Card{ID: "other", Version: "1", MinSeats: 2, MaxSeats: 2}
}

func newHead(fs.FS) Head {
	c := toy.Config{}
	headers := Plain(map[string]func([]string) error{"rounds": OneOf("rounds", func(w string) { c.Rounds, _ = strconv.Atoi(w) }, "1", "2")})
	headers["colours"] = func(_, written []string) error {
		c.Colours = written
		return nil
	}
	return Head{Sides: 20, Config: func() (game.Config, error) { return c.Encode(), nil },
		Stored:  func(raw game.Config) error { return json.Unmarshal(raw, &c) },
		Headers: headers,
		Requests: map[string]Request{"leader": {Form: "leader VIEWER", Answer: func(p *Player, args []string) (any, error) {
			v, _, err := p.View(args[0])
			if err != nil {
				return nil, err
			}
			points := v.(toy.View).Points
			return map[string]bool{"first": points[0] > points[1]}, nil
		}}}}
}

// begun is a match of one round.
const begun = "rounds 1\ndice 7\n"

// play runs a script and returns its status and output.
func play(src string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = Run(context.Background(), games, "f", strings.NewReader(src), &o, &e)
	return status, o.String(), e.String()
}

// Any game is played, with its own headers and requests beside the common ones.
func TestGames(t *testing.T) {
	for _, x := range []struct {
		src    string
		status int
		says   string
	}{
		{begun + "1> bid 3\n2> bid 2\nexpect see onlooker .Stage tune\nexpect leader 1 .first true\n1> tune\nexpect ok\n1> undo\nlapse 1\n1> claim\nexpect error stale", Failed, "the dice ran out"},
		{"game toy\n" + begun + "1> claim\nexpect error not-now\nruling points 2 9\nexpect leader 2 .first false", Played, ""},
		{"game other\n" + begun + "1> bid 2\nexpect ok", Played, ""},
		{begun + "game other", Malformed, "f:3: game other: expected before all other headers"},
		{"seats 3\n" + begun + "1> bid 3\n2> bid 2\n3> bid 1\nexpect see 3 .Stage tune\ndrop 1 time\nexpect see onlooker .First 2\n4> bid 1", Malformed, "expected a header"},
		{"seats 4\n" + begun + "end 1 2 2 4 ruling\nexpect ok\nasks 5", Malformed, "expected the player first, 1 to 4"},
		{"seats 3\n" + begun + "end 1 2 ruling", Malformed, "a rank for each of 3 seats, and why, like end 1 1 1 ruling"},
		{"seats 3\n" + begun + "drop 4 time", Malformed, "a player from 1 to 3"},
		{begun + "drop 1 time\nexpect error end", Played, ""},
		{begun + "2> tune\nlog 1\n1> bid 2", Failed, "f:3: \"2> tune\" was refused (not-now: "},
		{begun + "2> tune\n", Failed, "f:3: \"2> tune\" was refused (not-now: "},
		{begun + "2> tune\nlapse 1", Failed, "expected \"expect error not-now\" after it, or the header \"refusals quiet\""},
		{begun + "2> tune\ndrop 1 time", Failed, "f:3: "},
		{begun + "ruling nothing\n\n1> bid 2", Failed, "f:3: \"ruling nothing\" was refused"},
		{begun + "2> tune\nlog 1\nexpect error not-now\n1> bid 2", Played, ""},
		{begun + "refusals quiet\n2> tune\n1> bid 2\nruling nothing", Played, ""},
		{begun + "refusals quiet\nrefusals fail\n2> tune", Failed, "f:5: "},
		{"refusals loud", Malformed, "f:1: refusals loud: expected quiet or fail"},
		{"seats 6", Malformed, "seats 6: expected 2 to 5"},
		{"seats 1", Malformed, "expected 2 to 5"},
		{begun + "1> bid 2\nseats 3", Malformed, "headers come before the first order"},
		{"game chess", Malformed, "game chess: expected toy or other"},
		{"dice 21", Malformed, "expected faces from 1 to 20"},
		{"rounds 9", Malformed, "f:1: rounds 9: expected 1 or 2"},
		{begun + "expect leader 1 .first true", Failed, "expected .first of leader 1 to be true; it is false"},
		{begun + "expect leader 1", Malformed, "leader VIEWER .path value"},
		{begun + "1> bid 2\nrounds 2", Malformed, "headers come before the first order"},
		{"match {\"rounds\":2}\ndice 1\nexpect see 1 .Rounds 2", Played, ""},
		{"match nothing", Malformed, "as a match is stored"},
		{"colours grey red", Malformed, "colour"},
	} {
		status, _, errs := play(x.src)
		if status != x.status || !strings.Contains(errs, x.says) || (x.says == "") != (errs == "") {
			t.Errorf("%q: status %d %q; want %d %q", x.src, status, errs, x.status, x.says)
		}
	}
}

// A stored match is written as a script that plays it again; a game other than the first is named.
func TestWrite(t *testing.T) {
	g := games[0]
	for i, games := range [][]Game{games, {games[1], games[0]}} {
		store, ctx, id := memory.New(), context.Background(), table.ID("m")
		hall := table.New(store, new(still), table.Options{Games: []game.Game{g.Rules}, Dice: func(table.ID) game.Dice { return gametest.NewDice(4) }})
		err := hall.Open(ctx, "open", id, table.Opening{Game: g.Rules.Card().ID, Config: toy.Config{Colours: []string{"red", "blue"}}.Encode(), Users: []table.User{"1", "2"}})
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range []string{"bid 3", "bid 1"} {
			p, err := hall.Private(ctx, id, game.Seat(n+1))
			if err != nil {
				t.Fatal(err)
			}
			r, err := g.Rules.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := hall.Act(ctx, fmt.Sprint(n), id, game.Seat(n+1), p.Asks[0].ID, r); err != nil {
				t.Fatal(err)
			}
		}
		events, err := store.Events(ctx, id, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		text, err := Write(games, events)
		if err != nil || strings.Contains(text, "game toy\n") != (i == 1) || !strings.HasSuffix(text, "1> bid 3\n2> bid 1\n") {
			t.Errorf("%v\n%s", err, text)
		}
		if status, _, errs := play("game toy\n" + text + "expect see onlooker .Points [3,0]"); status != Played {
			t.Errorf("%s\n%s", errs, text)
		}
		if _, err := Write(games[:i], events); err == nil { // none, or the other one
			t.Error("a match of an unknown game was written")
		}
	}
}

// A match of five is written and played again unchanged: one seat goes out, one quits, and a ruling ranks the rest.
func TestWriteManySeats(t *testing.T) {
	src := "seats 5\ndice 7 7 7\n1> bid 3\n2> bid 2\n3> bid 1\n4> bid 1\n5> bid 4\nexpect ok\ndrop 5 time\nexpect ok\n2> quit\nexpect ok\n1> tune\n1> done\nexpect ok\nend 1 4 2 3 5 ruling\nexpect ok\n"
	p := NewPlayer(context.Background(), games, nil, io.Discard)
	for line := range strings.SplitSeq(src, "\n") {
		if err := p.Line(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	c, err := p.hall.Carried(context.Background(), match)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := c.Write()
	if err != nil {
		t.Fatal(err)
	}
	_, events, err := table.ReadCarried(raw)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Write(games, events)
	if err != nil || !strings.Contains(text, "seats 5\nmatch {}\n") || !strings.Contains(text, "drop 5 time\n2> quit\n") || !strings.HasSuffix(text, "end 1 4 2 3 5 ruling\n") {
		t.Errorf("%v\n%s", err, text)
	}
	if status, _, errs := play(text + "expect see onlooker .Out [5,2]"); status != Played {
		t.Errorf("%s\n%s", errs, text)
	}
}

// The limits are exact.
func TestLimits(t *testing.T) {
	long := "#" + strings.Repeat("x", maxLine-1)
	if status, _, errs := play(begun + long + "\n"); status != Played {
		t.Errorf("a line of %d bytes: %d %s", maxLine, status, errs)
	}
	if status, _, errs := play(begun + long + "x\n"); status != Malformed || !strings.Contains(errs, "f:3: expected a line of at most 262144 bytes") {
		t.Errorf("a line too long: %d %s", status, errs)
	}
	rest := maxLines - strings.Count(begun, "\n")
	if status, _, errs := play(begun + strings.Repeat("#\n", rest)); status != Played {
		t.Errorf("%d lines: %d %s", maxLines, status, errs)
	}
	if status, _, errs := play(begun + strings.Repeat("#\n", rest+1)); status != Malformed || !strings.Contains(errs, "f:20001: expected at most 20000 lines") {
		t.Errorf("a line too many: %d %s", status, errs)
	}
}

// A file that cannot be read, or an output that cannot be written, is no mistake of the script.
func TestBrokenFiles(t *testing.T) {
	var errs bytes.Buffer
	src := io.MultiReader(strings.NewReader(begun), iotest.ErrReader(errors.New("the disk is gone")))
	if status := Run(context.Background(), games, "f", src, io.Discard, &errs); status != Failed || !strings.Contains(errs.String(), "f:3: the disk is gone") {
		t.Errorf("reading: %d %s", status, errs.String())
	}
	errs.Reset()
	if status := Run(context.Background(), games, "f", strings.NewReader(begun+"see 1"), brokenPipe{}, &errs); status != Failed {
		t.Errorf("writing: %d %s", status, errs.String())
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Seeded dice are the same everywhere and for ever, and look fair.
func TestSeededDice(t *testing.T) {
	d := &dice{}
	d.seed(7)
	var got []int
	count := map[int]int{}
	for n := range 6000 {
		face, err := d.Roll(0, 1, 6)
		if err != nil {
			t.Fatal(err)
		}
		count[face]++
		if n < 12 {
			got = append(got, face)
		}
	}
	if s := fmt.Sprint(got); s != "[4 1 1 4 5 4 5 1 6 6 2 5]" {
		t.Errorf("seed 7 gives %s", s)
	}
	for face := 1; face <= 6; face++ {
		if count[face] < 900 || count[face] > 1100 {
			t.Errorf("%d came %d times in 6000", face, count[face])
		}
	}
	d.faces = []int{5}
	if face, err := d.Roll(0, 1, 6); face != 5 || err != nil {
		t.Errorf("given faces go first: %d %v", face, err)
	}
	d.faces = []int{5}
	if _, err := d.Roll(0, 1, 4); !errors.Is(err, errDice) {
		t.Errorf("a 5 on a die of 4: %v", err)
	}
}

// Orders on one line are one act: all or none is played, one undo takes back all, and the written script has them on one line
// again.
func TestOrdersOnOneLine(t *testing.T) {
	const lines = "1> bid 3\n2> bid 2\n1> tune\n1> tune; tune\nexpect see 1 .Tuned 3\n1> undo\nexpect see 1 .Tuned 1\n" +
		"1> tune; tune; tune\nexpect error enough\nexpect see 1 .Tuned 1\n1> tune; tune\n1> tune; fly\nexpect error no-order\n"
	if status, _, errs := play(begun + lines); status != Played {
		t.Fatalf("status %d: %s", status, errs)
	}
	p := NewPlayer(context.Background(), games, nil, io.Discard)
	for _, line := range strings.Split(begun+lines, "\n") {
		if err := p.Line(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	c, err := p.hall.Carried(context.Background(), match)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := c.Write()
	if err != nil {
		t.Fatal(err)
	}
	_, events, err := table.ReadCarried(raw)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Write(games, events)
	if err != nil || strings.Count(text, "1> tune; tune\n") != 2 {
		t.Fatalf("%v, written\n%s", err, text)
	}
	if status, _, errs := play(text + "expect see 1 .Tuned 3\n1> undo\nexpect see 1 .Tuned 1\n"); status != Played {
		t.Errorf("played again: status %d: %s\n%s", status, errs, text)
	}
}

// "wait" lets a window of a fixed length close, and nothing before it.
func TestWaitClosesWindows(t *testing.T) {
	const peek = "dice 7 6 5\nmatch {\"rounds\":1,\"peek\":5}\n1> bid 3\n2> bid 2\n1> done\n1> claim\n1> leave\nexpect see onlooker .Stage peek\n"
	for text, want := range map[string]int{
		peek + "wait 4\nexpect see onlooker .Stage peek\nwait 1\nexpect see onlooker .Stage over\n": Played,
		peek + "wait 0\n":   Malformed,
		peek + "wait\n":     Malformed,
		peek + "wait now\n": Malformed,
	} {
		if status, _, errs := play(text); status != want {
			t.Errorf("status %d, want %d: %s\n%s", status, want, errs, text)
		}
	}
}
