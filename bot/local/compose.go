package local

import (
	"slices"
	"strconv"
)

// The limits of a message without V2.
const (
	maxContent   = 2000
	maxEmbeds    = 10
	maxEmbedText = 6000 // characters in all embeds
)

// origin is the kind of request that composes a message. It decides the flags and the default mentions.
type origin int

const (
	fromChannel origin = iota // POST or PATCH /channels/…/messages
	fromAnswer                // an interaction's callback, followups and their edits
)

// settable holds the flags that a request may set, by origin.
var settable = map[origin]int{
	fromChannel: flagSuppressEmbeds | flagSuppressNotifications | flagComponentsV2,
	fromAnswer:  flagSuppressEmbeds | flagSuppressNotifications | flagComponentsV2 | flagEphemeral,
}

// draft is a message in progress: the message before, the request, and its origin.
type draft struct {
	base   Message // zero except ids, author and channel if the message is new
	isNew  bool
	ask    payload
	origin origin
	v9     bool // the API version decides what an edit does with files it does not list
}

// compose applies a request to a message and checks the result by Discord's rules. It changes nothing but the counter
// of ids. The files of the returned message are not served yet.
func compose(s *Server, d draft) (*Message, error) {
	m, p, f := d.base, &d.ask, &form{}
	if err := d.flags(&m, f); err != nil {
		return nil, err
	}
	v2 := m.Flags&flagComponentsV2 != 0
	if p.Content.Set {
		m.Content = p.Content.Value
	}
	m.Embeds, m.Components = cloneEmbeds(m.Embeds), cloneComponents(m.Components)
	if p.Embeds.Set {
		m.Embeds = p.Embeds.Value
	}
	if p.Components.Set {
		m.Components = p.Components.Value
	}
	d.text(&m, f, v2)
	if p.Components.Set {
		c := checker{form: f, emoji: s.customEmoji}
		c.message(m.Components, v2)
	}
	d.ask.AllowedMentions.Value.check(f)
	gather(s, d, &m, f)
	if err := f.err(); err != nil {
		return nil, err
	}
	if p.Components.Set {
		normalize(m.Components)
	}
	shown := resolve(s, f, &m, m.files)
	if v2 {
		m.files = slices.DeleteFunc(m.files, func(x *file) bool { return !shown[x.id] })
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	finish(s, d, &m, shown, v2)
	if m.Content == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.files) == 0 {
		return nil, emptyMessage()
	}
	return &m, nil
}

// flags applies and checks the flags. V2 cannot be removed; the first answer fixes ephemeral.
func (d *draft) flags(m *Message, f *form) error {
	if !d.ask.Flags.given() {
		return nil
	}
	asked := d.ask.Flags.Value
	if bad := asked &^ settable[d.origin]; bad != 0 {
		f.add("flags", "MESSAGE_FLAGS_INVALID", "The flags %d cannot be set here.", bad)
	}
	if !d.isNew && m.Flags&flagComponentsV2 != 0 && asked&flagComponentsV2 == 0 {
		f.add("flags", "MESSAGE_COMPONENTS_V2_FLAG_IRREVERSIBLE", "IS_COMPONENTS_V2 cannot be removed from a message.")
	}
	keep := flagEphemeral | flagHasThread
	if !d.isNew {
		keep |= flagSuppressNotifications
	}
	m.Flags = m.Flags&keep | asked&^flagEphemeral
	if d.isNew {
		m.Flags |= asked & flagEphemeral
	}
	return f.err()
}

