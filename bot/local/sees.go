package local

import (
	"fmt"
	"slices"
	"strings"
)

// Overwrite changes what a role or a member may do in a channel.
type Overwrite struct {
	ID    ID         `json:"id"`
	Type  int        `json:"type"` // 0: a role, 1: a member
	Allow Permission `json:"allow"`
	Deny  Permission `json:"deny"`
}

// everything holds all permissions, which the guild's owner and its administrators have.
const everything = personPermissions | Administrator | ManageChannels | ManageGuild | ManageMessages | ManageThreads

// permissionsIn returns what a person may do in a channel, as Discord computes it. For a thread the parent's overwrites count.
func permissionsIn(s *Server, p *person, channel ID) Permission {
	r := guildRoom(s, channel)
	switch {
	case p.left && (r == nil || r.ch.Type != channelDM):
		return 0
	case p.admin || s.guild.owner == p.account.ID:
		return everything
	case r == nil:
		return personPermissions
	}
	may := personPermissions
	apply := func(id ID) {
		for _, o := range r.ch.Overwrites {
			if o.ID == id {
				may = may&^o.Deny | o.Allow
			}
		}
	}
	apply(s.guild.id)
	if p.mod {
		apply(roleModerator)
	}
	apply(p.account.ID)
	return may
}

// sees reports whether a person sees the room.
func sees(s *Server, r *room, who ID) bool {
	if r.ch.Type == channelDM {
		return r.ch.Recipients[0].ID == who
	}
	p := personByID(s, who)
	return p != nil && permissionsIn(s, p, r.ch.ID)&ViewChannel != 0 && (r.ch.Type != channelPrivateThread || isMember(r, who))
}

func isMember(r *room, who ID) bool {
	_, in := r.members[who]
	return in
}

// changing does what changes who sees which rooms, and shows and hides them for everybody's client.
func changing(s *Server, do func()) {
	before := map[ID]map[ID]bool{}
	for _, id := range s.order {
		before[id] = map[ID]bool{}
		for _, p := range s.people {
			before[id][p.account.ID] = sees(s, s.rooms[id], p.account.ID)
		}
	}
	do()
	for _, id := range s.order {
		for _, p := range s.people {
			switch now := sees(s, s.rooms[id], p.account.ID); {
			case now && !before[id][p.account.ID]:
				tell(s, p, EventChannel, s.rooms[id].ch)
			case !now && before[id][p.account.ID]:
				tell(s, p, EventChannelDelete, s.rooms[id].ch)
			}
		}
	}
	wake(s)
}

// Roles returns the ids of the user's roles.
func (u *User) Roles() []ID {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return member(u.s, u.p.account).Roles
}

// SetOverwrite sets what @everyone, @Moderator or a person may do in a channel besides their roles, and what they may not. With
// neither it removes the overwrite. The bot may always do what it was invited for.
func (s *Server) SetOverwrite(channel, whom string, allow, deny Permission) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := anyRoom(s, channel)
	if r == nil || !r.ch.IsOfGuild() {
		return fmt.Errorf("channel %q: expected the id or the name of a text channel", channel)
	}
	o := Overwrite{Allow: allow, Deny: deny}
	switch name := strings.TrimPrefix(whom, "@"); name {
	case "everyone":
		o.ID = s.guild.id
	case moderator:
		o.ID = roleModerator
	default:
		p := personOf(s, name)
		if p == nil {
			return fmt.Errorf("%q: expected @everyone, @%s or a person", whom, moderator)
		}
		o.ID, o.Type = p.account.ID, 1
	}
	changing(s, func() { overwriteChannel(s, r, o) })
	channelChanged(s, r, "CHANNEL_UPDATE")
	return nil
}

// overwriteChannel replaces an overwrite of a channel; one that changes nothing is removed.
func overwriteChannel(s *Server, r *room, o Overwrite) {
	ch := *r.ch
	ch.Overwrites = slices.DeleteFunc(slices.Clone(ch.Overwrites), func(old Overwrite) bool { return old.ID == o.ID })
	if o.Allow|o.Deny != 0 {
		ch.Overwrites = append(ch.Overwrites, o)
	}
	setChannel(s, r, ch)
}

// SetOwner makes the user the owner of the guild, who may do everything. Before that its owner is nobody here.
func (u *User) SetOwner() {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	changing(u.s, func() { u.s.guild.owner = u.p.account.ID })
}

// SetAway takes the user out of the guild, or lets them come back without their roles. A person who is out sees their DM alone; the bot
// cannot write there, which fails with 50278, and its commands are not offered.
func (u *User) SetAway(leave bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	move(u.s, u.p, leave)
}
