package local

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Option types of slash commands.
const (
	optionSub         = 1
	optionGroup       = 2
	optionString      = 3
	optionInteger     = 4
	optionBoolean     = 5
	optionUser        = 6
	optionChannel     = 7
	optionRole        = 8
	optionMentionable = 9
	optionNumber      = 10
	optionAttachment  = 11
)

// The limits of commands.
const (
	maxCommands    = 100  // that are typed
	maxMenus       = 5    // of each context menu
	maxMenuName    = 32   // characters
	maxCommandSize = 8000 // characters of names, descriptions and values
	maxChoices     = 25
)

// Types of commands.
const (
	commandTyped     = 1
	commandOnUser    = 2
	commandOnMessage = 3
)

// Command is a command that the bot registered: typed, or in a context menu.
type Command struct {
	ID            ID                `json:"id"`
	ApplicationID ID                `json:"application_id"`
	GuildID       ID                `json:"guild_id,omitzero"`
	Version       ID                `json:"version"`
	Type          int               `json:"type"`
	Name          string            `json:"name"`
	NameLoc       map[string]string `json:"name_localizations"`
	Description   string            `json:"description"`
	DescLoc       map[string]string `json:"description_localizations"`
	Options       []commandOption   `json:"options,omitempty"`
	Permissions   *Permission       `json:"default_member_permissions"`
	DMPermission  *bool             `json:"dm_permission,omitempty"`
	Contexts      []int             `json:"contexts"`
	Integrations  []int             `json:"integration_types,omitempty"`
	NSFW          bool              `json:"nsfw"`

	plain string // the registered name, if Name is translated
}

