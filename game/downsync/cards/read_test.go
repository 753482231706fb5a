package cards

import (
	"strings"
	"testing"

	"downsync/game/cardfile"
)

// good is a server's own file without errors.
const good = `slug = "militia"
name = "Militia"

[[unit]]
slug = "technical"
name = "Technical"
type = "Light Vehicle"
signature = "small"
spd = 8
scan = 6
targ = 5
def = 14
cm = 1
traits = [{ id = "predator", value = 1 }]

[[unit.action]]
id = "gun"
name = "Gun"
cost = "A"
effect = "kill"
range = 12
rof = 2
`

func TestReadOwn(t *testing.T) {
	units, err := Read("own.toml", []byte(good))
	if err != nil || len(units) != 1 || units[0].Faction != "militia" {
		t.Fatalf("%v %v", units, err)
	}
	cat, err := Printed().With(units)
	if err != nil {
		t.Fatal(err)
	}
	if u := cat.Must("technical"); u.Name != "Technical" || cat.Order("technical") != 18 {
		t.Errorf("%+v at %d", u, cat.Order("technical"))
	}
	if _, ok := Printed().Find("technical"); ok {
		t.Error("the printed cards changed")
	}
	if _, err := cat.With(units); err == nil || !strings.Contains(err.Error(), `slug "technical"`) {
		t.Errorf("twice: %v", err)
	}
}

// A bad card is refused with file, line and field.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{`spd = 8`, `spd = 3`, `own.toml:5: unit "technical": spd = 3: expected 4 to 12`},
		{`spd = 8`, `spd = 13`, `spd = 13: expected 4 to 12`},
		{`spd = 8`, `spd = "fast"`, `line 9 (last key "unit.spd")`},
		{`spd = 8`, `speed = 8`, `own.toml:9: unknown field unit.speed`},
		{`cost = "A"`, `cost = "B"`, `action "gun": cost = "B": expected A, C, A/C, A+C or FREE`},
		{`effect = "kill"`, `effect = "jam"`, `effect = "jam": expected kill, stun, scan or special`},
		{`effect = "kill"`, `effect = "special"`, `expected an id among deploy-drones`},
		{`id = "gun"`, `id = "move"`, `id: expected small letters`},
		{`rof = 2`, `rof = 7`, `rof = 7: expected 1 to 6`},
		{`range = 12`, `range = 0`, `range = 0: expected 1 to 96`},
		{`signature = "small"`, `signature = "tiny"`, `signature = "tiny": expected small, medium or large`},
		{`"predator"`, `"flying"`, `trait "flying": expected one of adaptive-camo`},
		{`{ id = "predator", value = 1 }`, `{ id = "specialized", value = 1 }`, `trait "specialized": expected one of`},
		{`{ id = "predator", value = 1 }`, `{ id = "carrier", unit = "nobody" }`, `trait carrier: unit = "nobody": expected the slug of a Unit`},
		{`{ id = "predator", value = 1 }`, `{ id = "mechanized", unit = "technical" }`, `trait mechanized: unit = "technical": expected another Unit`},
		{`{ id = "predator", value = 1 }`, `{ id = "defend" }`, `trait defend: radius: expected 1 to 48 inches`},
		{`slug = "technical"`, `slug = "virago"`, `slug "virago": another Unit has it`},
		{`slug = "technical"`, `slug = "Tech"`, `slug: expected small letters`},
		{`name = "Technical"`, `name = ""`, `name: expected 1 to 40 characters`},
		{`slug = "militia"`, `slug = ""`, `slug "" of the faction`},
		{`[[unit]]`, `[unit`, `own.toml:5: expected`},
		{`scan = 6`, `scan = 99`, `scan = 99: expected 0 to 12`},
		{`def = 14`, `def = 1`, `def = 1: expected 2 to 20`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%q is not in the file", c.old)
		}
		if _, err := Read("own.toml", []byte(text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; expected %q in it", c.new, err, c.says)
		}
	}
	if _, err := Read("own.toml", make([]byte, cardfile.MaxFile+1)); err == nil || !strings.Contains(err.Error(), "expected at most") {
		t.Errorf("too long: %v", err)
	}
	if _, err := Read("own.toml", []byte("slug = \"m\"\nname = \"M\"\n")); err == nil || !strings.Contains(err.Error(), "0 [[unit]] entries") {
		t.Errorf("no units: %v", err)
	}
}

// The printed cards pass the check of a server's own cards.
func TestPrintedCardsAreSound(t *testing.T) {
	for _, u := range Printed().All() {
		if err := Printed().check(u); err != nil {
			t.Errorf("%s: %v", u.Slug, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("slug = \"a\"\n[[unit]]\nslug=\"b\"\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		units, err := Read("own.toml", raw)
		if err != nil {
			return
		}
		if _, err := Printed().With(units); err != nil {
			t.Errorf("accepted, and then %v", err)
		}
	})
}
