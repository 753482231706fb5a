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

// Q12: in an open match everybody is sent the same state except for the plans; in a veiled one they are not.
func TestQ12(t *testing.T) {
	for secrecy, same := range map[string]bool{"open": true, "veiled": false} {
		p := newPlayer(new(bytes.Buffer))
		for line := range strings.Lines("secrecy " + secrecy + q12 + "\n") {
			if err := p.Line(line); err != nil {
				t.Fatalf("%s%v", line, err)
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

// stateSent returns a viewer's view without the viewer's name, and without the own Reserve, which is among all Reserves too.
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

// carried is a match in which a squad goes aboard with or without an Overwatch Token; ENDS is replaced by the end of its
// activation.
const carried = `
lab
place 1 unit courier A1 at 20,10
place 1 unit vector-squad A2 at 20,12.5 22,12.3 24,12.5
place 1 unit virago A3 at 44,10
place 2 unit virago B1 at 40,40
place 2 unit virago B2 at 44,40
begin 1
1> designate A2 A1
1> done
2> pass
1> activate A2
ENDS
1> activate A1
1> act load A2
1> end
2> designate B1 B2
2> done
1> pass
2> done
1> designate A3
1> done
2> pass
1> done
2> designate B1
2> done
1> pass
2> done
1> designate A1
1> done
2> pass
1> activate A1
1> act unload at 20,13 22,13 24,13
1> end
1> end
2> designate B2
2> done
1> pass
2> done
`

// D17: only its owner learns whether a squad that goes aboard had an Overwatch Token. All that others see and are told is the
// same from the loading to the enemy's next Turn.
func TestD17_WhatGoesAboardIsUntold(t *testing.T) {
	seen := func(ends string) (out []string) {
		p := newPlayer(new(bytes.Buffer))
		for line := range strings.Lines("secrecy veiled" + strings.Replace(carried, "ENDS", ends, 1)) {
			if err := p.Line(line); err != nil {
				t.Fatalf("%s%v", line, err)
			}
			if !p.Begun() || strings.Contains(line, "overwatch") { // the order that only one of the matches has
				continue
			}
			for _, viewer := range []string{"2", "onlooker"} {
				view, told, err := p.View(viewer)
				if err != nil {
					t.Fatal(err)
				}
				raw, err := json.Marshal([]any{view, told})
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, strings.TrimSpace(line)+": "+string(raw))
			}
		}
		return out
	}
	with, without := seen("1> act overwatch\n1> end"), seen("1> end")
	for i := range min(len(with), len(without)) {
		if with[i] != without[i] {
			t.Fatalf("with the token:\n%s\nwithout:\n%s", with[i], without[i])
		}
	}
	if len(with) != len(without) || len(with) < 60 {
		t.Errorf("%d and %d states were seen", len(with), len(without))
	}
}
