package local

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// click presses a button or chooses in a select. The error says why the client would not let the person. Callers hold mu.
func click(s *Server, p *person, message ID, customID string, values []string) (*interaction, error) {
	r, m := anyMessage(s, message)
	if m == nil || !sees(s, r, p.account.ID) || !m.seenBy(p.account.ID) {
		return nil, fmt.Errorf("%s sees no message %s", p.account.Username, message)
	}
	k := m.Component(customID)
	switch {
	case k == nil:
		return nil, fmt.Errorf("the message has no component %q", customID)
	case m.ApplicationID != 0 && m.ApplicationID != s.bot.ID:
		return nil, fmt.Errorf("%q is of another application, which does not answer", customID)
	case !answers(s, p, r, m):
		return nil, fmt.Errorf("%q is of an application that is not on the server, and does not answer", customID)
	case lockedFor(s, p, r):
		return nil, fmt.Errorf("the thread %q is locked: only members who manage threads can press something in it", r.ch.Name)
	case k.Disabled:
		return nil, fmt.Errorf("%q is disabled", customID)
	case k.Type == kindButton && len(values) > 0:
		return nil, fmt.Errorf("%q is a button: it takes no values", customID)
	}
	data := map[string]any{"component_type": k.Type, "custom_id": k.CustomID, "id": k.ID}
	if k.isSelect() {
		res := resolved{}
		ids, err := pick(s, p, k, values, res, true)
		if err != nil {
			return nil, err
		}
		data["values"] = ids
		if len(res) > 0 {
			data["resolved"] = res
		}
	}
	x := begin(s, p, r, typeComponent, data, m)
	x.CustomID = customID
	return x, nil
}

// answers reports whether the application learns of a press on a message: where it is not on the server, of those on its private answers to people
// who have installed it for themselves.
func answers(s *Server, p *person, r *room, m *Message) bool {
	return r.ch.Type == channelDM || !s.kicked || p.installed && m.Ephemeral()
}

// pick checks the values chosen in a select or a group, and returns them as the bot receives them.
func pick(s *Server, p *person, k *Component, values []string, res resolved, must bool) ([]string, error) {
	least, most := k.values()
	if k.Type == kindRadioGroup {
		most = 1
	}
	if !must && len(values) == 0 {
		least = 0
	}
	if len(values) < least || len(values) > most {
		return nil, fmt.Errorf("%q takes %d to %d values, not %d", k.CustomID, least, most, len(values))
	}
	out := []string{}
	for _, v := range values {
		id, err := pickOne(s, p, k, v, res)
		if err != nil {
			return nil, err
		}
		if slices.Contains(out, id) {
			return nil, fmt.Errorf("%q: %q is chosen twice", k.CustomID, v)
		}
		out = append(out, id)
	}
	return out, nil
}

func pickOne(s *Server, p *person, k *Component, v string, res resolved) (string, error) {
	switch k.Type {
	case kindStringSelect, kindRadioGroup, kindCheckboxGroup:
		if !slices.ContainsFunc(k.Options, func(o SelectOption) bool { return o.Value == v }) {
			return "", fmt.Errorf("%q has no option %q", k.CustomID, v)
		}
		return v, nil
	case kindUserSelect, kindMentionableSelect:
		a := account(s, strings.TrimPrefix(v, "@"))
		if a == nil {
			return "", fmt.Errorf("%q: nobody is called %q", k.CustomID, v)
		}
		resolveUser(s, a, res)
		return a.ID.String(), nil
	case kindChannelSelect:
		r := roomNamed(s, p, v)
		if r == nil || r.ch.Type == channelDM || len(k.ChannelTypes) > 0 && !slices.Contains(k.ChannelTypes, r.ch.Type) {
			return "", fmt.Errorf("%q: no channel to choose is called %q", k.CustomID, v)
		}
		res.add("channels", r.ch.ID, r.ch)
		return r.ch.ID.String(), nil
	}
	role := roleNamed(s, v)
	if role == nil {
		return "", fmt.Errorf("%q: no role is called %q", k.CustomID, v)
	}
	id := role["id"].(ID)
	res.add("roles", id, role)
	return id.String(), nil
}

