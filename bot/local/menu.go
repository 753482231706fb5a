package local

import (
	"fmt"
	"slices"
)

// The context menus of people and of messages. A client shows the commands of applications in them.

// menuCommand returns the command of a context menu that a person can use in a room, by its shown or its registered name.
func menuCommand(s *Server, p *person, r *room, kind int, name string) (*Command, error) {
	list := offered(s, p, r, kind)
	i := slices.IndexFunc(list, func(c *Command) bool { return c.Name == name || c.plain == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no command %q in that menu here", name)
	}
	return list[i], nil
}

// menuData returns the data object of an interaction from a context menu.
func menuData(c *Command, target ID, res resolved) map[string]any {
	d := map[string]any{"id": c.ID, "name": either(c.plain, c.Name), "type": c.Type, "target_id": target, "resolved": res}
	if c.GuildID != 0 {
		d["guild_id"] = c.GuildID
	}
	return d
}

// onUser uses a command of somebody's context menu in a channel. Callers hold mu.
func onUser(s *Server, p *person, channel, name, whom string) (*interaction, error) {
	r, err := place(s, p, channel)
	if err != nil {
		return nil, err
	}
	c, err := menuCommand(s, p, r, commandOnUser, name)
	if err != nil {
		return nil, err
	}
	a := account(s, whom)
	if a == nil {
		return nil, fmt.Errorf("nobody is called %q", whom)
	}
	res := resolved{}
	resolveUser(s, a, res)
	x := begin(s, p, r, typeCommand, menuData(c, a.ID, res), nil)
	x.name = c.Name
	return x, nil
}

// onMessage uses a command of a message's context menu. A message that only its reader sees has no such commands. Callers hold mu.
func onMessage(s *Server, p *person, message ID, name string) (*interaction, error) {
	r, m := anyMessage(s, message)
	switch {
	case m == nil || !sees(s, r, p.account.ID) || !m.seenBy(p.account.ID):
		return nil, fmt.Errorf("%s sees no message %s", p.account.Username, message)
	case m.Ephemeral():
		return nil, fmt.Errorf("the message %s is ephemeral: its menu has no commands of applications", message)
	case lockedFor(s, p, r):
		return nil, fmt.Errorf("the thread %q is locked: only members who manage threads can use commands in it", r.ch.Name)
	case r.ch.IsThread() && r.ch.Thread.Archived:
		return nil, fmt.Errorf("the thread %q is archived: commands cannot be used in it", r.ch.Name)
	}
	c, err := menuCommand(s, p, r, commandOnMessage, name)
	if err != nil {
		return nil, err
	}
	res := resolved{}
	res.add("messages", m.ID, m)
	x := begin(s, p, r, typeCommand, menuData(c, m.ID, res), nil)
	x.name = c.Name
	return x, nil
}

// OnUser uses a command of the context menu of a person or the bot, in a channel.
func (u *User) OnUser(channel, name, whom string) (*Act, error) {
	return u.act(func() (*interaction, error) { return onUser(u.s, u.p, channel, name, whom) })
}

// OnMessage uses a command of a message's context menu.
func (u *User) OnMessage(message ID, name string) (*Act, error) {
	return u.act(func() (*interaction, error) { return onMessage(u.s, u.p, message, name) })
}

// Menus returns the names of the commands in the context menus of people and of messages in a channel, as the user's client shows them.
func (u *User) Menus(channel string) (onUser, onMessage []string, err error) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	r, err := place(u.s, u.p, channel)
	if err != nil {
		return nil, nil, err
	}
	names := func(kind int) []string {
		out := []string{}
		for _, c := range offered(u.s, u.p, r, kind) {
			out = append(out, c.Name)
		}
		return out
	}
	return names(commandOnUser), names(commandOnMessage), nil
}
