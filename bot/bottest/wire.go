// Package bottest is a room for trying the bot: a Discord without sockets, a hall on the memory store, a clock that tests move, and
// people who press what they are offered. It enforces Discord's limits, so that everything that passes here can be sent.
package bottest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"downsync/bot/discord"
	"downsync/bot/wire"
)

// General is the channel for everybody.
const General = wire.ChannelID("general")

// Message is a message in its present state.
type Message struct {
	ID      wire.MessageID
	Channel wire.ChannelID
	wire.Message
	// Only is the one user who sees it, "" for everybody.
	Only wire.UserID
	// Edits counts how often the message was edited.
	Edits int
	Nonce string // the nonce that it was posted with
}

// Sent is a delivery, with the message as it was at the time.
type Sent struct {
	What string // post, edit, delete, answer, choices, form
	Message
	Choices []wire.Choice
	Form    *wire.Form
}

// To reports whether the user sees it.
func (s Sent) To(user wire.UserID) bool { return s.Only == "" || s.Only == user }

// Wire is a wire.Wire that records what is sent and misbehaves on demand. It is safe for concurrent use.
type Wire struct {
	mu       sync.Mutex
	next     int
	messages []*Message
	threads  map[wire.MessageID]wire.ChannelID // by the message that they belong to
	nonces   map[string]wire.MessageID
	names    map[wire.ChannelID]string        // of threads
	members  map[wire.ChannelID][]wire.UserID // of threads
	gone     map[string]bool                  // channels, threads, messages
	fileless map[wire.ChannelID]bool          // channels where the bot may not attach files
	refused  map[wire.ChannelID]error         // channels and threads, with what Discord answers there
	bare     map[wire.ChannelID]bool          // channels without threads

	forbidden map[wire.ChannelID]wire.Permission // rights that the bot lacks there

	hidden map[wire.ChannelID][]wire.UserID // channels, with the users who do not see them
	// Owner owns the server. Mute holds the roles whose mention notifies nobody.
	Owner wire.UserID
	// GuildName is the server's name; "": it is unknown.
	GuildName string
	Mute      []wire.RoleID
	// moderates reports whether a user may moderate the server, having the role or managing the server.
	moderates func(u wire.UserID, role wire.RoleID) bool
	// member returns a user of the server; ok is false if they are not on it.
	member func(u wire.UserID) (m wire.Member, ok bool)

	// onTheWay and onPost hold functions to call once, while the next edit in a channel, or the next new message, is in transit.
	onTheWay, onPost map[wire.ChannelID]func()

	closed  map[wire.UserID]bool // users
	failing []failure
	unadded map[wire.UserID]error // errors for the next attempt to add the user to a thread
	sent    []Sent
}

type failure struct {
	err  error
	late bool // the call is carried out, but its answer is lost
}

// NewWire makes a Wire with one channel.
func NewWire() *Wire {
	return &Wire{threads: map[wire.MessageID]wire.ChannelID{}, names: map[wire.ChannelID]string{}, nonces: map[string]wire.MessageID{}, members: map[wire.ChannelID][]wire.UserID{}, gone: map[string]bool{},
		refused: map[wire.ChannelID]error{}, forbidden: map[wire.ChannelID]wire.Permission{}, fileless: map[wire.ChannelID]bool{}, bare: map[wire.ChannelID]bool{}, closed: map[wire.UserID]bool{},
		hidden: map[wire.ChannelID][]wire.UserID{}, onTheWay: map[wire.ChannelID]func(){}, onPost: map[wire.ChannelID]func(){}}
}

var _ wire.Wire = (*Wire)(nil)

func dm(user wire.UserID) wire.ChannelID { return wire.ChannelID("dm-" + user) }

// id makes a new id; callers hold mu.
func (w *Wire) id(prefix string) string {
	w.next++
	return fmt.Sprintf("%s%d", prefix, w.next)
}

// Fail makes the next n calls fail with err.
func (w *Wire) Fail(n int, err error) { w.fail(n, failure{err: err}) }

