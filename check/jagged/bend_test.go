package jagged_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	check "downsync/check/jagged"
)

// object is a value of JSON.
type object = map[string]any

// bend changes a recorded fact so that it breaks a rule. It reports false if the fact is not suited.
type bend struct {
	name string
	kind string
	rule string
	do   func(d object, record object) bool
}

// set puts a value into a field that is another.
func set(d object, field string, value any) bool {
	if d[field] == value {
		return false
	}
	d[field] = value
	return true
}

func add(d object, field string, n float64) bool {
	was, _ := d[field].(float64)
	d[field] = was + n
	return true
}

func flip(d object, field string) bool {
	was, _ := d[field].(bool)
	d[field] = !was
	return true
}

// parts returns the modifiers of an attack or of an attempt to Disengage.
func parts(d object) []any {
	out, _ := d["parts"].([]any)
	return out
}

// without removes the modifier of that name.
func without(d object, name string) bool {
	all := parts(d)
	i := slices.IndexFunc(all, func(p any) bool { return p.(object)["from"] == name })
	if i < 0 {
		return false
	}
	d["need"] = d["need"].(float64) - all[i].(object)["n"].(float64)
	d["parts"] = slices.Delete(all, i, i+1)
	return true
}

// again puts a fact of the record a second time behind itself.
func again(d, record object) bool {
	all := record["facts"].([]any)
	i := slices.IndexFunc(all, func(f any) bool { return sameObject(f.(object)["d"].(object), d) })
	record["facts"] = slices.Insert(all, i+1, all[i])
	return true
}

// drop removes a fact of the record.
func drop(d, record object) bool {
	all := record["facts"].([]any)
	i := slices.IndexFunc(all, func(f any) bool { return sameObject(f.(object)["d"].(object), d) })
	record["facts"] = slices.Delete(all, i, i+1)
	return true
}

// unmade takes an attack out of a record, with its die: a shot, or a strike.
func unmade(record object, shot bool) bool {
	order, _ := record["order"].(string)
	all, dice := record["facts"].([]any), record["rolls"].([]any)
	i := slices.IndexFunc(all, func(f any) bool { return f.(object)["k"] == "attack-rolled" })
	single := strings.Count(order, " ") == 4 && i == 0 && len(all) > 2 && all[2].(object)["k"] == "went"
	if shot != strings.HasPrefix(order, "shoot") || shot && !single || all[i+1].(object)["k"] != "attack-resolved" || dice[0].(object)["for"] != "attack" {
		return false
	}
	record["facts"], record["rolls"] = slices.Delete(all, i, i+2), dice[1:]
	return true
}

func sameObject(a, b object) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

// ending returns the last place of a way.
func ending(d object) object {
	way := d["way"].([]any)
	return way[len(way)-1].(object)
}

func aimOf(d object) object { return d["aim"].(object) }

func swap(d object, field string) bool {
	slices.Reverse(d[field].([]any))
	return true
}

