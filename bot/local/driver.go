package local

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
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

// Delivered is everything that was ever delivered to the user, in order: messages, edits, deletions, the bytes of attachments,
// modals, autocomplete answers, channels, commands, presences. It is empty unless Config.Record is set.
func (u *User) Delivered() []Item {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return slices.Clone(u.p.log)
}

// View is everything a user can see now.
type View struct {
	User     Account       `json:"user"`
	Guild    GuildView     `json:"guild"`
	Channels []ChannelView `json:"channels"`
	Modal    *Modal        `json:"modal"`   // open before the user, or null
	Pending  []Outcome     `json:"pending"` // the user's interactions that wait for an answer
	Now      time.Time     `json:"now"`     // by the server's clock
	Seq      uint64        `json:"seq"`     // events up to this one are in the view
	DMClosed bool          `json:"dm_closed"`
	Admin    bool          `json:"admin"`
}

// GuildView is the guild in a View.
type GuildView struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
}

// ChannelView is a channel, thread or DM in a View, with the messages this user sees, oldest first.
type ChannelView struct {
	Channel
	Messages []*Message `json:"messages"`
}

// View is everything the user can see now: channels first, then threads, then the DM.
func (u *User) View() View {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.s.sweep()
	return u.s.view(u.p)
}

func (s *Server) view(p *person) View {
	v := View{User: *p.account, Guild: GuildView{s.guild.id, s.guild.name}, Channels: []ChannelView{}, Modal: p.modal, Pending: []Outcome{},
		Now: s.clock.Now(), Seq: s.eventSeq, DMClosed: p.closed, Admin: p.admin}
	who := p.account.ID
	for _, id := range s.order {
		r := s.rooms[id]
		if !r.sees(who) {
			continue
		}
		c := ChannelView{Channel: *r.ch, Messages: []*Message{}}
		for _, m := range r.msgs {
			if m.seenBy(who) {
				c.Messages = append(c.Messages, m)
			}
		}
		v.Channels = append(v.Channels, c)
	}
	slices.SortStableFunc(v.Channels, func(a, b ChannelView) int { return cmp.Compare(rank(&a.Channel), rank(&b.Channel)) })
	for _, x := range s.live {
		if x.who == p && (x.State == Pending || x.State == Deferred) {
			v.Pending = append(v.Pending, x.Outcome)
		}
	}
	return v
}

func rank(c *Channel) int {
	switch {
	case c.Type == ChannelText:
		return 0
	case c.IsThread():
		return 1
	}
	return 2
}

// Channel is the channel or thread of a name (with or without #), or the DM for "dm"; nil if the user sees none. Among threads of
// one name the newest is meant.
func (v View) Channel(name string) *ChannelView {
	name = strings.TrimPrefix(name, "#")
	for i := range slices.Backward(v.Channels) {
		c := &v.Channels[i]
		if c.Type == ChannelDM && name == "dm" || c.Type != ChannelDM && c.Name == name || c.ID.String() == name {
			return c
		}
	}
	return nil
}

// Message is the message with this id, nil if the user does not see it.
func (v View) Message(id ID) *Message {
	for _, c := range v.Channels {
		for _, m := range c.Messages {
			if m.ID == id {
				return m
			}
		}
	}
	return nil
}

// Find is the newest message whose text, in content, embeds or components, contains the words; nil if there is none.
func (v View) Find(words string) *Message {
	var newest *Message
	for _, c := range v.Channels {
		for _, m := range c.Messages {
			if (newest == nil || m.ID > newest.ID) && strings.Contains(m.Text(), words) {
				newest = m
			}
		}
	}
	return newest
}

// Text is all that can be read in a message, line by line: content, embeds, texts, alt texts, button labels, options.
func (m *Message) Text() string {
	var b strings.Builder
	add := func(parts ...string) {
		for _, p := range parts {
			if p != "" {
				b.WriteString(p)
				b.WriteByte('\n')
			}
		}
	}
	add(m.Content)
	for _, e := range m.Embeds {
		add(e.Title, e.Description)
		for _, f := range e.Fields {
			add(f.Name, f.Value)
		}
	}
	for _, a := range m.Attachments {
		add(a.Description)
	}
	walk(m.Components, func(k *Component) {
		add(k.Content, k.Description, k.Label, k.Placeholder)
		for _, i := range k.Items {
			add(or(i.Description, ""))
		}
		for _, o := range k.Options {
			add(o.Label, o.Description)
		}
	})
	return b.String()
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
			return v, fmt.Errorf("%s never saw what was waited for: %w", u.Name(), ctx.Err())
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
