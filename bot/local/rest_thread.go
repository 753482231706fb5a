package local

import (
	"slices"
	"time"
)

// maxActiveThreads is the number of threads that can be open in a guild.
const maxActiveThreads = 1000

var channelRoutes = []route{
	{pattern: "GET /channels/{channel_id}", serve: about(channel, getChannel)},
	{pattern: "PATCH /channels/{channel_id}", serve: about(channel, patchChannel)},
	{pattern: "DELETE /channels/{channel_id}", serve: about(channel, deleteChannel)},
}

var threadRoutes = []route{
	{pattern: "POST /channels/{channel_id}/threads", serve: about(channel, startThread)},
	{pattern: "POST /channels/{channel_id}/messages/{message_id}/threads", serve: about(message, startThreadOn)},
	{pattern: "GET /channels/{channel_id}/thread-members", serve: about(threadOf, listMembers)},
	{pattern: "GET /channels/{channel_id}/thread-members/{user_id}", serve: about(memberAsked, getThreadMember)},
	{pattern: "PUT /channels/{channel_id}/thread-members/{user_id}", serve: about(memberAsked, addMember)},
	{pattern: "DELETE /channels/{channel_id}/thread-members/{user_id}", serve: about(memberAsked, removeMember)},
}

func getChannel(_ *Server, _ *request, r *room) (reply, error) {
	return ok(r.ch)
}

// channelChange holds what a PATCH may change.
type channelChange struct {
	Name        *string `json:"name"`
	Topic       *string `json:"topic"`
	Archived    *bool   `json:"archived"`
	Locked      *bool   `json:"locked"`
	AutoArchive *int    `json:"auto_archive_duration"`
	RateLimit   *int    `json:"rate_limit_per_user"`
	Invitable   *bool   `json:"invitable"`
}

func patchChannel(s *Server, q *request, r *room) (reply, error) {
	var c channelChange
	if err := q.body.decode(&c); err != nil {
		return reply{}, err
	}
	var f form
	if c.Name != nil {
		f.length("name", *c.Name, 1, 100)
	}
	if c.Topic != nil {
		f.length("topic", *c.Topic, 0, 1024)
	}
	if c.AutoArchive != nil {
		checkAutoArchive(&f, *c.AutoArchive)
	}
	if err := f.err(); err != nil {
		return reply{}, err
	}
	if r.ch.IsThread() {
		return patchThread(s, r, c)
	}
	if r.ch.Type == channelDM {
		return reply{}, wrongChannelType()
	}
	if !botMay(s, r.ch.ID, ManageChannels) {
		return reply{}, missingPermissions()
	}
	ch := *r.ch
	ch.Name, ch.Topic, ch.RateLimit = or(c.Name, ch.Name), or(c.Topic, ch.Topic), orPtr(c.RateLimit, ch.RateLimit)
	setChannel(s, r, ch)
	channelChanged(s, r, "CHANNEL_UPDATE")
	return ok(r.ch)
}

// patchThread changes a thread. An archived thread can only be opened. Locking, the slow mode, and whatever is changed in
// a locked thread need the permission to manage threads.
func patchThread(s *Server, r *room, c channelChange) (reply, error) {
	t := r.ch.Thread
	opens := c.Archived != nil && !*c.Archived
	manages := botMay(s, r.ch.ID, ManageThreads)
	switch {
	case t.Archived && !opens:
		return reply{}, threadArchived()
	case (c.Locked != nil || c.RateLimit != nil || t.Locked || r.ch.OwnerID != s.bot.ID) && !manages:
		return reply{}, missingPermissions()
	}
	ch := *r.ch
	ch.Name, ch.RateLimit = or(c.Name, ch.Name), orPtr(c.RateLimit, ch.RateLimit)
	setChannel(s, r, ch)
	changeThread(s, r, func(t *ThreadMetadata) {
		t.Archived, t.Locked = or(c.Archived, t.Archived), or(c.Locked, t.Locked)
		t.AutoArchiveDuration = or(c.AutoArchive, t.AutoArchiveDuration)
		t.Invitable = orPtr(c.Invitable, t.Invitable)
	})
	return ok(r.ch)
}

func or[T any](p *T, v T) T {
	if p != nil {
		return *p
	}
	return v
}

func orPtr[T any](p, q *T) *T {
	if p != nil {
		return p
	}
	return q
}

// changeThread changes a thread's metadata and tells everyone.
func changeThread(s *Server, r *room, change func(*ThreadMetadata)) {
	ch := *r.ch
	t := *ch.Thread
	was := t.Archived
	change(&t)
	if t.Archived != was {
		t.ArchiveTimestamp = s.clock.Now()
		r.touched = s.clock.Now()
	}
	ch.Thread = &t
	setChannel(s, r, ch)
	channelChanged(s, r, "THREAD_UPDATE")
}

// channelChanged tells everyone who sees a room about its new state.
func channelChanged(s *Server, r *room, event string) {
	for _, p := range s.people {
		if sees(s, r, p.account.ID) {
			tell(s, p, EventChannel, r.ch)
		}
	}
	dispatch(s, event, intentGuilds, r.ch)
	wake(s)
}