var bends = []bend{
	{"a list keeps too much", "listed", "J3.4", func(d, _ object) bool { return add(d, "kept", 5) }},
	{"a list of the other faction", "listed", "J3.3", func(d, _ object) bool {
		list := d["list"].([]any)
		to := "heavy-android"
		if !strings.HasPrefix(list[0].(object)["unit"].(string), "martian") {
			to = "tree-warden"
		}
		return set(list[1].(object), "unit", to)
	}},
	{"an FR too high", "listed", "J3.6", func(d, _ object) bool { return add(d, "fr", 1) }},
	{"an Objective at the edge", "objective-placed", "JQ7", func(d, _ object) bool {
		return d["seat"] != nil && set(d["at"].(object), "y", 1.2)
	}},
	{"a model outside its Zone", "deployed", "J4.3", func(d, _ object) bool { return set(d["at"].([]any)[0].(object), "x", 24.0) }},
	{"an Insertion read wrong", "inserted", "J4.5", func(d, _ object) bool { return flip(d, "success") }},
	{"a Steal read wrong", "stole", "J4.6", func(d, _ object) bool { return flip(d, "success") }},
	{"a Round left out", "round-began", "J5.1", func(d, _ object) bool { return d["round"].(float64) > 1 && add(d, "round", 1) }},
	{"the Initiative of the lower roll", "initiative-taken", "J6.2", func(d, _ object) bool { return set(d, "seat", 3-d["seat"].(float64)) }},
	{"a Reinforcement too cheap", "reinforced", "J6.3", func(d, _ object) bool { return add(d, "bp", -5) }},
	{"a Reinforcement in the middle", "reinforced", "J6.3", func(d, _ object) bool { return set(d["at"].(object), "x", 24.0) }},
	{"a Reinforcement too many", "reinforced", "J6.4", func(d, r object) bool {
		again(d, r)
		return again(d, r)
	}},
	{"the wrong side strikes first", "went", "J5.2", func(d, _ object) bool {
		left, _ := d["Left"].([]any)
		if len(left) != 4 {
			return false
		}
		left[0], left[1] = left[1], left[0]
		return true
	}},
	{"a Flare left out", "flare-gained", "J6.1", drop},
	{"a move too long", "moved", "J8.1", func(d, _ object) bool { return d["by"] == "move" && add(ending(d), "x", 8) && add(d, "length", 8) }},
	{"a move shorter than its way", "moved", "J8.3", func(d, _ object) bool { return d["length"].(float64) > 2 && add(d, "length", -1) }},
	{"a move off the table", "moved", "J8.3", func(d, _ object) bool { return set(ending(d), "y", 48.0) }},
	{"a model that moves twice", "moved", "J5.3", func(d, r object) bool { return d["by"] == "move" && again(d, r) }},
	{"a Sprint read wrong", "sprinted", "J2.2", func(d, _ object) bool { return set(d, "face", 7-d["face"].(float64)) }},
	{"a Sprint too far", "sprinted", "J8.2", func(d, _ object) bool { return add(d, "max", 1) }},
	{"a failed attempt to Disengage succeeds", "tried-to-disengage", "J8.6", func(d, _ object) bool { return d["auto"] == nil && flip(d, "success") }},
	{"an attempt to Disengage too easy", "tried-to-disengage", "J8.6", func(d, _ object) bool { return d["auto"] == nil && add(d, "need", -5) }},
	{"a second way out without a roll", "tried-to-disengage", "J8.7", func(d, r object) bool { return d["auto"] == true && again(d, r) }},
	{"a Rush too far", "rushed", "J10.4", func(d, _ object) bool { return add(d, "max", 1) }},
	{"a Rush that stops early", "rushed", "J10.5", func(d, _ object) bool {
		from, to := d["from"].(object), d["to"].(object)
		for _, axis := range []string{"x", "y"} {
			to[axis] = (from[axis].(float64) + to[axis].(float64)) / 2
		}
		return true
	}},
	{"a Rush that fails and succeeds", "rushed", "J10.6", func(d, _ object) bool { return flip(d, "success") }},
	{"a model that rushes twice", "rushed", "J10.1", again},
	{"a modifier too great", "attack-rolled", "J2.4", func(d, _ object) bool {
		a := aimOf(d)
		return len(parts(a)) > 0 && add(parts(a)[0].(object), "n", 5) && add(a, "need", 5)
	}},
	{"Evade left out", "attack-rolled", "J2.4", func(d, _ object) bool { return without(aimOf(d), "evade") }},
	{"Cover left out", "attack-rolled", "J7.5", func(d, _ object) bool { return without(aimOf(d), "cover") && set(aimOf(d), "cover", nil) }},
	{"Cover for Heavy Cover", "attack-rolled", "J7.5", func(d, _ object) bool { return aimOf(d)["cover"] == "light" && set(aimOf(d), "cover", "heavy") }},
	{"Specialist Aura left out", "attack-rolled", "J2.4", func(d, _ object) bool { return without(aimOf(d), "specialist-aura") }},
	{"a threshold added wrong", "attack-rolled", "J2.1", func(d, _ object) bool { return add(aimOf(d), "need", -5) }},
	{"a gap measured wrong", "attack-rolled", "J1.5", func(d, _ object) bool { return add(aimOf(d), "gap", 0.01) }},
	{"a weapon of another", "attack-rolled", "J9.1", func(d, _ object) bool { return set(aimOf(d), "weapon", "sniper-rifle") }},
	{"a die of an attack read wrong", "attack-rolled", "J2.2", func(d, _ object) bool { return set(d, "face", 101-d["face"].(float64)) }},
	{"a model that attacks twice", "attack-rolled", "J5.3", again},
	{"a part that ends before a shot", "attack-rolled", "J5.5", func(_, r object) bool { return unmade(r, true) }},
	{"a part that ends before a strike", "attack-rolled", "JQ27", func(_, r object) bool { return unmade(r, false) }},
	{"a Stabilizer without a model", "attack-rolled", "JQ3", func(d, _ object) bool {
		return d["stabilized"] == nil && aimOf(d)["by"].(string)[0] == 'B' && set(d, "stabilized", "warp-stabilize")
	}},
	{"a miss that hits", "attack-resolved", "J2.3", func(d, _ object) bool { return d["outcome"] == "miss" && set(d, "outcome", "hit") }},
	{"a DAM too high", "attack-resolved", "J12.1", func(d, _ object) bool { return d["dam"] != nil && add(d, "dam", 1) }},
	{"a Wound left out", "attack-resolved", "J12.1", func(d, _ object) bool { return d["wound"] == true && flip(d, "wound") }},
	{"a death left out", "attack-resolved", "J12.1", func(d, _ object) bool { return d["destroyed"] == true && flip(d, "destroyed") }},
	{"an attack without an end", "attack-resolved", "J5.3", drop},
	{"an effect that lasts too long", "effect-given", "J12.2", func(d, _ object) bool { return add(d["effect"].(object), "until", 1) }},
	{"an effect on another", "effect-given", "J12.2", func(d, _ object) bool { return set(d, "unit", "A2") }},
	{"an effect left out", "effect-given", "J12.2", drop},
	{"a second Warp Pulse", "pulsed", "J14.13", again},
	{"a second Insight", "insight-used", "J14.10", again},
	{"a point too many", "scored", "J13.4", func(d, _ object) bool { d["vp"].([]any)[0] = 3.0; return true }},
	{"an Objective for the other side", "scored", "J13.2", func(d, _ object) bool {
		all := d["owners"].([]any)
		if all[0] == 0.0 {
			return false
		}
		all[0] = 3 - all[0].(float64)
		return true
	}},
	{"an Objective contested by one", "scored", "J13.3", func(d, _ object) bool {
		all := d["contested"].([]any)
		all[0] = !all[0].(bool)
		return true
	}},
	{"the loser wins", "ended", "J13.6", func(d, _ object) bool { return swap(d, "rank") }},
	{"another reason to win", "ended", "J13.6", func(d, _ object) bool { return set(d, "why", "fr") && d["why"] != nil }},
}

