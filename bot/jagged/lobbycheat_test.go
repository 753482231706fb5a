package jagged

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/lang"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// drawn is what is drawn by lot: commitments and the names of files.
var drawn = regexp.MustCompile(`[0-9a-f]{64}|[0-9a-f]{12}…|[0-9a-z]{16}\.json`)

// Which list a side has chosen for a battle that is still to begin tells nobody anything, whatever the others press: neither which it is, nor
// whether it was chosen by a button or typed, changed, or built.
func TestCheatForListsBeforeTheBattle(t *testing.T) {
	var told, own [3]string
	for n, list := range []string{"h-a-line", "h-a-breach", "combat engineer, colonist rifleman"} {
		s := bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: sketched})
		s.Slash(ann, []string{"match", "challenge"}, opt("opponent", string(ben)), opt("faction", cards.Humans), opt("map", "spire-yard"), opt("clock", "quick"))
		card := s.Lobby()
		look := func() {
			for _, u := range []bot.UserID{ben, eve} {
				for _, c := range [][]string{{"match", "list"}, {"inbox"}, {"match", "show"}, {"match", "log"}, {"privacy", "export"}} {
					s.Slash(u, c)
				}
				for _, id := range []string{"force|", "ready|", "change|", "own|", "accept|", "cancel|"} {
					control := id + strings.SplitN(bottest.ControlsOf(card.Message).Buttons[0].ID, "|", 2)[1]
					if u == eve {
						s.Press(u, s.Lobby(), control, "h-a-line")
						s.Press(u, s.Lobby(), control)
					}
				}
				s.Settle()
			}
		}
		s.Click(ben, card, "accept|")
		s.Click(ben, s.Newest(ben), "force|", "m-d-grove")
		look()
		if m, ok := s.Find(ann, "force|"); ok {
			if n < 2 {
				s.Click(ann, m, "force|", list)
			} else {
				id := "own|" + strings.SplitN(bottest.ControlsOf(card.Message).Buttons[0].ID, "|", 2)[1]
				if a := s.Press(ann, m, id); a.Form != nil {
					s.Submit(ann, m, a.Form, map[string]string{a.Form.Fields[0].ID: list})
				}
			}
		} else {
			t.Fatal("ann is offered no list")
		}
		look()
		s.Pass(3 * time.Minute)
		look()
		var b strings.Builder
		for _, u := range []bot.UserID{ben, eve} {
			for _, x := range s.Wire.Delivered(u, 0) {
				fmt.Fprintf(&b, "%s %s: %s\n", u, x.What, bottest.Words(x.Message.Message))
			}
		}
		own[n] = bottest.Words(s.Newest(ann).Message)
		_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
		told[n] = drawn.ReplaceAllString(strings.ReplaceAll(b.String(), id, "match"), "#")
	}
	for _, other := range told[1:] {
		if other != told[0] {
			t.Errorf("the others can tell: %s", twins.Difference(told[0], other))
		}
	}
	if own[0] == own[1] || own[1] == own[2] || !strings.Contains(own[2], "Combat Engineer, Colonist Rifleman") {
		t.Errorf("ann has not chosen:\n%s", strings.Join(own[:], "\n"))
	}
	if !strings.Contains(told[0], "ready") {
		t.Errorf("they are told nothing:\n%s", told[0])
	}
}