// Lose carries out the next n calls but answers with err, as when the connection breaks.
func (w *Wire) Lose(n int, err error) { w.fail(n, failure{err: err, late: true}) }

func (w *Wire) fail(n int, f failure) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for range n {
		w.failing = append(w.failing, f)
	}
}

// Remove deletes a message, a thread or a channel.
func (w *Wire) Remove(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.gone[id] = true
	w.messages = slices.DeleteFunc(w.messages, func(m *Message) bool { return string(m.ID) == id || string(m.Channel) == id })
}

// set stores a value for a key.
func set[K comparable, V any](w *Wire, in map[K]V, key K, value V) {
	w.mu.Lock()
	defer w.mu.Unlock()
	in[key] = value
}

// Deny removes the bot's permissions in a channel, or restores them.
func (w *Wire) Deny(channel wire.ChannelID, on bool) { w.refuse(channel, wire.ErrDenied, on) }

// Refuse makes everything in a channel fail with the error; nil ends that.
func (w *Wire) Refuse(channel wire.ChannelID, err error) { set(w, w.refused, channel, err) }

func (w *Wire) refuse(channel wire.ChannelID, err error, on bool) {
	if !on {
		err = nil
	}
	w.Refuse(channel, err)
}

// Fileless removes the bot's permission to attach files in a channel.
func (w *Wire) Fileless(channel wire.ChannelID) { set(w, w.fileless, channel, true) }

// Lock locks a thread, or unlocks it.
func (w *Wire) Lock(thread wire.ChannelID, on bool) { w.refuse(thread, wire.ErrLocked, on) }

// Bare makes a channel refuse threads, as a thread itself does.
func (w *Wire) Bare(channel wire.ChannelID) { set(w, w.bare, channel, true) }

// OnTheWay makes f be called once, while the next edit in the channel is in transit.
func (w *Wire) OnTheWay(channel wire.ChannelID, f func()) { set(w, w.onTheWay, channel, f) }

// OnPost makes f be called once, while the next new message to the channel is in transit.
func (w *Wire) OnPost(channel wire.ChannelID, f func()) { set(w, w.onPost, channel, f) }

// meanwhile calls the function that was set for the channel, if any, and removes it.
func (w *Wire) meanwhile(in map[wire.ChannelID]func(), channel wire.ChannelID) {
	w.mu.Lock()
	f := in[channel]
	delete(in, channel)
	w.mu.Unlock()
	if f != nil {
		f()
	}
}

// CloseDM closes or opens a user's direct messages.
func (w *Wire) CloseDM(user wire.UserID, on bool) { set(w, w.closed, user, on) }

// Hide hides a channel from the users, and shows it to everybody else.
func (w *Wire) Hide(channel wire.ChannelID, from ...wire.UserID) { set(w, w.hidden, channel, from) }

// Sees reports whether the user sees the channel.
func (w *Wire) Sees(_ context.Context, _ wire.GuildID, user wire.UserID, _ []wire.RoleID, channel wire.ChannelID) (ok bool, err error) {
	err = w.call(channel, func() error {
		ok = !slices.Contains(w.hidden[channel], user)
		return nil
	})
	return ok, err
}

// call carries out what the bot asked for, unless a fault is set. do is called with the lock held.
func (w *Wire) call(channel wire.ChannelID, do func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var f failure
	if len(w.failing) > 0 {
		f, w.failing = w.failing[0], w.failing[1:]
		if !f.late {
			return f.err
		}
	}
	switch {
	case w.gone[string(channel)]:
		return fmt.Errorf("%w: %s", wire.ErrGone, channel)
	case w.refused[channel] != nil:
		return fmt.Errorf("%w: %s", w.refused[channel], channel)
	}
	return errors.Join(do(), f.err)
}

