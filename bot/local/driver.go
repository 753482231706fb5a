package local

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// User is one of the people, for a test or a program to act as. Each method does what a person's client does, and refuses what
// the client would not let them do.
type User struct {
	s *Server
	p *person
}

// User finds somebody by username (player1, @player1), number (1) or snowflake; nil if there is nobody.
func (s *Server) User(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.person(name); p != nil {
		return &User{s, p}
	}
	return nil
}

// Users are all people, in order of their numbers.
func (s *Server) Users() []*User {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*User, len(s.people))
	for i, p := range s.people {
		list[i] = &User{s, p}
	}
	return list
}

// ID is the user's snowflake.
func (u *User) ID() ID { return u.p.account.ID }

// Name is the username, player1 for example.
func (u *User) Name() string { return u.p.account.Username }

// Slash sends a command typed in a channel, named by id or as #general; "dm" is the DM with the bot.
func (u *User) Slash(channel, text string) (*Act, error) {
	return u.act(func() (*interaction, error) { return u.s.slash(u.p, channel, text) })
}

// Click presses a button, or chooses values in a select.
func (u *User) Click(message ID, customID string, values ...string) (*Act, error) {
	return u.act(func() (*interaction, error) { return u.s.click(u.p, message, customID, values) })
}

// Submit sends the open modal, named by its custom id or its interaction. Fields not given keep their preset values.
func (u *User) Submit(modal string, fields map[string]any) (*Act, error) {
	return u.act(func() (*interaction, error) { return u.s.submit(u.p, modal, fields) })
}

func (u *User) act(do func() (*interaction, error)) (*Act, error) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.s.sweep()
	x, err := do()
	if err != nil {
		return nil, err
	}
	return &Act{ID: x.ID, s: u.s}, nil
}

// Autocomplete is what the popup shows while a command is typed. It waits for the bot if the bot is asked.
func (u *User) Autocomplete(ctx context.Context, channel, text string) ([]Suggestion, error) {
	return u.s.suggestFor(ctx, u.p, channel, text)
}

// Say posts a message of the user's own.
func (u *User) Say(channel, content string) (*Message, error) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.s.say(u.p, channel, content)
}

// Dismiss removes an ephemeral message from the user's sight; with 0 it closes the open modal.
func (u *User) Dismiss(message ID) error {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.s.dismiss(u.p, message)
}

// CloseDM closes or opens the user's DMs: while closed, the bot's messages to them meet 50007.
func (u *User) CloseDM(closed bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.closed = closed
	u.s.wake()
}

// SetAdmin makes the user an administrator of the guild, or takes it back.
func (u *User) SetAdmin(admin bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.admin = admin
}

// SetModerator gives the user the role Moderator, or takes it back.
func (u *User) SetModerator(moderator bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.mod = moderator
}

// SetLocale sets the language of the user's client, "de" for example.
func (u *User) SetLocale(locale string) error {
	if err := knownLocale(locale); err != nil {
		return err
	}
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.locale = locale
	return nil
}

// SetLocale sets the language that the server prefers.
func (s *Server) SetLocale(locale string) error {
	if err := knownLocale(locale); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guild.locale = locale
	return nil
}

func knownLocale(locale string) error {
	if !slices.Contains(locales, locale) {
		return fmt.Errorf("locale %q: expected one of %s", locale, strings.Join(locales, ", "))
	}
	return nil
}

// Delivered is everything that was ever delivered to the user, in order: messages, edits, deletions, the bytes of attachments,
// modals, autocomplete answers, channels, commands, presences. It is empty unless Config.Record is set.
func (u *User) Delivered() []Item {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return slices.Clone(u.p.log)
}

// Wait returns the user's view as soon as the condition holds for it. It looks again after every change, never by polling, and
// gives up with the context; the error then says what the user saw last.
func (u *User) Wait(ctx context.Context, cond func(View) bool) (View, error) {
	for {
		u.s.mu.Lock()
		u.s.sweep()
		v, changed, closed := u.s.view(u.p), u.s.changed, u.s.closed
		u.s.mu.Unlock()
		if cond(v) {
			return v, nil
		}
		if closed {
			return v, fmt.Errorf("the server is closed")
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return v, fmt.Errorf("%s never saw what was waited for: %w; the last they saw: %s", u.Name(), ctx.Err(), v.newest())
		}
	}
}

// Act is the handle of one interaction.
type Act struct {
	ID ID
	s  *Server
}

// Outcome is what became of the interaction so far.
func (a *Act) Outcome() Outcome {
	out, _ := a.s.Outcome(a.ID)
	return out
}

// Wait returns once the interaction is answered, or failed, or expired: a deferral alone is not yet an answer.
func (a *Act) Wait(ctx context.Context) (Outcome, error) { return a.s.await(ctx, a.ID) }

// Outcome is what became of an interaction; ok is false if it is unknown, or forgotten after an hour.
func (s *Server) Outcome(id ID) (out Outcome, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	x := s.acts[id]
	if x == nil {
		return Outcome{}, false
	}
	return x.Outcome, true
}

func (s *Server) await(ctx context.Context, id ID) (Outcome, error) {
	for {
		s.mu.Lock()
		changed, closed := s.changed, s.closed
		s.mu.Unlock()
		out, known := s.Outcome(id)
		switch {
		case !known:
			return out, fmt.Errorf("interaction %s is unknown", id)
		case out.State != Pending && out.State != Deferred:
			return out, nil
		case closed:
			return out, fmt.Errorf("the server is closed")
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return out, fmt.Errorf("interaction %s is still %s: %w", id, out.State, ctx.Err())
		}
	}
}