// submit sends the modal that a person has open. modal is its custom id or the interaction that opened it. fields maps
// custom ids to a string, a list of strings or a bool. Callers hold mu.
func submit(s *Server, p *person, modal string, fields map[string]any) (*interaction, error) {
	m := p.modal
	if m == nil {
		return nil, errors.New("no modal is open")
	}
	if modal != m.CustomID && modal != m.Interaction.String() {
		return nil, fmt.Errorf("the open modal is %q (of interaction %s), not %q", m.CustomID, m.Interaction, modal)
	}
	parent := s.acts[m.Interaction]
	if parent == nil || s.rooms[parent.Channel] != parent.room {
		return nil, errors.New("the modal is too old, or its channel is gone")
	}
	switch r := parent.room; {
	case len(installs(s, p, r)) == 0:
		return nil, fmt.Errorf("%q is of an application that is not on the server, and does not answer", m.CustomID)
	case !sees(s, r, p.account.ID):
		return nil, fmt.Errorf("%s no longer sees the channel of the form %q", p.account.Username, m.CustomID)
	case lockedFor(s, p, r):
		return nil, fmt.Errorf("the thread %q is locked: only members who manage threads can send a form in it", r.ch.Name)
	case r.ch.IsThread() && r.ch.Thread.Archived:
		return nil, fmt.Errorf("the thread %q is archived: no form can be sent in it", r.ch.Name)
	}
	for name := range fields {
		if k := m.Field(name); k == nil || !k.isInput() {
			return nil, fmt.Errorf("the modal has no field %q", name)
		}
	}
	res := resolved{}
	list := []any{}
	for i := range m.Components {
		c, err := filled(s, p, &m.Components[i], fields, res)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	data := map[string]any{"custom_id": m.CustomID, "components": list}
	if len(res) > 0 {
		data["resolved"] = res
	}
	source := parent.room.message(parent.Source)
	x := begin(s, p, parent.room, typeModal, data, source)
	x.CustomID, x.parent = m.CustomID, parent
	return x, nil
}

// filled returns a modal's component as submitted: its kind, its id and what was entered.
func filled(s *Server, p *person, k *Component, fields map[string]any, res resolved) (map[string]any, error) {
	o := map[string]any{"type": k.Type, "id": k.ID}
	switch k.Type {
	case kindActionRow:
		inner, err := filled(s, p, &k.Components[0], fields, res)
		o["components"] = []any{inner}
		return o, err
	case kindLabel:
		inner, err := filled(s, p, k.Component, fields, res)
		o["component"] = inner
		return o, err
	case kindTextDisplay:
		return o, nil
	}
	o["custom_id"] = k.CustomID
	value, entered := fields[k.CustomID]
	switch k.Type {
	case kindTextInput:
		text, err := k.entered(value, entered)
		o["value"] = text
		return o, err
	case kindCheckbox:
		on, isBool := value.(bool)
		if entered && !isBool {
			return nil, fmt.Errorf("%q: expected true or false", k.CustomID)
		}
		if !entered {
			on = k.Default
		}
		o["value"] = on
		return o, nil
	}
	values, err := stringList(k, value, entered)
	if err != nil {
		return nil, err
	}
	picked, err := pick(s, p, k, values, res, k.mustAnswer())
	if err != nil {
		return nil, err
	}
	if k.Type != kindRadioGroup {
		o["values"] = picked
	} else if len(picked) == 1 {
		o["value"] = picked[0]
	} else {
		o["value"] = nil
	}
	return o, nil
}

// entered returns the text of an input after the client's checks. An untouched input keeps its preset text.
func (k *Component) entered(value any, given bool) (string, error) {
	text, isText := value.(string)
	if given && !isText {
		return "", fmt.Errorf("%q: expected a text", k.CustomID)
	}
	if preset, has := k.Value.(string); !given && has {
		text = preset
	}
	least, most := k.lengths()
	n := runes(text)
	switch {
	case n == 0 && k.mustAnswer():
		return "", fmt.Errorf("%q is required", k.CustomID)
	case n == 0:
		return text, nil
	case n < least || n > most:
		return "", fmt.Errorf("%q has %d characters: expected %d to %d", k.CustomID, n, least, most)
	}
	return text, nil
}

// stringList reads the values of a select in a modal: a list, one string, or the preset values.
func stringList(k *Component, value any, given bool) ([]string, error) {
	if !given {
		var preset []string
		for _, o := range k.Options {
			if o.Default {
				preset = append(preset, o.Value)
			}
		}
		return preset, nil
	}
	switch v := value.(type) {
	case nil:
		return nil, nil
	case string:
		return []string{v}, nil
	case []string:
		return v, nil
	case []any:
		list := make([]string, len(v))
		for i, e := range v {
			text, ok := e.(string)
			if !ok {
				return nil, fmt.Errorf("%q: expected a list of texts", k.CustomID)
			}
			list[i] = text
		}
		return list, nil
	}
	return nil, fmt.Errorf("%q: expected a list of texts", k.CustomID)
}

// say posts a message that a person wrote. Callers hold mu.
func say(s *Server, p *person, channel, content string) (*Message, error) {
	r, err := place(s, p, channel)
	if err != nil {
		return nil, err
	}
	if n := runes(strings.TrimSpace(content)); n == 0 || n > maxContent {
		return nil, fmt.Errorf("a message has 1 to %d characters, not %d", maxContent, n)
	}
	m := blank(s, r, p.account)
	m.Content = content
	everyone := fromAnswer // without the permission, @everyone pings nobody
	mention(s, &m, nil, everyone)
	join(s, r, p.account.ID)
	post(s, r, &m)
	return &m, nil
}

// dismiss closes a person's modal, or removes an ephemeral message from their view. Callers hold mu.
func dismiss(s *Server, p *person, message ID) error {
	if message == 0 {
		p.modal = nil
		tell(s, p, EventModal, nil)
		wake(s)
		return nil
	}
	r, m := anyMessage(s, message)
	if m == nil || m.to != p.account.ID {
		return fmt.Errorf("%s has no message %s that only they see", p.account.Username, message)
	}
	drop(s, r, m)
	return nil
}
