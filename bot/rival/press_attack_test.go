package rival_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
)

// Others keep presses under way for as long as the program thinks. It still finds the time to think, and does not answer by default.
func TestCheatByPressingWhileTheBotThinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leave := make(chan struct{})
		defer close(leave)
		p := party.PlainWithRival(t, choosing(func(p rival.Position) (rival.Choice, error) {
			for range 40 {
				if _, err := p.Imagine(new(chance.Source)); err != nil {
					return rival.Choice{}, err
				}
			}
			return chosen("bid 4")
		}), func(s *bottest.Setup) {
			s.Think = 350 * time.Millisecond
			s.Store = func(of table.Store) table.Store { return slowFor{of, eve, leave} }
		})
		for _, h := range p.Hosts() {
			go h.Bot.Handle(ctx, wire.Interaction{ID: "x", Kind: wire.Press, User: eve, CustomID: "none"})
		}
		synctest.Wait() // both are under way
		id := p.Against()
		p.Play(ann, "bid 3")
		untilOver(p, id, "bid")
		if line := plain.Words(p.PublicOf(id).Facts); !strings.Contains(line, "bid 2 4 ") {
			t.Errorf("the bid is not the one that was chosen: %s", line)
		}
		p.NoFaults()
	})
}

// slowFor is a store that reads what it keeps of one user only once it may.
type slowFor struct {
	table.Store
	user wire.UserID
	may  chan struct{}
}

func (s slowFor) Get(ctx context.Context, key string) ([]byte, error) {
	if strings.Contains(key, string(s.user)) {
		<-s.may
	}
	return s.Store.Get(ctx, key)
}
