package local

import (
	"encoding/json"
	"time"
)

// Kinds of events. The data of an event is the object of the same name unless noted.
const (
	EventMessage       = "message"        // {"message", "ping"}: a new message
	EventMessageUpdate = "message_update" // {"message"}: an edit
	EventMessageDelete = "message_delete" // {"id", "channel_id"}
	EventChannel       = "channel"        // a channel, DM or thread, new or changed
	EventChannelDelete = "channel_delete" // the channel that was deleted
	EventModal         = "modal"          // a modal opened, or null if it closed
	EventInteraction   = "interaction"    // an Outcome
	EventAutocomplete  = "autocomplete"   // {"interaction", "choices"}
	EventCommands      = "commands"       // the commands of this Discord
	EventPresence      = "presence"       // the bot's status
	EventUser          = "user"           // a person joined
	EventTyping        = "typing"         // {"channel_id"}: the bot is typing
	EventClock         = "clock"          // {"now"}: the clock was advanced
	EventFile          = "file"           // an attachment; its bytes are in Item.File
)

// Item is one thing that was delivered to a user, exactly as their client received it.
type Item struct {
	Seq  uint64          `json:"seq"` // increases over all users
	At   time.Time       `json:"at"`
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
	File []byte          `json:"-"` // the bytes of an attachment, for Kind "file"
}

// maxBacklog is how many events a stream may lag behind before it is closed, so that a stuck reader uses limited memory.
const maxBacklog = 4096

// stream is one reader of a person's events.
type stream struct {
	items []Item // guarded by Server.mu
	wake  chan struct{}
	cut   bool
}

// tell delivers an event to one person. Callers hold mu.
func tell(s *Server, p *person, kind string, data any) {
	if !s.cfg.Record && len(p.streams) == 0 {
		return
	}
	deliver(s, p, kind, encode(data), nil)
}

// encode encodes a value of this package as JSON, which cannot fail.
func encode(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic("local: " + err.Error())
	}
	return b
}

func deliver(s *Server, p *person, kind string, data json.RawMessage, file []byte) {
	s.eventSeq++
	it := Item{Seq: s.eventSeq, At: s.clock.Now(), Kind: kind, Data: data, File: file}
	if s.cfg.Record {
		p.log = append(p.log, it)
	}
	if kind == EventFile {
		return // readers of streams fetch files by address
	}
	for st := range p.streams {
		if len(st.items) >= maxBacklog {
			st.cut = true
		} else {
			st.items = append(st.items, it)
		}
		select {
		case st.wake <- struct{}{}:
		default:
		}
	}
}

// tellAll delivers an event to everybody.
func tellAll(s *Server, kind string, data any) {
	for _, p := range s.people {
		tell(s, p, kind, data)
	}
}

// tellMessage delivers a message to everyone who sees it and to the bot's gateway. The bytes of its pictures count as
// delivered with it, because a client loads them on its own.
func tellMessage(s *Server, r *room, m *Message, isNew bool) {
	kind, event := EventMessageUpdate, "MESSAGE_UPDATE"
	if isNew {
		kind, event = EventMessage, "MESSAGE_CREATE"
	}
	var quiet, loud json.RawMessage // encoded once for all readers
	for _, p := range s.people {
		who := p.account.ID
		if !s.cfg.Record && len(p.streams) == 0 || !sees(s, r, who) || !m.seenBy(who) {
			continue
		}
		ping := isNew && pings(s, m, p)
		data := &quiet
		if ping {
			data = &loud
		}
		if *data == nil {
			*data = encode(map[string]any{"message": m, "ping": ping})
		}
		deliver(s, p, kind, *data, nil)
		if s.cfg.Record {
			for _, x := range m.files {
				deliver(s, p, EventFile, encode(attachment(s, x)), x.data)
			}
		}
	}
	if !m.Ephemeral() {
		dispatchMessage(s, event, r, m)
	}
}

// subscribe opens a stream of a person's future events.
func subscribe(p *person) *stream {
	st := &stream{wake: make(chan struct{}, 1)}
	p.streams[st] = struct{}{}
	return st
}

// take empties a stream's backlog. ok is false if the stream was closed.
func take(s *Server, st *stream) (items []Item, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	items, st.items = st.items, nil
	return items, !st.cut
}
