package local

import (
	"net/http"
	"slices"
	"strings"
)

// routes returns the handler for everything that is served at one address.
func routes(s *Server) http.Handler {
	api, own := api(s), http.NewServeMux()
	own.Handle("/local/", localAPI(s))
	own.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveFile)
	own.HandleFunc("GET /emojis/{name}", s.serveEmoji)
	own.Handle("/", pageHandler())
	guarded := guard(own)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/v9/"):
			http.StripPrefix("/api/v9", api).ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/api/v10/"):
			http.StripPrefix("/api/v10", api).ServeHTTP(w, r)
		case strings.TrimSuffix(r.URL.Path, "/") == "/gw":
			serveGateway(s, w, r)
		default:
			guarded.ServeHTTP(w, r)
		}
	})
}

// serveFile serves an attachment to anyone who has its address, as Discord's CDN does.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	id, err := parseID(r.PathValue("id"))
	s.mu.Lock()
	f := s.files[id]
	s.mu.Unlock()
	if err != nil || f == nil || f.name != r.PathValue("name") || f.channel.String() != r.PathValue("channel") {
		http.NotFound(w, r)
		return
	}
	writeBlob(w, f.mime, f.data)
}

func (s *Server) serveEmoji(w http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(r.PathValue("name"), ".")
	id, err := parseID(name)
	s.mu.Lock()
	i := slices.IndexFunc(s.emojis, func(e *appEmoji) bool { return err == nil && e.ID == id })
	var e *appEmoji
	if i >= 0 {
		e = s.emojis[i]
	}
	s.mu.Unlock()
	if e == nil {
		http.NotFound(w, r)
		return
	}
	writeBlob(w, e.mime, e.data)
}

// writeBlob serves bytes that never change. Only pictures are shown in place; anything else is a download.
func writeBlob(w http.ResponseWriter, mime string, data []byte) {
	h := w.Header()
	h.Set("Content-Type", mime)
	h.Set("Cache-Control", "private, max-age=86400, immutable")
	if !strings.HasPrefix(mime, "image/") || strings.Contains(mime, "svg") {
		h.Set("Content-Disposition", "attachment")
	}
	_, _ = w.Write(data) // the client may be gone
}
