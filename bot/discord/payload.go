package discord

import (
	"fmt"
	"unicode/utf8"

	"downsync/bot/wire"
)

// Discord's limits.
const (
	maxComponents = 40
	maxText       = 4000
	maxAlt        = 1024
	maxID         = 100
	maxLabel      = 80
	maxOption     = 100
	maxOptions    = 25
	maxHolder     = 150
	maxButtons    = 5
	maxFiles      = 10
	maxFile       = 10 << 20
	maxNonce      = 25
)

// Types of components and flags of messages.
const (
	typeRow, typeButton, typeSelect, typeInput, typePeople, typeRole, typeChannel     = 1, 2, 3, 4, 5, 6, 8
	typeText, typeGallery, typeFile, typeSeparator, typeContainer, typeLabel          = 10, 12, 13, 14, 17, 18
	flagEphemeral, flagSilent, flagV2                                             int = 1 << 6, 1 << 12, 1 << 15
)

// payload is a message as sent: Components V2, explicit mentions, and the complete list of files.
type payload struct {
	Flags           int          `json:"flags"`
	Components      []any        `json:"components"`
	Attachments     []attachment `json:"attachments"`
	AllowedMentions mentions     `json:"allowed_mentions"`
	Nonce           string       `json:"nonce,omitempty"`
	EnforceNonce    bool         `json:"enforce_nonce,omitempty"`
}

type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type mentions struct {
	Parse []string      `json:"parse"`
	Users []wire.UserID `json:"users"`
	Roles []wire.RoleID `json:"roles,omitempty"`
}

type component struct {
	Type        int      `json:"type"`
	CustomID    string   `json:"custom_id,omitempty"`
	Style       int      `json:"style,omitempty"`
	Label       string   `json:"label,omitempty"`
	Disabled    bool     `json:"disabled,omitempty"`
	Placeholder string   `json:"placeholder,omitempty"`
	MinValues   *int     `json:"min_values,omitempty"`
	MaxValues   int      `json:"max_values,omitempty"`
	Options     []option `json:"options,omitempty"`
	Defaults    []preset `json:"default_values,omitempty"`
	Channels    []int    `json:"channel_types,omitempty"`
	Content     string   `json:"content,omitempty"`
	Items       []item   `json:"items,omitempty"`
	File        *media   `json:"file,omitempty"`
	AccentColor *int     `json:"accent_color,omitempty"`
	Components  []any    `json:"components,omitempty"`
	Component   any      `json:"component,omitempty"`
	Value       string   `json:"value,omitempty"`
	MinLength   *int     `json:"min_length,omitempty"`
	MaxLength   int      `json:"max_length,omitempty"`
	Required    *bool    `json:"required,omitempty"`
}

type option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// preset names the role or channel that a menu shows as chosen.
type preset struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

type item struct {
	Media       media  `json:"media"`
	Description string `json:"description,omitempty"`
}

type media struct {
	URL string `json:"url"`
}

// payloadOf converts a message that passes Check.
func payloadOf(m wire.Message) (payload, error) {
	if err := Check(m); err != nil {
		return payload{}, err
	}
	p := payload{Flags: flagV2, Attachments: []attachment{}, AllowedMentions: mentions{Parse: []string{}, Users: m.Mention, Roles: m.Call}}
	if m.Mention == nil {
		p.AllowedMentions.Users = []wire.UserID{}
	}
	if m.Silent {
		p.Flags |= flagSilent
	}
	alts := map[int]string{}
	p.Components = blocks(m, Sent(m), alts)
	for i, f := range m.Files {
		p.Attachments = append(p.Attachments, attachment{ID: fmt.Sprint(i), Filename: f.Name, Description: alts[i]})
	}
	return p, nil
}

func blocks(m wire.Message, bs []wire.Block, alts map[int]string) []any {
	out := []any{}
	for _, b := range bs {
		switch b := b.(type) {
		case wire.Text:
			out = append(out, component{Type: typeText, Content: string(b)})
		case wire.Picture:
			alts[b.File] = b.Alt
			out = append(out, component{Type: typeGallery, Items: []item{{Media: media{"attachment://" + m.Files[b.File].Name}, Description: b.Alt}}})
		case wire.Attached:
			out = append(out, component{Type: typeFile, File: &media{"attachment://" + m.Files[b].Name}})
		case wire.Rule:
			out = append(out, component{Type: typeSeparator})
		case wire.Row:
			out = append(out, component{Type: typeRow, Components: buttons(b)})
		case wire.Select:
			out = append(out, component{Type: typeRow, Components: []any{selection(b)}})
		case wire.People:
			out = append(out, component{Type: typeRow, Components: []any{component{Type: typePeople, CustomID: b.ID, Placeholder: b.Placeholder}}})
		case wire.Pick:
			out = append(out, component{Type: typeRow, Components: []any{pick(b)}})
		case wire.Box:
			accent := b.Accent
			out = append(out, component{Type: typeContainer, AccentColor: &accent, Components: blocks(m, b.Blocks, alts)})
		}
	}
	return out
}

func buttons(row wire.Row) []any {
	var out []any
	for _, b := range row {
		style := b.Style
		if style == 0 {
			style = wire.Secondary
		}
		out = append(out, component{Type: typeButton, Style: int(style), Label: b.Label, CustomID: b.ID, Disabled: b.Disabled})
	}
	return out
}

