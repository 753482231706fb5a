package discord

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"downsync/bot/wire"
)

// Messages are checked against Discord's limits at their edges; what Discord would refuse is never sent.
func TestCheck(t *testing.T) {
	text := func(n int) wire.Message { return wire.Message{Blocks: []wire.Block{wire.Text(strings.Repeat("x", n))}} }
	row := func(n, label, id int) wire.Message {
		var r wire.Row
		for i := range n {
			r = append(r, wire.Button{ID: strings.Repeat("i", id-1) + string(rune('a'+i)), Label: strings.Repeat("l", label)})
		}
		return wire.Message{Blocks: []wire.Block{r}}
	}
	sel := func(n int) wire.Message {
		s := wire.Select{ID: "s"}
		for i := range n {
			s.Options = append(s.Options, wire.Option{Value: strings.Repeat("v", i+1), Label: "l"})
		}
		return wire.Message{Blocks: []wire.Block{s}}
	}
	many := func(n int) wire.Message {
		var m wire.Message
		for range n {
			m.Blocks = append(m.Blocks, wire.Text("x"))
		}
		return m
	}
	alt := func(n int) wire.Message {
		return wire.Message{Files: []wire.File{{Name: "a.png", Data: []byte("x")}}, Blocks: []wire.Block{wire.Picture{Alt: strings.Repeat("x", n)}}}
	}
	for name, c := range map[string]struct {
		m  wire.Message
		ok bool
	}{
		"4000 characters": {text(4000), true}, "4001 characters": {text(4001), false}, "no text": {text(0), false},
		"5 buttons": {row(5, 1, 1), true}, "6 buttons": {row(6, 1, 1), false}, "label of 80": {row(1, 80, 1), true}, "label of 81": {row(1, 81, 1), false},
		"id of 100": {row(1, 1, 100), true}, "id of 101": {row(1, 1, 101), false}, "no label": {row(1, 0, 1), false},
		"25 options": {sel(25), true}, "100 options": {sel(100), true}, "no options": {sel(0), false},
		"40 components": {many(40), true}, "41 components": {many(41), false}, "nothing": {wire.Message{}, false},
		"alt of 1024": {alt(1024), true}, "alt of 1025": {alt(1025), false},
		"a picture without words": {wire.Message{Files: []wire.File{{Name: "a.png", Data: []byte("x")}}, Blocks: []wire.Block{wire.Picture{File: 0}}}, false},
		"a picture of no file":    {wire.Message{Blocks: []wire.Block{wire.Picture{File: 0}}}, false},
		"the same id twice":       {wire.Message{Blocks: []wire.Block{wire.Row{{ID: "a", Label: "x"}, {ID: "a", Label: "y"}}}}, false},
		"a box in a box":          {wire.Message{Blocks: []wire.Block{wire.Box{Blocks: []wire.Block{wire.Box{Blocks: []wire.Block{wire.Text("x")}}}}}}, false},
		"options alike":           {wire.Message{Blocks: []wire.Block{wire.Select{ID: "s", Options: []wire.Option{{Value: "v", Label: "a"}, {Value: "v", Label: "b"}}}}}, false},
	} {
		if err := Check(c.m); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A select with more options than Discord allows is sent as several, and a press of any of them is one of the whole.
func TestLongSelectsAreSentInParts(t *testing.T) {
	s := wire.Select{ID: "go", Placeholder: "Go to one of them"}
	for n := range 60 {
		s.Options = append(s.Options, wire.Option{Value: fmt.Sprint("v", n), Label: fmt.Sprint(n)})
	}
	var seen []string
	var holders []string
	for _, b := range Guarded([]wire.Block{wire.Box{Blocks: []wire.Block{s}}})[0].(wire.Box).Blocks {
		part := b.(wire.Select)
		if whole(part.ID) != "go" {
			t.Errorf("a press of %q is one of %q", part.ID, whole(part.ID))
		}
		for _, o := range part.Options {
			seen = append(seen, o.Value)
		}
		holders = append(holders, part.Placeholder)
	}
	if len(seen) != 60 || seen[0] != "v0" || seen[59] != "v59" {
		t.Errorf("sent: %q", seen)
	}
	if want := []string{"Go to one of them (1–25)", "Go to one of them (26–50)", "Go to one of them (51–60)"}; !slices.Equal(holders, want) {
		t.Errorf("called %q", holders)
	}
	press := `{"id":"1","type":3,"token":"t","user":{"id":"2"},"data":{"custom_id":"go·part3","values":["v59"]}}`
	if i, _, err := decode([]byte(press)); err != nil || i.CustomID != "go" || !slices.Equal(i.Values, []string{"v59"}) {
		t.Errorf("read as %+v, %v", i, err)
	}
	s.Min, s.Max = 2, 2
	if Check(wire.Message{Blocks: []wire.Block{s}}) == nil {
		t.Error("a choice of two among 60 is sent in parts")
	}
}

// The library keeps every rate-limit bucket for ever, so there must not be many.
func TestBucketsAreBounded(t *testing.T) {
	seen := map[string]bool{}
	for i := range 5000 {
		id := strings.Repeat("1", 10) + string(rune('a'+i%26)) + strings.Repeat("x", i%97)
		seen[bucket("interactions/"+id+"/token/callback")] = true
		seen[bucket("webhooks/1/"+id+"/messages/@original")] = true
		seen[bucket("channels/"+id+"/messages")] = true
	}
	if len(seen) > 3*buckets {
		t.Errorf("%d buckets", len(seen))
	}
}

// A slow follow-up does not delay the follow-ups to other interactions.
func TestSlowFollowUpHoldsUpNobody(t *testing.T) {
	t.Parallel()
	began, other := make(chan struct{}), make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/slow/") {
			close(began)
			select {
			case <-other:
			case <-r.Context().Done():
			}
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer srv.Close()
	c, err := New(Config{Base: srv.URL, Token: "t", Rate: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	followUp := func(token string) error {
		return c.rest.send(ctx, http.MethodPatch, "webhooks/1/"+token+"/messages/@original", payload{}, nil, nil)
	}
	slow := make(chan error)
	go func() { slow <- followUp("slow") }()
	<-began
	if err := followUp("quick"); err != nil {
		t.Errorf("the other is not sent: %v", err)
	}
	close(other)
	if err := <-slow; err != nil {
		t.Error(err)
	}
}

// The form of a path for logs contains neither ids nor tokens.
func TestRoute(t *testing.T) {
	got := route("webhooks/1234567890123456789/aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OQ/messages/@original?wait=true")
	if got != "webhooks/*/*/messages/@original" {
		t.Error(got)
	}
}

// A body with files is as the library makes it, and made in one piece.
func TestEncodesAsTheLibrary(t *testing.T) {
	in := map[string]string{"content": "two pictures"}
	files := []wire.File{{Name: "dice.png", Data: []byte("\x89PNG\r\n\x1a\n1")}, {Name: `a "board".png`, Data: bytes.Repeat([]byte("x"), 50_000)}}
	var fs []*discordgo.File
	for _, f := range files {
		fs = append(fs, &discordgo.File{Name: f.Name, ContentType: http.DetectContentType(f.Data), Reader: bytes.NewReader(f.Data)})
	}
	kind, body, err := encode(in, files)
	if err != nil {
		t.Fatal(err)
	}
	wantKind, want, err := discordgo.MultipartBodyWithJSON(in, fs)
	if err != nil {
		t.Fatal(err)
	}
	if is, want := unbound(t, kind, body), unbound(t, wantKind, want); is != want {
		t.Errorf("%.300q, expected %.300q", is, want)
	}
	if spare := cap(body) - len(body); spare > 2048 {
		t.Errorf("%d bytes are spare", spare)
	}
}

// unbound returns a multipart body without its random boundary.
func unbound(t *testing.T, kind string, body []byte) string {
	t.Helper()
	name, params, err := mime.ParseMediaType(kind)
	if err != nil {
		t.Fatal(err)
	}
	return name + "\n" + strings.ReplaceAll(string(body), params["boundary"], "-")
}
