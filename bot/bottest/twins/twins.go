// Package twins plays pairs of worlds that differ only in one side's secret, a pair for each kind of secret, and compares the
// deliveries to everybody else. It serves every game; each game provides its worlds.
//
// There are three people: ann, in the first seat, who has the secrets; ben, in the second; and eve, an onlooker.
package twins

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/prefs"
	"downsync/game"
	"downsync/game/table"
)

// Game describes a game for its twins.
type Game struct {
	ID    string
	Rules game.Game
	// Measure holds the options of a measurement, none if the game has no measurements; Begins is the beginning of an order to be
	// completed; Wrong is an order that the rules refuse to everybody. Late is an order given after its time.
	Measure             []bottest.Option
	Begins, Wrong, Late string
	// Know reports whether the game has a knowledge panel.
	Know bool
	// Rulings lists the rulings that a moderator makes when everything is tried.
	Rulings []string
	// Trials holds values to try for the game's own options without choices, by name.
	Trials map[string][]string
}

// World is a match with the acts in it.
type World struct {
	*Game
	Config game.Config
	Acts   []Act
	// Dice makes new dice for each match. Public rolls do not depend on what seats roll in private.
	Dice func() game.Dice
	// Clock is the match's clock; the zero value: Timing.
	Clock table.Timing

	rival game.Seat // the seat that the program plays; 0: none
}

func (w World) clock() table.Timing {
	if w.Clock.Clocks == nil {
		return Timing()
	}
	return w.Clock
}

// World returns a match of the game with acts in the form of Read. At its end the others look at everything, equally in every
// world.
func (g *Game) World(c game.Config, dice func() game.Dice, acts ...string) World {
	w := World{Game: g, Config: c, Dice: dice}
	for _, look := range []string{"ben! show", "ben! know", "ben! complete", "ben! wrong", "eve! show", "eve! know", "eve! measure", "eve! complete"} {
		if !g.lacks(Read(look).Look) {
			acts = append(slices.Clip(acts), look)
		}
	}
	for _, a := range acts {
		w.Acts = append(w.Acts, Read(a))
	}
	return w
}

func (g *Game) lacks(look string) bool {
	return look == Know && !g.Know || look == Measure && len(g.Measure) == 0
}

// Act is one step: an order, a private action that changes no match, or time that passes.
type Act struct {
	Who   string
	Order string
	Look  string // one of Looks
	Wait  time.Duration
	Set   bottest.Option // chosen in /settings
}

// Looks are actions that do not change the match. Each route carries them out in its own way.
const (
	Show     = "show"     // asks for their console, or the board
	Know     = "know"     // asks for the knowledge panel
	Measure  = "measure"  // measures, as the game says
	Complete = "complete" // has an order completed
	Wrong    = "wrong"    // gives an order that the rules refuse
	Draft    = "draft"    // begins an order by the first select of the newest console, and does not finish it
	Settings = "settings" // chooses another language and another look of the boards
	Late     = "late"     // waits for TooLate and gives an order before any timer fires
	Closed   = "closed"   // refuses direct messages from then on
	All      = "all"      // tries every command that requests information without informing others, and presses the console's controls for looking
)

// TooLate is longer than the time limit of any question under Timing.
const TooLate = 61 * time.Minute

// Read reads "ann> order", "ann! look", "ann sets calls to thread" or "wait 15s".
func Read(text string) Act {
	if d, ok := strings.CutPrefix(text, "wait "); ok {
		wait, err := time.ParseDuration(d)
		if err != nil {
			panic(err)
		}
		return Act{Wait: wait}
	}
	if who, order, ok := strings.Cut(text, "> "); ok {
		return Act{Who: who, Order: order}
	}
	if who, choice, ok := strings.Cut(text, " sets "); ok {
		name, value, _ := strings.Cut(choice, " to ")
		return Act{Who: who, Set: bottest.Option{Name: name, Value: value}}
	}
	who, look, _ := strings.Cut(text, "! ")
	return Act{Who: who, Look: look}
}

// String writes the act in the form of Read.
func (a Act) String() string {
	switch {
	case a.Wait > 0:
		return fmt.Sprintf("wait %s", a.Wait)
	case a.Order != "":
		return a.Who + "> " + a.Order
	case a.Set != bottest.Option{}:
		return fmt.Sprintf("%s sets %s to %s", a.Who, a.Set.Name, a.Set.Value)
	}
	return a.Who + "! " + a.Look
}

// Timing returns a clock whose windows have the same length whatever is answered, so that twins can be compared to the millisecond.
func Timing() table.Timing {
	return table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour, "react": time.Hour}, Tick: 15 * time.Second, Strict: 45 * time.Second}
}

// Pair is two worlds that differ in one kind of secret.
type Pair struct {
	Kind  string
	World [2]World
}

// Under returns the pair with a choice that both players have made in /settings.
func (p Pair) Under(o bottest.Option) Pair {
	p.Kind += fmt.Sprintf(", %s:%s", o.Name, o.Value)
	for i, w := range p.World {
		p.World[i].Acts = append([]Act{{Who: "ann", Set: o}, {Who: "ben", Set: o}}, w.Acts...)
	}
	return p
}

// On returns the pair with another clock. Waits of a minute or more last until every window under it has closed.
func (p Pair) On(name string, clock table.Timing) Pair {
	p.Kind += ", clock " + name
	for i, w := range p.World {
		p.World[i].Clock, p.World[i].Acts = clock, slices.Clone(w.Acts)
		for j, a := range w.Acts {
			if a.Wait >= time.Minute {
				p.World[i].Acts[j].Wait = 2 * (clock.Strict + clock.MinWindow + clock.Tick)
			}
		}
	}
	return p
}

// CalledInThread is the setting for notifications in the match's thread, where everybody sees them.
var CalledInThread = bottest.Option{Name: "calls", Value: prefs.CallsThread}

// EverySetting returns all choices of all options of /settings, as the bot offers them, so that new ones are included
// automatically.
func EverySetting(t testing.TB, forms bottest.Offered) (all []bottest.Option) {
	t.Helper()
	for _, c := range bottest.Commands(forms) {
		if c.Name != "settings" {
			continue
		}
		for _, o := range c.Options {
			values := slices.Clone(trials[o.Name])
			for _, x := range o.Choices {
				values = append(values, x.Value)
			}
			if len(values) == 0 {
				t.Errorf("/settings: add values for the option %q to the trials of twins", o.Name)
			}
			for _, v := range values {
				all = append(all, bottest.Option{Name: o.Name, Value: v})
			}
		}
	}
	return all
}
