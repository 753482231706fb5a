package cards

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"downsync/game/gametest"
)

// rows returns every number of the data as a row of the tables in rules.md. A number that is ours ends with a star.
func rows() (out []string) {
	add := func(cells ...any) {
		row := "|"
		for _, c := range cells {
			row += " " + fmt.Sprint(c) + " |"
		}
		out = append(out, row)
	}
	for _, u := range Units() {
		ours := func(field string, n int) string {
			return starred(n, slices.Contains(u.Inferred, field))
		}
		add(u.ID, u.SR, u.W, u.Wounds, u.EV, u.Move, u.FR, u.BP, u.Limit, ours("base", u.Base))
	}
	for _, w := range Weapons() {
		ours := func(field string, n int) string { return starred(n, slices.Contains(w.Inferred, field)) }
		changes := func(field string, x *Effect) string {
			if x == nil || x.N == 0 {
				return "-"
			}
			return ours(field, x.N)
		}
		add(w.ID, ours("range", w.Range), ours("dam", w.DAM), w.Codex, changes("success", w.Success), changes("failure", w.Failure), changes("hit", w.Hit))
	}
	for _, r := range Rules() {
		add(r.ID, r.Flares, r.Within)
	}
	for _, p := range Positions() {
		add(p.ID, p.PV, p.Tier, p.Penalty.N)
	}
	return out
}

func starred(n int, ours bool) string {
	if ours {
		return fmt.Sprintf("%d*", n)
	}
	return fmt.Sprint(n)
}

// The tables of rules.md and the data have the same numbers: none is in one of them alone.
func TestNumbersOfTheBook(t *testing.T) {
	raw, err := os.ReadFile("../rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, found := strings.Cut(string(raw), "# Part 3. Numbers")
	if !found {
		t.Fatal("rules.md has no numbers")
	}
	var told []string
	for line := range strings.SplitSeq(part, "\n") {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| id") {
			told = append(told, line)
		}
	}
	held := rows()
	for _, row := range held {
		if !slices.Contains(told, row) {
			t.Errorf("rules.md lacks %s", row)
		}
	}
	for _, row := range told {
		if !slices.Contains(held, row) {
			t.Errorf("no entry of the data has %s", row)
		}
	}
	if len(held) < 90 || len(held) != len(told) {
		t.Errorf("%d rows in the data, %d in rules.md", len(held), len(told))
	}
}

// The data have the numbers of the reference, where it is at hand, and neither has an entry that the other lacks.
func TestNumbersOfTheReference(t *testing.T) {
	raw := gametest.Reference(t, "../../../../shared/jagged/units.json")
	type entry struct {
		Slug string `json:"slug"`
		SR   int    `json:"sr"`
		W    int    `json:"wound_threshold"`
		Hits int    `json:"wounds"`
		EV   int    `json:"evade"`
		Move int    `json:"movement_in"`
		FR   int    `json:"force_rating"`
		BP   int    `json:"buy_points"`
		Most int    `json:"model_limit"`
		Base int    `json:"base_mm"`
		Far  int    `json:"range_in"`
		DAM  int    `json:"dam"`
		Cost int    `json:"cost_flares"`
		PV   int    `json:"pv"`
	}
	var told struct {
		Units     []entry `json:"units"`
		Weapons   []entry `json:"weapons"`
		Rules     []entry `json:"special_rules"`
		Positions []entry `json:"positions"`
	}
	if err := json.Unmarshal(raw, &told); err != nil {
		t.Fatal(err)
	}
	var held [4][]entry
	for _, u := range Units() {
		held[0] = append(held[0], entry{Slug: u.ID, SR: u.SR, W: u.W, Hits: u.Wounds, EV: u.EV, Move: u.Move, FR: u.FR, BP: u.BP, Most: u.Limit, Base: u.Base})
	}
	for _, w := range Weapons() {
		held[1] = append(held[1], entry{Slug: w.ID, Far: w.Range, DAM: w.DAM})
	}
	for _, r := range Rules() {
		held[2] = append(held[2], entry{Slug: r.ID, Far: r.Within, Cost: r.Flares})
	}
	for _, p := range Positions() {
		held[3] = append(held[3], entry{Slug: p.ID, PV: p.PV})
	}
	for i, list := range [][]entry{told.Units, told.Weapons, told.Rules, told.Positions} {
		for _, x := range list {
			if !slices.Contains(held[i], x) {
				t.Errorf("the data lack %+v", x)
			}
		}
		for _, x := range held[i] {
			if !slices.Contains(list, x) {
				t.Errorf("the reference lacks %+v", x)
			}
		}
	}
}
