package rival_test

import (
	"fmt"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/bound"
	"downsync/bot/wire"
)

// Twenty accounts of one server cannot take the bot as an opponent from another server. On their own server others get a match once
// these matches have been silent for an hour.
func TestCheatByTakingTheBotFromEverybody(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	begins := func(u wire.UserID, guild string) string {
		options := []bottest.Option{party.Opt("rival", "recruit"), party.Opt("guild", guild)}
		if guild != "guild" {
			options = append(options, party.Opt("in", "channel of "+guild))
		}
		a := party.Text(p.Slash(u, party.Challenge, options...))
		p.Settle()
		return a
	}
	begun := 0
	for n := range 20 {
		for range bound.GoingProgram.Most {
			if a := begins(wire.UserID(fmt.Sprint("account", n)), "guild"); begun < bound.ServerProgram.Most {
				party.Want(t, a, "The match begins")
				begun++
			} else {
				party.Want(t, a, "I am playing 60 matches on this server")
			}
		}
	}
	party.Want(t, begins("ann", "guild"), "I am playing 60 matches on this server")
	party.Want(t, begins("ann", "elsewhere"), "The match begins")
	p.Pass(mind.Calm) // the bot's first answers
	p.Restart()
	party.Want(t, begins("ben", "guild"), "I am playing 60 matches on this server")
	p.Pass(59 * time.Minute)
	party.Want(t, begins("ben", "guild"), "I am playing 60 matches on this server")
	p.Pass(12 * time.Minute)
	party.Want(t, begins("ben", "guild"), "The match begins")
	p.NoFaults()
}

// A match whose player goes on counts again. The operator sets how many matches the bot plays in all.
func TestBotCountsWhoGoesOn(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) { s.Limits = bound.Settings{"program": 1} })
	p.Against()
	p.Pass(mind.Calm)
	full := func() bool {
		a := party.Text(p.Slash("ben", party.Challenge, party.Opt("rival", "recruit"), party.Opt("guild", "elsewhere"), party.Opt("in", "there")))
		begins := len(a) > 0 && a[:len("**The match begins")] == "**The match begins"
		if !begins {
			party.Want(t, a, "I am playing 1 match, the maximum")
		}
		return !begins
	}
	if !full() {
		t.Fatal("the bot plays two matches")
	}
	p.Pass(2 * time.Hour)
	p.Play(ann, "bid 1") // they are back
	if p.Pass(mind.Calm); !full() {
		t.Error("a match that goes on does not count")
	}
	if p.Pass(2 * time.Hour); full() {
		t.Error("a silent match counts")
	}
}