// text checks the text and embeds.
func (d *draft) text(m *Message, f *form, v2 bool) {
	if v2 {
		if m.Content != "" {
			f.add("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		if len(m.Embeds) > 0 {
			f.add("embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		if d.ask.poll() {
			f.add("poll", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'poll' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		if len(d.ask.Stickers) > 0 {
			f.add("sticker_ids", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'sticker_ids' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		return
	}
	f.length("content", m.Content, 0, maxContent)
	if d.ask.poll() || len(d.ask.Stickers) > 0 {
		f.add("", "NOT_HERE", "Polls and stickers are not part of this Discord.")
	}
	checkEmbeds(f, m.Embeds)
}

func checkEmbeds(f *form, embeds []Embed) {
	if len(embeds) > maxEmbeds {
		f.add("embeds", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxEmbeds)
	}
	total := 0
	for i := range embeds {
		e, p := &embeds[i], at("embeds", i)
		if e.Type == "" {
			e.Type = "rich"
		}
		f.length(at(p, "title"), e.Title, 0, 256)
		f.length(at(p, "description"), e.Description, 0, 4096)
		total += runes(e.Title) + runes(e.Description)
		if len(e.Fields) > 25 {
			f.add(at(p, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
		}
		for j, x := range e.Fields {
			f.length(at(p, "fields", j, "name"), x.Name, 1, 256)
			f.length(at(p, "fields", j, "value"), x.Value, 1, 1024)
			total += runes(x.Name) + runes(x.Value)
		}
		if e.Footer != nil {
			f.length(at(p, "footer", "text"), e.Footer.Text, 0, 2048)
			total += runes(e.Footer.Text)
		}
		if e.Author != nil {
			f.length(at(p, "author", "name"), e.Author.Name, 0, 256)
			total += runes(e.Author.Name)
		}
	}
	if total > maxEmbedText {
		f.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
}

// gather determines the message's files: those kept and those uploaded now.
func gather(s *Server, d draft, m *Message, f *form) {
	p := &d.ask
	kept := m.files
	refs := map[int]attachmentRef{}
	if p.Attachments.Set {
		kept = nil
		for i, r := range p.Attachments.Value {
			n, err := strconv.ParseUint(r.ID, 10, 64)
			old := slices.IndexFunc(m.files, func(x *file) bool { return uint64(x.id) == n })
			switch {
			case err == nil && old >= 0:
				kept = append(kept, described(m.files[old], r))
			case err == nil && slices.ContainsFunc(p.files, func(u upload) bool { return uint64(u.index) == n }):
				refs[int(n)] = r
			default:
				f.add(at("attachments", i, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found: no files[%s] and no attachment of that id.", r.ID)
			}
		}
	}
	m.files = slices.Clone(kept)
	for _, u := range p.files {
		r, listed := refs[u.index]
		if p.Attachments.Set && !listed && !d.isNew && !d.v9 {
			continue // v10: an edit's list is complete, including new files
		}
		if listed && r.Filename != nil {
			u.name = cleanName(*r.Filename)
		}
		x := described(newFile(mint(s, s.clock.Now()), m.ChannelID, u), r)
		x.ephemeral = m.Ephemeral()
		m.files = append(m.files, x)
	}
	for i, x := range m.files {
		f.length(at("attachments", i, "description"), x.alt, 0, maxAlt)
	}
	if len(m.files) > maxFiles {
		f.add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
	}
}

// described returns the file with the alt text from the request.
func described(x *file, r attachmentRef) *file {
	y := *x
	if r.Description != nil {
		y.alt = *r.Description
	}
	return &y
}

// finish fills in what Discord derives from the rest.
func finish(s *Server, d draft, m *Message, shown map[ID]bool, v2 bool) {
	m.Attachments = []Attachment{}
	for _, x := range m.files {
		if !v2 && !shown[x.id] {
			m.Attachments = append(m.Attachments, attachment(s, x))
		}
	}
	if m.Embeds == nil {
		m.Embeds = []Embed{}
	}
	if m.Components == nil {
		m.Components = []Component{}
	}
	mention(s, m, d.ask.AllowedMentions.Value, d.origin)
}

// normalize fills in the defaults that Discord returns.
func normalize(list []Component) {
	number(list)
	walk(list, func(k *Component) {
		switch {
		case k.Type == kindSeparator:
			if k.Spacing == 0 {
				k.Spacing = 1
			}
			if k.Divider == nil {
				yes := true
				k.Divider = &yes
			}
		case k.isSelect():
			least, most := k.values()
			k.MinValues, k.MaxValues = &least, &most
		}
	})
}
