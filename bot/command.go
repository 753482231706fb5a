package bot

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"downsync/game"
)

// Action answers a slash command.
type Action func(context.Context, *Call) Answer

// Command is a slash command, or with Sub a command of subcommands.
type Command struct {
	Name        string
	Description game.Text
	Sub         []Command
	Options     []CommandOption
	// GuildOnly hides it in DMs.
	GuildOnly bool
	// Needs hides it from users without these permissions, unless the server's administrators say otherwise; 0 hides it
	// from nobody. Run checks rights again.
	Needs Permission
	// Light: the answer is neither computed nor drawn from a whole match, so it counts less for the user's rate.
	Light bool
	// Order is what a game's command plays in the match, as /order would; "": it asks something and changes nothing.
	Order string
	// Run answers it. A command of subcommands has none. Games leave it out: the bot asks them by the command's name.
	Run Action
}

// OptionKind is a slash option's type.
type OptionKind int

// Kinds of slash options.
const (
	StringOption OptionKind = iota + 1
	IntOption
	UserOption
	BoolOption
	ChannelOption // a text channel of the server
	RoleOption
)

// CommandOption is one option of a slash command.
type CommandOption struct {
	Name        string
	Description game.Text
	Kind        OptionKind
	Required    bool
	Choices     []Choice
	// Autocomplete asks for suggestions as the user types. Suggest gives them; of a game's own option the game does.
	Autocomplete bool
	Suggest      func(context.Context, *Call) []Choice
	// Typing says how the text of a StringOption is read.
	Typing Typing
}

// Suggested is the option with suggestions.
func (o CommandOption) Suggested(by func(context.Context, *Call) []Choice) CommandOption {
	o.Autocomplete, o.Suggest = true, by
	return o
}

// With is the command with further options, or each of its subcommands with them.
func (c Command) With(os ...CommandOption) Command {
	if len(c.Sub) == 0 {
		c.Options = slices.Concat(c.Options, os)
		return c
	}
	c.Sub = slices.Clone(c.Sub)
	for i := range c.Sub {
		c.Sub[i] = c.Sub[i].With(os...)
	}
	return c
}

// Options holds the values that a user gave to a command, by option name.
type Options map[string]string

// Text is an option's text without blanks around it, "" if it was left out.
func (o Options) Text(name string) string { return strings.TrimSpace(o[name]) }

// User is the user that an option names, "" if it was left out.
func (o Options) User(name string) UserID { return UserID(o[name]) }

// Int returns an option's number if it is from least to most. Anything else, and an option that was left out, gives 0 and false.
func (o Options) Int(name string, least, most int) (n int, ok bool) {
	if n, err := strconv.Atoi(o.Text(name)); err == nil && n >= least && n <= most {
		return n, true
	}
	return 0, false
}

// maxTyped is how many characters an option may have. Discord takes 6,000, which could not be quoted in an answer.
const maxTyped = 1000

// tooLong refuses a command with an option that is too long. ok is false if there is none.
func (c *Call) tooLong() (no Answer, ok bool) {
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		if n := utf8.RuneCountInString(c.Options[name]); n > maxTyped {
			return c.Answer("⚠️ `%s` has %d characters; expected at most %d.", c.OptionName(name), n, maxTyped), true
		}
	}
	return no, false
}

// WordBadChoice refuses a value that is none of an option's choices: the value, the option's name, the choices.
const WordBadChoice game.Text = "⚠️ %q is none of the choices of `%s`: %s."

// badChoice refuses a command with a value that its option does not offer: Discord may offer the choices of another version of the program,
// and no command may then do what it does by default. A choice may also be given by its name. ok reports whether there is such a value.
func (c *Call) badChoice(of Command) (no Answer, ok bool) {
	for _, o := range of.Options {
		value := c.Options.Text(o.Name)
		if value == "" || len(o.Choices) == 0 {
			continue
		}
		n := slices.IndexFunc(o.Choices, func(x Choice) bool { return x.Value == value || strings.EqualFold(x.Name, value) })
		if n >= 0 {
			c.Options[o.Name] = o.Choices[n].Value
			continue
		}
		var values []string
		for _, x := range o.Choices {
			values = append(values, x.Value)
		}
		return c.Answer(WordBadChoice, Clip(Plain(value), 60), c.OptionName(o.Name), strings.Join(values, ", ")), true
	}
	return no, false
}

// ChoicesOf makes a choice of each value, under the value as its name.
func ChoicesOf(values ...string) []Choice {
	var out []Choice
	for _, v := range values {
		out = append(out, Choice{v, v})
	}
	return out
}

// Options that many commands have.

// MatchOption names the match that a command is about.
func MatchOption() CommandOption {
	return CommandOption{Name: "match", Description: "Which match; not needed in its thread or if you have but one",
		Kind: StringOption}.Suggested(
		func(ctx context.Context, c *Call) []Choice { return c.SuggestMatches(ctx, c) })
}

// ReasonOption asks a moderator, or a player in a dispute, for a reason.
func ReasonOption() CommandOption {
	return CommandOption{Name: "reason", Description: "Why; the players and the moderators read it", Kind: StringOption, Required: true, Typing: AsTyped}
}

// merge adds commands to a list. A command whose name is there already adds its subcommands to that one.
func merge(all, more []Command) []Command {
	for _, c := range more {
		if i := slices.IndexFunc(all, func(x Command) bool { return x.Name == c.Name }); i >= 0 {
			all[i].Sub, all[i].Description = slices.Concat(all[i].Sub, c.Sub), cmp.Or(all[i].Description, c.Description)
			continue
		}
		all = append(all, c)
	}
	return all
}

func (a *App) command(path []string) (Command, bool) {
	at, found := a.Commands, Command{}
	for _, name := range path {
		i := slices.IndexFunc(at, func(c Command) bool { return c.Name == name })
		if i < 0 {
			return Command{}, false
		}
		found, at = at[i], at[i].Sub
	}
	return found, found.Run != nil
}

// Work of interactions, as the users' rates count it.
const pressWork, lightWork, fullWork = 1, 2, 5

// Cost is the work of an interaction: a press is 1, a light command 2, any other 5.
func (a *App) Cost(i Interaction) int {
	if i.Kind != Slash {
		return pressWork
	}
	if c, ok := a.command(i.Command); ok && c.Light {
		return lightWork
	}
	return fullWork
}

// suggestions completes the option that is being typed. An error suggests nothing; the command itself reports it.
func (c *Call) suggestions(ctx context.Context) []Choice {
	out := []Choice{}
	command, ok := c.command(c.Command)
	i := slices.IndexFunc(command.Options, func(o CommandOption) bool { return o.Name == c.Focused })
	if ok && i >= 0 && command.Options[i].Suggest != nil {
		c.unpack(command)
		out = append(out, command.Options[i].Suggest(ctx, c)...)
	}
	return out[:min(len(out), MostChoices)]
}
