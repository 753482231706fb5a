package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/game/table/tabletest"
)

// These tests play on a Discord that refuses what the real one refuses.

const (
	openings  = "POST /users/@me/channels"
	deletions = "DELETE /channels/{channel_id}/messages/{message_id}"
)

// cards returns the messages of the match's thread that show the match: one for each turn.
func (s *stage) cards() (out []*local.Message) {
	for _, c := range s.srv.User("player3").View().Channels {
		for _, m := range c.Messages {
			if c.IsThread() && strings.Contains(text(m), `"custom_id":"view|`) {
				out = append(out, m)
			}
		}
	}
	return out
}

// Each player's direct messages are opened once, whatever happens in the match and however often the bot starts.
func TestDirectMessagesAreOpenedOnce(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	active, _ := s.began()
	for range 2 {
		s.stop()
		s.start()
	}
	steps := 0
	s.playOn([]runner{{user: "player1"}, {user: "player2"}}, func() bool { steps++; return steps > 4 }, nil)
	if _, err := s.srv.User(active).Slash("#general", "/privacy delete"); err != nil {
		t.Fatal(err)
	}
	if n := s.srv.Requests(openings); n != 2 {
		t.Errorf("opened %d times for two players", n)
	}
}

// A match by correspondence goes on although Discord limits the edits of old messages: a card or console that cannot be edited
// is posted again, and the old one is deleted.
func TestOldMessagesAreReplaced(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Still(tabletest.Noon))
	s.conf.Clock.Default = "correspondence"
	s.start()
	s.began()
	s.replaced(func() { s.srv.Clock().Advance(61 * time.Minute) })
}

// A match goes on although Discord refuses every edit with a picture.
func TestPicturesAreReplaced(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.began()
	s.replaced(func() {
		if err := s.srv.Inject(local.Fault{Kind: "bad-edit", Times: -1}); err != nil {
			t.Fatal(err)
		}
	})
}

// replaced plays some orders after a mishap, and checks that cards were replaced: none is left beside its successor, and the
// newest shows the current state.
func (s *stage) replaced(mishap func()) {
	s.t.Helper()
	before := s.srv.Requests(deletions)
	mishap()
	steps := 0
	s.playOn([]runner{{user: "player1"}, {user: "player2"}}, func() bool { steps++; return steps >= 12 }, nil)
	u := s.srv.User("player3")
	click := func() (*local.Act, error) {
		c := s.cards()[0]
		return u.Click(c.ID, control(c, "view|").CustomID)
	}
	act, err := click()
	for err != nil && strings.Contains(err.Error(), "sees no message") { // it was replaced just now
		act, err = click()
	}
	out := s.finish(act, err)
	now := untimed(u.View().Message(out.Message).Text()) // with a line before it
	s.await("player3", "the newest card to be up to date, and the only one of its turn", func(local.View) bool {
		turns := map[string]int{}
		newest := ""
		for _, m := range s.cards() {
			newest, _, _ = strings.Cut(untimed(m.Text()), "My view")
			turns[turnOf.FindString(newest)]++
		}
		return strings.HasSuffix(now, newest) && !slices.ContainsFunc(slices.Collect(maps.Values(turns)), func(n int) bool { return n != 1 })
	})
	if n := s.srv.Requests(deletions) - before; n == 0 {
		s.t.Error("nothing was replaced")
	}
	if log := s.log.String(); strings.Contains(log, "level=ERROR") {
		s.t.Errorf("%s", log)
	}
}

// untimed returns a text without deadlines: a clock starts when the card is posted, which may be after the view was shown.
func untimed(text string) string { return deadline.ReplaceAllString(text, "") }

var deadline = regexp.MustCompile(`, time ends <t:\d+:R>|, open until <t:\d+:R> at the latest|\n?-# Once answered[^\n]*`)

var turnOf = regexp.MustCompile(`Round \d+[^\\*]*`)

