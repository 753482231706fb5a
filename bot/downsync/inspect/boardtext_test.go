package inspect

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
	"downsync/game/table"
)

func boardOf(t *testing.T, f wording.Reader, v rules.View, seat game.Seat, o map[string]string) string {
	t.Helper()
	if seat == 0 {
		n, err := Inspector{f}.QueryPublic(table.Public{View: v}, "board", o)
		if err != nil {
			t.Fatal(err)
		}
		return bottest.Words(n.Message)
	}
	l, err := Inspector{f}.Query(table.Private{Seat: seat, View: v}, "board", o)
	if err != nil || l.Seat != seat {
		t.Fatalf("for seat %d: %v", l.Seat, err)
	}
	if err := discord.Check(l.Message); err != nil {
		t.Error(err)
	}
	return bottest.Words(l.Message)
}

// The board in words gives distances and directions from the reader's nearest piece, or from the place that the reader names.
func TestBoardText(t *testing.T) {
	none := map[string]string{}
	mine := boardOf(t, wording.Reader{}, small(game.Player(1)), 1, none)
	for _, want := range []string{
		"**Round 1, Turn 2**\nA: 0 VP", "**Yours: side A**\n• A1, small contact (your plan: Widow Scout), at 10,10\n• A2, Virago, at 20,20",
		"**Side B**\n• B2, Samson, at 30,30, 11.2\" north-east of A2\n• B1, small contact, at 30,40, 19.8\" north-north-east of A2",
		"• VIP of A at 36,12, 16.5\" east-south-east of A2",
	} {
		if !strings.Contains(mine, want) {
			t.Errorf("no %q in\n%s", want, mine)
		}
	}
	if all := boardOf(t, wording.Reader{}, small(game.Onlooker()), 0, none); strings.Contains(all, "Widow") || !strings.Contains(all, "11.2\" north-east of A2") {
		t.Errorf("to all:\n%s", all)
	}
	from := boardOf(t, wording.Reader{}, small(game.Player(1)), 1, map[string]string{"from": "B1"})
	if !strings.Contains(from, "• A2, Virago, at 20,20, 19.8\" south-south-west of B1") || !strings.Contains(from, "B2, Samson, at 30,30, 7.2\" south of B1") {
		t.Errorf("from B1:\n%s", from)
	}
	if at := boardOf(t, wording.Reader{}, small(game.Player(1)), 1, map[string]string{"from": "30,30"}); !strings.Contains(at, "B2, Samson, at 30,30, where 30,30 is") {
		t.Errorf("from a point:\n%s", at)
	}
	if _, err := (Inspector{wording.Reader{}}).Query(table.Private{Seat: 1, View: small(game.Player(1))}, "board", map[string]string{"from": "Z9"}); err == nil {
		t.Error("there is no Z9")
	}
	german := wording.Reader{Voice: bot.Voice{Language: lang.Of("de")}}
	if got := boardOf(t, german, small(game.Player(2)), 2, none); !strings.Contains(got, "nordöstlich von") && !strings.Contains(got, "südwestlich von") {
		t.Errorf("in German:\n%s", got)
	}
}

func TestTerrainText(t *testing.T) {
	v := small(game.Player(1))
	v.Map = "saltmarket"
	if got := boardOf(t, wording.Reader{}, v, 1, map[string]string{"what": "terrain"}); !strings.Contains(got, "Terrain") || strings.Contains(got, "Virago") {
		t.Errorf("%s", got)
	}
}

// Each of the 16 directions, from the middle of its sector.
func TestWinds(t *testing.T) {
	for i, want := range winds {
		a := float64(i) * math.Pi / 8
		to := plane.Point{X: plane.Inch(10000 * math.Sin(a)), Y: plane.Inch(10000 * math.Cos(a))}
		if got := windTo(plane.Point{}, to); got != want {
			t.Errorf("to %s it is %s; expected %s", to, got, want)
		}
	}
}

// The fullest table fits in one message in every language. The lines that do not fit are counted.
func TestFullBoard(t *testing.T) {
	three := 3
	v := small(game.Player(1))
	v.Pieces = nil
	for s := game.Seat(1); s <= 2; s++ {
		for n := range 11 {
			p := rules.Piece{Label: rules.Label(fmt.Sprintf("%s%d", bot.SideName(s), n+1)), Seat: s, Kind: "unit", Sig: cards.Large, Unit: "widow-scout", Activated: true, MayWatch: true}
			for b := range 3 {
				p.Bases = append(p.Bases, rules.Base{N: b + 1, Point: plane.Point{X: plane.Inch(n)*4000 + 123, Y: plane.Inch(s)*9000 + plane.Inch(b)*1234}, R: 500, CM: &three, Stun: true})
			}
			v.Pieces = append(v.Pieces, p)
		}
	}
	for _, l := range lang.All() {
		got := boardOf(t, wording.Reader{Voice: bot.Voice{Language: l}}, v, 1, map[string]string{"from": "B11"})
		if n := len([]rune(got)); n > 4000 || n < 2500 || !strings.Contains(got, "A1,") && !strings.Contains(got, "…") {
			t.Errorf("%s: %d characters", l, n)
		}
	}
}
