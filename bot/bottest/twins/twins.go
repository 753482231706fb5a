// Package twins plays pairs of worlds that differ only in what one side keeps to itself, a pair for each kind of secret, and
// compares what everybody else was delivered. It serves every game; a game brings its worlds.
//
// Three people are there: ann, in the first seat, whose secrets they are; ben, in the second; and eve, who looks on.
package twins

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/table"
)

// Game is a game as its twins are played.
type Game struct {
	ID    string
	Rules game.Game
	// Measure are the options of a measurement, none for a game that has none; Begins is the beginning of an order to be completed;
	// Wrong is an order that the rules refuse to everybody. Late is one that is given after its time.
	Measure             []bottest.Option
	Begins, Wrong, Late string
	// Know tells whether the game has a knowledge panel.
	Know bool
	// Rulings are what a moderator rules when everything is tried.
	Rulings []string
	// Trials are values to try for the game's own options that have no choices, by name.
	Trials map[string][]string
}

// World is a match and what is done in it.
type World struct {
	*Game
	Config game.Config
	Acts   []Act
	// Dice are made anew for each match. Public rolls do not depend on what seats roll in private.
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

// World is a match of the game with acts as Read reads them. At its end the others look at everything, alike in every world.
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

// Act is one step: an order of somebody's, something of their own that changes no match, or time that goes by.
type Act struct {
	Who   string
	Order string
	Look  string // one of Looks
	Wait  time.Duration
	Set   bottest.Option // chosen in /settings
}

// Looks are what somebody does without changing the match. Each route carries them out in its own way.
const (
	Show     = "show"     // asks for their console, or the board
	Know     = "know"     // asks for the knowledge panel
	Measure  = "measure"  // measures, as the game says
	Complete = "complete" // has an order completed
	Wrong    = "wrong"    // gives an order that the rules refuse
	Draft    = "draft"    // begins an order by the first select of the newest console, and does not finish it
	Settings = "settings" // chooses another language and another look of the boards
	Late     = "late"     // lets TooLate go by and gives an order before any timer fires
	Closed   = "closed"   // takes no direct messages any more
	All      = "all"      // tries every command that asks for something and is told to nobody, and presses what the console has for looking
)

// TooLate is longer than any question of Timing waits.
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

// String writes the act as Read reads it.
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

// Timing has windows of the same length whatever is answered, so that twins can be compared to the millisecond.
func Timing() table.Timing {
	return table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour, "react": time.Hour}, Tick: 15 * time.Second, Strict: 45 * time.Second}
}

// Pair is two worlds that differ in one kind of secret.
type Pair struct {
	Kind  string
	World [2]World
}

// Under is the pair when both players have chosen something in /settings.
func (p Pair) Under(o bottest.Option) Pair {
	p.Kind += fmt.Sprintf(", %s:%s", o.Name, o.Value)
	for i, w := range p.World {
		p.World[i].Acts = append([]Act{{Who: "ann", Set: o}, {Who: "ben", Set: o}}, w.Acts...)
	}
	return p
}

// On is the pair with another clock. Waits of a minute or more last until every window has closed on it.
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

// CalledInThread is the choice to be called in the match's thread, where everybody sees it.
var CalledInThread = bottest.Option{Name: "calls", Value: bot.CallsThread}

// EverySetting are all choices of all options of /settings, as the bot offers them: one that comes anew is tried without anybody
// thinking of it.
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
