package downsync

import (
	"os"
	"slices"
	"testing"

	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
)

// sweptOrdinarily are the pairs that are swept in an ordinary run; with SOAK=1 all are.
var sweptOrdinarily = []string{"reserve", "tokens", "overwatch", "riders"}

// Whatever anybody can ask of the bot is answered alike in twin worlds.
func TestTwinWorldsSwept(t *testing.T) {
	for _, pair := range worlds.Pairs() {
		if os.Getenv("SOAK") == "" && !slices.Contains(sweptOrdinarily, pair.Kind) {
			continue
		}
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			forms := Forms{brush: sketch{}}
			twins.Alike(t, twins.Swept(t, pair.World[0], forms), twins.Swept(t, pair.World[1], forms))
		})
	}
}

// Words as long as Discord takes them are answered with an ordinary refusal in every option of every command.
func TestOverlongWords(t *testing.T) {
	t.Parallel()
	twins.Overlong(t, worlds.Pairs()[0].World[0], Forms{brush: sketch{}})
}

// Hostile words do nothing wherever they are shown.
func TestHostileWords(t *testing.T) {
	t.Parallel()
	twins.Injected(t, worlds.Pairs()[0].World[0], Forms{brush: sketch{}})
}
