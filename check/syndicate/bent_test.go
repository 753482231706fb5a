package syndicate_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	check "downsync/check/syndicate"
)

// stored is a fact of a record.
type stored struct {
	K string         `json:"k"`
	D map[string]any `json:"d"`
}

// factsOf returns the facts of a record, and the record without them.
func factsOf(t testing.TB, line []byte) (fs []stored, rest map[string]json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal(line, &rest); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(rest["facts"], &fs); err != nil {
		t.Fatal(err)
	}
	return fs, rest
}

// A bend changes the facts of a record at fact i, and returns nil if it does not apply there.
type bend struct {
	name string
	rule string // the rule under which it must be found
	kind string // of the fact
	do   func(fs []stored, i int) []stored
}

// change makes a bend of a change of the fact's fields.
func change(do func(d map[string]any) bool) func([]stored, int) []stored {
	return func(fs []stored, i int) []stored {
		if !do(fs[i].D) {
			return nil
		}
		return fs
	}
}

func set(field string, value any) func([]stored, int) []stored {
	return change(func(d map[string]any) bool { d[field] = value; return true })
}

func add(field string, n float64) func([]stored, int) []stored {
	return change(func(d map[string]any) bool {
		was, _ := d[field].(float64)
		d[field] = was + n
		return true
	})
}

// only applies a bend where the field has the value.
func only(field string, value any, do func([]stored, int) []stored) func([]stored, int) []stored {
	return func(fs []stored, i int) []stored {
		if fs[i].D[field] != value {
			return nil
		}
		return do(fs, i)
	}
}

// leftOut leaves out the fact.
func leftOut(fs []stored, i int) []stored { return slices.Delete(fs, i, i+1) }

// twice repeats the fact.
func twice(fs []stored, i int) []stored { return slices.Insert(fs, i, fs[i]) }

// aimed changes the modifier of that name in a list of an attack's aim.
func aimed(list, from string, by float64) func([]stored, int) []stored {
	return change(func(d map[string]any) bool { return modified(d["aim"].(map[string]any)[list], from, by) })
}

// struck changes a modifier in a list of what an attack does.
func struck(list, from string, by float64) func([]stored, int) []stored {
	return change(func(d map[string]any) bool { return modified(d["blow"].(map[string]any)[list], from, by) })
}

func modified(list any, from string, by float64) bool {
	mods, _ := list.([]any)
	for _, x := range mods {
		if m := x.(map[string]any); m["from"] == from {
			m["n"] = m["n"].(float64) + by
			return true
		}
	}
	return false
}

// inner changes a figure of a part of the fact.
func inner(part, field string, by float64) func([]stored, int) []stored {
	return change(func(d map[string]any) bool {
		p := d[part].(map[string]any)
		was, _ := p[field].(float64)
		p[field] = was + by
		return true
	})
}

// misread shows another face of the first die.
func misread(d map[string]any) bool {
	faces := d["faces"].([]any)
	faces[0] = float64(int(faces[0].(float64))%6 + 1)
	return true
}

// farther makes a way as long as its unit goes one space longer, back to where it came from.
func farther(d map[string]any) bool {
	way := d["way"].([]any)
	if len(way) < 2 {
		return false
	}
	d["way"] = append(way[:len(way):len(way)], way[len(way)-2])
	return true
}

// jump leaves out the first step of a way.
func jump(d map[string]any) bool {
	way := d["way"].([]any)
	if len(way) < 3 {
		return false
	}
	d["way"] = way[2:]
	return true
}

// swapped exchanges the fact with the next one of its kind in the record.
func swapped(fs []stored, i int) []stored {
	next := slices.IndexFunc(fs[i+1:], func(f stored) bool { return f.K == fs[i].K })
	if next < 0 {
		return nil
	}
	fs[i], fs[i+1+next] = fs[i+1+next], fs[i]
	return fs
}

