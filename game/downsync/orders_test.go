package downsync

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/orders.tsv
var orders string

// Stored matches hold orders as text. Every line that was once an order remains that order: orders.tsv has lines, typed in many
// ways, with their written form.
func TestOldOrders(t *testing.T) {
	n := 0
	for line := range strings.Lines(orders) {
		typed, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("%q: expected a line and an order with a tab between them", line)
		}
		n++
		if r, err := Parse(typed); err != nil {
			t.Errorf("%q: %v", typed, err)
		} else if r.Order() != want {
			t.Errorf("%q is read as %q, expected %q", typed, r.Order(), want)
		}
	}
	if n < 2500 {
		t.Errorf("%d lines", n)
	}
}

// The refusal of a line says where it went wrong, and what was expected there.
func TestRefusedOrders(t *testing.T) {
	for line, want := range map[string]string{
		"":                                  "an order begins with a word like move, act or done",
		"fly away":                          `"fly" is no order`,
		"move":                              "here the order should go on with a piece like A1 or A3.2",
		"move A2":                           `here the order should go on with "to"`,
		"move A2 to":                        "here the order should go on with a point like 12.5,30",
		"move A2 to 12":                     `"12" is no point: write x,y in inches, like 12.5,30, or a square, like F7`,
		"move A2 to 12,30 by":               `"by": expected via`,
		"move A2 12,30":                     `"12,30": expected to`,
		"move A2 to 12,30 via":              "here the order should go on with a point like 12.5,30",
		"done now":                          `"now" is no piece: write a label like A1 or B3`,
		"done A1 A2":                        `"a2" is too much here`,
		"act":                               "here the order should go on with move, overwatch or an action of the card",
		"act move":                          `here the order should go on with "to"`,
		"act overwatch A1":                  `"a1" is too much here`,
		"act scan B3 boost x":               `"x" is no number from 1 to 9; write them like 1,2`,
		"act scan B3 pay vp":                `"vp": expected ap, cp`,
		"act scan B3 at 1,2 B4":             `"b4" is no point: write x,y in inches, like 12.5,30, or a square, like F7`,
		"standing":                          "here the order should go on with pass, off",
		"standing pass ever":                `"ever": expected turn, round, until-change`,
		"join":                              "here the order should go on with a piece like A1",
		"join A1 ambush virago":             `"virago" is no Ambush: write a Unit and a contact, like gsv-phantom@B5`,
		"counter":                           "here the order should go on with cm, hardened, none",
		"boost some":                        `"some" is no piece: write a label like A1 or B3`,
		strings.Repeat("A1 ", maxOrder/3+1): "an order has at most 400 characters",
	} {
		if r, err := Parse(line); err == nil || err.Error() != want {
			t.Errorf("%.50q is %v, refused with %v; expected %s", line, r, err, want)
		}
	}
}
