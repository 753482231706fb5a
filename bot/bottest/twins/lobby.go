package twins

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
)

// Lobby plays the time before a match: ann challenges ben, both choose a force in private, and ann is ready.
type Lobby struct {
	Setup   bottest.Setup
	Options []bottest.Option // options of the challenge
	Bens    string           // the force that ben chooses from the list
	// Anns holds forces that look the same to everybody else, one for each world: values of the list, or text that she types.
	Anns []string
	// Begin continues until the match has begun.
	Begin bool
}

// drawn matches random values: commitments and the names of files.
var drawn = regexp.MustCompile(`[0-9a-f]{64}|[0-9a-f]{12}…|[0-9a-z]{16}\.json|[0-9a-f]{24}\.png|<#t\d+>`)

// Alike fails the test if the others can find out which force ann has chosen, whatever they look at and press meanwhile.
func (l Lobby) Alike(t *testing.T) {
	t.Helper()
	var told, own []string
	for _, force := range l.Anns {
		all, anns := l.play(t, force)
		if told, own = append(told, all), append(own, anns); !strings.Contains(all, "ready") {
			t.Errorf("they are told nothing:\n%s", all)
		}
	}
	for n := range told {
		if told[n] != told[0] {
			t.Errorf("%q: the others can tell: %s", l.Anns[n], Difference(told[0], told[n]))
		}
		if slices.Contains(own[:n], own[n]) {
			t.Errorf("%q: ann has not chosen it:\n%s", l.Anns[n], own[n])
		}
	}
}

// play makes ann choose a force. It returns what both others were told, and the answers to ann.
func (l Lobby) play(t *testing.T, force string) (told, own string) {
	t.Helper()
	s := bottest.NewDuel(t, lang.English, l.Setup)
	a := s.Slash(Ann, []string{"match", "challenge"}, append(slices.Clip(l.Options), option("opponent", string(Ben)))...)
	if len(s.Wire.Messages(bottest.General)) == 0 {
		t.Fatal(bottest.Said(a))
	}
	card := s.Lobby()
	_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
	look := func() {
		for _, u := range []wire.UserID{Ben, Eve} {
			for _, c := range [][]string{{"match", "list"}, {"inbox"}, {"match", "show"}, {"match", "log"}, {"privacy", "export"}} {
				s.Slash(u, c)
			}
		}
		for _, kind := range []string{customid.Force, customid.Ready, customid.Change, customid.OwnForce, customid.Accept, "cancel"} {
			s.Press(Eve, s.Lobby(), kind+"|"+id, l.Bens)
			s.Press(Eve, s.Lobby(), kind+"|"+id)
		}
		s.Settle()
	}
	s.Click(Ben, card, "accept|")
	s.Click(Ben, s.Newest(Ben), "force|", l.Bens)
	look()
	m, ok := s.Find(Ann, "force|")
	if !ok {
		t.Fatal("ann is offered no force")
	}
	listed := slices.ContainsFunc(bottest.ControlsOf(m.Message).Selects, func(x wire.Select) bool {
		return slices.ContainsFunc(x.Options, func(o wire.Option) bool { return o.Value == force })
	})
	if listed {
		s.Click(Ann, m, "force|", force)
	} else if a := s.Press(Ann, m, "own|"+id); a.Form != nil {
		s.Submit(Ann, m, a.Form, map[string]string{a.Form.Fields[0].ID: force})
	}
	own = strings.ReplaceAll(bottest.Words(s.Newest(Ann).Message), id, "match")
	look()
	s.Pass(3 * time.Minute)
	look()
	if l.Begin {
		s.Click(Ann, s.Lobby(), "ready|")
		s.Settle()
		look()
	}
	var b strings.Builder
	for _, u := range []wire.UserID{Ben, Eve} {
		for _, x := range s.Wire.Delivered(u, 0) {
			fmt.Fprintf(&b, "%s %s: %s\n", u, x.What, bottest.Words(x.Message.Message))
		}
	}
	return drawn.ReplaceAllString(strings.ReplaceAll(b.String(), id, "match"), "#"), own
}
