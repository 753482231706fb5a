package script

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"downsync/game/script"
)

// q12 is a match with every kind of secret in it.
const q12 = `
lab
place 1 unit courier A1 at 10,10
aboard A1 vector-squad
place 1 ping medium A2 at 20,10
place 2 unit guardian-destroyer B1 at 10,40
place 2 ping small B2 at 20,40
reserve 1 virago courier
reserve 2 widow-scout sentinel-tagger
begin 1
1> designate A1
1> done
2> pass
1> activate A1
1> act overwatch
1> end
`

// Q12: in an open match everybody is sent the same state but for the plans; in a veiled one they are not.
func TestQ12(t *testing.T) {
	for secrecy, same := range map[string]bool{"open": true, "veiled": false} {
		p := newPlayer(new(bytes.Buffer))
		for line := range strings.Lines("secrecy " + secrecy + q12 + "\n") {
			if err := p.Line(line); err != nil || p.Refused() != nil {
				t.Fatalf("%s%v %v", line, err, p.Refused())
			}
		}
		one := stateSent(t, p, "1")
		for _, viewer := range []string{"2", "onlooker", "referee"} {
			if other := stateSent(t, p, viewer); reflect.DeepEqual(one, other) != same {
				t.Errorf("%s: player 1 is sent\n%v\n%s\n%v", secrecy, one, viewer, other)
			}
		}
	}
}

// stateSent is a viewer's view without whose it is, and without the own Reserve, which stands among all Reserves too.
func stateSent(t *testing.T, p *script.Player, viewer string) map[string]any {
	t.Helper()
	v, _, err := p.View(viewer)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	delete(out, "viewer")
	delete(out, "reserve")
	return out
}