// commandOption is an option, a subcommand or a group of them.
type commandOption struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	NameLoc      map[string]string `json:"name_localizations,omitempty"`
	Description  string            `json:"description"`
	DescLoc      map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Choices      []Choice          `json:"choices,omitempty"`
	Options      []commandOption   `json:"options,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	MinValue     *float64          `json:"min_value,omitempty"`
	MaxValue     *float64          `json:"max_value,omitempty"`
	MinLength    *int              `json:"min_length,omitempty"`
	MaxLength    *int              `json:"max_length,omitempty"`
	ChannelTypes []int             `json:"channel_types,omitempty"`

	plain string // as for a Command
}

// Choice is a predefined value: the client shows Name, and the bot receives Value (a string or a number).
type Choice struct {
	Name    string            `json:"name"`
	NameLoc map[string]string `json:"name_localizations,omitempty"`
	Value   any               `json:"value"`
}

// commands holds the registered commands of the application and of the guild.
type commands struct {
	global, guild []*Command
}

// The ways in which an application is installed.
const (
	installGuild = 0
	installUser  = 1
)

// in reports whether a person can use a command in a room: the application is installed there or for them, and the command is for that. Guild
// commands cannot be used in DMs.
func (c *Command) in(s *Server, p *person, r *room) bool {
	context := 0
	if r.ch.Type == channelDM {
		context = 1
		if c.GuildID != 0 || c.DMPermission != nil && !*c.DMPermission {
			return false
		}
	}
	if c.Contexts != nil && !slices.Contains(c.Contexts, context) {
		return false
	}
	for _, way := range installs(s, p, r) {
		if c.Integrations == nil || slices.Contains(c.Integrations, way) {
			return true
		}
	}
	return false
}

// installs returns the ways in which the application is installed for what a person does in a room.
func installs(s *Server, p *person, r *room) (ways []int) {
	if r.ch.Type == channelDM || !s.kicked {
		ways = append(ways, installGuild)
	}
	if p.installed {
		ways = append(ways, installUser)
	}
	return ways
}

// usable returns the typed commands that a person can use in a room. The guild's precede the application's, as in their client,
// which shows a command twice that is registered in both.
func usable(s *Server, p *person, r *room) []*Command { return offered(s, p, r, commandTyped) }

// offered returns the commands of a type that a person can use in a room.
func offered(s *Server, p *person, r *room, kind int) []*Command {
	var list []*Command
	if p.left { // and sees no channel of the guild
		return nil
	}
	for _, c := range slices.Concat(s.commands.guild, s.commands.global) {
		may := permissionsIn(s, p, r.ch.ID)
		permitted := c.Permissions == nil || may&Administrator != 0 || r.ch.Type == channelDM ||
			*c.Permissions != 0 && may&*c.Permissions == *c.Permissions
		if c.Type == kind && permitted && c.in(s, p, r) {
			list = append(list, c.shownIn(p.locale))
		}
	}
	return list
}

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// check notes what Discord would refuse in a command.
func (c *Command) check(f *form, path string) {
	size := 0
	switch c.Type {
	case 0, commandTyped:
		named(f, path, c.Name, c.Description, c.NameLoc, c.DescLoc, &size)
		c.options(f, at(path, "options"), c.Options, 0, &size)
	case commandOnUser, commandOnMessage:
		c.inMenu(f, path)
	default:
		f.add(at(path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
	}
	for field, list := range map[string]struct {
		values []int
		most   int
	}{"contexts": {c.Contexts, 2}, "integration_types": {c.Integrations, 1}} {
		for i, v := range list.values {
			if v < 0 || v > list.most || slices.Contains(list.values[:i], v) {
				f.add(at(path, field, i), "BASE_TYPE_CHOICES", "Values must be different and from 0 to %d.", list.most)
			}
		}
		if list.values != nil && len(list.values) == 0 {
			f.add(at(path, field), "BASE_TYPE_BAD_LENGTH", "Must be 1 or more in length.")
		}
	}
	if size > maxCommandSize {
		f.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d); it has %d.", maxCommandSize, size)
	}
}

// inMenu checks a command of a context menu: its name may have capitals and spaces, and it has no description and no options.
func (c *Command) inMenu(f *form, path string) {
	check := func(path, name string) {
		if f.length(path, name, 1, maxMenuName); name != strings.TrimSpace(name) {
			f.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: it begins or ends with a space.")
		}
	}
	check(at(path, "name"), c.Name)
	inLocales(f, at(path, "name_localizations"), c.NameLoc, check)
	if c.Description != "" || len(c.DescLoc) > 0 {
		f.add(at(path, "description"), "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", "Context menu commands cannot have a description")
	}
	if len(c.Options) > 0 {
		f.add(at(path, "options"), "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands cannot have options")
	}
}

// kind returns the type of a command, which is typed if none is given.
func (c *Command) kind() int { return max(c.Type, commandTyped) }

// tooMany reports whether a list has more commands of a type than Discord allows.
func tooMany(list []*Command) bool {
	count := map[int]int{}
	for _, c := range list {
		count[c.kind()]++
	}
	return count[commandTyped] > maxCommands || count[commandOnUser] > maxMenus || count[commandOnMessage] > maxMenus
}

// options checks a list of options. depth counts the subcommands and groups above it.
func (c *Command) options(f *form, path string, list []commandOption, depth int, size *int) {
	if len(list) > 25 {
		f.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
	}
	optional, plain, subs := false, false, false
	for i := range list {
		o, p := &list[i], at(path, i)
		named(f, p, o.Name, o.Description, o.NameLoc, o.DescLoc, size)
		if slices.ContainsFunc(list[:i], func(x commandOption) bool { return sameName(x.Name, o.Name, x.NameLoc, o.NameLoc) }) {
			f.add(at(p, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		if o.Type == optionSub || o.Type == optionGroup {
			subs = true
			if depth == 2 || depth == 1 && o.Type == optionGroup {
				f.add(at(p, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option cannot be nested here")
				continue
			}
			c.options(f, at(p, "options"), o.Options, depth+3-o.Type, size)
			continue
		}
		plain = true
		if o.Required && optional {
			f.add(at(p, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		o.check(f, p, size)
	}
	if plain && subs {
		f.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

// check checks an option that takes a value.
func (o *commandOption) check(f *form, path string, size *int) {
	if o.Type < optionString || o.Type > optionNumber {
		f.add(at(path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1 to 10).")
	}
	if len(o.Choices) > maxChoices {
		f.add(at(path, "choices"), "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxChoices)
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		f.add(at(path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", "Autocomplete cannot be set with choices")
	}
	if o.Autocomplete && o.Type != optionString && o.Type != optionInteger && o.Type != optionNumber {
		f.add(at(path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", "This option type cannot use autocomplete")
	}
	for i, c := range o.Choices {
		*size += longest(c.Name, c.NameLoc) + runes(fmt.Sprint(c.Value))
		checkChoice(f, at(path, "choices", i), c, o.Type)
	}
}

// checkChoice checks a choice for an option of the given type.
func checkChoice(f *form, path string, c Choice, option int) {
	f.length(at(path, "name"), c.Name, 1, 100)
	inLocales(f, at(path, "name_localizations"), c.NameLoc, func(path, s string) { f.length(path, s, 1, 100) })
	switch v := c.Value.(type) {
	case string:
		f.length(at(path, "value"), v, 1, 100)
		if option != optionString {
			f.add(at(path, "value"), "BASE_TYPE_CONVERT", "Expected a number.")
		}
	case float64:
		if option == optionString || option == optionInteger && v != float64(int64(v)) {
			f.add(at(path, "value"), "BASE_TYPE_CONVERT", "Does not fit an option of type %d.", option)
		}
	default:
		f.add(at(path, "value"), "BASE_TYPE_REQUIRED", "This field is required")
	}
}
