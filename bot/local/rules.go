package local

import (
	"slices"
	"strings"
)

// The limits of components, as Discord documents them.
const (
	maxComponents  = 40   // in a V2 message, nested ones included
	maxText        = 4000 // characters in all text displays of a message
	maxRows        = 5    // in a message without V2
	maxCustomID    = 100
	maxButtonLabel = 80
	maxOptions     = 25
	maxOptionText  = 100
	maxPlaceholder = 150
	maxAlt         = 1024
	maxGallery     = 10
)

// Where each type of component is allowed.
var (
	topLegacy   = []int{kindActionRow}
	topV2       = []int{kindActionRow, kindSection, kindTextDisplay, kindMediaGallery, kindFile, kindSeparator, kindContainer}
	inContainer = []int{kindActionRow, kindSection, kindTextDisplay, kindMediaGallery, kindFile, kindSeparator}
	inSection   = []int{kindTextDisplay}
	accessories = []int{kindButton, kindThumbnail}
	inRow       = []int{kindButton, kindStringSelect, kindUserSelect, kindRoleSelect, kindMentionableSelect, kindChannelSelect}
	topModal    = []int{kindActionRow, kindTextDisplay, kindLabel}
	inModalRow  = []int{kindTextInput}
	inLabel     = []int{kindTextInput, kindStringSelect, kindUserSelect, kindRoleSelect, kindMentionableSelect, kindChannelSelect, kindRadioGroup, kindCheckboxGroup, kindCheckbox}
)

// checker checks the components of one message or modal and notes what Discord would refuse.
type checker struct {
	form  *form
	modal bool
	emoji func(ID) *appEmoji // returns a custom emoji, or nil
	seen  map[string]bool
	count int
	text  int

	labelled bool // inside a Label, which has the input's label
}

// message checks a message's components.
func (c *checker) message(list []Component, v2 bool) {
	if !v2 {
		if len(list) > maxRows {
			c.form.add("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRows)
		}
		c.list("components", list, topLegacy)
		return
	}
	c.list("components", list, topV2)
	if c.count > maxComponents {
		c.form.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
			"The total number of components cannot exceed %d; there are %d.", maxComponents, c.count)
	}
	if c.text > maxText {
		c.form.add("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The text of all components cannot exceed %d characters; it has %d.", maxText, c.text)
	}
}

func (c *checker) list(path string, list []Component, allowed []int) {
	for i := range list {
		c.component(at(path, i), &list[i], allowed)
	}
}

