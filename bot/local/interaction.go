package local

import (
	"slices"
	"time"
)

// Interaction types.
const (
	typeCommand      = 2
	typeComponent    = 3
	typeAutocomplete = 4
	typeModal        = 5
)

// The two deadlines.
const (
	ackWithin  = 3 * time.Second  // a later first answer gets 10062
	tokenLives = 15 * time.Minute // a later edit or followup gets 50027
)

// actMemory is how long an ended interaction can be queried.
const actMemory = time.Hour

// State is the progress of an interaction.
type State string

// The states of an interaction.
const (
	Pending  State = "pending"  // not answered yet
	Deferred State = "deferred" // acknowledged; the answer is to follow (types 5 and 6)
	Answered State = "answered" // answered visibly for the user
	Failed   State = "failed"   // no answer within three seconds: "This interaction failed"
	Expired  State = "expired"  // acknowledged, but not answered within fifteen minutes
)

// Outcome is the state of an interaction so far.
type Outcome struct {
	ID       ID       `json:"id"`
	Type     int      `json:"type"`
	State    State    `json:"state"`
	Callback int      `json:"callback,omitempty"` // the type of the first answer
	Message  ID       `json:"message,omitzero"`   // the message that answers it
	Modal    *Modal   `json:"modal,omitempty"`
	Choices  []Choice `json:"choices,omitempty"`
	Channel  ID       `json:"channel"`
	Source   ID       `json:"source,omitzero"` // the message that was clicked
	CustomID string   `json:"custom_id,omitempty"`
	Reason   string   `json:"reason,omitempty"` // what the client shows after a failure
}

// interaction is one act of a person, kept until its token expires.
type interaction struct {
	Outcome
	token    string
	who      *person
	room     *room
	made     time.Time
	name     string       // "match challenge"
	parent   *interaction // the interaction whose modal this one submits
	option   int          // autocomplete: the focused option's type
	acked    time.Time
	original ID          // what @original refers to: the answer, or the clicked message
	replies  map[ID]bool // followups
}

// begin creates an interaction and dispatches it to the bot. data is its data object, and source the clicked message.
func begin(s *Server, p *person, r *room, kind int, data map[string]any, source *Message) *interaction {
	now := s.clock.Now()
	x := &interaction{Outcome: Outcome{ID: mint(s, now), Type: kind, State: Pending, Channel: r.ch.ID}, token: secret() + secret(),
		who: p, room: r, made: now, replies: map[ID]bool{}}
	if source != nil {
		x.Source = source.ID
	}
	s.acts[x.ID], s.tokens[x.token] = x, x
	s.live, s.past = append(s.live, x), append(s.past, x)
	arm(s)
	tell(s, p, EventInteraction, x.Outcome)
	dispatchInteraction(s, x, interactionObject(s, x, data, source))
	wake(s)
	return x
}

// interactionObject returns the payload of INTERACTION_CREATE.
func interactionObject(s *Server, x *interaction, data map[string]any, source *Message) map[string]any {
	ch := *x.room.ch
	o := map[string]any{
		"id": x.ID, "application_id": s.bot.ID, "type": x.Type, "data": data, "channel_id": ch.ID, "token": x.token,
		"version": 1, "locale": x.who.locale, "entitlements": []any{}, "attachment_size_limit": maxFile,
		"app_permissions": permissionsOfBot(s, ch.ID), "authorizing_integration_owners": owners(s, x.who, x.room),
	}
	if x.room.ch.Type == channelDM {
		o["user"], o["context"] = x.who.account, 1
	} else {
		m := member(s, x.who.account)
		m.Permissions = permissionsIn(s, x.who, ch.ID)
		ch.Permissions = m.Permissions
		o["member"], o["context"], o["guild_id"], o["guild_locale"] = m, 0, s.guild.id, s.guild.locale
		o["guild"] = map[string]any{"id": s.guild.id, "locale": s.guild.locale, "features": []string{}}
	}
	o["channel"] = &ch
	if source != nil {
		o["message"] = source
	}
	return o
}

// owners says who installed the application for what a person does in a room.
func owners(s *Server, p *person, r *room) map[string]ID {
	out := map[string]ID{}
	for _, way := range installs(s, p, r) {
		switch {
		case way == installUser:
			out["1"] = p.account.ID
		case r.ch.Type == channelDM:
			out["0"] = 0
		default:
			out["0"] = s.guild.id
		}
	}
	return out
}

// dispatchInteraction sends an interaction to the endpoint, or INTERACTION_CREATE if there is none: once, or twice or after the
// next one if a fault says so.
func dispatchInteraction(s *Server, act *interaction, o map[string]any) {
	raw := encode(o)
	times := 1
	if s.faults.take(&s.faults.duplicate) {
		times = 2
	}
	if s.endpoint != "" {
		for range times {
			sendInteraction(s, act, raw)
		}
		return
	}
	for _, x := range s.sessions {
		if x.held == nil && s.faults.take(&s.faults.reorder) {
			x.held = raw
			continue
		}
		for range times {
			eventRaw(s, x, "INTERACTION_CREATE", raw)
		}
		if x.held != nil {
			eventRaw(s, x, "INTERACTION_CREATE", x.held)
			x.held = nil
		}
	}
}

// settle changes an interaction's state and tells its maker.
func settle(s *Server, x *interaction, st State) {
	x.State = st
	tell(s, x.who, EventInteraction, x.Outcome)
	wake(s)
}

// sweep applies what time has brought about: overdue answers, expired tokens and nonces, and idle threads. It runs
// under mu before every request, by the timer of a running clock, and after every Advance.
func sweep(s *Server) {
	now := s.clock.Now()
	s.live = slices.DeleteFunc(s.live, func(x *interaction) bool {
		age(s, x, now)
		return x.State != Pending && x.State != Deferred
	})
	for len(s.past) > 0 && now.Sub(s.past[0].made) > actMemory {
		delete(s.acts, s.past[0].ID)
		delete(s.tokens, s.past[0].token)
		s.past = s.past[1:]
	}
	for len(s.nonces) > 0 && now.Sub(s.nonces[0].at) > nonceMemory {
		s.nonces = s.nonces[1:]
	}
	archiveIdle(s, now)
	arm(s)
}

// age fails an interaction whose time is over.
func age(s *Server, x *interaction, now time.Time) {
	old := now.Sub(x.made)
	switch {
	case x.State == Pending && old > ackWithin:
		x.Reason = "This interaction failed"
		if x.Type == typeCommand {
			x.Reason = "The application did not respond"
		}
		settle(s, x, Failed)
	case x.State == Deferred && old > tokenLives:
		x.Reason = "The application did not respond"
		settle(s, x, Expired)
	}
}

// arm sets the timer for the next deadline on a running clock.
func arm(s *Server) {
	if s.clock.still || s.closed {
		return
	}
	now, next := s.clock.Now(), time.Hour
	for _, x := range s.live {
		switch x.State {
		case Pending:
			next = min(next, x.made.Add(ackWithin).Sub(now))
		case Deferred:
			next = min(next, x.made.Add(tokenLives).Sub(now))
		}
	}
	next = max(next, 0) + time.Millisecond
	if s.timer == nil {
		s.timer = time.AfterFunc(next, s.tick)
		return
	}
	s.timer.Reset(next)
}

func (s *Server) tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		sweep(s)
	}
}

// advanced handles an advance of the clock.
func (s *Server) advanced() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	sweep(s)
	tellAll(s, EventClock, map[string]any{"now": s.clock.Now()})
	wake(s)
}
