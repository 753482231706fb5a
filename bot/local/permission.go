package local

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Permission is a set of Discord's permission bits. In JSON it is a decimal string.
type Permission uint64

// The permissions that some rule here checks.
const (
	Administrator         Permission = 1 << 3
	ManageChannels        Permission = 1 << 4
	ManageGuild           Permission = 1 << 5
	ViewChannel           Permission = 1 << 10
	SendMessages          Permission = 1 << 11
	ManageMessages        Permission = 1 << 13
	EmbedLinks            Permission = 1 << 14
	AttachFiles           Permission = 1 << 15
	ReadMessageHistory    Permission = 1 << 16
	MentionEveryone       Permission = 1 << 17
	UseCommands           Permission = 1 << 31
	ManageThreads         Permission = 1 << 34
	CreatePublicThreads   Permission = 1 << 35
	CreatePrivateThreads  Permission = 1 << 36
	SendMessagesInThreads Permission = 1 << 38
)

// Invited holds the permissions of the bot, which come from the invitation in this project's README.
const Invited = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | CreatePublicThreads | SendMessagesInThreads

// personPermissions are the permissions of @everyone.
const personPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | UseCommands |
	CreatePublicThreads | SendMessagesInThreads

var permissionNames = map[string]Permission{
	"ADMINISTRATOR": Administrator, "MANAGE_CHANNELS": ManageChannels, "MANAGE_GUILD": ManageGuild, "VIEW_CHANNEL": ViewChannel,
	"SEND_MESSAGES": SendMessages, "MANAGE_MESSAGES": ManageMessages, "EMBED_LINKS": EmbedLinks, "ATTACH_FILES": AttachFiles,
	"READ_MESSAGE_HISTORY": ReadMessageHistory, "MENTION_EVERYONE": MentionEveryone, "USE_APPLICATION_COMMANDS": UseCommands,
	"MANAGE_THREADS": ManageThreads, "CREATE_PUBLIC_THREADS": CreatePublicThreads,
	"CREATE_PRIVATE_THREADS": CreatePrivateThreads, "SEND_MESSAGES_IN_THREADS": SendMessagesInThreads,
}

// parsePermission returns the permission with Discord's name, such as SEND_MESSAGES.
func parsePermission(name string) (Permission, error) {
	if p, ok := permissionNames[strings.ToUpper(name)]; ok {
		return p, nil
	}
	return 0, fmt.Errorf("unknown permission %q: expected a name as in Discord's documentation, such as SEND_MESSAGES", name)
}

// MarshalJSON writes the bits as a decimal string.
func (p Permission) MarshalJSON() ([]byte, error) {
	return json.Marshal(strconv.FormatUint(uint64(p), 10))
}

// UnmarshalJSON reads a decimal string or a number.
func (p *Permission) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseUint(strings.Trim(string(b), `"`), 10, 64)
	if err != nil {
		return fmt.Errorf("permissions %s: expected decimal digits", b)
	}
	*p = Permission(n)
	return nil
}
