package local

import (
	"context"
	"fmt"
	"strings"
)

// Suggestion is one line of the popup above the command box. Text is the whole command line after it is picked.
type Suggestion struct {
	Kind     string `json:"kind"` // command, subcommand, option, value, or completion (a value that the bot offers)
	Name     string `json:"name"`
	Detail   string `json:"detail,omitempty"`
	Value    any    `json:"value,omitempty"`
	Text     string `json:"text"`
	Required bool   `json:"required,omitempty"` // of an option: the command cannot be sent without it
}

// maxSuggestions is the number of lines in the popup.
const maxSuggestions = 25

// suggest returns what the popup shows for an unfinished line. If the bot completes the option being typed, ask is the
// interaction that asks the bot, and the suggestions come with its answer. Callers hold mu.
func suggest(s *Server, p *person, channel, text string) (list []Suggestion, ask *interaction, focus *focus, err error) {
	r, err := place(s, p, channel)
	if err != nil {
		return nil, nil, nil, err
	}
	usable := usable(s, p, r)
	if !strings.HasPrefix(text, "/") {
		return nil, nil, nil, nil
	}
	if !strings.Contains(text, " ") {
		for _, c := range usable {
			if strings.HasPrefix(c.Name, text[1:]) {
				list = append(list, Suggestion{Kind: "command", Name: "/" + c.Name, Detail: c.Description, Text: "/" + c.Name + " "})
			}
		}
		return list, nil, nil, nil
	}
	l, err := readLine(text, usable)
	if err != nil {
		return nil, nil, nil, err
	}
	if l.wants() {
		return l.subcommands(), nil, nil, nil
	}
	if n := len(l.given); n > 0 && l.given[n-1].open {
		g := l.given[n-1]
		f := newFocus(l, g, text)
		if g.option.Autocomplete {
			return nil, askBot(s, p, r, l, f), f, nil
		}
		return append(values(s, p, f), f.after...), nil, nil, nil
	}
	return l.nextOptions(text), nil, nil, nil
}

// subcommands returns the subcommands that begin with the typed text.
func (l *line) subcommands() (list []Suggestion) {
	for _, o := range l.options {
		if strings.HasPrefix(o.Name, l.rest) {
			list = append(list, Suggestion{Kind: "subcommand", Name: o.Name, Detail: o.Description, Text: l.head + " " + o.Name + " "})
		}
	}
	return list
}

// nextOptions returns the options that are not given yet and begin with the typed text.
func (l *line) nextOptions(text string) []Suggestion {
	return l.offered(strings.TrimRight(strings.TrimSuffix(text, l.rest), " "), l.rest)
}

// offered returns the options that are not given yet and begin with word, each appended to base.
func (l *line) offered(base, word string) (list []Suggestion) {
	for _, o := range l.missing() {
		if strings.HasPrefix(o.Name, word) {
			detail := o.Description
			if !o.Required {
				detail += " (optional)"
			}
			list = append(list, Suggestion{Kind: "option", Name: o.Name, Detail: detail, Text: base + " " + o.Name + ":", Required: o.Required})
		}
	}
	return list
}

// values returns the values that the client itself can offer for an option.
func values(s *Server, p *person, f *focus) (list []Suggestion) {
	typed := strings.ToLower(strings.TrimLeft(f.text, "@#"))
	offer := func(name, detail string, value any, written string) {
		if len(list) < maxSuggestions && (strings.Contains(strings.ToLower(name), typed) || strings.Contains(strings.ToLower(written), typed)) {
			list = append(list, Suggestion{Kind: "value", Name: name, Detail: detail, Value: value, Text: f.with(written)})
		}
	}
	for _, c := range f.option.Choices {
		offer(c.Name, "", c.Value, fmt.Sprint(c.Value))
	}
	switch f.option.Type {
	case optionBoolean:
		offer("True", "", true, "True")
		offer("False", "", false, "False")
	case optionUser, optionMentionable:
		for _, q := range s.people {
			offer("@"+q.account.Username, q.account.Name(), q.account.ID, "@"+q.account.Username)
		}
	case optionChannel:
		for _, id := range s.order {
			if r := s.rooms[id]; sees(s, r, p.account.ID) && r.ch.Type != channelDM && f.option.takes(r.ch) {
				offer("#"+r.ch.Name, "", id, id.String())
			}
		}
	case optionRole:
		for _, x := range roles(s) {
			offer("@"+strings.TrimPrefix(x["name"].(string), "@"), "", x["id"], x["id"].(ID).String())
		}
	}
	return list
}