// Post sends a message, which must obey Discord's limits. A nonce that was used before posts nothing new.
func (w *Wire) Post(_ context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
	if err := discord.Check(m); err != nil {
		return "", err
	}
	if nonce == "" || len(nonce) > 25 {
		return "", fmt.Errorf("nonce %q: expected 1 to 25 characters", nonce)
	}
	w.meanwhile(w.onPost, channel)
	var id wire.MessageID
	err := w.call(channel, func() error {
		if first, ok := w.nonces[string(channel)+" "+nonce]; ok && !w.gone[string(first)] {
			id = first
			return nil
		}
		only := wire.UserID("")
		if len(channel) > 3 && channel[:3] == "dm-" {
			if only = wire.UserID(channel[3:]); w.closed[only] {
				return fmt.Errorf("%w: %s", wire.ErrClosedDM, only)
			}
		}
		id = wire.MessageID(w.id("m"))
		w.nonces[string(channel)+" "+nonce] = id
		w.add("post", &Message{ID: id, Channel: channel, Message: m, Only: only, Nonce: nonce})
		return nil
	})
	if err != nil {
		id = ""
	}
	return id, err
}

// add stores a new message; callers hold mu.
func (w *Wire) add(what string, m *Message) {
	w.messages = append(w.messages, m)
	w.sent = append(w.sent, Sent{What: what, Message: *m})
}

// Edit replaces a message's content.
func (w *Wire) Edit(_ context.Context, channel wire.ChannelID, message wire.MessageID, m wire.Message) error {
	if err := discord.Check(m); err != nil {
		return err
	}
	w.meanwhile(w.onTheWay, channel)
	return w.call(channel, func() error {
		if w.fileless[channel] && len(m.Files) > 0 {
			return fmt.Errorf("%w: %s: no files", wire.ErrDenied, channel)
		}
		return w.replace(channel, message, m, "edit")
	})
}

// replace changes a message; callers hold mu.
func (w *Wire) replace(channel wire.ChannelID, message wire.MessageID, m wire.Message, what string) error {
	if message == "" {
		return errors.New("405: the address names no message")
	}
	for _, old := range w.messages {
		if old.ID == message && old.Channel == channel {
			old.Message = m
			old.Edits++
			w.sent = append(w.sent, Sent{What: what, Message: *old})
			return nil
		}
	}
	return fmt.Errorf("%w: %s", wire.ErrGone, message)
}

// Delete deletes a message.
func (w *Wire) Delete(_ context.Context, channel wire.ChannelID, message wire.MessageID) error {
	return w.call(channel, func() error {
		i := slices.IndexFunc(w.messages, func(m *Message) bool { return m.ID == message && m.Channel == channel })
		if i < 0 {
			return fmt.Errorf("%w: %s", wire.ErrGone, message)
		}
		w.sent = append(w.sent, Sent{What: "delete", Message: Message{ID: message, Channel: channel, Only: w.messages[i].Only}})
		w.messages = slices.Delete(w.messages, i, i+1)
		return nil
	})
}

// Latest returns the messages of the channel, with their controls.
func (w *Wire) Latest(_ context.Context, channel wire.ChannelID) (out []wire.Posted, err error) {
	err = w.call(channel, func() error {
		for _, m := range w.messages {
			if m.Channel != channel {
				continue
			}
			out = append(out, wire.Posted{ID: m.ID, Controls: ControlsOf(m.Message).ids()})
		}
		return nil
	})
	return out, err
}

// controls returns the custom ids of the message's controls, as it is now.
func (w *Wire) controls(id wire.MessageID) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, m := range w.messages {
		if m.ID == id {
			return ControlsOf(m.Message).ids()
		}
	}
	return nil
}

// Thread starts a thread on a message, or returns the one that it has.
func (w *Wire) Thread(_ context.Context, channel wire.ChannelID, message wire.MessageID, name string) (wire.ChannelID, error) {
	if n := len([]rune(name)); n < 1 || n > 100 {
		return "", fmt.Errorf("a thread's name of %d characters", n)
	}
	var id wire.ChannelID
	err := w.call(channel, func() error {
		if w.bare[channel] {
			return &wire.WireError{Status: 400, Code: 50024, Text: "no thread in a thread"}
		}
		if w.gone[string(message)] {
			return fmt.Errorf("%w: %s", wire.ErrGone, message)
		}
		if w.threads[message] == "" {
			w.threads[message] = wire.ChannelID(w.id("t"))
			w.names[w.threads[message]] = name
		}
		id = w.threads[message]
		return nil
	})
	return id, err
}

