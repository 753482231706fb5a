package local

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// line is the part of a typed slash command that could be read.
type line struct {
	command *Command
	subs    []*commandOption // the group and subcommand that were named
	options []commandOption  // the options that can be given at this point
	given   []given
	head    string // the text up to and including the command and its subcommands
	rest    string // the unread rest: a word that names nothing
}

// given is one option with its typed value.
type given struct {
	option *commandOption
	text   string
	start  int  // where "name:" begins in the whole text
	open   bool // the text ended within the value, which may be unfinished
}

// name returns the full name of the command, such as "match challenge".
func (l *line) name() string {
	words := []string{l.command.Name}
	for _, o := range l.subs {
		words = append(words, o.Name)
	}
	return strings.Join(words, " ")
}

// wants reports whether a subcommand must still be named.
func (l *line) wants() bool {
	return len(l.options) > 0 && (l.options[0].Type == optionSub || l.options[0].Type == optionGroup)
}

// missing returns the options that are not given yet, required ones first.
func (l *line) missing() []*commandOption {
	var list []*commandOption
	for i := range l.options {
		o := &l.options[i]
		if !slices.ContainsFunc(l.given, func(g given) bool { return g.option == o }) {
			list = append(list, o)
		}
	}
	slices.SortStableFunc(list, func(a, b *commandOption) int { return btoi(b.Required) - btoi(a.Required) })
	return list
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readLine reads a typed command. A value is "in quotes", or one word or choice where the option takes one, or for a
// text everything up to the next name of an option. The error concerns the command itself. Text after it that is not
// an option is left in rest.
func readLine(text string, usable []*Command) (*line, error) {
	if !strings.HasPrefix(text, "/") {
		return nil, fmt.Errorf("a slash command begins with /, such as /help; this is %q", text)
	}
	word, pos := nextWord(text, 1)
	i := slices.IndexFunc(usable, func(c *Command) bool { return goesBy(word, c.Name, c.plain) })
	if i < 0 {
		return nil, fmt.Errorf("there is no command /%s here", word)
	}
	l := &line{command: usable[i], options: usable[i].Options, head: text[:pos]}
	for l.wants() {
		word, end := nextWord(text, pos)
		j := slices.IndexFunc(l.options, func(o commandOption) bool { return goesBy(word, o.Name, o.plain) })
		if j < 0 {
			l.rest = strings.TrimSpace(text[pos:])
			return l, nil
		}
		l.subs = append(l.subs, &l.options[j])
		l.options = l.options[j].Options
		l.head, pos = text[:end], end
	}
	l.readOptions(text, pos)
	return l, nil
}

func nextWord(text string, pos int) (word string, end int) {
	for pos < len(text) && text[pos] == ' ' {
		pos++
	}
	end = pos
	for end < len(text) && text[end] != ' ' {
		end++
	}
	return text[pos:end], end
}

// readOptions reads name:value pairs until the end, or until something else.
func (l *line) readOptions(text string, pos int) {
	for {
		for pos < len(text) && text[pos] == ' ' {
			pos++
		}
		if pos == len(text) {
			return
		}
		o, name := l.optionAt(text, pos)
		if o == nil {
			l.rest = text[pos:]
			return
		}
		g := given{option: o, start: pos}
		g.text, pos, g.open = l.value(o, text, pos+len(name)+1)
		l.given = append(l.given, g)
	}
}

// optionAt returns the option whose "name:" is at a position of the text, unless it is given already, and the name as typed.
func (l *line) optionAt(text string, pos int) (o *commandOption, name string) {
	name, _, found := strings.Cut(text[pos:], ":")
	if !found {
		return nil, ""
	}
	for _, o := range l.missing() {
		if goesBy(name, o.Name, o.plain) {
			return o, name
		}
	}
	return nil, ""
}

// value reads an option's value. It returns where the value ends, and whether the text ended with it unfinished.
func (l *line) value(o *commandOption, text string, pos int) (value string, end int, open bool) {
	if pos < len(text) && text[pos] == '"' {
		var b strings.Builder
		for i := pos + 1; i < len(text); i++ {
			switch {
			case text[i] == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
				i++
				b.WriteByte(text[i])
			case text[i] == '"':
				return b.String(), i + 1, false
			default:
				b.WriteByte(text[i])
			}
		}
		return b.String(), len(text), true
	}
	if len(o.Choices) > 0 {
		end := o.choiceEnd(text, pos)
		return text[pos:end], end, end == len(text)
	}
	if o.Type != optionString {
		word, end := nextWord(text, pos)
		return word, end, end == len(text)
	}
	for i := pos; i < len(text); i++ {
		if text[i] == ' ' && l.namesNext(o, text, i+1) {
			return strings.TrimSpace(text[pos:i]), i, false
		}
	}
	return strings.TrimLeft(text[pos:], " "), len(text), true
}

// choiceEnd returns where a choice at a position ends: the longest one that is there completely, otherwise one word.
func (o *commandOption) choiceEnd(text string, pos int) int {
	_, end := nextWord(text, pos)
	for _, c := range o.Choices {
		for _, words := range []string{c.Name, fmt.Sprint(c.Value)} {
			to := pos + len(words)
			if to > end && to <= len(text) && strings.EqualFold(text[pos:to], words) && (to == len(text) || text[to] == ' ') {
				end = to
			}
		}
	}
	return end
}

// namesNext reports whether the "name:" of another option is at a position.
func (l *line) namesNext(current *commandOption, text string, pos int) bool {
	o, _ := l.optionAt(text, pos)
	return o != nil && o != current
}

// quoted returns a value in a form that readLine reads back.
func quoted(value string) string {
	if value != "" && !strings.ContainsAny(value, " \"\\:") {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// complete refuses a line that the client would not send.
func (l *line) complete() error {
	if l.wants() {
		return fmt.Errorf("/%s needs a subcommand: %s", l.name(), names(l.options))
	}
	if l.rest != "" {
		return fmt.Errorf("%q is not an option of /%s: expected %s", l.rest, l.name(), orElse(names(l.options), "nothing"))
	}
	for _, o := range l.missing() {
		if o.Required {
			return fmt.Errorf("/%s needs the option %s: (%s)", l.name(), o.Name, o.Description)
		}
	}
	return nil
}

func names(list []commandOption) string {
	all := make([]string, len(list))
	for i, o := range list {
		all[i] = o.Name
	}
	return strings.Join(all, ", ")
}

// resolved collects the objects that options name, for the interaction's data.resolved.
type resolved map[string]map[string]any

func (r resolved) add(kind string, id ID, object any) {
	if r[kind] == nil {
		r[kind] = map[string]any{}
	}
	r[kind][id.String()] = object
}

// convert reads a value by its option's type, with the client's checks.
func convert(s *Server, p *person, o *commandOption, text string, res resolved) (any, error) {
	if len(o.Choices) > 0 {
		for _, c := range o.Choices {
			if text == fmt.Sprint(c.Value) || strings.EqualFold(text, c.Name) {
				return c.Value, nil
			}
		}
		return nil, fmt.Errorf("%s: %q is not one of its choices: %s", o.Name, text, choiceNames(o.Choices))
	}
	switch o.Type {
	case optionInteger:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a whole number", o.Name, text)
		}
		return n, o.inRange(float64(n))
	case optionNumber:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a number", o.Name, text)
		}
		return n, o.inRange(n)
	case optionBoolean:
		switch strings.ToLower(text) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return nil, fmt.Errorf("%s: %q is neither True nor False", o.Name, text)
	case optionString:
		return text, o.fits(text)
	}
	return mentioned(s, p, o, text, res)
}

func (o *commandOption) inRange(n float64) error {
	if o.MinValue != nil && n < *o.MinValue {
		return fmt.Errorf("%s: %v is below the minimum, %v", o.Name, n, *o.MinValue)
	}
	if o.MaxValue != nil && n > *o.MaxValue {
		return fmt.Errorf("%s: %v is above the maximum, %v", o.Name, n, *o.MaxValue)
	}
	return nil
}

// fits checks a text against the option's lengths. Without limits a text has 1 to 6000 characters.
func (o *commandOption) fits(text string) error {
	least, most := or(o.MinLength, 1), or(o.MaxLength, 6000)
	if n := runes(text); n < least || n > most {
		return fmt.Errorf("%s: %d characters: expected %d to %d", o.Name, n, least, most)
	}
	return nil
}

// mentioned reads @somebody, @role, #somewhere or a snowflake.
func mentioned(s *Server, p *person, o *commandOption, text string, res resolved) (any, error) {
	text = strings.TrimSuffix(strings.TrimLeft(text, "<@!#&"), ">")
	if o.Type == optionUser || o.Type == optionMentionable {
		if a := account(s, text); a != nil {
			resolveUser(s, a, res)
			return a.ID, nil
		}
		return nil, fmt.Errorf("%s: nobody is called %q: expected @player2, for example", o.Name, text)
	}
	if o.Type == optionChannel {
		if r := roomNamed(s, p, text); r != nil && r.ch.Type != channelDM && o.takes(r.ch) {
			res.add("channels", r.ch.ID, r.ch)
			return r.ch.ID, nil
		}
		return nil, fmt.Errorf("%s: no channel is called %q: expected #general, for example", o.Name, text)
	}
	if o.Type == optionRole {
		if x := roleNamed(s, text); x != nil {
			id := x["id"].(ID)
			res.add("roles", id, x)
			return id, nil
		}
		return nil, fmt.Errorf("%s: no role is called %q: expected @%s, for example", o.Name, text, moderator)
	}
	return nil, fmt.Errorf("%s: options of type %d are not part of this Discord", o.Name, o.Type)
}

// takes reports whether a channel is of a type that the option accepts.
func (o *commandOption) takes(ch *Channel) bool {
	return len(o.ChannelTypes) == 0 || slices.Contains(o.ChannelTypes, ch.Type)
}

// account returns a person or the bot by username, number or id.
func account(s *Server, name string) *Account {
	if p := personOf(s, name); p != nil {
		return p.account
	}
	if name == s.bot.Username || name == s.bot.ID.String() || name == "bot" || name == "program" {
		return s.bot
	}
	return nil
}

func resolveUser(s *Server, a *Account, res resolved) {
	m := member(s, a)
	m.User, m.Permissions = nil, personPermissions
	res.add("users", a.ID, a)
	if inGuild(s, a.ID) {
		res.add("members", a.ID, m)
	}
}

func choiceNames(list []Choice) string {
	all := make([]string, len(list))
	for i, c := range list {
		all[i] = c.Name
	}
	return strings.Join(all, ", ")
}

// data returns the interaction's data object with these option values.
func (l *line) data(values []map[string]any, res resolved) map[string]any {
	if values == nil {
		values = []map[string]any{}
	}
	for _, sub := range slices.Backward(l.subs) {
		values = []map[string]any{{"name": either(sub.plain, sub.Name), "type": sub.Type, "options": values}}
	}
	d := map[string]any{"id": l.command.ID, "name": either(l.command.plain, l.command.Name), "type": 1, "options": values}
	if l.command.GuildID != 0 {
		d["guild_id"] = l.command.GuildID
	}
	if len(res) > 0 {
		d["resolved"] = res
	}
	return d
}

// slash sends a typed command. The error says why the client would not. Callers hold mu.
func slash(s *Server, p *person, channel, text string) (*interaction, error) {
	r, err := place(s, p, channel)
	if err != nil {
		return nil, err
	}
	l, err := readLine(text, usable(s, p, r))
	if err != nil {
		return nil, err
	}
	if err := l.complete(); err != nil {
		return nil, err
	}
	res := resolved{}
	var values []map[string]any
	for _, g := range l.given {
		v, err := convert(s, p, g.option, strings.TrimSpace(g.text), res)
		if err != nil {
			return nil, err
		}
		values = append(values, map[string]any{"name": either(g.option.plain, g.option.Name), "type": g.option.Type, "value": v})
	}
	x := begin(s, p, r, typeCommand, l.data(values, res), nil)
	x.name = l.name()
	return x, nil
}

// place returns the room in which a person acts. An archived thread takes no commands.
func place(s *Server, p *person, channel string) (*room, error) {
	if channel == "dm" {
		return dmRoom(s, p), nil
	}
	r := roomNamed(s, p, channel)
	if r == nil {
		return nil, fmt.Errorf("%s sees no channel %q: expected an id, a name such as #general, or dm", p.account.Username, channel)
	}
	if r.ch.IsThread() && r.ch.Thread.Archived {
		return nil, fmt.Errorf("the thread %q is archived: commands cannot be used in it", r.ch.Name)
	}
	if lockedFor(s, p, r) {
		return nil, fmt.Errorf("the thread %q is locked: only members who manage threads can write in it", r.ch.Name)
	}
	return r, nil
}

// lockedFor reports whether a thread is locked for a person, who can then neither write nor press anything in it.
func lockedFor(s *Server, p *person, r *room) bool {
	return r.ch.IsThread() && r.ch.Thread.Locked && permissionsIn(s, p, r.ch.ID)&ManageThreads == 0
}
