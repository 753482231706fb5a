package main

import (
	"context"
	"encoding/json"
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
	"downsync/bot/wire"
	"downsync/game"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

// botVariable makes the test binary run the bot alone, so that it can be killed.
const botVariable = "DOWNSYNC_TEST_BOT"

func TestMain(m *testing.M) {
	for variable, run := range map[string]func([]string) error{botVariable: runBot, loadVariable: runLoaded, commandVariable: runCommand, echoVariable: runEcho} {
		if v := os.Getenv(variable); v != "" {
			if err := run(strings.Split(v, " ")); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	if err := storetest.InMemory(); err != nil {
		panic(err)
	}
	pgtest.Main(m)
}

// runBot is the child: the bot on the parent's Discord.
func runBot(args []string) error {
	c := defaults()
	c.Store.Path, c.Clock.Default, c.rates, c.late = args[2], "live", unhurried, marksLate
	c.seams.named = always
	if isAddress(args[2]) {
		c.Store.URL = args[2]
	}
	live := c.Clock.Choices["live"]
	live.Tick, live.Window = 0, 0
	c.Clock.Choices["live"] = live
	connection := discord.Config{Base: args[0], Token: args[1], Rate: 1e6, Pause: time.Millisecond, Between: time.Millisecond, Ready: func() { fmt.Println("ready") }}
	h, err := newHost(c, connection, systemClock{}, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err != nil {
		return err
	}
	go explain(h, os.Stdin, os.Stdout)
	return h.run(context.Background())
}

// question is a control that the parent asks about.
type question struct {
	Seat game.Seat
	ID   string
}

// explain answers the parent's questions.
func explain(h *host, from io.Reader, to io.Writer) {
	in, out := json.NewDecoder(from), json.NewEncoder(to)
	for {
		var q question
		if in.Decode(&q) != nil {
			return // the parent is done
		}
		c, err := h.does(q.Seat, q.ID)
		if err != nil {
			panic(err)
		}
		if err := out.Encode(c); err != nil {
			panic(err)
		}
	}
}

// process starts the bot as a process of its own, as the variable says.
func (s *stage) process(variable string) (cmd *exec.Cmd, in io.WriteCloser, out io.Reader) {
	s.t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+strings.Join([]string{s.srv.URL(), s.srv.Token(), s.conf.Store.Path}, " "))
	cmd.Stderr = &s.log
	out, err := cmd.StdoutPipe()
	if err == nil {
		in, err = cmd.StdinPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return cmd, in, out
}

// child starts the bot as a process of its own and waits until it is ready.
func (s *stage) child() *exec.Cmd {
	s.t.Helper()
	cmd, in, out := s.process(botVariable)
	s.attend(in, out)
	return cmd
}

// attend waits until a bot is ready, which may stand by first, and asks it what controls do from then on.
func (s *stage) attend(in io.Writer, out io.Reader) {
	s.t.Helper()
	if _, err := io.ReadFull(out, make([]byte, len("ready"))); err != nil {
		s.t.Fatalf("the bot did not start: %v\n%s", err, s.log.String())
	}
	to, from := json.NewEncoder(in), json.NewDecoder(out)
	s.does = func(seat game.Seat, customID string) (c wire.Control, err error) {
		if err = to.Encode(question{seat, customID}); err == nil {
			err = from.Decode(&c)
		}
		return c, err
	}
}

// The process is killed without warning in the middle of a Reaction Engagement; a new one continues the match to its end, the
// third Round.
func TestKilledInAnEngagement(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Real())
	process := s.child()
	t.Cleanup(func() {
		_ = process.Process.Kill() // it may have ended
		_ = process.Wait()         // killed: its status tells nothing
	})
	s.challenge("size:small max_rounds:3")
	runners := []runner{{user: "player1"}, {user: "player2", react: true}}
	w := newWatch(s)
	fights := func() bool {
		seen := thread(s.srv.User("player3").View())
		return strings.Contains(seen, "Reaction Engagement begins") && strings.Contains(seen, "Priority of")
	}
	if s.playOn(runners, fights, w.check); !fights() {
		t.Fatal("over without a Reaction Engagement")
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // killed: its status tells nothing
	process = s.child()
	s.playOn(runners, nil, w.check)
	v := s.await("player3", "the end in the thread", func(v local.View) bool { return strings.Contains(thread(v), "Match over") })
	if n := strings.Count(thread(v), "## Match over"); n != 1 {
		t.Errorf("the end was told %d times", n)
	}
	w.nothingForOnlookers()
}
