package script

import (
	"testing"

	"downsync/game/script/scripttest"
)

// The rulebook as tests: see scripttest.Rulebook.
func TestRulebook(t *testing.T) {
	for _, r := range scripttest.Rulebook(t) {
		t.Run(r.Name, func(t *testing.T) { scripttest.Play(t, Game, r.Text) })
	}
}
