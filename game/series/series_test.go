package series_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"downsync/game"
	"downsync/game/series"
	"downsync/game/toy"
)

// A series follows from its beginning and its matches: a Log that was stored and read is the same, one of a later form is
// refused, and a match that cannot be played now changes nothing.
func TestLog(t *testing.T) {
	r := toy.Cup{}
	l, err := series.Begin(r, "", func(int) int { return 1 })
	if err != nil {
		t.Fatal(err)
	}
	won := game.Result{Rank: []int{1, 2}, Why: "points"}
	one, err := l.With(r, series.Played{Choice: "1", Result: won})
	if err != nil {
		t.Fatal(err)
	}
	two, err := one.With(r, series.Played{Choice: "2", Result: won})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.With(r, series.Played{Choice: "9", Result: won}); err == nil || len(one.Played) != 1 || two.Played[1].Choice != "2" {
		t.Errorf("%v, %+v, %+v", err, one, two)
	}
	raw, err := json.Marshal(two)
	if err != nil {
		t.Fatal(err)
	}
	var again series.Log
	if err := json.Unmarshal(raw, &again); err != nil || !reflect.DeepEqual(again, two) {
		t.Errorf("stored and read it is %+v, %v; expected %+v", again, err, two)
	}
	if s, err := two.State(r); err != nil || toy.Wins(s) != [2]int{1, 1} {
		t.Errorf("%+v, %v", s, err)
	}
	again.Version++
	if _, err := again.State(r); err == nil {
		t.Error("a later form was read")
	}
	if _, err := series.Begin(r, "seven", nil); err == nil {
		t.Error("a form that there is not was begun")
	}
}
