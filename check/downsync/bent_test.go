package downsync_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	check "downsync/check/downsync"
	"downsync/game/gametest"
)

// stored is a fact of a record.
type stored struct {
	K string         `json:"k"`
	D map[string]any `json:"d"`
}

// line is a record. Fields that no bend needs stay as they are.
type line map[string]any

func (l line) facts(t testing.TB) (out []stored) {
	t.Helper()
	raw, err := json.Marshal(l["facts"])
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func lines(t testing.TB, raw []byte) (out []line) {
	t.Helper()
	for _, b := range bytes.Split(bytes.TrimSpace(raw), []byte("\n")) {
		var l line
		if err := json.Unmarshal(b, &l); err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
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

// leftOut leaves out the fact.
func leftOut(fs []stored, i int) []stored { return slices.Delete(fs, i, i+1) }

// twice repeats the fact.
func twice(fs []stored, i int) []stored { return slices.Insert(fs, i, fs[i]) }

// modifier changes the modifier of that name, and the total with it.
func modifier(why string, by float64) func([]stored, int) []stored {
	return change(func(d map[string]any) bool {
		mods, _ := d["mods"].([]any)
		for _, x := range mods {
			if m := x.(map[string]any); m["why"] == why {
				m["by"] = m["by"].(float64) + by
				d["total"] = d["total"].(float64) + by
				return true
			}
		}
		return false
	})
}

// without leaves out the modifier of that name, and its part of the total.
func without(why string) func([]stored, int) []stored {
	return change(func(d map[string]any) bool {
		mods, _ := d["mods"].([]any)
		i := slices.IndexFunc(mods, func(x any) bool { return x.(map[string]any)["why"] == why })
		if i < 0 {
			return false
		}
		d["total"] = d["total"].(float64) - mods[i].(map[string]any)["by"].(float64)
		d["mods"] = slices.Delete(mods, i, i+1)
		return true
	})
}

// end moves the last point of a way.
func end(x, y float64) func([]stored, int) []stored {
	return change(func(d map[string]any) bool {
		way := d["path"].([]any)
		p := way[len(way)-1].(map[string]any)
		p["x"], p["y"] = p["x"].(float64)+x, p["y"].(float64)+y
		return true
	})
}

// onlyIf applies a bend to facts that have the field.
func onlyIf(field string, do func([]stored, int) []stored) func([]stored, int) []stored {
	return func(fs []stored, i int) []stored {
		switch v := fs[i].D[field].(type) {
		case nil:
			return nil
		case []any:
			if len(v) == 0 {
				return nil
			}
		case bool:
			if !v {
				return nil
			}
		}
		return do(fs, i)
	}
}

// follows applies a bend to facts after one of that kind.
func follows(kind string, do func([]stored, int) []stored) func([]stored, int) []stored {
	return func(fs []stored, i int) []stored {
		if i == 0 || fs[i-1].K != kind {
			return nil
		}
		return do(fs, i)
	}
}

// first reads another first die, and everything that follows from it.
func firstDie(d map[string]any) bool {
	r, ok := d["roll"].(map[string]any)
	if !ok {
		return false
	}
	faces, kept := r["faces"].([]any), r["kept"].([]any)
	if len(faces) != len(kept) || faces[0].(float64) == 6 {
		return false
	}
	i := slices.Index(kept, faces[0])
	faces[0] = faces[0].(float64) + 1
	kept[i] = faces[0]
	r["sum"] = r["sum"].(float64) + 1
	for _, total := range []string{"total", "die"} {
		if n, ok := d[total].(float64); ok {
			d[total] = n + 1
		}
	}
	return true
}

// dropLast shortens a list of the fact.
func dropLast(field string) func([]stored, int) []stored {
	return change(func(d map[string]any) bool {
		all, _ := d[field].([]any)
		if len(all) < 2 {
			return false
		}
		d[field] = all[:len(all)-1]
		return true
	})
}

func opposite(field string) func([]stored, int) []stored {
	return change(func(d map[string]any) bool {
		b, _ := d[field].(bool)
		d[field] = !b
		return true
	})
}

// terrain adds a piece of terrain to the set-up.
func terrain(what string, piece map[string]any) func([]stored, int) []stored {
	return change(func(d map[string]any) bool {
		all, ok := d["conf"].(map[string]any)["terrain"].(map[string]any)
		if !ok {
			return false
		}
		had, _ := all[what].([]any)
		all[what] = append(had, piece)
		return true
	})
}

// across returns the corners of a strip across the table.
func across(from, to float64) (shape []any) {
	for _, p := range [][2]float64{{0.1, from}, {47.9, from}, {47.9, to}, {0.1, to}} {
		shape = append(shape, map[string]any{"x": p[0], "y": p[1]})
	}
	return shape
}

var bends = []bend{
	{"the TARG is one too high", "R21.5", "attack", modifier("TARG", 1)},
	{"concealment is left out", "R21.5", "attack", without("concealed")},
	{"the short range is left out", "R21.5", "attack", without("short range")},
	{"the long range counts for more", "R21.5", "attack", modifier("long range", -1)},
	{"a trait is left out", "R21.5", "attack", without("Finisher")},
	{"a die is read wrong", "R2.1", "attack", change(firstDie)},
	{"the priority die is read wrong", "R2.1", "priority", change(firstDie)},
	{"the total is wrong", "R21.4", "attack", add("total", 1)},
	{"the number to reach is lower", "R21.4", "attack", add("need", -1)},
	{"a miss is a hit, or a hit a miss", "R21.4", "attack", opposite("hit")},
	{"Adaptive Camo is left out", "R21.4", "attack", onlyIf("against", change(func(d map[string]any) bool {
		d["against"] = nil
		return true
	}))},
	{"the effect is weaker", "R22.1", "attack", set("effect", "stun")},
	{"countermeasures need less", "Q56", "attack", add("counter", -1)},
	{"an attack too many", "R21.2", "attack", func(fs []stored, i int) []stored {
		if fs[i].D["hit"] == true {
			return nil
		}
		return slices.Insert(fs, i, fs[i], fs[i], fs[i], fs[i])
	}},
	{"a boost without CP", "R2.3", "attack", set("boost", true)},
	{"a scan of another number", "R20.6", "scan", add("need", 1)},
	{"a failed check stops", "R23.3", "counter", onlyIf("roll", opposite("stopped"))},
	{"a check needs less", "R23.3", "counter", onlyIf("roll", add("need", -1))},
	{"a token is spent that is not there", "R23.1", "counter", onlyIf("roll", func(fs []stored, i int) []stored {
		if fs[i].D["stopped"] == true {
			return nil
		}
		return slices.Insert(fs, i, fs[i], fs[i], fs[i])
	})},
	{"a Hardened token works twice", "R23.4", "counter", func(fs []stored, i int) []stored {
		if fs[i].D["token"] != "hardened" {
			return nil
		}
		return twice(fs, i)
	}},
	{"a kill is left out", "R22.1", "destroyed", leftOut},
	{"the last base is not the last", "Q42", "destroyed", opposite("gone")},
	{"a stun is left out", "R22.1", "stunned", leftOut},
	{"a Tag is left out", "Q56", "marked", follows("attack", leftOut)},
	{"the stopped effect applies", "R22.2", "stopped", func(fs []stored, i int) []stored {
		fs[i].K = "destroyed"
		return fs
	}},
	{"Stealth is kept", "R27.12", "stealth-lost", leftOut},
	{"Stealth is not received", "R27.11", "stealth", leftOut},
	{"a Ping near a Unit stays hidden", "R16.2", "contact", func(fs []stored, i int) []stored {
		if fs[i].D["why"] != "contact" {
			return nil
		}
		return leftOut(fs, i)
	}},
	{"a move too long", "R7.8", "moved", change(func(d map[string]any) bool {
		way := d["path"].([]any)
		a, b := way[0].(map[string]any), way[len(way)-1].(map[string]any)
		between := func(f string) float64 { return a[f].(float64) + 3*(b[f].(float64)-a[f].(float64)) }
		x, y := between("x"), between("y")
		if a["x"] == b["x"] && a["y"] == b["y"] || x < 2 || y < 2 || x > 46 || y > 46 {
			return false
		}
		b["x"], b["y"] = x, y
		return true
	})},
	{"a move off the table", "Q4", "moved", end(-60, 0)},
	{"a move from elsewhere", "Q25", "moved", change(func(d map[string]any) bool {
		p := d["path"].([]any)[0].(map[string]any)
		p["x"] = p["x"].(float64) + 0.5
		return true
	})},
	{"a second move", "R7.8", "moved", func(fs []stored, i int) []stored {
		d := maps.Clone(fs[i].D)
		way := d["path"].([]any)
		if d["action"] == true {
			return nil
		}
		d["path"] = []any{way[len(way)-1], way[len(way)-1]}
		d["slowed"] = false
		return slices.Insert(fs, i+1, stored{"moved", d})
	}},
	{"a wood that does not slow", "Q27", "moved", onlyIf("slowed", set("slowed", false))},
	{"a Unit acts twice", "R7.12", "activation-end", follows("activation", func(fs []stored, i int) []stored {
		return slices.Insert(fs, i+1, fs[i-1], fs[i])
	})},
	{"a Move Action without an Action Point", "R7.13", "moved", onlyIf("action", func(fs []stored, i int) []stored {
		d := maps.Clone(fs[i].D)
		way := d["path"].([]any)
		d["path"] = way[len(way)-1:]
		return slices.Insert(fs, i+1, stored{"moved", d})
	})},
	{"an action for nothing", "R18.4", "action", opposite("no_ap")},
	{"Overwatch without an Action Point", "Q46", "overwatch", twice},
	{"no Activated Token", "R7.14", "activation-end", onlyIf("activated", set("activated", false))},
	{"a Stun Token is kept", "Q59", "activation-end", onlyIf("unstunned", set("unstunned", nil))},
	{"CP for nothing", "R24.6", "declared", add("cp", 1)},
	{"too many CP", "R17.1", "action", onlyIf("cp", add("cp", 7))},
	{"holding costs nothing", "R24.13", "held", add("die", 1)},
	{"a priority die is one higher", "R24.9", "priority", add("die", 1)},
	{"no boost of an Overwatch Token", "R2.3", "priority", change(func(d map[string]any) bool {
		r := d["roll"].(map[string]any)
		if _, ok := r["advantage"]; !ok {
			return false
		}
		delete(r, "advantage")
		return true
	})},
	{"Sentry is left out", "R24.10", "priority", onlyIf("mods", set("mods", nil))},
	{"a participant without a Token", "R24.17", "engagement-end", dropLast("units")},
	{"the order of boosts", "R24.8", "boosted", follows("boosted", func(fs []stored, i int) []stored {
		fs[i-1], fs[i] = fs[i], fs[i-1]
		return fs
	})},
	{"a Unit acts before its time", "R24.11", "priority", follows("priority", func(fs []stored, i int) []stored {
		return append(fs, stored{"called", fs[i].D}, stored{"called", fs[i-1].D})
	})},
	{"a Unit is not refreshed", "R7.5", "refreshed", follows("phase", leftOut)},
	{"a reacting Unit is not refreshed", "R24.14", "refreshed", follows("called", leftOut)},
	{"a Unit is refreshed twice", "R7.5", "refreshed", twice},
	{"a Unit that is not in Reserve", "R16.1", "revealed", set("unit", "mandible")},
	{"a vehicle appears elsewhere", "R16.4", "revealed", change(func(d map[string]any) bool {
		all := d["bases"].([]any)
		p := all[0].(map[string]any)
		p["x"] = p["x"].(float64) + 1
		return len(all) == 1
	})},
	{"drones far from their carrier", "R16.5", "placed", change(func(d map[string]any) bool {
		p := d["bases"].([]any)[0].(map[string]any)
		p["y"] = math.Mod(p["y"].(float64)+20, 40) + 4
		return true
	})},
	{"a Ping outside its zone", "Q10", "deployed", change(func(d map[string]any) bool {
		d["at"].(map[string]any)["y"] = 24.0
		return true
	})},
	{"a wall across the table that does not block", "R21.3", "set-up", terrain("buildings", map[string]any{"Shape": across(20, 28), "Height": 6.0, "Room": 0.0})},
	{"a wall across the table that is crossed", "Q35", "set-up", terrain("buildings", map[string]any{"Shape": across(20, 28), "Height": 6.0, "Room": 0.0})},
	{"a wood that does not conceal", "R21.5", "set-up", terrain("areas", map[string]any{"Kind": "urban", "Shape": across(1, 47)})},
	{"rough ground that does not slow", "Q27", "set-up", terrain("areas", map[string]any{"Kind": "rough", "Shape": across(1, 47)})},
	{"a squad that is scattered", "R13.3", "moved", func(fs []stored, i int) []stored {
		if !strings.Contains(fs[i].D["base"].(string), ".") {
			return nil
		}
		return end(-30, 0)(fs, i)
	}},
	{"the loser of the starting roll chooses", "R5.2", "first", change(func(d map[string]any) bool {
		d["by"] = 3 - d["by"].(float64)
		return true
	})},
	{"the wrong side is active", "R6.2", "turn", change(func(d map[string]any) bool {
		d["active"] = 3 - d["active"].(float64)
		return true
	})},
	{"a Round ends early", "R6.2", "turn-end", func(fs []stored, i int) []stored {
		if i+1 >= len(fs) || fs[i+1].K != "turn" || fs[i].D["turn"] != 3.0 {
			return nil
		}
		return slices.Insert(fs, i+1, stored{"round", map[string]any{"round": 2}})
	}},
	{"a phase is left out", "R7.2", "phase", leftOut},
	{"an enemy is designated", "R7.3", "designated", change(func(d map[string]any) bool {
		label := d["pieces"].([]any)[0].(string)
		d["pieces"] = append(d["pieces"].([]any), map[bool]string{true: "B", false: "A"}[label[0] == 'A']+label[1:])
		return true
	})},
	{"a VP too many", "Q89", "scored", add("vp", 1)},
	{"a scorer is left out", "R25.4", "scored", onlyIf("scorers", set("scorers", nil))},
	{"a blocker is left out", "R25.4", "scored", onlyIf("blockers", set("blockers", nil))},
	{"points are left out", "R25.4", "scored", leftOut},
	{"points at an objective are left out", "V22", "scored", onlyIf("goal", leftOut)},
	{"points at the other objective", "V22", "scored", onlyIf("goal", change(func(d map[string]any) bool {
		d["goal"] = 3 - d["goal"].(float64)
		return true
	}))},
	{"a Stun Token is not paid for", "V16", "recover", leftOut},
	{"a Stun Token is paid for with nothing", "V16", "recover", set("with", "")},
	{"a Sprint too far", "V24", "sprinted", change(func(d map[string]any) bool {
		p := d["bases"].([]any)[0].(map[string]any)
		p["x"] = p["x"].(float64) + 14
		return true
	})},
	{"another reason for the end", "R25.6", "ended", func(fs []stored, i int) []stored {
		why := map[any]string{"vp": "wipe-out", "wipe-out": "vp"}[fs[i].D["why"]]
		if why == "" {
			return nil
		}
		fs[i].D["why"] = why
		return fs
	}},
	{"the loser wins", "Q92", "ended", change(func(d map[string]any) bool {
		rank := d["rank"].([]any)
		slices.Reverse(rank)
		return rank[0] != rank[1] && d["why"] != "concession"
	})},
	{"the match goes on", "R25.6", "ended", func(fs []stored, i int) []stored {
		if fs[i].D["why"] != "vp" {
			return nil
		}
		fs[i] = stored{"turn", map[string]any{"turn": 99}}
		return fs
	}},
}

// pool plays the matches that are bent.
func pool(t testing.TB) (out [][]line) {
	t.Helper()
	for kind := range kinds {
		for _, raw := range played(t, kind) {
			out = append(out, lines(t, raw))
		}
	}
	return out
}

// bentAt returns the match with the bend at that fact, or nil if it does not apply there.
func bentAt(t testing.TB, match []line, record, fact int, b bend) []byte {
	t.Helper()
	fs := b.do(match[record].facts(t), fact)
	if fs == nil {
		return nil
	}
	var out bytes.Buffer
	for n, l := range match {
		if n == record {
			l = maps.Clone(l)
			l["facts"] = fs
		}
		raw, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(raw, '\n'))
	}
	return out.Bytes()
}

// Each kind of planted difference is found, where it is planted and under its rule. SOAK=1 plants each in more places.
func TestPlantedDifferencesAreFound(t *testing.T) {
	places := 1
	if gametest.Soak() {
		places = 5
	}
	c, matches := cards(t), pool(t)
	for _, b := range bends {
		t.Run(b.name, func(t *testing.T) {
			planted := 0
			for n, match := range matches {
				for record := range match {
					if planted == places {
						return
					}
					for i, f := range match[record].facts(t) {
						if f.K != b.kind {
							continue
						}
						raw := bentAt(t, match, record, i, b)
						if raw == nil {
							continue
						}
						planted++
						found, err := check.Check(c, bytes.NewReader(raw))
						// Elsewhere another rule may find it first.
						at := func(d check.Difference) bool { return (d.Rule == b.rule || planted > 1) && d.Record >= record }
						if err != nil || !slices.ContainsFunc(found, at) {
							t.Errorf("match %d, record %d: not found under %s: %v, %v", n, record, b.rule, err, found[:min(5, len(found))])
						}
						break
					}
				}
			}
			if planted == 0 {
				t.Errorf("never planted")
			}
		})
	}
}
