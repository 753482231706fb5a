package local

import (
	"net/http"
	"slices"
	"strconv"
	"time"
)

// nonceMemory is how long a nonce is remembered; the documentation says "the past few minutes".
const nonceMemory = 5 * time.Minute

// nonceUse is the message that a nonce created.
type nonceUse struct {
	nonce   string
	message ID
	channel ID
	at      time.Time
}

var messageRoutes = []route{
	{pattern: "GET /channels/{channel_id}/messages", serve: (*Server).listMessages},
	{pattern: "POST /channels/{channel_id}/messages", serve: (*Server).postMessage},
	{pattern: "GET /channels/{channel_id}/messages/{message_id}", serve: (*Server).getMessage},
	{pattern: "PATCH /channels/{channel_id}/messages/{message_id}", serve: (*Server).patchMessage},
	{pattern: "DELETE /channels/{channel_id}/messages/{message_id}", serve: (*Server).deleteMessage},
	{pattern: "POST /channels/{channel_id}/typing", serve: (*Server).startTyping},
}

// channel returns the room of a request, if the bot may see it.
func (s *Server) channel(q *request) (*room, error) {
	id, err := q.id("channel_id")
	if err != nil {
		return nil, err
	}
	r := s.rooms[id]
	if r == nil {
		return nil, unknownChannel()
	}
	if !s.botMay(id, ViewChannel) {
		return nil, missingAccess()
	}
	return r, nil
}

// messageOf returns the message of a request. Ephemeral messages do not exist for these routes.
func (s *Server) messageOf(q *request) (*room, *Message, error) {
	r, err := s.channel(q)
	if err != nil {
		return nil, nil, err
	}
	id, err := q.id("message_id")
	if err != nil {
		return nil, nil, err
	}
	m := r.message(id)
	if m == nil || m.Ephemeral() {
		return nil, nil, unknownMessage()
	}
	return r, m, nil
}

func (s *Server) getMessage(q *request) (reply, error) {
	r, m, err := s.messageOf(q)
	if err != nil {
		return reply{}, err
	}
	if !s.botMay(r.ch.ID, ReadMessageHistory) {
		return reply{}, missingAccess()
	}
	return ok(m)
}

func (s *Server) listMessages(q *request) (reply, error) {
	r, err := s.channel(q)
	if err != nil {
		return reply{}, err
	}
	limit, list := 50, []*Message{}
	query := q.URL.Query()
	if text := query.Get("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 100 {
			return reply{}, badForm("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
		}
	}
	bounds := map[string]ID{"before": 0, "after": 0}
	for name := range bounds {
		if text := query.Get(name); text != "" {
			if bounds[name], err = ParseID(text); err != nil {
				return reply{}, badForm(name, "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", text)
			}
		}
	}
	if !s.botMay(r.ch.ID, ReadMessageHistory) {
		return ok(list)
	}
	for _, m := range r.msgs {
		if !m.Ephemeral() && m.ID > bounds["after"] && (bounds["before"] == 0 || m.ID < bounds["before"]) {
			list = append(list, m)
		}
	}
	if len(list) > limit && bounds["after"] != 0 {
		list = list[:limit]
	}
	list = slices.Clone(list[max(0, len(list)-limit):])
	slices.Reverse(list) // newest first
	return ok(list)
}

// maySend refuses a new message that the bot may not post.
func (s *Server) maySend(r *room, files bool) error {
	if r.ch.Type == ChannelDM {
		if p := s.personByID(r.ch.Recipients[0].ID); p.closed {
			return cannotDM()
		}
		return nil
	}
	need := SendMessages
	if r.ch.IsThread() {
		need = SendMessagesInThreads
	}
	if files {
		need |= AttachFiles
	}
	if !s.botMay(r.ch.ID, need) {
		return missingPermissions()
	}
	if r.ch.IsThread() && r.ch.Thread.Archived && r.ch.Thread.Locked {
		return threadLocked()
	}
	return nil
}

func (s *Server) postMessage(q *request) (reply, error) {
	r, err := s.channel(q)
	if err != nil {
		return reply{}, err
	}
	p, err := decodePayload(q.body)
	if err != nil {
		return reply{}, err
	}
	if err := s.maySend(r, len(p.files) > 0); err != nil {
		return reply{}, err
	}
	nonce, err := p.nonce()
	if err != nil {
		return reply{}, err
	}
	enforced := nonce != "" && p.EnforceNonce != nil && *p.EnforceNonce
	if old := s.byNonce(nonce); enforced && old != nil {
		return ok(old)
	}
	base := s.blank(r, s.bot)
	base.Nonce = nonce
	if err := s.refer(&base, r, p.Reference); err != nil {
		return reply{}, err
	}
	m, err := s.compose(draft{base: base, isNew: true, ask: p, origin: fromChannel, v9: q.v9})
	if err != nil {
		return reply{}, err
	}
	if enforced {
		s.nonces = append(s.nonces, nonceUse{nonce, m.ID, r.ch.ID, s.clock.Now()})
	}
	s.post(r, m)
	return ok(m)
}

