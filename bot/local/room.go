package local

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// room is a channel, a DM or a thread with its content.
type room struct {
	ch      *Channel
	msgs    []*Message       // ordered by id
	members map[ID]time.Time // of a thread, with the time of joining
	denied  Permission       // what the bot may not do here
	granted Permission       // what it may do here beyond its invitation
	touched time.Time        // a thread's last message, for auto-archiving
	foreign bool             // a direct channel of the application that the bot was before

	oldEdits []time.Time // the latest edits of messages older than an hour
}

func addRoom(s *Server, ch *Channel) *room {
	r := &room{ch: ch, members: map[ID]time.Time{}, touched: s.clock.Now()}
	s.rooms[ch.ID] = r
	s.channels[ch.ID] = ch
	s.order = append(s.order, ch.ID)
	return r
}

// setChannel replaces a room's channel object.
func setChannel(s *Server, r *room, ch Channel) {
	r.ch = &ch
	s.channels[ch.ID] = r.ch
}

// guildRoom returns the room whose permissions apply; for a thread that is its parent.
func guildRoom(s *Server, id ID) *room {
	r := s.rooms[id]
	if r != nil && r.ch.IsThread() {
		return s.rooms[r.ch.ParentID]
	}
	return r
}

// botMay reports whether the bot has a permission in a channel. In a DM it has all of them.
func botMay(s *Server, channel ID, p Permission) bool {
	r := guildRoom(s, channel)
	if r == nil || r.ch.Type == channelDM {
		return r != nil
	}
	return permissionsOfBot(s, channel)&p == p
}

func permissionsOfBot(s *Server, channel ID) Permission {
	r := guildRoom(s, channel)
	if r == nil || r.ch.Type == channelDM {
		return Invited
	}
	if s.kicked {
		return 0
	}
	own := s.rooms[channel]
	may := (Invited | r.granted | own.granted) &^ (r.denied | own.denied)
	if s.clock.Now().Before(s.timedOut) && may&Administrator == 0 {
		may &= ViewChannel | ReadMessageHistory
	}
	return may
}

// find returns the position of a message in the room.
func (r *room) find(id ID) (int, bool) {
	return slices.BinarySearchFunc(r.msgs, id, func(m *Message, id ID) int { return cmp.Compare(m.ID, id) })
}

// message returns a message of the room, or nil.
func (r *room) message(id ID) *Message {
	if i, ok := r.find(id); ok {
		return r.msgs[i]
	}
	return nil
}

// seenBy reports whether a person who sees the room sees the message.
func (m *Message) seenBy(who ID) bool { return m.to == 0 || m.to == who }

// anyMessage returns a message and its room, wherever it is.
func anyMessage(s *Server, id ID) (*room, *Message) {
	for _, r := range s.rooms {
		if m := r.message(id); m != nil {
			return r, m
		}
	}
	return nil, nil
}

// roomNamed returns a room by id or by the name of a guild channel or thread, with or without #. Of threads with the
// same name it returns the newest.
func roomNamed(s *Server, p *person, name string) *room {
	if id, err := parseID(name); err == nil {
		if r := s.rooms[id]; r != nil && sees(s, r, p.account.ID) {
			return r
		}
		return nil
	}
	name = strings.TrimPrefix(name, "#")
	for _, id := range slices.Backward(s.order) {
		r := s.rooms[id]
		if sees(s, r, p.account.ID) && (r.ch.Name == name && r.ch.Type != channelDM || r.ch.Type == channelDM && name == "dm") {
			return r
		}
	}
	return nil
}

// put stores a message, new or edited, and tells everyone who sees it.
func put(s *Server, r *room, m *Message) {
	if s.cfg.Validate != nil {
		s.fresh = append(s.fresh, m)
	}
	for _, x := range m.files {
		s.files[x.id] = x
	}
	joinMentioned(s, r, m)
	i, old := r.find(m.ID)
	if old {
		forget(s, r.msgs[i], m)
		r.msgs[i] = m
		tellMessage(s, r, m, false)
		wake(s)
		return
	}
	r.msgs = slices.Insert(r.msgs, i, m)
	r.touched = s.clock.Now()
	if !m.Ephemeral() {
		ch := *r.ch
		ch.LastMessageID = m.ID
		if ch.MessageCount != nil {
			n, t := *ch.MessageCount+1, *ch.TotalSent+1
			ch.MessageCount, ch.TotalSent = &n, &t
		}
		setChannel(s, r, ch)
	}
	tellMessage(s, r, m, true)
	wake(s)
}

// forget stops serving the files that an edit or a deletion removed. after is nil for a deletion.
func forget(s *Server, before, after *Message) {
	for _, x := range before.files {
		if after == nil || !slices.ContainsFunc(after.files, func(y *file) bool { return y.id == x.id }) {
			delete(s.files, x.id)
		}
	}
}

// drop deletes a message and tells everyone who saw it.
func drop(s *Server, r *room, m *Message) {
	i, ok := r.find(m.ID)
	if !ok {
		return
	}
	forget(s, m, nil)
	r.msgs = slices.Delete(slices.Clone(r.msgs), i, i+1)
	gone := map[string]any{"id": m.ID, "channel_id": m.ChannelID}
	if r.ch.GuildID != 0 {
		gone["guild_id"] = r.ch.GuildID
	}
	for _, p := range s.people {
		if sees(s, r, p.account.ID) && m.seenBy(p.account.ID) {
			tell(s, p, EventMessageDelete, gone)
		}
	}
	if !m.Ephemeral() {
		dispatch(s, "MESSAGE_DELETE", messageIntent(r.ch), gone)
	}
	wake(s)
}

// dropRoom deletes a channel with its threads.
func dropRoom(s *Server, r *room) {
	for _, id := range slices.Clone(s.order) {
		if t := s.rooms[id]; t.ch.ParentID == r.ch.ID {
			dropRoom(s, t)
		}
	}
	for _, m := range r.msgs {
		forget(s, m, nil)
	}
	delete(s.rooms, r.ch.ID)
	delete(s.channels, r.ch.ID)
	s.order = slices.DeleteFunc(s.order, func(id ID) bool { return id == r.ch.ID })
	for _, p := range s.people {
		if sees(s, r, p.account.ID) {
			tell(s, p, EventChannelDelete, r.ch)
		}
	}
	event := "CHANNEL_DELETE"
	if r.ch.IsThread() {
		event = "THREAD_DELETE"
	}
	dispatch(s, event, intentGuilds, r.ch)
	wake(s)
}
