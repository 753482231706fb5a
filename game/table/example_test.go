package table_test

import (
	"context"
	"fmt"
	"log"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// teller tells everybody of a match. It is called once a delivery is due, again if it fails, and again after a crash.
type teller struct{ hall *table.Hall }

func (t teller) Deliver(ctx context.Context, d table.Delivery) (table.Kept, error) {
	if d.Queue != "public" {
		return table.Kept{}, nil // of one seat: Hall.Private reads what that seat may know
	}
	match, err := t.hall.Public(ctx, d.Match)
	for _, f := range match.Facts {
		fmt.Print(f.Kind(), " ")
	}
	return table.Kept{Prior: []byte("the message's id")}, err
}

func Example() {
	ctx := context.Background()
	hall := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{toy.Rules()}})
	if err := hall.Open(ctx, "a challenge", "m", table.Opening{Game: "toy", Users: []table.User{"ann", "ben"}}); err != nil {
		log.Fatal(err)
	}
	for seat, line := range map[game.Seat]string{1: "bid 2", 2: "bid 3"} {
		asked, err := hall.Private(ctx, "m", seat) // one viewer's knowledge, and the open questions
		if err != nil {
			log.Fatal(err)
		}
		reply, err := hall.Parse(ctx, "m", line)
		if err != nil {
			log.Fatal(err) // a refusal: it says what was expected
		}
		// The ruleset decides which facts follow. One Commit saves them, and the deliveries that tell of them.
		if _, err := hall.Act(ctx, "the press "+line, "m", seat, asked.Asks[0].ID, reply); err != nil {
			log.Fatal(err)
		}
	}
	outbox := table.Outbox{Hall: hall, To: teller{hall}} // in another goroutine, usually: Outbox.Run
	if _, err := outbox.Send(ctx); err != nil {
		log.Fatal(err)
	}
	// Output: began bid bid score stage
}
