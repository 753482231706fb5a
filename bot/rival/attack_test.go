package rival_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/rival"
)

// Attacks by somebody who knows the code on the program's matches.

// A match whose seat was taken over from the program while it was asked nothing is the two players' alone: it does not end by itself
// while they play on, and nothing of the program's stays with it.
func TestCheatByTakingTheBotsSeat(t *testing.T) {
	const week = 7 * 24 * time.Hour
	p := party.PlainWithRival(t, mind.Mind{})
	p.May[judge] = wire.ManageServer
	id := p.Against()
	p.Pass(mind.Calm) // it has bid, and waits for ann
	if ask := postOf(p, id)["ask"]; ask != nil {
		t.Fatalf("it is asked %v", ask)
	}
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(ben)))
	if rs, err := p.Store.List(ctx, "rival/", "", 9); err != nil || len(rs) > 0 {
		t.Errorf("its record stays: %v %v", rs, err)
	}
	p.Pass(week - time.Hour)
	p.Play(ann, "bid 3")
	p.Pass(2 * time.Hour)
	if r := p.PublicOf(id).Result; r != nil {
		t.Errorf("the match of ann and ben ended: %+v", r)
	}
	p.NoFaults()
}

// However many hints a player asks for, and however long they take, the program goes on thinking about its own answers.
func TestCheatByAskingForHints(t *testing.T) {
	thinks, stuck := make(chan struct{}), make(chan struct{})
	p := party.PlainWithRival(t, choosing(func(p rival.Position) (rival.Choice, error) {
		if p.Seat == 1 { // a hint for ann
			thinks <- struct{}{}
			<-stuck
		}
		return chosen("bid 4")
	}), func(s *bottest.Setup) { s.Think = 5 * time.Second })
	id := p.Against()
	press := p.Console(ann)
	var hints sync.WaitGroup
	for range max(1, runtime.GOMAXPROCS(0)/2) { // as many as think at once
		hints.Go(func() { p.Press(ann, press, "hint|"+string(id)) })
		<-thinks
	}
	p.Slash(ben, party.Challenge, party.ChallengeTo(bottest.Self))
	p.Settle()
	all, err := p.Hall.MatchesOf(ctx, ben)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if order := postOf(p, all[0].Match)["order"]; order != "bid 4" {
		t.Errorf("against ben it means to order %v", order)
	}
	close(stuck)
	hints.Wait()
}
