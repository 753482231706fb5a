package discord

import (
	"slices"
	"strconv"

	"downsync/bot/wire"
)

// A member's permissions in a channel follow from their roles and the overwrites of the channel, as Discord documents it.

// bits are permissions as Discord writes them, a decimal number in a string.
type bits wire.Permission

// UnmarshalText reads the decimal number.
func (b *bits) UnmarshalText(raw []byte) error {
	n, err := strconv.ParseUint(string(raw), 10, 64)
	*b = bits(n)
	return err
}

// serverRole is a role of a server. The one that everybody has bears the server's id.
type serverRole struct {
	ID          wire.RoleID `json:"id"`
	Name        string      `json:"name"`
	Bits        bits        `json:"permissions"`
	Mentionable bool        `json:"mentionable"` // by anyone
}

// overwrite changes what a role or a member may do in a channel.
type overwrite struct {
	ID    string `json:"id"`
	Allow bits   `json:"allow"`
	Deny  bits   `json:"deny"`
}

// everything is all permissions, which an owner or an administrator has.
const everything = ^wire.Permission(0)

// mayOnServer returns what a member with these roles may do where no channel says otherwise.
func mayOnServer(guild wire.GuildID, owner, user wire.UserID, all []serverRole, has []wire.RoleID) wire.Permission {
	var may wire.Permission
	for _, r := range all {
		if r.ID == wire.RoleID(guild) || slices.Contains(has, r.ID) {
			may |= wire.Permission(r.Bits)
		}
	}
	if user == owner || may&wire.Administrator != 0 {
		return everything
	}
	return may
}

// mayInChannel returns which of these permissions remain in a channel: the overwrites of everybody count first, then those for all
// of the member's roles together, then the member's own.
func mayInChannel(may wire.Permission, guild wire.GuildID, user wire.UserID, has []wire.RoleID, over []overwrite) wire.Permission {
	if may == everything {
		return may
	}
	apply := func(to func(id string) bool) {
		var allow, deny bits
		for _, o := range over {
			if to(o.ID) {
				allow, deny = allow|o.Allow, deny|o.Deny
			}
		}
		may = may&^wire.Permission(deny) | wire.Permission(allow)
	}
	apply(func(id string) bool { return id == string(guild) })
	apply(func(id string) bool { return id != string(guild) && slices.Contains(has, wire.RoleID(id)) })
	apply(func(id string) bool { return id == string(user) })
	return may
}