func deleteChannel(s *Server, _ *request, r *room) (reply, error) {
	need := ManageChannels
	if r.ch.IsThread() {
		need = ManageThreads
	}
	if r.ch.Type == channelDM {
		return ok(r.ch) // closes the DM in the client; the conversation stays
	}
	if !botMay(s, r.ch.ID, need) {
		return reply{}, missingPermissions()
	}
	ch := r.ch
	dropRoom(s, r)
	return ok(ch)
}

// threadAsk is the request for a new thread.
type threadAsk struct {
	Name        string `json:"name"`
	AutoArchive *int   `json:"auto_archive_duration"`
	Type        *int   `json:"type"`
	RateLimit   *int   `json:"rate_limit_per_user"`
	Invitable   *bool  `json:"invitable"`
}

func checkAutoArchive(f *form, minutes int) {
	if !slices.Contains([]int{60, 1440, 4320, 10080}, minutes) {
		f.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
}

// thread reads and checks a request for a new thread in a channel.
func thread(s *Server, q *request, parent *room) (threadAsk, error) {
	var t threadAsk
	if err := q.body.decode(&t); err != nil {
		return t, err
	}
	if !parent.ch.IsOfGuild() {
		return t, wrongChannelType()
	}
	var f form
	f.length("name", t.Name, 1, 100)
	checkAutoArchive(&f, or(t.AutoArchive, 1440))
	if kind := or(t.Type, channelPrivateThread); kind != channelPublicThread && kind != channelPrivateThread {
		f.add("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
	}
	if err := f.err(); err != nil {
		return t, err
	}
	active := 0
	for _, r := range s.rooms {
		if r.ch.IsThread() && !r.ch.Thread.Archived {
			active++
		}
	}
	if active >= maxActiveThreads {
		return t, tooManyThreads()
	}
	return t, nil
}

// openThread creates the thread's room with the bot in it.
func openThread(s *Server, id ID, parent *room, kind int, t threadAsk) *room {
	now := s.clock.Now()
	zero, one, none := 0, 1, 0
	ch := &Channel{ID: id, Type: kind, GuildID: s.guild.id, Name: t.Name, ParentID: parent.ch.ID, OwnerID: s.bot.ID,
		RateLimit: orPtr(t.RateLimit, &zero), MessageCount: &none, TotalSent: &none, MemberCount: &one,
		Thread: &ThreadMetadata{AutoArchiveDuration: or(t.AutoArchive, 1440), ArchiveTimestamp: now, CreateTimestamp: now}}
	if kind == channelPrivateThread {
		ch.Thread.Invitable = orPtr(t.Invitable, new(bool))
	}
	r := addRoom(s, ch)
	r.members[s.bot.ID] = now
	channelChanged(s, r, "THREAD_CREATE")
	return r
}

func startThread(s *Server, q *request, parent *room) (reply, error) {
	t, err := thread(s, q, parent)
	if err != nil {
		return reply{}, err
	}
	kind, need := or(t.Type, channelPrivateThread), CreatePrivateThreads
	if kind == channelPublicThread {
		need = CreatePublicThreads
	}
	if !botMay(s, parent.ch.ID, need) {
		return reply{}, missingPermissions()
	}
	r := openThread(s, mint(s, s.clock.Now()), parent, kind, t)
	if kind == channelPublicThread {
		announce(s, parent, r)
	}
	return created(r.ch)
}

func startThreadOn(s *Server, q *request, m *Message) (reply, error) {
	parent := s.rooms[m.ChannelID]
	if s.rooms[m.ID] != nil {
		return reply{}, threadExists()
	}
	t, err := thread(s, q, parent)
	if err != nil {
		return reply{}, err
	}
	if !botMay(s, parent.ch.ID, CreatePublicThreads) {
		return reply{}, missingPermissions()
	}
	kind := channelPublicThread
	if parent.ch.Type == channelAnnouncement {
		kind = channelAnnouncementThread
	}
	r := openThread(s, m.ID, parent, kind, t)
	next := *m
	next.Flags |= flagHasThread
	next.Thread = r.ch
	put(s, parent, &next)
	if s.clock.Now().Sub(m.Timestamp) > announceAfter {
		announce(s, parent, r)
	}
	return created(r.ch)
}

// announceAfter is the age of a message from which a thread on it is announced in the channel. Discord calls it "a very
// small value" and does not publish it.
const announceAfter = time.Second

// announce posts the system message that tells the channel of a new thread.
func announce(s *Server, parent, thread *room) {
	m := blank(s, parent, s.bot)
	m.Type, m.Content = messageThreadCreated, thread.ch.Name
	m.Reference = &MessageReference{ChannelID: thread.ch.ID, GuildID: s.guild.id}
	put(s, parent, &m)
}

// archiveIdle archives the threads without a message within their auto-archive duration.
func archiveIdle(s *Server, now time.Time) {
	for _, id := range slices.Clone(s.order) {
		r := s.rooms[id]
		if !r.ch.IsThread() || r.ch.Thread.Archived {
			continue
		}
		if now.Sub(r.touched) >= time.Duration(r.ch.Thread.AutoArchiveDuration)*time.Minute {
			changeThread(s, r, func(t *ThreadMetadata) { t.Archived = true })
		}
	}
}
