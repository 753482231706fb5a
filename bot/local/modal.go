package local

// Modal is a form that a bot opened for one person: an answer of type 9.
type Modal struct {
	Interaction ID          `json:"interaction"` // the interaction that it answers
	CustomID    string      `json:"custom_id"`
	Title       string      `json:"title"`
	Components  []Component `json:"components"`
}

// Field returns the modal's input with this custom id, or nil.
func (m *Modal) Field(customID string) *Component { return find(m.Components, customID) }

// check notes what Discord would refuse in a modal.
func (m *Modal) check(f *form, emoji func(ID) *appEmoji) {
	f.length("data.custom_id", m.CustomID, 1, maxCustomID)
	f.length("data.title", m.Title, 1, 45)
	c := checker{form: f, modal: true, emoji: emoji}
	c.size("data.components", len(m.Components), 1, 5)
	c.list("data.components", m.Components, topModal)
}

func (c *checker) label(path string, k *Component) {
	c.form.length(at(path, "label"), k.Label, 1, 45)
	c.form.length(at(path, "description"), k.Description, 0, 100)
	if k.Component == nil {
		c.required(at(path, "component"))
		return
	}
	if k.Component.Type == kindTextInput && k.Component.Label != "" {
		c.form.add(at(path, "component", "label"), "COMPONENT_LABEL_NOT_ALLOWED", "The label of an input inside a Label is the Label's.")
	}
	c.labelled = true
	c.component(at(path, "component"), k.Component, inLabel)
	c.labelled = false
}

func (c *checker) input(path string, k *Component) {
	c.customID(path, k)
	if k.Style != 1 && k.Style != 2 {
		c.form.add(at(path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	if !c.labelled {
		c.form.length(at(path, "label"), k.Label, 1, 45)
	}
	c.form.length(at(path, "placeholder"), k.Placeholder, 0, 100)
	least, most := k.lengths()
	if least < 0 || least > maxText {
		c.form.add(at(path, "min_length"), "NUMBER_TYPE_MAX", "int value should be between 0 and %d.", maxText)
	}
	if most < 1 || most > maxText || most < least {
		c.form.add(at(path, "max_length"), "NUMBER_TYPE_MAX", "int value should be between 1 and %d and not below min_length.", maxText)
	}
	if text, ok := k.Value.(string); ok {
		c.form.length(at(path, "value"), text, 0, most)
	}
}

// lengths returns the least and greatest number of characters of a text input.
func (k *Component) lengths() (least, most int) {
	most = maxText
	if k.MinLength != nil {
		least = *k.MinLength
	}
	if k.MaxLength != nil {
		most = *k.MaxLength
	}
	return least, most
}

func (c *checker) group(path string, k *Component) {
	c.customID(path, k)
	least := 1
	if k.Type == kindRadioGroup {
		least = 2
	}
	c.options(path, k.Options, least, 10)
	c.counts(path, k, len(k.Options))
}