func (c *checker) component(path string, k *Component, allowed []int) {
	c.count++
	if !slices.Contains(allowed, k.Type) {
		c.form.add(at(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", allowed)
		return
	}
	switch k.Type {
	case kindActionRow:
		c.row(path, k)
	case kindButton:
		c.button(path, k)
	case kindStringSelect, kindUserSelect, kindRoleSelect, kindMentionableSelect, kindChannelSelect:
		c.selection(path, k)
	case kindSection:
		c.section(path, k)
	case kindTextDisplay:
		c.form.length(at(path, "content"), k.Content, 1, maxText)
		c.text += runes(k.Content)
	case kindThumbnail:
		c.media(at(path, "media"), k.Media)
		c.form.length(at(path, "description"), k.Description, 0, maxAlt)
	case kindMediaGallery:
		c.gallery(path, k)
	case kindFile:
		c.attached(at(path, "file"), k.File)
	case kindSeparator:
		if k.Spacing != 0 && k.Spacing != 1 && k.Spacing != 2 {
			c.form.add(at(path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
	case kindContainer:
		c.container(path, k)
	case kindLabel:
		c.label(path, k)
	case kindTextInput:
		c.input(path, k)
	case kindRadioGroup, kindCheckboxGroup:
		c.group(path, k)
	case kindCheckbox:
		c.customID(path, k)
	}
}

func (c *checker) row(path string, k *Component) {
	inner := at(path, "components")
	if c.modal {
		c.size(inner, len(k.Components), 1, 1)
		c.list(inner, k.Components, inModalRow)
		return
	}
	c.size(inner, len(k.Components), 1, 5)
	if len(k.Components) > 1 && slices.ContainsFunc(k.Components, func(x Component) bool { return x.isSelect() }) {
		c.form.add(inner, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select menu fills its action row.")
	}
	c.list(inner, k.Components, inRow)
}

func (c *checker) button(path string, k *Component) {
	c.form.length(at(path, "label"), k.Label, 0, maxButtonLabel)
	if k.Label == "" && k.Emoji == nil {
		c.form.add(path, "BUTTON_COMPONENT_INVALID_EMOJI_OR_LABEL", "A button needs a label or an emoji.")
	}
	c.emojiOf(path, k.Emoji)
	switch k.Style {
	case primary, secondary, success, danger:
		c.customID(path, k)
		if k.URL != "" {
			c.form.add(at(path, "url"), "BUTTON_COMPONENT_INVALID_STYLE", "Only a link button has a url.")
		}
	case link:
		if k.CustomID != "" {
			c.form.add(at(path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if !isWeb(k.URL) || len(k.URL) > 512 {
			c.form.add(at(path, "url"), "URL_TYPE_INVALID", "A link button needs an http(s) url of at most 512 characters.")
		}
	default:
		c.form.add(at(path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	}
}

func (c *checker) selection(path string, k *Component) {
	c.customID(path, k)
	c.form.length(at(path, "placeholder"), k.Placeholder, 0, maxPlaceholder)
	if c.modal && k.Disabled {
		c.form.add(at(path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "A select menu in a modal cannot be disabled.")
	}
	if k.Type == kindStringSelect {
		c.options(path, k.Options, 1, maxOptions)
	} else if len(k.Options) > 0 {
		c.form.add(at(path, "options"), "COMPONENT_OPTIONS_NOT_ALLOWED", "Only a string select has options.")
	}
	for i, d := range k.DefaultValues {
		if !slices.Contains(defaultTypes[k.Type], d.Type) {
			c.form.add(at(path, "default_values", i, "type"), "BASE_TYPE_CHOICES", "Value must be one of %v.", defaultTypes[k.Type])
		}
	}
	most := maxOptions
	if k.Type == kindStringSelect {
		most = len(k.Options)
	}
	c.counts(path, k, most)
}

// defaultTypes lists what can be preselected in each type of select.
var defaultTypes = map[int][]string{kindUserSelect: {"user"}, kindRoleSelect: {"role"}, kindMentionableSelect: {"user", "role"}, kindChannelSelect: {"channel"}}

// counts checks min_values and max_values against the number of available values.
func (c *checker) counts(path string, k *Component, available int) {
	least, most := k.values()
	if least < 0 || least > available {
		c.form.add(at(path, "min_values"), "NUMBER_TYPE_MAX", "Must be between 0 and the number of options (%d).", available)
	}
	if most < 1 || most > available {
		c.form.add(at(path, "max_values"), "NUMBER_TYPE_MAX", "Must be between 1 and the number of options (%d).", available)
	}
	if least > most {
		c.form.add(at(path, "min_values"), "COMPONENT_SELECT_MIN_EXCEEDS_MAX", "min_values exceeds max_values.")
	}
	chosen := len(k.DefaultValues)
	for _, o := range k.Options {
		if o.Default {
			chosen++
		}
	}
	if chosen > most {
		c.form.add(at(path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are default than max_values (%d).", most)
	}
}

func (c *checker) options(path string, list []SelectOption, least, most int) {
	inner := at(path, "options")
	c.size(inner, len(list), least, most)
	seen := map[string]bool{}
	for i, o := range list {
		p := at(inner, i)
		c.form.length(at(p, "label"), o.Label, 1, maxOptionText)
		c.form.length(at(p, "value"), o.Value, 1, maxOptionText)
		c.form.length(at(p, "description"), o.Description, 0, maxOptionText)
		c.emojiOf(p, o.Emoji)
		if seen[o.Value] {
			c.form.add(at(p, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
	}
}

func (c *checker) section(path string, k *Component) {
	c.size(at(path, "components"), len(k.Components), 1, 3)
	c.list(at(path, "components"), k.Components, inSection)
	if k.Accessory == nil {
		c.required(at(path, "accessory"))
		return
	}
	c.component(at(path, "accessory"), k.Accessory, accessories)
}

func (c *checker) gallery(path string, k *Component) {
	c.size(at(path, "items"), len(k.Items), 1, maxGallery)
	for i := range k.Items {
		item := &k.Items[i]
		c.media(at(path, "items", i, "media"), &item.Media)
		if item.Description != nil {
			c.form.length(at(path, "items", i, "description"), *item.Description, 0, maxAlt)
		}
	}
}

func (c *checker) container(path string, k *Component) {
	c.size(at(path, "components"), len(k.Components), 1, maxComponents)
	if k.AccentColor != nil && (*k.AccentColor < 0 || *k.AccentColor > 0xFFFFFF) {
		c.form.add(at(path, "accent_color"), "NUMBER_TYPE_MAX", "int value should be between 0 and 16777215.")
	}
	c.list(at(path, "components"), k.Components, inContainer)
}

func (c *checker) media(path string, m *Media) {
	if m == nil || m.URL == "" {
		c.required(at(path, "url"))
		return
	}
	if !isWeb(m.URL) && !strings.HasPrefix(m.URL, attachmentScheme) {
		c.form.add(at(path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'attachment').")
	}
}

func (c *checker) attached(path string, m *Media) {
	if m == nil || !strings.HasPrefix(m.URL, attachmentScheme) {
		c.form.add(at(path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('attachment').")
	}
}

func (c *checker) customID(path string, k *Component) {
	p := at(path, "custom_id")
	c.form.length(p, k.CustomID, 1, maxCustomID)
	if c.seen[k.CustomID] {
		c.form.add(p, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	c.seen[k.CustomID] = true
}

// emojiOf notes an emoji that Discord refuses. A custom one must exist, and gets the name that it has; any other must be one of Unicode's.
func (c *checker) emojiOf(path string, e *Emoji) {
	if e == nil {
		return
	}
	if e.ID == 0 {
		e.Animated = false
		if !isEmoji(e.Name) {
			c.form.add(at(path, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
		}
		return
	}
	known := c.emoji(e.ID)
	if known == nil {
		c.form.add(at(path, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
		return
	}
	e.Name, e.Animated = known.Name, known.Animated
}

func (c *checker) size(path string, n, least, most int) {
	if n < least || n > most {
		c.form.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

func (c *checker) required(path string) {
	c.form.add(path, "BASE_TYPE_REQUIRED", "This field is required")
}

func isWeb(u string) bool {
	return strings.HasPrefix(u, "https://") || strings.HasPrefix(u, "http://")
}

// number assigns components without an id the smallest free ids in order.
func number(list []Component) {
	used := map[int]bool{}
	walk(list, func(k *Component) { used[k.ID] = true })
	next := 1
	walk(list, func(k *Component) {
		if k.ID != 0 {
			return
		}
		for used[next] {
			next++
		}
		k.ID = next
		used[next] = true
	})
}