func selection(s wire.Select) component {
	least, most := s.Min, s.Max
	if most == 0 {
		least, most = 1, 1
	}
	c := component{Type: typeSelect, CustomID: s.ID, Placeholder: s.Placeholder, MinValues: &least, MaxValues: most}
	for _, o := range s.Options {
		c.Options = append(c.Options, option{Label: o.Label, Value: o.Value, Description: o.Note, Default: o.Chosen})
	}
	return c
}

// channelTypes are the types of channels that the bot can use: text and announcement.
var channelTypes = []int{0, 5}

func pick(p wire.Pick) component {
	least := 0
	c := component{Type: typeChannel, CustomID: p.ID, Placeholder: p.Placeholder, MinValues: &least, MaxValues: 1, Channels: channelTypes}
	of := "channel"
	if p.Roles {
		c.Type, c.Channels, of = typeRole, nil, "role"
	}
	if p.Chosen != "" {
		c.Defaults = []preset{{p.Chosen, of}}
	}
	return c
}

// checker finds the first thing that Discord would refuse.
type checker struct {
	m          wire.Message
	components int
	text       int
	ids        map[string]bool
	err        error
}

// Check returns an error for the first thing in the message that Discord would refuse, so that it is never sent.
func Check(m wire.Message) error {
	c := &checker{m: m, ids: map[string]bool{}}
	c.count("files", len(m.Files), 0, maxFiles)
	names := map[string]bool{}
	for _, f := range m.Files {
		c.length("file name", f.Name, 1, 100)
		c.count("bytes of file "+f.Name, len(f.Data), 1, maxFile)
		c.unique(names, "file name", f.Name)
	}
	c.blocks(Sent(m), true)
	c.count("components", c.components, 1, maxComponents)
	c.count("characters of text", c.text, 0, maxText)
	return c.err
}

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("message: "+format, args...)
	}
}

func (c *checker) count(what string, n, least, most int) {
	if n < least || n > most {
		c.fail("%d %s: expected %d to %d", n, what, least, most)
	}
}

func (c *checker) length(what, s string, least, most int) {
	c.count("characters of "+what, utf8.RuneCountInString(s), least, most)
}

func (c *checker) unique(seen map[string]bool, what, s string) {
	if seen[s] {
		c.fail("%s %q twice", what, s)
	}
	seen[s] = true
}

func (c *checker) blocks(bs []wire.Block, top bool) {
	for _, b := range bs {
		c.components++
		switch b := b.(type) {
		case wire.Text:
			c.length("text", string(b), 1, maxText)
			c.text += utf8.RuneCountInString(string(b))
		case wire.Picture:
			c.count("as the index of a picture's file", b.File, 0, len(c.m.Files)-1)
			c.length("alt text", b.Alt, 1, maxAlt)
		case wire.Attached:
			c.count("as the index of a file", int(b), 0, len(c.m.Files)-1)
		case wire.Rule:
		case wire.Row:
			c.row(b)
		case wire.Select:
			c.selection(b)
		case wire.People:
			c.menu(b.ID, b.Placeholder)
		case wire.Pick:
			c.menu(b.ID, b.Placeholder)
		case wire.Box:
			if !top {
				c.fail("a box inside a box")
			}
			c.count("blocks in a box", len(b.Blocks), 1, maxComponents)
			c.blocks(b.Blocks, false)
		default:
			c.fail("unknown block type %T", b)
		}
	}
}

// menu checks what all menus have.
func (c *checker) menu(id, placeholder string) {
	c.components++
	c.length("custom id", id, 1, maxID)
	c.unique(c.ids, "custom id", id)
	c.length("placeholder", placeholder, 0, maxHolder)
}

func (c *checker) row(row wire.Row) {
	c.count("buttons in a row", len(row), 1, maxButtons)
	c.components += len(row)
	for _, b := range row {
		c.length("custom id", b.ID, 1, maxID)
		c.unique(c.ids, "custom id", b.ID)
		c.length("button label", b.Label, 1, maxLabel)
	}
}

func (c *checker) selection(s wire.Select) {
	c.menu(s.ID, s.Placeholder)
	c.count("options", len(s.Options), 1, maxOptions)
	c.count("as the maximum of a select", s.Max, 0, len(s.Options))
	c.count("as the minimum of a select", s.Min, 0, max(s.Max, 1))
	values := map[string]bool{}
	for _, o := range s.Options {
		c.length("option label", o.Label, 1, maxOption)
		c.length("option value", o.Value, 1, maxOption)
		c.length("option note", o.Note, 0, maxOption)
		c.unique(values, "option", o.Value)
	}
}

// form converts a modal.
func form(f wire.Form) map[string]any {
	var fields []any
	for _, x := range f.Fields {
		least, most, required := x.Min, x.Max, x.Required
		if most == 0 {
			most = maxText
		}
		fields = append(fields, component{Type: typeLabel, Label: x.Label, Component: component{Type: typeInput, CustomID: x.ID, Style: 1,
			Placeholder: x.Placeholder, Value: x.Value, MinLength: &least, MaxLength: most, Required: &required}})
	}
	return map[string]any{"custom_id": f.ID, "title": f.Title, "components": fields}
}
