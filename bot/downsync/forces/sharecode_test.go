package forces

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/downsync/wording"
	"downsync/bot/sharecode"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// No two cards or factions share their bits in a code.
func TestCardHashes(t *testing.T) {
	seen := map[int]string{}
	slugs := factions(cards.Printed())
	for _, u := range cards.Printed().All() {
		slugs = append(slugs, u.Slug)
	}
	for _, slug := range slugs {
		h := cardHash(slug)
		if other, taken := seen[h]; taken || h < 1 || h >= 1<<22 {
			t.Errorf("%s and %q have %d", slug, other, h)
		}
		seen[h] = slug
	}
}

// Codes are written for ever: people hold these, so they must always be readable.
func TestOldCodes(t *testing.T) {
	f := wording.Reader{}
	for code, want := range map[string]string{
		"DS-1091Y-EG64G-VSE9B-E2G72-Z1KSR-3STRN-BSH9H-3":             "coalition-starter",
		"DS-11PNA-KG4WT-1J775-GVA3K-01BJ3-TSDTY-1AGCW-5HPTB-CSWH4-D": "republic-ex1",
	} {
		l, err := decodeList(f, code)
		army, _ := cards.FindArmy(want)
		a, b := slices.Sorted(slices.Values(l.Units)), slices.Sorted(slices.Values(army.Units))
		if err != nil || !slices.Equal(a, b) || l.Size != army.Size || l.Faction != army.Faction || l.Rules != rules.Edition2023 {
			t.Errorf("%s: %+v %v", code, l, err)
		}
	}
}

// A code is read back as the force that it was made from, whatever people do to it in passing it on. A slip of one character,
// or of two neighbours, is noticed.
func TestCodes(t *testing.T) {
	f := wording.Reader{}
	for _, o := range (Builder{f}).Starters() {
		l, err := decodeList(f, o.Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []string{strings.ToLower(o.Value), " " + strings.ReplaceAll(o.Value, "-", " ") + "\n",
			strings.ReplaceAll(o.Value, "0", "o"),
			strings.ReplaceAll(o.Value, "1", "l"), strings.TrimPrefix(o.Value, "DS-")} {
			if got, err := decodeList(f, as); err != nil || !reflect.DeepEqual(got, l) {
				t.Errorf("%q: %+v %v", as, got, err)
			}
		}
		for i := len("DS-"); i < len(o.Value); i++ {
			for _, c := range "0123456789ABCDEFGHJKMNPQRSTVWXYZ" {
				slip := o.Value[:i] + string(c) + o.Value[i+1:]
				if got, err := decodeList(f, slip); err == nil && slip != o.Value {
					t.Fatalf("%s is read as %+v", slip, got)
				}
			}
			if i+1 < len(o.Value) && o.Value[i] != o.Value[i+1] {
				slip := o.Value[:i] + o.Value[i+1:i+2] + o.Value[i:i+1] + o.Value[i+2:]
				if got, err := decodeList(f, slip); err == nil && !reflect.DeepEqual(got, l) {
					t.Fatalf("%s is read as %+v", slip, got)
				}
			}
		}
	}
}

func TestBadCodes(t *testing.T) {
	f := wording.Reader{}
	for _, bad := range []string{"", "DS-", "DS-1", "virago", strings.Repeat("1", 10_000), "DS-UUUUU-UUUU", "ÄÄÄÄÄÄÄÄÄ"} {
		if l, err := decodeList(f, bad); err == nil {
			t.Errorf("%.20q is read as %+v", bad, l)
		}
	}
	own := wording.Reader{Own: []*cards.Unit{{Slug: "own-tank", Name: "Own Tank", Faction: "own", Signature: cards.Small, Spd: 6, Def: 13}}}
	code := forceList{Rules: rules.Edition2023, Size: rules.Small, Faction: "own", Units: []string{"own-tank"}}.encode()
	if l, err := decodeList(own, code); err != nil || len(l.Units) != 1 {
		t.Errorf("%+v %v", l, err)
	}
	if _, err := decodeList(f, code); err == nil || err.Error() != string(sharecode.WordForeign) {
		t.Errorf("a card of another server: %v", err)
	}
	newer := []int{2, 0, 0, 0, 0, 0, 0}
	text := codes.Write(sharecode.Summed(newer, ""))
	if _, err := decodeList(f, text); err == nil || err.Error() != "that share code is of a newer version than I know" {
		t.Errorf("a newer code: %v", err)
	}
}

// Anything typed as a code is refused, or is a force that has the same code.
func FuzzCode(f *testing.F) {
	for _, o := range (Builder{}).Starters() {
		f.Add(o.Value)
	}
	f.Add("DS-10000-01234")
	f.Fuzz(func(t *testing.T, typed string) {
		l, err := decodeList(wording.Reader{}, typed)
		if err != nil {
			return
		}
		again, err := decodeList(wording.Reader{}, l.encode())
		if err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%q: %+v, again %+v: %v", typed, l, again, err)
		}
		if _, err := (Builder{}).BuilderPage(l.encode(), bot.Built{}); err != nil {
			t.Errorf("%q cannot be shown: %v", typed, err)
		}
	})
}

