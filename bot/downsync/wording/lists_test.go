package wording

import (
	"fmt"
	"testing"

	"downsync/bot/wire"
)

// A list of options keeps all of them, each value once: a select that is too short for them shows them in parts.
func TestOptionsKeepAll(t *testing.T) {
	var o Options
	for i := range 60 {
		for range 2 {
			o.Add(wire.Option{Value: fmt.Sprint(i)})
		}
	}
	if len(o) != 60 {
		t.Errorf("of 60 options %d are left", len(o))
	}
}