// A host with a fast clock is reported by /readyz, by the metrics and by the log, and still answers.
func TestFastClockIsTold(t *testing.T) {
	s := bareStage(t, local.Ahead(-3*time.Second))
	h := s.startBy(systemClock{})
	for range 5 { // by then enough answers were measured
		s.finish(s.srv.User("player1").Slash("#general", "/help"))
	}
	if w := strings.Join(h.counts.health.warnings(), "\n"); !strings.Contains(w, "s fast: turn on time synchronisation") {
		t.Errorf("the warning is %q", w)
	}
	if page := pageOf(t, h.counts); !strings.Contains(page, "\ndownsync_clock_skew_seconds 3.") && !strings.Contains(page, "\ndownsync_clock_skew_seconds 2.") {
		t.Error("the metrics do not say so")
	}
	if n := strings.Count(s.log.String(), "clock is wrong"); n != 1 {
		t.Errorf("the log says so %d times", n)
	}
}

// failure runs the bot on a Discord until it stops trying, and returns its error.
func (s *stage) failure(connection discord.Config) error {
	s.t.Helper()
	connection.Base = s.srv.URL()
	h, err := newHost(s.conf, connection, s.srv.Clock(), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), limit)
	defer cancel()
	return errors.Join(h.run(ctx), ctx.Err())
}

// An operator's errors name the key to look at and what to do.
func TestErrorsNameTheirKey(t *testing.T) {
	s := bareStage(t, local.Still(tabletest.Noon))
	s.conf.source = tokenVariable
	if err := s.failure(discord.Config{Token: "wrong"}); err == nil || !strings.HasPrefix(err.Error(), tokenVariable+": ") || !strings.Contains(err.Error(), "copy it again") {
		t.Errorf("a wrong token: %v", err)
	}
	s.conf.Discord.Guild = "123456789012345678"
	if err := s.failure(discord.Config{Token: s.srv.Token(), Guild: s.conf.Discord.Guild}); err == nil || !strings.HasPrefix(err.Error(), "discord.guild: ") || !strings.Contains(err.Error(), "invite the bot") {
		t.Errorf("a wrong server: %v", err)
	}
	for token, want := range map[string]string{"abc\n": "has spaces or a line break around it", "abc\r": "has spaces or a line break around it", "Bot abc": "has spaces, a line break",
		`"abc"`: "is in quotes: write the value alone", "'abc": "is in quotes", "“abc”": "is in quotes", "DOWNSYNC_TOKEN=abc": "has its name before it", "export downsync_token = abc": "has its name before it",
		"abc # mine": "has a comment after it", "\"abc\" # mine": "has a comment after it and is in quotes", `"abc"#x`: "has a comment after it",
		" DOWNSYNC_TOKEN=\"abc\" ": "has spaces or a line break around it and has its name before it and is in quotes", "abc=": "other characters"} {
		t.Setenv(tokenVariable, token)
		var errs strings.Builder
		path := filepath.Join(t.TempDir(), "c.toml")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if status := run(t.Context(), []string{"serve", "-config", path}, io.Discard, &errs); status != 1 || !strings.Contains(errs.String(), tokenVariable) || !strings.Contains(errs.String(), want) || strings.Contains(errs.String(), "abc") {
			t.Errorf("token %q: %d %s, expected it to say %q", token, status, &errs, want)
		}
		var said strings.Builder
		if run(t.Context(), []string{"doctor", "-config", path}, &said, io.Discard); !strings.Contains(said.String(), want) || strings.Contains(said.String(), "abc") {
			t.Errorf("token %q: doctor says %s", token, &said)
		}
	}
}

// The local Discord grants the bot exactly the permissions that the documents tell operators to grant.
func TestInvitation(t *testing.T) {
	for _, path := range []string{"../../README.md", "../../docs/operators.md"} {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("&permissions=%d", local.Invited); !strings.Contains(string(raw), want) {
			t.Errorf("%s does not invite with %s", path, want)
		}
	}
}