var bends = []bend{
	{"a die read wrong", "S6.4", "attack-rolled", change(misread)},
	{"a die that was not rolled", "S6.4", "attack-rolled", change(func(d map[string]any) bool { d["faces"] = append(d["faces"].([]any), 6.0); return true })},
	{"cover that counts one more", "S6.5", "attack-rolled", aimed("dod", "cover", 1)},
	{"a Marked target that counts twice", "S6.5", "attack-rolled", aimed("acc", "marked", 1)},
	{"a printed figure read wrong", "S6.5", "attack-rolled", aimed("acc", "printed", 1)},
	{"a Disoriented target with its whole DOD", "S6.5", "attack-rolled", aimed("dod", "disoriented", 1)},
	{"an Encumbered target with its whole DOD", "S6.5", "attack-rolled", aimed("dod", "encumbered", 1)},
	{"a card's die that counts twice", "S6.4", "attack-rolled", aimed("dice", "adrenal-spike", 1)},
	{"a spinning gun with one die more", "S6.4", "attack-rolled", aimed("dice", "spin-up", 1)},
	{"an SMG with 1 more", "S6.10", "attack-rolled", aimed("bonus", "smg", 1)},
	{"a need of one less", "S6.5", "attack-rolled", inner("aim", "need", -1)},
	{"a distance of one more", "S6.2", "attack-rolled", inner("aim", "distance", 1)},
	{"a die rolled again that shows another face", "S7.2", "die-changed", only("set", nil, add("is", 1))},
	{"a die that was another", "R-A7", "die-changed", only("by", "signal-jam", add("was", 1))},
	{"a hit too many", "S6.5", "attack-resolved", inner("blow", "hits", 1)},
	{"armor that takes one more", "S6.7", "attack-resolved", struck("arm", "armor", 1)},
	{"damage too much", "S6.7", "attack-resolved", add("damage", 1)},
	{"Hold the Line for 2", "S6.7", "attack-resolved", only("reduced", 1.0, add("reduced", 1))},
	{"an ability used twice", "", "ability-used", only("ability", "signal-jam", twice)},
	{"a reaction that is not noted", "S7.5", "ability-used", only("ability", "surge-step", leftOut)},
	{"a move too long", "S4.4", "moved", only("by", "advance", change(farther))},
	{"a Mercenary that goes too far", "S4.4", "moved", only("by", "mercs", change(farther))},
	{"a jump", "S5.1", "moved", change(jump)},
	{"a move that begins elsewhere", "S5.1", "moved", set("from", "1,1")},
	{"a move into a wall", "S5.1", "moved", change(func(d map[string]any) bool { d["way"] = []any{"9,10"}; return true })},
	{"a Mercenary that moves twice", "S4.6", "moved", only("by", "mercs", func(fs []stored, i int) []stored {
		way := fs[i].D["way"].([]any)
		back := stored{"moved", map[string]any{"unit": fs[i].D["unit"], "from": way[len(way)-1], "way": []any{way[len(way)-1]}, "by": "mercs", "own": true}}
		return slices.Insert(fs, i+1, back)
	})},
	{"a move that ended closer", "R-X9", "moved", change(func(d map[string]any) bool { d["closer"] = d["closer"] != true; return true })},
	{"a unit that attacks twice", "", "held-fire", twice},
	{"a target out of reach", "S6.2", "attack-declared", only("target", "A", set("target", "A2"))},
	{"an attack out of turn", "S6.1", "held-fire", swapped},
	{"an attack not made", "S6.1", "held-fire", only("why", "no-target", set("why", "hold"))},
	{"a status for too long", "S9", "status-given", add("until", 1)},
	{"another status", "S9", "status-given", set("status", "focused")},
	{"a status that is not given", "", "status-given", leftOut},
	{"Hidden that does not end", "S9", "status-ended", leftOut},
	{"a change for too long", "S9.5", "changed", add("until", 1)},
	{"a change of one more", "S9.5", "changed", inner("change", "acc", 1)},
	{"a contest with one more", "S8.1", "contested", change(func(d map[string]any) bool { p := d["plus"].([]any); p[0] = p[0].(float64) + 1; return true })},
	{"a contest's die read wrong", "S8.1", "contested", change(func(d map[string]any) bool { p := d["dice"].([]any); p[1] = p[1].(float64) + 1; return true })},
	{"HP lost twice", "S8.3", "hurt", add("n", 1)},
	{"a cost that is not paid", "S8.3", "hurt", only("cost", true, leftOut)},
	{"a card that comes to nothing", "S4.5", "card-played", set("fizzled", "suppressed")},
	{"another card than was shown", "S4.5", "card-played", change(func(d map[string]any) bool { was := d["card"]; d["card"] = "vault"; return was != "vault" })},
	{"a card that is not in the hand", "S4.2", "committed", set("cards", []any{"holding-grip", "phase-shift"})},
	{"a card drawn too many", "S4.8", "drew", only("why", "reload", add("n", 1))},
	{"another card drawn", "S4.8", "drew", set("cards", []any{"smoke-screen"})},
	{"Priority for the same side again", "S3.4", "round-began", change(func(d map[string]any) bool { d["priority"] = 3 - d["priority"].(float64); return true })},
	{"the roll for Priority read wrong", "S3.4", "priority-rolled", change(func(d map[string]any) bool { d["first"] = 3 - d["first"].(float64); return true })},
	{"a round skipped", "S3.4", "round-began", add("round", 1)},
	{"a point too many", "S11.2", "scored", add("points", 1)},
	{"a point for the other side", "S11.2", "scored", change(func(d map[string]any) bool { d["seat"] = 3 - d["seat"].(float64); return true })},
	{"a point not scored", "", "scored", leftOut},
	{"a Decoy too far away", "S10.1", "placed", only("object", "decoy", set("at", "1,12"))},
	{"an object for too long", "S10.2", "placed", add("until", 1)},
	{"a fallen unit that stays", "S6.9", "eliminated", leftOut},
	{"deployment outside the zone", "S2.6", "deployed", change(func(d map[string]any) bool { d["at"].([]any)[0] = "6,6"; return true })},
	{"the other side wins", "", "ended", change(func(d map[string]any) bool { slices.Reverse(d["rank"].([]any)); return true })},
	{"an end for another reason", "", "ended", only("why", "mission", set("why", "points"))},
	{"an end before its time", "S11", "reloaded", func(fs []stored, i int) []stored {
		return slices.Insert(fs, i, stored{"ended", map[string]any{"rank": []any{1, 2}, "why": "mission"}})
	}},
}

