package local

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// User is one of the people, for a test or a program to act as. Each method does what a person's client does, and
// refuses what the client would refuse.
type User struct {
	s *Server
	p *person
}

// User returns a person by username (player1, @player1), number (1) or snowflake, or nil.
func (s *Server) User(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := personOf(s, name); p != nil {
		return &User{s, p}
	}
	return nil
}

// Users returns all people in order of their numbers.
func (s *Server) Users() []*User {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*User, len(s.people))
	for i, p := range s.people {
		list[i] = &User{s, p}
	}
	return list
}

// ID returns the user's snowflake.
func (u *User) ID() ID { return u.p.account.ID }

// Name returns the username, such as player1.
func (u *User) Name() string { return u.p.account.Username }

// Slash sends a command typed in a channel. The channel is an id, #general, or "dm" for the DM with the bot.
func (u *User) Slash(channel, text string) (*Act, error) {
	return u.act(func() (*interaction, error) { return slash(u.s, u.p, channel, text) })
}

// Click presses a button, or chooses values in a select.
func (u *User) Click(message ID, customID string, values ...string) (*Act, error) {
	return u.act(func() (*interaction, error) { return click(u.s, u.p, message, customID, values) })
}

// Submit sends the open modal, named by its custom id or its interaction. Fields that are not given keep their preset
// values.
func (u *User) Submit(modal string, fields map[string]any) (*Act, error) {
	return u.act(func() (*interaction, error) { return submit(u.s, u.p, modal, fields) })
}

func (u *User) act(do func() (*interaction, error)) (*Act, error) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	sweep(u.s)
	x, err := do()
	if err != nil {
		return nil, err
	}
	return &Act{ID: x.ID, s: u.s}, nil
}

// Autocomplete returns what the popup shows while a command is typed. It waits for the bot if the bot is asked.
func (u *User) Autocomplete(ctx context.Context, channel, text string) ([]Suggestion, error) {
	return suggestFor(ctx, u.s, u.p, channel, text)
}

// Say posts a message that the user wrote.
func (u *User) Say(channel, content string) (*Message, error) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	m, err := say(u.s, u.p, channel, content)
	if err != nil {
		return nil, err
	}
	return m, u.s.keeper.keep(u.s)
}

// Dismiss removes an ephemeral message from the user's view; with 0 it closes the open modal.
func (u *User) Dismiss(message ID) error {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return dismiss(u.s, u.p, message)
}

// CloseDM closes or opens the user's DMs. While they are closed, the bot's messages to them fail with 50007.
func (u *User) CloseDM(closed bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.closed = closed
	wake(u.s)
}

// Install makes the user install the application for themselves, or remove it: its commands that allow it then work for them wherever they are.
func (u *User) Install(installed bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.installed = installed
	commandsChanged(u.s)
}

// SetAdmin makes the user an administrator of the guild, or revokes it.
func (u *User) SetAdmin(admin bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.admin = admin
}

// SetModerator gives the user the role Moderator, or removes it.
func (u *User) SetModerator(moderator bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.mod = moderator
}

// Join makes the user a member of a thread that they see, and Leave ends that.
func (u *User) Join(thread string) error {
	return u.inThread(thread, func(r *room) { join(u.s, r, u.ID()) })
}

// Leave ends the user's membership in a thread.
func (u *User) Leave(thread string) error {
	return u.inThread(thread, func(r *room) { leave(u.s, r, u.ID()) })
}

func (u *User) inThread(name string, do func(*room)) error {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	r, err := place(u.s, u.p, name)
	if err != nil {
		return err
	}
	if !r.ch.IsThread() {
		return fmt.Errorf("channel %q is no thread", name)
	}
	do(r)
	return nil
}

// SetLocale sets the language of the user's client, such as "de".
func (u *User) SetLocale(locale string) error {
	if err := knownLocale(locale); err != nil {
		return err
	}
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.locale = locale
	return nil
}

// SetLocale sets the preferred language of the guild.
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

// Delivered returns everything that was delivered to the user, in order: messages, edits, deletions, the bytes of
// attachments, modals, autocomplete answers, channels, commands, presences. It is empty unless Config.Record is set.
func (u *User) Delivered() []Item {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return slices.Clone(u.p.log)
}

// Wait returns the user's view as soon as the condition holds. It checks after every change and never polls. When the
// context ends, the error says what the user saw last.
func (u *User) Wait(ctx context.Context, cond func(View) bool) (View, error) {
	for {
		u.s.mu.Lock()
		sweep(u.s)
		v, changed, closed := view(u.s, u.p), u.s.changed, u.s.closed
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
			return v, fmt.Errorf("%s did not see what Wait expects: %w; last seen: %s", u.Name(), ctx.Err(), v.newest())
		}
	}
}

// Act is the handle of one interaction.
type Act struct {
	ID ID
	s  *Server
}

// Outcome returns the interaction's state so far.
func (a *Act) Outcome() Outcome {
	out, _ := a.s.Outcome(a.ID)
	return out
}

// Wait returns once the interaction is answered, failed or expired. A deferral alone is not an answer.
func (a *Act) Wait(ctx context.Context) (Outcome, error) { return await(ctx, a.s, a.ID) }

// Outcome returns the state of an interaction. ok is false if it is unknown; ended interactions are dropped after an hour.
func (s *Server) Outcome(id ID) (out Outcome, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sweep(s)
	x := s.acts[id]
	if x == nil {
		return Outcome{}, false
	}
	return x.Outcome, true
}

func await(ctx context.Context, s *Server, id ID) (Outcome, error) {
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
