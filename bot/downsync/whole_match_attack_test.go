package downsync

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
	"downsync/game"
	luck "downsync/game/chance"
	rules "downsync/game/downsync"
	"downsync/game/downsync/rival"
	gamerival "downsync/game/rival"
	"downsync/game/table"
)

// lots are dice that follow from a number. Each seat's own dice are a separate stream.
type lots uint64

func (d lots) Roll(seat game.Seat, n, sides int) (int, error) {
	x := luck.Source(uint64(d)*7919 + uint64(seat)*104729 + uint64(n)*31)
	x.Next()
	return 1 + int(x.Next()%uint64(sides)), nil
}

// listened is a match in two worlds. Ann has a different Unit of the same signature in each, and in the second she also makes
// plans. The program answers for both players, as it chooses in the first world.
type listened struct {
	t     *testing.T
	both  [2]*twins.Table
	apart []string // the Units that ann has in only one world
	lot   *luck.Source
	plans int // the plans that she made
}

func (l *listened) private(n int, seat game.Seat) table.Private {
	l.t.Helper()
	p, err := l.both[n].Hall.Private(l.t.Context(), "twin", seat)
	if err != nil {
		l.t.Fatal(err)
	}
	return p
}

// orders returns the program's answer to the seat's question in the first world, "" if there is none.
func (l *listened) orders(seat game.Seat) string {
	p := l.private(0, seat)
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing && !a.Moot })
	if p.Result != nil || i < 0 {
		return ""
	}
	at := gamerival.Position{Seat: seat, View: p.View, Told: p.Facts, Ask: p.Asks[i].Ask, Imagine: p.Imagine}
	c, err := rival.New().Choose(at, gamerival.Level{Strength: gamerival.Recruit, Style: gamerival.Bold}, l.lot)
	if err != nil {
		l.t.Fatal(err)
	}
	return c.Orders()
}

// do submits the order in both worlds. It reports whether both accepted it.
func (l *listened) do(user wire.UserID, line string) bool {
	l.t.Helper()
	took := true
	for _, s := range l.both {
		text := bottest.Words(*s.Slash(user, []string{"order"}, bottest.Option{Name: "line", Value: line}, twin).Letter)
		took = took && strings.Contains(text, "✔️")
		s.Settle()
	}
	return took
}

// plan makes ann plan the Unit of a contact, in the second world only.
func (l *listened) plan() {
	l.t.Helper()
	p := l.private(1, 1)
	v := p.View.(rules.View)
	for _, x := range v.Pieces {
		if x.Seat == 1 && x.Unit == "" && len(v.Reserve) > 0 && l.lot.Next()%3 == 0 {
			line := fmt.Sprintf("plan %s %s", x.Label, v.Reserve[l.lot.Next()%uint64(len(v.Reserve))])
			if text := bottest.Words(*l.both[1].Slash(twins.Ann, []string{"order"}, bottest.Option{Name: "line", Value: line}, twin).Letter); strings.Contains(text, "✔️") {
				l.plans++
			}
		}
	}
	l.both[1].Settle()
}

// In one of two whole matches ann brings another Unit, which stays hidden, and makes plans. Both matches are the same for
// everybody else in every detail, whatever the others look at after each step.
func TestCheatByListeningToAWholeMatch(t *testing.T) {
	seeds, most, every := 1, 80, 16
	if os.Getenv("SOAK") == "1" {
		seeds, most, every = 40, 1000, 3
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			source := luck.Source(uint64(seed) + 1)
			l := &listened{t: t, apart: []string{"gsv-phantom", "gsv-aurora"}, lot: &source}
			for n := range l.both {
				c := rules.Defaults()
				c.Forces[0] = []string{"widow-scout", "sentinel-tagger", "virago", "virago", l.apart[n], "guardian-destroyer"}
				c.Forces[1] = []string{"harbinger", "vector-squad", "courier", "crusader", "crusader", "samson"}
				c.Salts = [2]string{fmt.Sprint("ann's", n), "ben's"}
				w := worlds.Downsync.World(c.Encode(), func() game.Dice { return lots(seed + 1) })
				l.both[n] = twins.Open(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
			}
			steps, why := 0, ""
			for ; steps < most && why == ""; steps++ {
				why = l.step()
				if steps%every == 0 {
					pry(l.both[0])
					pry(l.both[1])
				}
			}
			twins.Alike(t, l.both[0].Others(), l.both[1].Others())
			v := l.private(0, 2).View.(rules.View)
			if t.Logf("%d steps to Round %d, Turn %d: %s", steps, v.Round, v.Turn, why); v.Turn < 3 || l.plans == 0 {
				t.Errorf("it went no further than Turn %d, with %d plans", v.Turn, l.plans)
			}
		})
	}
}

// step makes one player answer, and everybody else look. It returns why the match cannot continue, "" if it can.
func (l *listened) step() (why string) {
	for seat, user := range []wire.UserID{twins.Ann, twins.Ben} {
		line := l.orders(game.Seat(seat + 1))
		switch {
		case line == "":
			continue
		case user == twins.Ann:
			line = strings.ReplaceAll(line, l.apart[0], "virago") // keeps the other Unit hidden
			l.plan()
		}
		if !l.do(user, line) {
			return "not taken: " + line
		}
		if l.private(0, 1).Result != nil {
			return "over"
		}
		return ""
	}
	for _, s := range l.both {
		s.Pass(time.Minute)
	}
	return ""
}