// focus is the option being typed, and how to replace its value.
type focus struct {
	option *commandOption
	text   string       // what is typed of it
	before string       // the line up to "name:"
	after  []Suggestion // for a text without quotes: the options that may follow it
	line   *line
}

func newFocus(l *line, g given, text string) *focus {
	name, _, _ := strings.Cut(text[g.start:], ":") // as typed
	f := &focus{option: g.option, text: g.text, before: text[:g.start] + name + ":", line: l}
	value := text[len(f.before):]
	space := strings.LastIndexByte(value, ' ')
	if f.free() && space >= 0 && !strings.HasPrefix(value, `"`) {
		f.after = l.offered(f.before+strings.TrimRight(value[:space], " "), value[space+1:])
	}
	return f
}

// free reports whether the option takes any text. Such an option needs no quotes and can be typed on.
func (f *focus) free() bool { return f.option.Type == optionString && len(f.option.Choices) == 0 }

// with returns the line with a value in place of what was typed. A free text gets no quotes if it reads back the same
// without them, so that the person can type on.
func (f *focus) with(value string) string {
	plain := f.free() && value == strings.TrimSpace(value) && !strings.HasPrefix(value, `"`)
	for _, o := range f.line.missing() {
		plain = plain && !strings.Contains(" "+value, " "+o.Name+":")
	}
	if plain {
		return f.before + value + " "
	}
	return f.before + quoted(value) + " "
}

// askBot sends the autocomplete interaction. It omits values that cannot be read yet, and sends the typed value as text.
func askBot(s *Server, p *person, r *room, l *line, f *focus) *interaction {
	res := resolved{}
	var values []map[string]any
	for _, g := range l.given {
		o := map[string]any{"name": either(g.option.plain, g.option.Name), "type": g.option.Type}
		if g.option == f.option {
			o["value"], o["focused"] = f.text, true
			values = append(values, o)
		} else if v, err := convert(s, p, g.option, strings.TrimSpace(g.text), res); err == nil {
			o["value"] = v
			values = append(values, o)
		}
	}
	x := begin(s, p, r, typeAutocomplete, l.data(values, res), nil)
	x.name, x.option = l.name(), f.option.Type
	return x
}

// choose takes the bot's answer to an autocomplete interaction.
func choose(s *Server, x *interaction, b body) error {
	var ask struct {
		Choices []Choice `json:"choices"`
	}
	if err := b.decode(&ask); err != nil {
		return err
	}
	var f form
	if len(ask.Choices) > maxChoices {
		f.add("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxChoices)
	}
	for i, c := range ask.Choices {
		checkChoice(&f, at("data.choices", i), c, x.option)
	}
	if err := f.err(); err != nil {
		return err
	}
	x.Choices = ask.Choices
	tell(s, x.who, EventAutocomplete, map[string]any{"interaction": x.ID, "choices": x.Choices})
	return nil
}

// suggestFor implements Autocomplete for a person. It waits for the bot if the bot is asked.
func suggestFor(ctx context.Context, s *Server, p *person, channel, text string) ([]Suggestion, error) {
	s.mu.Lock()
	sweep(s)
	list, ask, f, err := suggest(s, p, channel, text)
	s.mu.Unlock()
	if err != nil || ask == nil {
		return list, err
	}
	out, err := await(ctx, s, ask.ID)
	if err != nil {
		return nil, err
	}
	if out.State != Answered {
		return nil, fmt.Errorf("loading options failed: %s", out.Reason)
	}
	for _, c := range out.Choices {
		list = append(list, Suggestion{Kind: "completion", Name: c.Name, Value: c.Value, Text: f.with(fmt.Sprint(c.Value))})
	}
	return append(list, f.after...), nil
}
