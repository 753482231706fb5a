package local

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // for the sizes of uploaded pictures
	_ "image/jpeg" // the same
	_ "image/png"  // the same
	"net/http"
	"strings"
)

const attachmentScheme = "attachment://"

// file is an uploaded file. Its bytes never change.
type file struct {
	id        ID
	channel   ID
	name      string
	mime      string
	alt       string
	data      []byte
	width     int
	height    int
	ephemeral bool
}

// newFile creates a file from an upload and measures it.
func newFile(id, channel ID, u upload) *file {
	f := &file{id: id, channel: channel, name: u.name, mime: u.mime, data: u.data}
	if f.mime == "" || f.mime == "application/octet-stream" {
		f.mime = http.DetectContentType(u.data)
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
		f.width, f.height = c.Width, c.Height
	}
	return f
}

func (f *file) path() string { return fmt.Sprintf("/attachments/%d/%d/%s", f.channel, f.id, f.name) }

func attachment(s *Server, f *file) Attachment {
	return Attachment{ID: f.id, Filename: f.name, Description: f.alt, ContentType: f.mime, Size: len(f.data),
		URL: s.base + f.path(), ProxyURL: s.base + f.path(), Width: f.width, Height: f.height, Ephemeral: f.ephemeral}
}

// mediaOf fills in what a component shows once its file is known.
func mediaOf(s *Server, m *Media, f *file) {
	*m = Media{ID: f.id, URL: s.base + f.path(), ProxyURL: s.base + f.path(), Width: f.width, Height: f.height,
		ContentType: f.mime, AttachmentID: f.id}
}

// resolve replaces attachment://name in every component and embed by the message's own file of that name. It returns
// the files that are shown. External addresses stay unchanged.
func resolve(s *Server, f *form, m *Message, files []*file) (shown map[ID]bool) {
	shown = map[ID]bool{}
	byName, byPath := map[string]*file{}, map[string]*file{}
	for _, x := range files {
		byName[x.name], byPath[s.base+x.path()] = x, x
	}
	point := func(path string, media *Media) {
		if media == nil || media.URL == "" {
			return
		}
		name, local := strings.CutPrefix(media.URL, attachmentScheme)
		x := byPath[media.URL]
		if local {
			x = byName[name]
		}
		switch {
		case x != nil:
			mediaOf(s, media, x)
			shown[x.id] = true
		case local:
			f.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment %q was not found.", name)
		default:
			media.ProxyURL = media.URL
			if media.ID == 0 {
				media.ID = mint(s, s.clock.Now())
			}
		}
	}
	walk(m.Components, func(k *Component) {
		point("components", k.Media)
		point("components", k.File)
		for i := range k.Items {
			point("components", &k.Items[i].Media)
		}
		if k.Type == kindFile && k.File != nil {
			if x := byPath[k.File.URL]; x != nil {
				k.Name, k.Size = x.name, len(x.data)
			}
		}
	})
	for i := range m.Embeds {
		point("embeds", m.Embeds[i].Image)
		point("embeds", m.Embeds[i].Thumbnail)
	}
	return shown
}