// byNonce returns the message that a recent nonce created, or nil.
func (s *Server) byNonce(nonce string) *Message {
	for _, use := range slices.Backward(s.nonces) {
		if r := s.rooms[use.channel]; use.nonce == nonce && r != nil {
			return r.message(use.message)
		}
	}
	return nil
}

// post stores a new message. A message in an archived thread opens the thread again.
func (s *Server) post(r *room, m *Message) {
	if r.ch.IsThread() && r.ch.Thread.Archived {
		s.changeThread(r, func(t *ThreadMetadata) { t.Archived = false })
	}
	s.put(r, m)
}

// blank returns a new message's frame.
func (s *Server) blank(r *room, author *Account) Message {
	now := s.clock.Now()
	return Message{ID: s.mint(now), ChannelID: r.ch.ID, Author: *author, Timestamp: now, ApplicationID: s.appOf(author),
		Mentions: []Account{}, MentionRoles: []ID{}, Attachments: []Attachment{}, Embeds: []Embed{}, Components: []Component{}}
}

func (s *Server) appOf(a *Account) ID {
	if a.Bot {
		return a.ID
	}
	return 0
}

// refer makes a message a reply to another one of its room.
func (s *Server) refer(m *Message, r *room, ref *MessageReference) error {
	if ref == nil || ref.MessageID == 0 {
		return nil
	}
	to := r.message(ref.MessageID)
	if to == nil || to.Ephemeral() {
		return badForm("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	m.Type = MessageReply
	m.Reference = &MessageReference{MessageID: to.ID, ChannelID: r.ch.ID, GuildID: r.ch.GuildID}
	return nil
}

func (s *Server) patchMessage(q *request) (reply, error) {
	r, m, err := s.messageOf(q)
	if err != nil {
		return reply{}, err
	}
	switch {
	case m.Author.ID != s.bot.ID:
		return reply{}, notAuthor()
	case m.Type == MessageThreadCreated:
		return reply{}, fail(http.StatusForbidden, 50021, "Cannot execute action on a system message")
	case r.ch.IsThread() && r.ch.Thread.Archived:
		return reply{}, threadArchived()
	}
	p, err := decodePayload(q.body)
	if err != nil {
		return reply{}, err
	}
	if len(p.files) > 0 && !s.botMay(r.ch.ID, AttachFiles) {
		return reply{}, missingPermissions()
	}
	return s.amend(r, m, draft{ask: p, origin: fromChannel, v9: q.v9})
}

// amend edits a message.
func (s *Server) amend(r *room, m *Message, d draft) (reply, error) {
	d.base = *m
	d.base.Flags &^= FlagLoading
	next, err := s.compose(d)
	if err != nil {
		return reply{}, err
	}
	if m.Flags&FlagLoading == 0 {
		now := s.clock.Now()
		next.EditedTimestamp = &now
	}
	s.put(r, next)
	return ok(next)
}

func (s *Server) deleteMessage(q *request) (reply, error) {
	r, m, err := s.messageOf(q)
	switch {
	case err != nil:
		return reply{}, err
	case m.Author.ID != s.bot.ID && r.ch.Type == ChannelDM:
		return reply{}, fail(http.StatusForbidden, 50003, "Cannot execute action on a DM channel")
	case m.Author.ID != s.bot.ID && !s.botMay(r.ch.ID, ManageMessages):
		return reply{}, missingPermissions()
	case r.ch.IsThread() && r.ch.Thread.Archived:
		return reply{}, threadArchived()
	}
	s.drop(r, m)
	return noContent()
}

func (s *Server) startTyping(q *request) (reply, error) {
	r, err := s.channel(q)
	if err != nil {
		return reply{}, err
	}
	if err := s.maySend(r, false); err != nil {
		return reply{}, err
	}
	for _, p := range s.people {
		if r.sees(p.account.ID) {
			s.tell(p, EventTyping, map[string]any{"channel_id": r.ch.ID})
		}
	}
	return noContent()
}
