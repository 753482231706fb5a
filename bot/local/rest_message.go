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
	{pattern: "GET /channels/{channel_id}/messages", serve: about(channel, listMessages)},
	{pattern: "POST /channels/{channel_id}/messages", serve: about(channel, postMessage)},
	{pattern: "GET /channels/{channel_id}/messages/{message_id}", serve: about(message, getMessage)},
	{pattern: "PATCH /channels/{channel_id}/messages/{message_id}", serve: about(message, patchMessage)},
	{pattern: "DELETE /channels/{channel_id}/messages/{message_id}", serve: about(message, deleteMessage)},
	{pattern: "POST /channels/{channel_id}/typing", serve: about(channel, startTyping)},
}

// channel returns the room of a request, if the bot may see it.
func channel(s *Server, q *request) (*room, error) {
	id, err := q.id("channel_id")
	if err != nil {
		return nil, err
	}
	r := s.rooms[id]
	if r == nil {
		return nil, unknownChannel()
	}
	if r.foreign || !botMay(s, id, ViewChannel) {
		return nil, missingAccess()
	}
	return r, nil
}

// message returns the message of a request. Ephemeral messages do not exist for these routes.
func message(s *Server, q *request) (*Message, error) {
	r, err := channel(s, q)
	if err != nil {
		return nil, err
	}
	id, err := q.id("message_id")
	if err != nil {
		return nil, err
	}
	m := r.message(id)
	if m == nil || m.Ephemeral() {
		return nil, unknownMessage()
	}
	return m, nil
}

func getMessage(s *Server, _ *request, m *Message) (reply, error) {
	if !botMay(s, m.ChannelID, ReadMessageHistory) {
		return reply{}, missingAccess()
	}
	return ok(m)
}

