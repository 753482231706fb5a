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
	manageChannels        Permission = 1 << 4
	manageGuild           Permission = 1 << 5
	ViewChannel           Permission = 1 << 10
	SendMessages          Permission = 1 << 11
	manageMessages        Permission = 1 << 13
	embedLinks            Permission = 1 << 14
	attachFiles           Permission = 1 << 15
	readMessageHistory    Permission = 1 << 16
	mentionEveryone       Permission = 1 << 17
	useCommands           Permission = 1 << 31
	manageThreads         Permission = 1 << 34
	createPublicThreads   Permission = 1 << 35
	createPrivateThreads  Permission = 1 << 36
	sendMessagesInThreads Permission = 1 << 38
)

// Invited holds the permissions of the bot, which come from the invitation in this project's README.
const Invited = ViewChannel | SendMessages | embedLinks | attachFiles | readMessageHistory | createPublicThreads | sendMessagesInThreads

// personPermissions are the permissions of @everyone.
const personPermissions = ViewChannel | SendMessages | embedLinks | attachFiles | readMessageHistory | useCommands |
	createPublicThreads | sendMessagesInThreads

var permissionNames = map[string]Permission{
	"ADMINISTRATOR": Administrator, "MANAGE_CHANNELS": manageChannels, "MANAGE_GUILD": manageGuild, "VIEW_CHANNEL": ViewChannel,
	"SEND_MESSAGES": SendMessages, "MANAGE_MESSAGES": manageMessages, "EMBED_LINKS": embedLinks, "ATTACH_FILES": attachFiles,
	"READ_MESSAGE_HISTORY": readMessageHistory, "MENTION_EVERYONE": mentionEveryone, "USE_APPLICATION_COMMANDS": useCommands,
	"MANAGE_THREADS": manageThreads, "CREATE_PUBLIC_THREADS": createPublicThreads,
	"CREATE_PRIVATE_THREADS": createPrivateThreads, "SEND_MESSAGES_IN_THREADS": sendMessagesInThreads,
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
