package local

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// The limits of application emojis.
const (
	maxEmojis     = 2000
	maxEmojiBytes = 256 << 10
)

// appEmoji is an emoji of the application.
type appEmoji struct {
	ID            ID       `json:"id"`
	Name          string   `json:"name"`
	Roles         []ID     `json:"roles"`
	User          *Account `json:"user"`
	RequireColons bool     `json:"require_colons"`
	Managed       bool     `json:"managed"`
	Animated      bool     `json:"animated"`
	Available     bool     `json:"available"`

	data []byte
	mime string
}

var emojiRoutes = []route{
	{pattern: "GET /applications/{application_id}/emojis", serve: listEmojis},
	{pattern: "POST /applications/{application_id}/emojis", serve: postEmoji},
	{pattern: "GET /applications/{application_id}/emojis/{emoji_id}", serve: about(emoji, getEmoji)},
	{pattern: "PATCH /applications/{application_id}/emojis/{emoji_id}", serve: about(emoji, patchEmoji)},
	{pattern: "DELETE /applications/{application_id}/emojis/{emoji_id}", serve: about(emoji, deleteEmoji)},
}

// customEmoji returns a custom emoji, or nil. Callers hold mu.
func (s *Server) customEmoji(id ID) *appEmoji {
	if i := slices.IndexFunc(s.emojis, func(e *appEmoji) bool { return e.ID == id }); i >= 0 {
		return s.emojis[i]
	}
	return nil
}

func listEmojis(s *Server, q *request) (reply, error) {
	if err := application(s, q); err != nil {
		return reply{}, err
	}
	return ok(map[string]any{"items": append([]*appEmoji{}, s.emojis...)})
}

var (
	emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)
	dataURI   = regexp.MustCompile(`^data:(image/(?:png|jpeg|gif|webp));base64,`)
)

func checkEmojiName(s *Server, f *form, name string) {
	if !emojiName.MatchString(name) {
		f.add("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	if slices.ContainsFunc(s.emojis, func(e *appEmoji) bool { return e.Name == name }) {
		f.add("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
	}
}

func postEmoji(s *Server, q *request) (reply, error) {
	if err := application(s, q); err != nil {
		return reply{}, err
	}
	var ask struct{ Name, Image string }
	if err := q.body.decode(&ask); err != nil {
		return reply{}, err
	}
	var f form
	checkEmojiName(s, &f, ask.Name)
	head := dataURI.FindStringSubmatch(ask.Image)
	if head == nil {
		f.add("image", "IMAGE_INVALID", "Invalid image data: expected data:image/png;base64,…")
		return reply{}, f.err()
	}
	data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(ask.Image, head[0]))
	if err != nil {
		f.add("image", "IMAGE_INVALID", "Invalid image data: %v", err)
	}
	if len(data) > maxEmojiBytes {
		f.add("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	if err := f.err(); err != nil {
		return reply{}, err
	}
	if len(s.emojis) >= maxEmojis {
		return reply{}, fail(http.StatusBadRequest, 30008, "Maximum number of emojis reached (2000)")
	}
	e := &appEmoji{ID: mint(s, s.clock.Now()), Name: ask.Name, Roles: []ID{}, User: s.bot, RequireColons: true, Available: true,
		Animated: head[1] == "image/gif", data: data, mime: head[1]}
	s.emojis = append(s.emojis, e)
	return created(e)
}

// emoji returns the index of a request's emoji.
func emoji(s *Server, q *request) (int, error) {
	if err := application(s, q); err != nil {
		return 0, err
	}
	id, err := q.id("emoji_id")
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(s.emojis, func(e *appEmoji) bool { return e.ID == id })
	if i < 0 {
		return 0, unknownEmoji()
	}
	return i, nil
}

func getEmoji(s *Server, _ *request, i int) (reply, error) {
	return ok(s.emojis[i])
}

func patchEmoji(s *Server, q *request, i int) (reply, error) {
	var ask struct{ Name string }
	if err := q.body.decode(&ask); err != nil {
		return reply{}, err
	}
	var f form
	checkEmojiName(s, &f, ask.Name)
	if err := f.err(); err != nil {
		return reply{}, err
	}
	e := *s.emojis[i]
	e.Name = ask.Name
	s.emojis[i] = &e
	return ok(&e)
}

func deleteEmoji(s *Server, _ *request, i int) (reply, error) {
	s.emojis = slices.Delete(slices.Clone(s.emojis), i, i+1)
	return noContent()
}