// A battle that is bent at one place is found out, by the rule that it breaks.
func TestBentMatchesAreFound(t *testing.T) {
	const most = 100
	c := readCards(t)
	var recorded [][]byte
	for _, b := range bends {
		t.Run(b.name, func(t *testing.T) {
			bent := false
			for n := range most {
				if n == len(recorded) {
					recorded = append(recorded, rashMatch(t, n))
				}
				raw := recorded[n]
				twisted, ok := bendIn(t, raw, b)
				if !ok {
					continue
				}
				bent = true
				found, err := check.Check(c, bytes.NewReader(twisted))
				if err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(found, func(d check.Difference) bool { return d.Rule == b.rule }) {
					t.Errorf("nothing breaks %s: %v", b.rule, found)
				}
				break
			}
			if !bent {
				t.Error("no match has a fact to bend")
			}
		})
	}
}

// bendIn bends the first suited fact of a match.
func bendIn(t testing.TB, raw []byte, b bend) ([]byte, bool) {
	t.Helper()
	lines := bytes.SplitAfter(raw, []byte("\n"))
	for i, line := range lines {
		if !bytes.Contains(line, []byte(`{"k":"`+b.kind+`"`)) {
			continue
		}
		var record object
		if err := json.Unmarshal(line, &record); err != nil {
			t.Fatal(err)
		}
		for _, f := range record["facts"].([]any) {
			f := f.(object)
			if f["k"] == b.kind && b.do(f["d"].(object), record) {
				out, err := json.Marshal(record)
				if err != nil {
					t.Fatal(err)
				}
				return bytes.Join(slices.Concat(lines[:i], [][]byte{append(out, '\n')}, lines[i+1:]), nil), true
			}
		}
	}
	return nil, false
}