func listMessages(s *Server, q *request, r *room) (reply, error) {
	limit, list := 50, []*Message{}
	query := q.URL.Query()
	var err error
	if text := query.Get("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 100 {
			return reply{}, badForm("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
		}
	}
	bounds := map[string]ID{"before": 0, "after": 0}
	for name := range bounds {
		if text := query.Get(name); text != "" {
			if bounds[name], err = parseID(text); err != nil {
				return reply{}, badForm(name, "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", text)
			}
		}
	}
	if !botMay(s, r.ch.ID, ReadMessageHistory) {
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
func maySend(s *Server, r *room, files bool) error {
	if r.ch.Type == channelDM {
		switch p := personByID(s, r.ch.Recipients[0].ID); {
		case (p.left || s.kicked) && !p.installed: // who has installed the application can be written to
			return noMutualGuild()
		case p.closed:
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
	if !botMay(s, r.ch.ID, need) {
		return missingPermissions()
	}
	if locked(s, r) {
		return threadLocked()
	}
	return nil
}

// locked reports whether a thread is locked for the bot: without the permission to manage threads it can neither send
// nor edit there.
func locked(s *Server, r *room) bool {
	return r.ch.IsThread() && r.ch.Thread.Locked && !botMay(s, r.ch.ID, ManageThreads)
}

func postMessage(s *Server, q *request, r *room) (reply, error) {
	p, err := decodePayload(q.body)
	if err != nil {
		return reply{}, err
	}
	if err := maySend(s, r, len(p.files) > 0); err != nil {
		return reply{}, err
	}
	nonce, err := p.nonce()
	if err != nil {
		return reply{}, err
	}
	enforced := nonce != "" && p.EnforceNonce != nil && *p.EnforceNonce
	if old := byNonce(s, nonce); enforced && old != nil {
		return ok(old)
	}
	base := blank(s, r, s.bot)
	base.Nonce = nonce
	if err := refer(&base, r, p.Reference); err != nil {
		return reply{}, err
	}
	m, err := compose(s, draft{base: base, isNew: true, ask: p, origin: fromChannel, v9: q.v9})
	if err != nil {
		return reply{}, err
	}
	if enforced {
		s.nonces = append(s.nonces, nonceUse{nonce, m.ID, r.ch.ID, s.clock.Now()})
	}
	post(s, r, m)
	return ok(m)
}

// byNonce returns the message that a recent nonce created, or nil.
func byNonce(s *Server, nonce string) *Message {
	for _, use := range slices.Backward(s.nonces) {
		if r := s.rooms[use.channel]; use.nonce == nonce && r != nil {
			return r.message(use.message)
		}
	}
	return nil
}

// post stores a new message. A message in an archived thread opens the thread again.
func post(s *Server, r *room, m *Message) {
	if r.ch.IsThread() && r.ch.Thread.Archived {
		changeThread(s, r, func(t *ThreadMetadata) { t.Archived = false })
	}
	put(s, r, m)
}

// blank returns a new message's frame.
func blank(s *Server, r *room, author *Account) Message {
	now := s.clock.Now()
	return Message{ID: mint(s, now), ChannelID: r.ch.ID, Author: *author, Timestamp: now, ApplicationID: appOf(author),
		Mentions: []Account{}, MentionRoles: []ID{}, Attachments: []Attachment{}, Embeds: []Embed{}, Components: []Component{}}
}

func appOf(a *Account) ID {
	if a.Bot {
		return a.ID
	}
	return 0
}

// refer makes a message a reply to another one of its room.
func refer(m *Message, r *room, ref *MessageReference) error {
	if ref == nil || ref.MessageID == 0 {
		return nil
	}
	to := r.message(ref.MessageID)
	if to == nil || to.Ephemeral() {
		return badForm("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	m.Type = messageReply
	m.Reference = &MessageReference{MessageID: to.ID, ChannelID: r.ch.ID, GuildID: r.ch.GuildID}
	return nil
}

func patchMessage(s *Server, q *request, m *Message) (reply, error) {
	r := s.rooms[m.ChannelID]
	switch {
	case m.Author.ID != s.bot.ID:
		return reply{}, notAuthor()
	case m.Type == messageThreadCreated || m.Type == messageRecipientAdd:
		return reply{}, fail(http.StatusForbidden, 50021, "Cannot execute action on a system message")
	case locked(s, r):
		return reply{}, threadLocked()
	case r.ch.IsThread() && r.ch.Thread.Archived:
		return reply{}, threadArchived()
	}
	p, err := decodePayload(q.body)
	if err != nil {
		return reply{}, err
	}
	if len(p.files) > 0 && !botMay(s, r.ch.ID, AttachFiles) {
		return reply{}, missingPermissions()
	}
	if err := limitOldEdits(s, r, m); err != nil {
		return reply{}, err
	}
	return amend(s, r, m, draft{ask: p, origin: fromChannel, v9: q.v9})
}

// oldEdits is how many edits of messages older than an hour a channel takes in an hour. Discord does not publish its
// number.
const oldEdits = 5

// limitOldEdits counts an edit of an old message, and refuses too many of them. Interactions' answers are not limited.
func limitOldEdits(s *Server, r *room, m *Message) error {
	now := s.clock.Now()
	if now.Sub(m.Timestamp) <= time.Hour {
		return nil
	}
	r.oldEdits = slices.DeleteFunc(r.oldEdits, func(at time.Time) bool { return now.Sub(at) >= time.Hour })
	if len(r.oldEdits) >= oldEdits {
		x := fail(http.StatusTooManyRequests, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
		x.retry = &retryAfter{r.oldEdits[0].Add(time.Hour).Sub(now).Seconds(), "user"}
		return x
	}
	r.oldEdits = append(r.oldEdits, now)
	return nil
}

func amend(s *Server, r *room, m *Message, d draft) (reply, error) {
	if len(d.ask.files) > 0 && s.faults.take(&s.faults.badEdit) {
		return reply{}, badForm("components.0.items.0.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found")
	}
	d.base = *m
	d.base.Flags &^= flagLoading
	next, err := compose(s, d)
	if err != nil {
		return reply{}, err
	}
	if m.Flags&flagLoading == 0 {
		now := s.clock.Now()
		next.EditedTimestamp = &now
	}
	put(s, r, next)
	return ok(next)
}

func deleteMessage(s *Server, _ *request, m *Message) (reply, error) {
	r := s.rooms[m.ChannelID]
	switch {
	case m.Author.ID != s.bot.ID && r.ch.Type == channelDM:
		return reply{}, fail(http.StatusForbidden, 50003, "Cannot execute action on a DM channel")
	case m.Author.ID != s.bot.ID && !botMay(s, r.ch.ID, ManageMessages):
		return reply{}, missingPermissions()
	case r.ch.IsThread() && r.ch.Thread.Archived && locked(s, r): // any other thread allows deletions
		return reply{}, threadLocked()
	}
	drop(s, r, m)
	return noContent()
}

func startTyping(s *Server, _ *request, r *room) (reply, error) {
	if err := maySend(s, r, false); err != nil {
		return reply{}, err
	}
	for _, p := range s.people {
		if sees(s, r, p.account.ID) {
			tell(s, p, EventTyping, map[string]any{"channel_id": r.ch.ID})
		}
	}
	return noContent()
}
