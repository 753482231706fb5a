package script

import (
	"flag"
	"testing"

	"downsync/game/script/scripttest"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// Each testdata/*.match is played, every expectation in it holds, and its transcript equals the stored one.
func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, Game, 10, *update) }