// bent returns up to that many matches that differ from the recorded one in one fact each.
func (b bend) bent(t testing.TB, raw []byte, most int) (out [][]byte) {
	all := bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
	for n, line := range all {
		if !bytes.Contains(line, []byte(`{"k":"`+b.kind+`"`)) {
			continue
		}
		fs, _ := factsOf(t, line)
		for i := range fs {
			if fs[i].K != b.kind || len(out) == most {
				continue
			}
			again, record := factsOf(t, line)
			if again = b.do(again, i); again == nil {
				continue
			}
			facts, err := json.Marshal(again)
			if err != nil {
				t.Fatal(err)
			}
			record["facts"] = facts
			other := slices.Clone(all)
			if other[n], err = json.Marshal(record); err != nil {
				t.Fatal(err)
			}
			out = append(out, bytes.Join(other, []byte("\n")))
		}
	}
	return out
}

// A difference that is planted in a recorded match is found, under its rule.
func TestPlantedDifferencesAreFound(t *testing.T) {
	c := cardsOf(t)
	const most = 80 // matches; they are played when a difference needs one more
	var recorded [][]byte
	for _, b := range bends {
		t.Run(strings.ReplaceAll(b.name, " ", "-"), func(t *testing.T) {
			tried, under := 0, 0
			const each, enough = 2, 6
			for n := 0; n < most && tried < enough; n++ {
				if n == len(recorded) {
					recorded = append(recorded, programMatch(t, n))
				}
				for _, other := range b.bent(t, recorded[n], each) {
					tried++
					found, err := check.Check(c, bytes.NewReader(other))
					if err == nil && len(found) == 0 {
						t.Errorf("match %d: not found", n)
					}
					if slices.ContainsFunc(found, func(d check.Difference) bool { return b.rule == "" || d.Rule == b.rule }) {
						under++
					} else if len(found) > 0 {
						t.Logf("match %d: found as %s", n, found[0])
					}
				}
			}
			if tried == 0 || under == 0 {
				t.Errorf("of %d such differences %d are found under %q", tried, under, b.rule)
			}
		})
	}
}
