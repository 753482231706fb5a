package local

import (
	"encoding/json"
	"slices"
)

// Component types.
const (
	kindActionRow         = 1
	kindButton            = 2
	kindStringSelect      = 3
	kindTextInput         = 4
	kindUserSelect        = 5
	kindRoleSelect        = 6
	kindMentionableSelect = 7
	kindChannelSelect     = 8
	kindSection           = 9
	kindTextDisplay       = 10
	kindThumbnail         = 11
	kindMediaGallery      = 12
	kindFile              = 13
	kindSeparator         = 14
	kindContainer         = 17
	kindLabel             = 18
	kindRadioGroup        = 21
	kindCheckboxGroup     = 22
	kindCheckbox          = 23
)

// Button styles. A Link opens a page and makes no interaction.
const (
	primary   = 1
	secondary = 2
	success   = 3
	danger    = 4
	link      = 5
)

// Component is any component of a message or a modal. Type decides which fields apply.
type Component struct {
	Type     int    `json:"type"`
	ID       int    `json:"id"`
	CustomID string `json:"custom_id,omitempty"`

	// Buttons and text inputs.
	Style    int    `json:"style,omitempty"`
	Label    string `json:"label,omitempty"` // also of a Label
	Emoji    *Emoji `json:"emoji,omitempty"`
	URL      string `json:"url,omitempty"`
	Disabled bool   `json:"disabled,omitempty"` // also of selects

	// Selects and groups.
	Options       []SelectOption `json:"options,omitempty"`
	Placeholder   string         `json:"placeholder,omitempty"` // also of a text input
	MinValues     *int           `json:"min_values,omitempty"`
	MaxValues     *int           `json:"max_values,omitempty"`
	DefaultValues []DefaultValue `json:"default_values,omitempty"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`
	Required      *bool          `json:"required,omitempty"` // in modals

	// Text inputs.
	MinLength *int `json:"min_length,omitempty"`
	MaxLength *int `json:"max_length,omitempty"`
	Value     any  `json:"value,omitempty"`
	Default   bool `json:"default,omitempty"` // Checkbox

	// Layout and content.
	Components  []Component `json:"components,omitempty"`
	Component   *Component  `json:"component,omitempty"` // of a Label
	Accessory   *Component  `json:"accessory,omitempty"`
	Content     string      `json:"content,omitempty"`
	Description string      `json:"description,omitempty"` // alt text of a Thumbnail, hint of a Label
	Media       *Media      `json:"media,omitempty"`
	File        *Media      `json:"file,omitempty"`
	Name        string      `json:"name,omitempty"` // of a File
	Size        int         `json:"size,omitempty"` // of a File
	Items       []MediaItem `json:"items,omitempty"`
	AccentColor *int        `json:"accent_color,omitempty"`
	Spoiler     bool        `json:"spoiler,omitempty"`
	Divider     *bool       `json:"divider,omitempty"`
	Spacing     int         `json:"spacing,omitempty"`
}

// MarshalJSON also writes the empty fields that Discord always writes for the type.
func (c Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case kindContainer:
		return json.Marshal(struct {
			plain
			AccentColor *int `json:"accent_color"`
			Spoiler     bool `json:"spoiler"`
		}{plain(c), c.AccentColor, c.Spoiler})
	case kindThumbnail:
		return json.Marshal(struct {
			plain
			Description *string `json:"description"`
			Spoiler     bool    `json:"spoiler"`
		}{plain(c), orNull(c.Description), c.Spoiler})
	case kindFile:
		return json.Marshal(struct {
			plain
			Name    string `json:"name"`
			Size    int    `json:"size"`
			Spoiler bool   `json:"spoiler"`
		}{plain(c), c.Name, c.Size, c.Spoiler})
	case kindTextDisplay:
		return json.Marshal(struct {
			plain
			Content string `json:"content"`
		}{plain(c), c.Content})
	}
	return json.Marshal(plain(c))
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Media is a picture or file that a component or an embed shows.
type Media struct {
	ID           ID     `json:"id,omitzero"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID ID     `json:"attachment_id,omitzero"`
}

// MediaItem is one picture of a gallery. Description is its alt text.
type MediaItem struct {
	Media       Media   `json:"media"`
	Description *string `json:"description"`
	Spoiler     bool    `json:"spoiler"`
}

// SelectOption is one choice of a string select, a radio group or a checkbox group.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is a preselected user, role or channel.
type DefaultValue struct {
	ID   ID     `json:"id"`
	Type string `json:"type"`
}

// isSelect reports whether the component is one of the five selects of messages.
func (c *Component) isSelect() bool {
	return c.Type == kindStringSelect || c.Type >= kindUserSelect && c.Type <= kindChannelSelect
}

// isInput reports whether the component takes an answer in a modal.
func (c *Component) isInput() bool {
	return c.Type == kindTextInput || c.isSelect() || c.Type >= kindRadioGroup && c.Type <= kindCheckbox
}

// mustAnswer reports whether a modal's field may not be empty. A checkbox is always answered, with yes or no.
func (c *Component) mustAnswer() bool {
	return c.Type != kindCheckbox && (c.Required == nil || *c.Required)
}

// values returns the least and greatest number of values of a select.
func (c *Component) values() (least, most int) {
	least, most = 1, 1
	if c.Type == kindCheckboxGroup {
		most = len(c.Options)
	}
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}

// walk visits every component of a list and all components below them, parents first.
func walk(list []Component, visit func(*Component)) {
	for i := range list {
		list[i].walk(visit)
	}
}

func (c *Component) walk(visit func(*Component)) {
	visit(c)
	walk(c.Components, visit)
	if c.Component != nil {
		c.Component.walk(visit)
	}
	if c.Accessory != nil {
		c.Accessory.walk(visit)
	}
}

// Component returns the message's component with this custom id, or nil.
func (m *Message) Component(customID string) *Component {
	return find(m.Components, customID)
}

func find(list []Component, customID string) *Component {
	var found *Component
	walk(list, func(c *Component) {
		if c.CustomID == customID && customID != "" && found == nil {
			found = c
		}
	})
	return found
}

// cloneComponents copies the parts of a tree that composing changes.
func cloneComponents(list []Component) []Component {
	out := slices.Clone(list)
	for i := range out {
		k := &out[i]
		k.Components, k.Items = cloneComponents(k.Components), slices.Clone(k.Items)
		k.Media, k.File = cloneMedia(k.Media), cloneMedia(k.File)
		if k.Accessory != nil {
			k.Accessory = &cloneComponents([]Component{*k.Accessory})[0]
		}
	}
	return out
}

func cloneEmbeds(list []Embed) []Embed {
	out := slices.Clone(list)
	for i := range out {
		out[i].Image, out[i].Thumbnail = cloneMedia(out[i].Image), cloneMedia(out[i].Thumbnail)
	}
	return out
}

func cloneMedia(m *Media) *Media {
	if m == nil {
		return nil
	}
	c := *m
	return &c
}
