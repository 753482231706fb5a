package local

import (
	"cmp"
	"slices"
	"time"
)

// threadMember is a member of a thread, in Discord's format.
type threadMember struct {
	ID     ID        `json:"id"` // the thread
	UserID ID        `json:"user_id"`
	Joined time.Time `json:"join_timestamp"`
	Flags  int       `json:"flags"`
}

// threadOf returns the thread of a request about membership.
func threadOf(s *Server, q *request) (*room, error) {
	r, err := channel(s, q)
	if err == nil && !r.ch.IsThread() {
		err = wrongChannelType()
	}
	return r, err
}

// membership is the subject of a request: a user in a thread, who may or may not be a member of it.
type membership struct {
	*room
	user ID
}

// memberAsked returns the thread and the user of a request about one member.
func memberAsked(s *Server, q *request) (membership, error) {
	r, err := threadOf(s, q)
	if err != nil || q.PathValue("user_id") == "@me" {
		return membership{r, s.bot.ID}, err
	}
	id, err := q.id("user_id")
	return membership{r, id}, err
}

// listMembers lists the members of a thread, which needs the privileged intent for members.
func listMembers(s *Server, _ *request, r *room) (reply, error) {
	if s.cfg.Intents&intentMembers == 0 {
		return reply{}, missingAccess()
	}
	list := []threadMember{}
	for id, at := range r.members {
		list = append(list, threadMember{ID: r.ch.ID, UserID: id, Joined: at})
	}
	slices.SortFunc(list, func(a, b threadMember) int { return cmp.Compare(a.UserID, b.UserID) })
	return ok(list)
}

func getThreadMember(_ *Server, _ *request, p membership) (reply, error) {
	at, in := p.members[p.user]
	if !in {
		return reply{}, unknownMember()
	}
	return ok(threadMember{ID: p.ch.ID, UserID: p.user, Joined: at})
}

// addMember adds a user to a thread. Anybody who can send in the thread can add others. The thread says who did.
func addMember(s *Server, _ *request, p membership) (reply, error) {
	r, id := p.room, p.user
	if r.ch.Thread.Archived {
		return reply{}, threadArchived()
	}
	if err := maySend(s, r, false); err != nil {
		return reply{}, err
	}
	who := s.accounts[id]
	if who == nil || !inGuild(s, id) {
		return reply{}, unknownMember()
	}
	if join(s, r, id) && id != s.bot.ID {
		m := blank(s, r, s.bot)
		m.Type, m.Mentions = messageRecipientAdd, []Account{*who}
		put(s, r, &m)
	}
	return noContent()
}

func removeMember(s *Server, _ *request, p membership) (reply, error) {
	if p.ch.Thread.Archived {
		return reply{}, threadArchived()
	}
	if p.user != s.bot.ID && !botMay(s, p.ch.ID, ManageThreads) {
		return reply{}, missingPermissions()
	}
	leave(s, p.room, p.user)
	return noContent()
}

// join makes a user a member of a thread. It returns false if they are one already.
func join(s *Server, r *room, id ID) bool {
	if _, in := r.members[id]; in || !r.ch.IsThread() {
		return false
	}
	r.members[id] = s.clock.Now()
	countMembers(s, r)
	return true
}

// leave ends a user's membership in a thread. A private thread disappears from their view.
func leave(s *Server, r *room, id ID) {
	before := sees(s, r, id)
	delete(r.members, id)
	countMembers(s, r)
	if p := personByID(s, id); p != nil && before && !sees(s, r, id) {
		tell(s, p, EventChannelDelete, r.ch)
	}
}

// joinMentioned adds the users that a message in a thread mentions to the thread, as Discord does: also when the message is edited or
// silent.
func joinMentioned(s *Server, r *room, m *Message) {
	if !r.ch.IsThread() || m.Ephemeral() {
		return
	}
	for _, p := range s.people {
		if isMentioned(m, p) {
			join(s, r, p.account.ID)
		}
	}
}

func countMembers(s *Server, r *room) {
	ch, n := *r.ch, len(r.members)
	ch.MemberCount = &n
	setChannel(s, r, ch)
	channelChanged(s, r, "THREAD_UPDATE")
}
