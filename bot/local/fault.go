package local

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Fault is a fault to inject. Kind decides which fields apply:
//
// The gateway, At now (the open sockets), hello, ready or resume (the next connection, in place of that answer):
//
//	reconnect   Op7
//	invalid     Op9; Resumable is its value
//	ack         an Op11 without a heartbeat
//	close       Code is the close code
//	drop        the connection is cut without a close frame
//	silence     the socket stays open, but neither reads nor writes again
//
// The gateway, standing, Times times:
//
//	no-ack      a heartbeat is not acknowledged
//	duplicate   an interaction is dispatched twice
//	reorder     an interaction is dispatched after the one that follows it
//	slow        a dispatch waits Wait (real time, such as "250ms")
//	sessions    only Times more gateway sessions may be begun, until Wait is over (0: none)
//
// REST, Times times, on requests that match Route ("POST /channels/{channel_id}/messages"; "" is every route):
//
//	rest        answered with Status and Code; 429 with Scope (user, shared, global) and RetryAfter seconds, or with
//	            Scope address as Cloudflare refuses an address: no JSON, and no time to wait. With Late the request is carried
//	            out first
//	latency     answered after Wait
//	lost        the connection is cut instead of an answer; with Late the request is carried out first
//
// Messages, standing, Times times:
//
//	bad-edit    an edit with new files is refused with 400, in a channel and in an interaction's answer
//
// The guild, once, immediately:
//
//	delete-message (Message)  delete-channel (Channel)  archive, unarchive, lock, unlock (Channel, a thread)
//	deny, allow (Channel, Permissions such as "SEND_MESSAGES"); allow may also add permissions beyond the invitation
//	time-out      the bot is timed out for Wait, by the server's clock; without Wait its time-out ends
//	announcement  Channel becomes an announcement channel
//	kick, invite  the bot is removed from the guild, or added again
//	outage        the guild is unavailable to the bot for a moment
//	leave, join   User leaves the guild, or enters it again
//	revoke        the bot's token is no longer valid
//	application   the bot is another application, with a token of its own: it can neither edit what the old one posted, nor enter
//	              its direct channels, nor is it told when its controls are pressed
//
//	clear       removes all standing faults
type Fault struct {
	Kind        string   `json:"kind"`
	At          string   `json:"at,omitempty"`
	Times       int      `json:"times,omitempty"` // 0 means once, -1 until cleared
	Code        int      `json:"code,omitempty"`
	Resumable   bool     `json:"resumable,omitempty"`
	Route       string   `json:"route,omitempty"`
	Status      int      `json:"status,omitempty"`
	Scope       string   `json:"scope,omitempty"`
	RetryAfter  float64  `json:"retry_after,omitempty"`
	Wait        string   `json:"wait,omitempty"`
	Late        bool     `json:"late,omitempty"`
	Channel     string   `json:"channel,omitempty"`
	Message     string   `json:"message,omitempty"`
	Permissions []string `json:"permissions,omitempty"`
	User        string   `json:"user,omitempty"`

	wait time.Duration
}

// faults are the standing faults. A count of -1 lasts until cleared.
type faults struct {
	stages    []Fault // of the gateway's next connections
	noAck     int
	duplicate int
	reorder   int
	slow      int
	slowBy    time.Duration
	badEdit   int
	sessions  *Fault // nil: as many as Discord allows in a day
	rest      []*Fault
}

// take uses up one of a count, and reports whether there was one.
func (*faults) take(n *int) bool {
	if *n == 0 {
		return false
	}
	if *n > 0 {
		*n--
	}
	return true
}

func (f *faults) delay() time.Duration {
	if f.take(&f.slow) {
		return f.slowBy
	}
	return 0
}