// The builder counts the room that is left and says what is missing. The forces that it offers as playable are playable.
func TestBuilder(t *testing.T) {
	f := wording.Reader{}
	code := Builder{f}.NewForce()
	if full := (forceList{Rules: rules.Editions[0], Size: rules.Standard, Units: []string{"virago"}}).encode(); (Builder{f}).EmptyForce(full) || !(Builder{f}).EmptyForce(code) {
		t.Error("which force is empty")
	}
	do := func(part, value, want string) {
		t.Helper()
		next, refused := Builder{f}.ChangeForce(code, part, []string{value})
		switch {
		case refused != nil && !strings.Contains(refused.Error(), want):
			t.Fatalf("%s %s: %v", part, value, refused)
		case refused == nil:
			code = next
		}
		blocks, err := Builder{f}.BuilderPage(code, bot.Built{})
		if err != nil {
			t.Fatal(err)
		}
		m := wire.Message{Blocks: []wire.Block{wire.Box{Blocks: blocks}}}
		if err := discord.Check(m); err != nil {
			t.Fatal(err)
		}
		if s := bottest.Words(m); refused == nil && !strings.Contains(s, want) {
			t.Errorf("%s %s: %q is missing in\n%s", part, value, want, s)
		}
	}
	do("faction", "coalition", "0 of 2 small")
	do("add", "virago", "1 of 3 medium")
	do("add", "virago", "2 Virago")
	do("add", "widow-scout", "with it comes Spider Drone")
	do("add", "sentinel-tagger", "2 of 2 small")
	do("add", "sentinel-hunter", "no room")
	do("add", "gsv-phantom", "3 of 3 medium")
	do("add", "guardian-destroyer", "✔️ This force can be played.")
	c := rules.Defaults()
	settings, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if force, note, err := (Roster{f}).ReadForce(settings, 1, code); err != nil || note != "" || strings.Count(force, ",") != 5 {
		t.Errorf("%s %s %v", force, note, err)
	}
	do("size", "standard 4.2", "Not yet to be played")
	if _, _, err := (Roster{f}).ReadForce(settings, 1, code); err == nil || !strings.Contains(err.Error(), "standard game; this one is small") {
		t.Errorf("a force of another size: %v", err)
	}
	do("size", "small 2023-03", "can be played")
	do("drop", "virago", "room for 1 more")
	do("drop", "nothing", "room for 1 more")
	do("size", "huge 9", "room for 1 more")
	do("typed", "2 crusader, courier", "Republic of Terra")
	do("typed", "2 tiger", "no army or Unit")
	do("faction", "coalition", "0 of 2 small")
	if _, _, err := (Roster{f}).ReadForce(settings, 1,
		code); err == nil || err.Error() != "that share code is of an empty force: expected at least one Unit" {
		t.Errorf("an empty force: %v", err)
	}
}
