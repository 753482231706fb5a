package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
)

// botVariable makes the test binary run the bot alone, so that it can be killed.
const botVariable = "DOWNSYNC_TEST_BOT"

func TestMain(m *testing.M) {
	if v := os.Getenv(botVariable); v != "" {
		if err := runBot(strings.Split(v, " ")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// runBot is the child: the bot on the parent's Discord.
func runBot(args []string) error {
	c := defaults()
	c.Store.Path, c.Clock.Default = args[2], "live"
	live := c.Clock.Choices["live"]
	live.Tick, live.Window = 0, 0
	c.Clock.Choices["live"] = live
	wire := discord.Config{Base: args[0], Token: args[1], Rate: 1e6, Pause: time.Millisecond, Between: time.Millisecond, Ready: func() { fmt.Println("ready") }}
	h, err := newHost(c, wire, systemClock{}, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err != nil {
		return err
	}
	return h.run(context.Background())
}

// child starts the bot as a process of its own and waits until it is ready.
func (s *stage) child() *exec.Cmd {
	s.t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), botVariable+"="+strings.Join([]string{s.srv.URL(), s.srv.Token(), s.conf.Store.Path}, " "))
	cmd.Stderr = &s.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("ready"))); err != nil {
		s.t.Fatalf("the bot did not start: %v\n%s", err, s.log.String())
	}
	return cmd
}

// The process is killed without warning in the middle of a Reaction Engagement; a new one goes on with the match to
// its end.
func TestKilledInAnEngagement(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Real())
	bot := s.child()
	t.Cleanup(func() {
		_ = bot.Process.Kill() // it may have ended
		_ = bot.Wait()         // killed: its status tells nothing
	})
	s.challenge("size:small")
	runners := []runner{{user: "player1"}, {user: "player2", react: true}}
	w := newWatch(s)
	s.playOn(runners, func() bool {
		seen := thread(s.srv.User("player3").View())
		return strings.Contains(seen, "Reaction Engagement begins") && strings.Contains(seen, "Priority of")
	}, w.check)
	if err := bot.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = bot.Wait() // killed: its status tells nothing
	bot = s.child()
	s.playOn(runners, nil, w.check)
	v := s.await("player3", "the end in the thread", func(v local.View) bool { return strings.Contains(thread(v), "Match over") })
	if n := strings.Count(thread(v), "Match over"); n != 1 {
		t.Errorf("the end was told %d times", n)
	}
	w.nothingForOnlookers()
}