// Inject injects a fault. The error says what was expected if the fault is invalid.
func (s *Server) Inject(f Fault) error {
	if f.Times == 0 && f.Kind != "sessions" {
		f.Times = 1
	}
	if f.Wait != "" {
		var err error
		if f.wait, err = time.ParseDuration(f.Wait); err != nil || f.wait < 0 {
			return fmt.Errorf("wait %q: expected a duration such as 250ms", f.Wait)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f.Kind {
	case "reconnect", "invalid", "ack", "close", "drop", "silence":
		return injectGateway(s, f)
	case "no-ack":
		s.faults.noAck = f.Times
	case "duplicate":
		s.faults.duplicate = f.Times
	case "reorder":
		s.faults.reorder = f.Times
	case "slow":
		s.faults.slow, s.faults.slowBy = f.Times, f.wait
	case "bad-edit":
		s.faults.badEdit = f.Times
	case "sessions":
		s.faults.sessions = &f
	case "rest", "latency", "lost":
		return injectREST(s, f)
	case "clear":
		s.faults = faults{}
	default:
		return injectWorld(s, f)
	}
	return nil
}

func injectGateway(s *Server, f Fault) error {
	if f.Kind == "close" && (f.Code < 1000 || f.Code > 4999) {
		return fmt.Errorf("code %d: expected a close code from 1000 to 4999", f.Code)
	}
	switch f.At {
	case "hello", "ready", "resume":
		s.faults.stages = append(s.faults.stages, f)
	case "", "now":
		for _, x := range s.sessions {
			if x.socket != nil {
				suffer(s, x.socket, f)
			}
		}
	default:
		return fmt.Errorf("at %q: expected now, hello, ready or resume", f.At)
	}
	return nil
}

// stage applies the fault that waits for a connection at this point. It returns false if there is none.
func stage(s *Server, sock *socket, at string) bool {
	for i := range s.faults.stages {
		f := &s.faults.stages[i]
		if f.At != at {
			continue
		}
		s.faults.take(&f.Times)
		suffer(s, sock, *f)
		if f.Times == 0 {
			s.faults.stages = slices.Delete(s.faults.stages, i, i+1)
		}
		wake(s)
		return true
	}
	return false
}

// suffer applies a fault to one socket. Callers hold mu.
func suffer(s *Server, k *socket, f Fault) {
	switch f.Kind {
	case "reconnect":
		k.sendOp(opReconnect, nil)
	case "invalid":
		k.sendOp(opInvalid, f.Resumable)
		if k.session != nil && !f.Resumable {
			delete(s.sessions, k.session.id)
			k.session = nil // the client may identify again on the same socket
		}
	case "ack":
		k.sendOp(opAck, nil)
	case "close":
		k.send(frame{close: f.Code})
	case "drop":
		k.send(frame{drop: true})
	case "silence":
		k.mute = true
	}
}

func injectREST(s *Server, f Fault) error {
	switch {
	case f.Kind == "rest" && (f.Status < 400 || f.Status > 599):
		return fmt.Errorf("status %d: expected 400 to 599", f.Status)
	case f.Status == http.StatusTooManyRequests && f.RetryAfter <= 0 && f.Scope != scopeAddress:
		return fmt.Errorf("retry_after %v: a 429 needs the seconds to wait", f.RetryAfter)
	case f.Scope != "" && f.Scope != "user" && f.Scope != "shared" && f.Scope != "global" && f.Scope != scopeAddress:
		return fmt.Errorf("scope %q: expected user, shared, global or address", f.Scope)
	case f.Kind == "latency" && f.wait <= 0:
		return fmt.Errorf("wait %q: expected a duration such as 250ms", f.Wait)
	}
	if f.Route != "" {
		method, path, ok := strings.Cut(f.Route, " ")
		if !ok || method == "" || !strings.HasPrefix(path, "/") {
			return fmt.Errorf("route %q: expected a method and a path, such as \"POST /channels/{channel_id}/messages\"", f.Route)
		}
	}
	s.faults.rest = append(s.faults.rest, &f)
	return nil
}

// requestFault uses up and returns the fault for a request, or nil. pattern is its route, concrete its actual path.
func requestFault(s *Server, pattern, concrete string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range s.faults.rest {
		if f.Route != "" && f.Route != pattern && f.Route != concrete {
			continue
		}
		if s.faults.take(&f.Times); f.Times == 0 {
			s.faults.rest = slices.Delete(s.faults.rest, i, i+1)
		}
		return f
	}
	return nil
}

// scopeAddress is the scope of a limit on an address.
const scopeAddress = "address"

// retryAfter is the body and headers of a 429.
type retryAfter struct {
	seconds float64
	scope   string
}

// failure returns the fault's error response.
func (f *Fault) failure() *failure {
	x := fail(f.Status, f.Code, fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status)))
	if f.Status == http.StatusTooManyRequests {
		x.Message = "You are being rate limited."
		x.retry = &retryAfter{f.RetryAfter, orElse(f.Scope, "user")}
	}
	return x
}

// headers writes Discord's headers of a 429.
func (r *retryAfter) headers(h http.Header) {
	if r.scope == scopeAddress {
		return
	}
	h.Set("Retry-After", strconv.Itoa(int(r.seconds+0.999)))
	h.Set("X-RateLimit-Scope", r.scope)
	if r.scope == "global" {
		h.Set("X-RateLimit-Global", "true")
		return
	}
	h.Set("X-RateLimit-Remaining", "0")
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(r.seconds, 'f', 3, 64))
}

