package local

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// View is everything that a user can see now.
type View struct {
	User      Account       `json:"user"`
	Guild     GuildView     `json:"guild"`
	Channels  []ChannelView `json:"channels"`
	Modal     *Modal        `json:"modal"`   // open in the user's client, or null
	Pending   []Outcome     `json:"pending"` // the user's interactions that wait for an answer
	Now       time.Time     `json:"now"`     // by the server's clock
	Seq       uint64        `json:"seq"`     // events up to this one are included
	DMClosed  bool          `json:"dm_closed"`
	Installed bool          `json:"installed"` // the application, for themselves
	Admin     bool          `json:"admin"`
	Mod       bool          `json:"moderator"`
	Locale    string        `json:"locale"`
}

// GuildView is the guild in a View.
type GuildView struct {
	ID    ID         `json:"id"`
	Name  string     `json:"name"`
	Roles []RoleView `json:"roles"`
}

// RoleView is a role that can be chosen in a select.
type RoleView struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
}

// ChannelView is a channel, thread or DM in a View, with the messages that this user sees, oldest first.
type ChannelView struct {
	Channel
	Joined   bool       `json:"joined"` // the user is a member of the thread, so that it is in their list of channels
	Messages []*Message `json:"messages"`
}

// View returns everything that the user can see now: channels first, then threads, then the DM.
func (u *User) View() View {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	sweep(u.s)
	return view(u.s, u.p)
}

func view(s *Server, p *person) View {
	v := View{User: *p.account, Guild: GuildView{s.guild.id, s.guild.name, []RoleView{}}, Channels: []ChannelView{}, Modal: p.modal, Pending: []Outcome{},
		Now: s.clock.Now(), Seq: s.eventSeq, DMClosed: p.closed, Installed: p.installed, Admin: p.admin, Mod: p.mod, Locale: p.locale}
	for _, r := range roles(s) {
		v.Guild.Roles = append(v.Guild.Roles, RoleView{r["id"].(ID), r["name"].(string)})
	}
	who := p.account.ID
	for _, id := range s.order {
		r := s.rooms[id]
		if !sees(s, r, who) {
			continue
		}
		_, joined := r.members[who]
		c := ChannelView{Channel: *r.ch, Joined: joined, Messages: []*Message{}}
		for _, m := range r.msgs {
			if m.seenBy(who) {
				c.Messages = append(c.Messages, m)
			}
		}
		v.Channels = append(v.Channels, c)
	}
	slices.SortStableFunc(v.Channels, func(a, b ChannelView) int { return cmp.Compare(rank(&a.Channel), rank(&b.Channel)) })
	for _, x := range s.live {
		if x.who == p && (x.State == Pending || x.State == Deferred) {
			v.Pending = append(v.Pending, x.Outcome)
		}
	}
	return v
}

func rank(c *Channel) int {
	switch {
	case c.IsOfGuild():
		return 0
	case c.IsThread():
		return 1
	}
	return 2
}

// Channel returns the channel or thread of a name (with or without #), or the DM for "dm"; nil if the user sees none.
// Of threads with the same name it returns the newest.
func (v View) Channel(name string) *ChannelView {
	name = strings.TrimPrefix(name, "#")
	for i := range slices.Backward(v.Channels) {
		c := &v.Channels[i]
		if c.Type == channelDM && name == "dm" || c.Type != channelDM && c.Name == name || c.ID.String() == name {
			return c
		}
	}
	return nil
}

// Message returns the message with this id, or nil if the user does not see it.
func (v View) Message(id ID) *Message {
	for _, c := range v.Channels {
		for _, m := range c.Messages {
			if m.ID == id {
				return m
			}
		}
	}
	return nil
}

// Find returns the newest message whose content, embeds or components contain the words, or nil.
func (v View) Find(words string) *Message {
	var newest *Message
	for _, c := range v.Channels {
		for _, m := range c.Messages {
			if (newest == nil || m.ID > newest.ID) && strings.Contains(m.Text(), words) {
				newest = m
			}
		}
	}
	return newest
}

// Text returns everything that can be read in a message, line by line: content, embeds, texts, alt texts, button
// labels, options.
func (m *Message) Text() string {
	var b strings.Builder
	add := func(parts ...string) {
		for _, p := range parts {
			if p != "" {
				b.WriteString(p)
				b.WriteByte('\n')
			}
		}
	}
	add(m.Content)
	for _, e := range m.Embeds {
		add(e.Title, e.Description)
		for _, f := range e.Fields {
			add(f.Name, f.Value)
		}
	}
	for _, a := range m.Attachments {
		add(a.Description)
	}
	walk(m.Components, func(k *Component) {
		add(k.Content, k.Description, k.Label, k.Placeholder)
		for _, i := range k.Items {
			add(or(i.Description, ""))
		}
		for _, o := range k.Options {
			add(o.Label, o.Description)
		}
	})
	return b.String()
}

// newest returns the beginning of the newest message of each place, for errors.
func (v View) newest() string {
	var all []string
	for _, c := range v.Channels {
		if n := len(c.Messages); n > 0 {
			words := strings.Join(strings.Fields(c.Messages[n-1].Text()), " ")
			all = append(all, fmt.Sprintf("%s: %.120q", orElse(c.Name, "dm"), words))
		}
	}
	return orElse(strings.Join(all, ", "), "nothing")
}
