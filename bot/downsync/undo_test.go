package downsync

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
)

// An undo button on a console always works: it disappears when the time of the question that it would return to has run out.
func TestUndoButtonGoesWithItsTime(t *testing.T) {
	t.Parallel()
	s := twins.Open(t, worlds.Pairs()[0].World[0], bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
	s.Do(twins.Read("wait 40m"), twins.Read("ann> designate A1"))
	m, _ := s.Wire.Console(twins.Ann)
	undo, ok := bottest.ControlsOf(m.Message).Find("u|")
	if !ok {
		t.Fatalf("no undo in:\n%s", bottest.Words(m.Message))
	}
	console := func() (now bottest.Message) { // below the console is the call for the question that came silently
		for _, x := range s.Wire.Messages(m.Channel) {
			if x.ID == m.ID {
				now = x
			}
		}
		return now
	}
	s.Pass(20*time.Minute - time.Second)
	if now := console(); now.Edits != m.Edits || now.ID != m.ID {
		t.Error("the console changed before its time")
	}
	s.Pass(time.Second)
	now := console()
	if _, ok := bottest.ControlsOf(now.Message).Find("u|"); ok || now.ID != m.ID {
		t.Errorf("the same console, a new one or none offers the undo still:\n%s", bottest.Words(now.Message))
	}
	if a := s.Press(twins.Ann, m, undo); strings.Contains(bottest.Words(*a.Letter), "Taken back") {
		t.Errorf("taken back after its time: %s", bottest.Words(*a.Letter))
	}
}