// AddMember makes the user a member of a thread, or fails as the test demands.
func (w *Wire) AddMember(_ context.Context, thread wire.ChannelID, user wire.UserID) error {
	return w.call(thread, func() error {
		if err := w.unadded[user]; err != nil {
			delete(w.unadded, user)
			return err
		}
		w.sent = append(w.sent, Sent{What: "member " + string(user), Message: Message{Channel: thread}})
		if !slices.Contains(w.members[thread], user) {
			w.members[thread] = append(w.members[thread], user)
		}
		return nil
	})
}

// FailMember makes the next attempt to add the user to a thread fail.
func (w *Wire) FailMember(user wire.UserID, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unadded = map[wire.UserID]error{user: err}
}

// Members returns the members of a thread, in the order in which they were added.
func (w *Wire) Members(thread wire.ChannelID) []wire.UserID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.members[thread])
}

// DM opens the direct channel to a user.
func (w *Wire) DM(_ context.Context, user wire.UserID) (wire.ChannelID, error) {
	return dm(user), w.call(dm(user), func() error { return nil })
}

// Forbid takes rights from the bot in a channel, or gives them back.
func (w *Wire) Forbid(channel wire.ChannelID, rights wire.Permission) {
	set(w, w.forbidden, channel, rights)
}

// GuildNow returns the server with its name and its owner; a role that is not mute notifies its members.
func (w *Wire) GuildNow(_ context.Context, _ wire.GuildID, role wire.RoleID, channel wire.ChannelID) (g wire.Guild, err error) {
	err = w.call("", func() error {
		g = wire.Guild{Name: w.GuildName, Owner: w.Owner, Pings: role != "" && !slices.Contains(w.Mute, role)}
		if channel != "" {
			g.May, g.Thread = ^wire.Administrator&^w.forbidden[channel], w.bare[channel]
		}
		return nil
	})
	return g, err
}

// Moderators returns the users who may moderate, by the room's roles and permissions.
func (w *Wire) Moderators(_ context.Context, _ wire.GuildID, role wire.RoleID, users []wire.UserID) (out []wire.UserID, err error) {
	err = w.call("", func() error {
		out = slices.DeleteFunc(slices.Clone(users), func(u wire.UserID) bool { return !w.moderates(u, role) })
		return nil
	})
	return out, err
}

// Member returns the user on the server.
func (w *Wire) Member(_ context.Context, _ wire.GuildID, user wire.UserID) (m wire.Member, err error) {
	err = w.call("", func() error {
		var ok bool
		if m, ok = w.member(user); !ok {
			return wire.ErrGone
		}
		return nil
	})
	return m, err
}

// Messages returns the messages in a channel, oldest first.
func (w *Wire) Messages(channel wire.ChannelID) []Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []Message
	for _, m := range w.messages {
		if m.Channel == channel {
			out = append(out, *m)
		}
	}
	return out
}

// Console returns the newest of a user's direct messages.
func (w *Wire) Console(user wire.UserID) (Message, bool) {
	ms := w.Messages(dm(user))
	if len(ms) == 0 {
		return Message{}, false
	}
	return ms[len(ms)-1], true
}

// ThreadName returns the name of a thread.
func (w *Wire) ThreadName(thread wire.ChannelID) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.names[thread]
}

// Threads returns all threads, by id.
func (w *Wire) Threads() []wire.ChannelID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Sorted(maps.Values(w.threads))
}

// Delivered returns everything that a user was sent from number after on, both public and private.
func (w *Wire) Delivered(user wire.UserID, after int) []Sent {
	return slices.DeleteFunc(w.Sent(after), func(s Sent) bool { return !s.To(user) })
}

// Sent returns everything that was sent from number after on.
func (w *Wire) Sent(after int) []Sent {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.sent[after:])
}

// Count returns how much was sent so far.
func (w *Wire) Count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.sent)
}
