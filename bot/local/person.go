package local

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// person is one of the people in the guild, with what was shown to them.
type person struct {
	account   *Account
	number    int // player1 is 1
	joined    time.Time
	admin     bool
	mod       bool // has the role Moderator
	closed    bool // accepts no DMs
	installed bool // has installed the application for themselves
	left      bool // is not in the guild
	locale    string
	dm        ID // 0: none opened yet
	modal     *Modal
	log       []Item
	streams   map[*stream]struct{}
}

var ordinals = []string{"One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"}

func addPerson(s *Server) *person {
	n := len(s.people) + 1
	name := "Player " + strconv.Itoa(n)
	if n <= len(ordinals) {
		name = "Player " + ordinals[n-1]
	}
	if n <= len(s.cfg.Names) {
		name = s.cfg.Names[n-1]
	}
	now := s.clock.Now()
	a := &Account{ID: fixed(100 + n), Username: fmt.Sprintf("player%d", n), GlobalName: &name, Discriminator: "0"}
	p := &person{account: a, number: n, joined: now, locale: usualLocale, streams: map[*stream]struct{}{}}
	s.accounts[a.ID] = a
	s.people = append(s.people, p)
	return p
}

// personOf returns a person by number, username or id, or nil.
func personOf(s *Server, name string) *person {
	name = strings.TrimPrefix(name, "@")
	for _, p := range s.people {
		if name == p.account.Username || name == strconv.Itoa(p.number) || name == p.account.ID.String() {
			return p
		}
	}
	return nil
}

func personByID(s *Server, id ID) *person {
	for _, p := range s.people {
		if p.account.ID == id {
			return p
		}
	}
	return nil
}

// member returns a person or the bot as a member of the guild.
func member(s *Server, a *Account) Member {
	m := Member{User: a, Roles: []ID{}, JoinedAt: s.guild.born}
	if a == s.bot {
		m.JoinedAt = s.guild.added
		m.Roles = append(m.Roles, roleBot)
		if until := s.timedOut; s.clock.Now().Before(until) {
			m.Timeout = &until
		}
	}
	if p := personByID(s, a.ID); p != nil {
		m.JoinedAt = p.joined
		if p.mod {
			m.Roles = append(m.Roles, roleModerator)
		}
		if p.admin {
			m.Roles = append(m.Roles, roleAdministrator)
		}
	}
	return m
}

// inGuild reports whether an account is a member of the guild.
func inGuild(s *Server, id ID) bool {
	p := personByID(s, id)
	return id == s.bot.ID && !s.kicked || p != nil && !p.left
}

// move takes a person out of the guild, its roles and its threads, or lets them in again.
func move(s *Server, p *person, out bool) {
	if p.left == out {
		return
	}
	changing(s, func() {
		p.left, p.admin, p.mod = out, false, false
		for _, id := range s.order {
			if r := s.rooms[id]; r.ch.IsThread() && isMember(r, p.account.ID) {
				delete(r.members, p.account.ID)
				countMembers(s, r)
			}
		}
	})
	if !out {
		memberAdded(s, p)
		return
	}
	dispatch(s, "GUILD_MEMBER_REMOVE", intentMembers, map[string]any{"guild_id": s.guild.id, "user": p.account})
}

// memberAdded tells the bot that a person has entered the guild.
func memberAdded(s *Server, p *person) {
	dispatch(s, "GUILD_MEMBER_ADD", intentMembers, struct {
		Member
		GuildID ID `json:"guild_id"`
	}{member(s, p.account), s.guild.id})
}

// selfChanged tells the bot that it has changed as a member, which needs no privileged intent.
func selfChanged(s *Server) {
	dispatch(s, "GUILD_MEMBER_UPDATE", intentGuilds, struct {
		Member
		GuildID ID `json:"guild_id"`
	}{member(s, s.bot), s.guild.id})
}

// dmRoom returns the bot's DM with a person, which it opens if necessary.
func dmRoom(s *Server, p *person) *room {
	if r := s.rooms[p.dm]; r != nil {
		return r
	}
	id := fixed(200 + p.number)
	if s.rooms[id] != nil { // of another application
		id = mint(s, s.clock.Now())
	}
	r := addRoom(s, &Channel{ID: id, Type: channelDM, Recipients: []Account{*p.account}})
	p.dm = r.ch.ID
	tell(s, p, EventChannel, r.ch)
	wake(s)
	return r
}

// AddUsers adds people until there are n, and returns the usernames of all of them. It never removes anyone.
func (s *Server) AddUsers(n int) ([]string, error) {
	if n < 1 || n > MaxUsers {
		return nil, fmt.Errorf("%d users: expected 1 to %d", n, MaxUsers)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.people) < n {
		p := addPerson(s)
		memberAdded(s, p)
		for _, q := range s.people {
			tell(s, q, EventUser, p.account)
		}
	}
	wake(s)
	names := make([]string, 0, len(s.people))
	for _, p := range s.people {
		names = append(names, p.account.Username)
	}
	return names, nil
}
