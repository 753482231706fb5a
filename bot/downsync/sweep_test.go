package downsync

import (
	"os"
	"slices"
	"testing"

	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
)

// sweptOrdinarily are the pairs swept in an ordinary run. SOAK=1 sweeps all.
var sweptOrdinarily = []string{"reserve", "tokens", "overwatch", "riders"}

// Twin worlds get the same answers to everything that anybody can ask the bot.
func TestTwinsSwept(t *testing.T) {
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

// Words of the greatest length that Discord allows get an ordinary refusal, in every option of every command.
func TestOverlongWords(t *testing.T) {
	t.Parallel()
	twins.Overlong(t, worlds.Pairs()[0].World[0], Forms{brush: sketch{}})
}

// Hostile words do nothing wherever they are shown.
func TestHostileWords(t *testing.T) {
	t.Parallel()
	twins.Injected(t, worlds.Pairs()[0].World[0], Forms{brush: sketch{}})
}