func injectWorld(s *Server, f Fault) error {
	switch f.Kind {
	case "delete-message":
		id, err := parseID(f.Message)
		if err != nil {
			return fmt.Errorf("message: %w", err)
		}
		r, m := anyMessage(s, id)
		if m == nil {
			return fmt.Errorf("message %s: there is none", f.Message)
		}
		drop(s, r, m)
		return nil
	case "delete-channel", "announcement", "archive", "unarchive", "lock", "unlock", "deny", "allow":
		r := anyRoom(s, f.Channel)
		if r == nil {
			return fmt.Errorf("channel %q: there is none of this id or name", f.Channel)
		}
		return injectRoom(s, f, r)
	case "time-out":
		s.timedOut = time.Time{}
		if f.wait > 0 {
			s.timedOut = s.clock.Now().Add(f.wait)
		}
		selfChanged(s)
		return nil
	case "kick":
		s.kicked, s.commands.guild = true, nil
		commandsChanged(s)
		dispatch(s, "GUILD_DELETE", intentGuilds, map[string]any{"id": s.guild.id})
		return nil
	case "invite":
		s.kicked, s.guild.added = false, s.clock.Now()
		dispatch(s, "GUILD_CREATE", intentGuilds, guildObject(s))
		return nil
	case "outage":
		if s.kicked {
			return errors.New("the bot is not on the guild")
		}
		dispatch(s, "GUILD_DELETE", intentGuilds, map[string]any{"id": s.guild.id, "unavailable": true})
		dispatch(s, "GUILD_CREATE", intentGuilds, guildObject(s))
		return nil
	case "leave", "join":
		p := personOf(s, f.User)
		if p == nil {
			return fmt.Errorf("user %q: expected player1, 1 or a user's id", f.User)
		}
		move(s, p, f.Kind == "leave")
		return nil
	case "application":
		changeApplication(s)
		fallthrough
	case "revoke":
		s.token = secret()
		for _, x := range s.sessions {
			x.detach(frame{close: closeBadToken, text: "Authentication failed."})
		}
		clear(s.sessions)
		return nil
	}
	return fmt.Errorf("kind %q: see the documentation of Fault for the kinds", f.Kind)
}

// changeApplication makes the bot another application, which the guild has invited.
func changeApplication(s *Server) {
	bot := *s.bot
	bot.ID = mint(s, s.clock.Now())
	s.bot = &bot
	s.accounts[bot.ID] = s.bot
	s.commands, s.nonces = commands{}, nil
	for _, p := range s.people {
		if r := s.rooms[p.dm]; r != nil {
			r.foreign, p.dm = true, 0
		}
	}
}

func injectRoom(s *Server, f Fault, r *room) error {
	switch f.Kind {
	case "delete-channel":
		dropRoom(s, r)
		return nil
	case "deny", "allow":
		var set Permission
		for _, name := range f.Permissions {
			p, err := parsePermission(name)
			if err != nil {
				return err
			}
			set |= p
		}
		if f.Kind == "deny" {
			r.denied |= set
			r.granted &^= set
		} else {
			r.denied &^= set
			r.granted |= set
		}
		if r.ch.IsOfGuild() {
			overwriteChannel(s, r, Overwrite{ID: s.bot.ID, Type: 1, Allow: r.granted, Deny: r.denied})
			channelChanged(s, r, "CHANNEL_UPDATE")
		}
		return nil
	}
	if f.Kind == "announcement" {
		if r.ch.Type != channelText {
			return fmt.Errorf("channel %q is no text channel", f.Channel)
		}
		ch := *r.ch
		ch.Type = channelAnnouncement
		setChannel(s, r, ch)
		channelChanged(s, r, "CHANNEL_UPDATE")
		return nil
	}
	if !r.ch.IsThread() {
		return fmt.Errorf("channel %q is no thread", f.Channel)
	}
	changeThread(s, r, func(t *ThreadMetadata) {
		switch f.Kind {
		case "archive", "unarchive":
			t.Archived = f.Kind == "archive"
		case "lock", "unlock":
			t.Locked = f.Kind == "lock"
		}
	})
	return nil
}

// anyRoom returns a room by id or name, whoever sees it.
func anyRoom(s *Server, name string) *room {
	if id, err := parseID(name); err == nil {
		return s.rooms[id]
	}
	name = strings.TrimPrefix(name, "#")
	for _, id := range slices.Backward(s.order) {
		if r := s.rooms[id]; name != "" && r.ch.Name == name {
			return r
		}
	}
	return nil
}
