package local

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// request is one REST request, read and authorised.
type request struct {
	*http.Request
	body body
	v9   bool
}

// id reads a snowflake of the path.
func (q *request) id(name string) (ID, error) {
	id, err := parseID(q.PathValue(name))
	if err != nil {
		return 0, badForm(name, "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", q.PathValue(name))
	}
	return id, nil
}

// reply is a successful response; a nil body means 204.
type reply struct {
	status int
	body   any
}

func ok(body any) (reply, error)      { return reply{http.StatusOK, body}, nil }
func created(body any) (reply, error) { return reply{http.StatusCreated, body}, nil }
func noContent() (reply, error)       { return reply{status: http.StatusNoContent}, nil }

// route is one REST route. Its path names its parts as Discord's description does, because that is how its schema is found.
type route struct {
	pattern string // "POST /channels/{channel_id}/messages"
	open    bool   // needs no bot token
	serve   func(*Server, *request) (reply, error)
}

// about serves a route that is about one thing, which find finds or refuses by the request.
func about[T any](find func(*Server, *request) (T, error), serve func(*Server, *request, T) (reply, error)) func(*Server, *request) (reply, error) {
	return func(s *Server, q *request) (reply, error) {
		x, err := find(s, q)
		if err != nil {
			return reply{}, err
		}
		return serve(s, q, x)
	}
}

// restRoutes returns all routes of the API. They are called with mu held.
func restRoutes() []route {
	var all []route
	for _, part := range [][]route{basicRoutes, guildRoutes, channelRoutes, messageRoutes, threadRoutes, commandRoutes, emojiRoutes, interactionRoutes} {
		all = append(all, part...)
	}
	return all
}

// api serves the REST API below the prefix of one version.
func api(s *Server) http.Handler {
	mux := http.NewServeMux()
	for _, rt := range restRoutes() {
		mux.HandleFunc(rt.pattern, func(w http.ResponseWriter, r *http.Request) { serveREST(s, w, r, rt) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		note(s, r.Method+" "+r.URL.Path, "no such route in this Discord", nil)
		writeFailure(w, notFound())
	})
	return mux
}

// serveREST checks a request before its route runs: token, faults, limits, schema.
func serveREST(s *Server, w http.ResponseWriter, r *http.Request, rt route) {
	w.Header().Set("Date", s.clock.Now().Format(http.TimeFormat))
	q := &request{Request: r, v9: strings.HasPrefix(r.RequestURI, "/api/v9/")}
	s.mu.Lock()
	s.requests[rt.pattern]++
	token := s.token
	s.mu.Unlock()
	if !sameOrigin(r) || !rt.open && r.Header.Get("Authorization") != "Bot "+token {
		writeFailure(w, unauthorized())
		return
	}
	fault := requestFault(s, rt.pattern, r.Method+" "+r.URL.Path)
	if fault != nil && !fault.Late && !strike(s, w, r, fault) {
		return
	}
	if err := admit(s, w.Header(), rt.pattern, r); err != nil {
		writeFailure(w, err)
		return
	}
	rep, err := carryOut(s, w, q, rt)
	if fault != nil && fault.Late && !strike(s, w, r, fault) {
		return
	}
	if err != nil {
		writeFailure(w, err)
		return
	}
	checkReply(s, rt.pattern, rep.body)
	writeJSON(w, rep.status, rep.body)
}

// carryOut reads, validates and executes a request.
func carryOut(s *Server, w http.ResponseWriter, q *request, rt route) (reply, error) {
	var err error
	if q.body, err = readBody(w, q.Request); err != nil {
		return reply{}, err
	}
	if err := checkRequest(s, rt.pattern, q.body.json); err != nil {
		return reply{}, err
	}
	s.mu.Lock()
	sweep(s)
	rep, err := rt.serve(s, q)
	fresh := s.fresh
	s.fresh = nil
	lost := s.keeper.keep(s)
	s.mu.Unlock()
	for _, m := range fresh {
		checkMessage(s, rt.pattern, m)
	}
	if err == nil && lost != nil && !rt.open && q.Method != http.MethodGet { // nobody asks again for the answer of an interaction
		return reply{}, fail(http.StatusServiceUnavailable, 0, "not kept: "+lost.Error())
	}
	return rep, err
}

// strike applies a REST fault to a request, and reports whether the request continues.
func strike(s *Server, w http.ResponseWriter, r *http.Request, f *Fault) (goesOn bool) {
	if f.wait > 0 {
		timer := time.NewTimer(f.wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return false
		}
	}
	switch f.Kind {
	case "latency":
		return true
	case "lost":
		panic(http.ErrAbortHandler) // net/http closes the connection without an answer
	}
	writeFailure(w, f.failure())
	return false
}

// writeFailure writes an error response. An error that is not a Failure is a fault of this program.
func writeFailure(w http.ResponseWriter, err error) {
	var f *failure
	if !errors.As(err, &f) {
		f = fail(http.StatusInternalServerError, 0, err.Error())
	}
	if f.retry == nil {
		writeJSON(w, f.Status, f)
		return
	}
	f.retry.headers(w.Header())
	if f.retry.scope == scopeAddress {
		http.Error(w, "error code: 1015", f.Status)
		return
	}
	writeJSON(w, f.Status, map[string]any{"message": f.Message, "retry_after": f.retry.seconds,
		"global": f.retry.scope == "global", "code": f.Code})
}

// writeJSON writes a response. A client that is gone cannot be helped.
func writeJSON(w http.ResponseWriter, status int, v any) {
	if v == nil {
		w.WriteHeader(status)
		return
	}
	b, err := json.Marshal(v)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte(`{"message":"unencodable answer","code":0}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	_, _ = w.Write(b)
}

// limits counts requests by route and real second, as Discord's buckets do.
type limits struct {
	second int64
	used   map[string]int
}

// admit writes the rate-limit headers and refuses what exceeds Config.Limit.
func admit(s *Server, h http.Header, pattern string, r *http.Request) error {
	bucket := bucketOf(pattern, r)
	now := time.Now()
	limit, remaining := 50, 49
	s.mu.Lock()
	if s.cfg.Limit > 0 {
		if s.limits.second != now.Unix() {
			s.limits = limits{now.Unix(), map[string]int{}}
		}
		s.limits.used[bucket]++
		limit, remaining = s.cfg.Limit, max(s.cfg.Limit-s.limits.used[bucket], -1)
	}
	s.mu.Unlock()
	left := time.Unix(now.Unix()+1, 0).Sub(now).Seconds()
	h.Set("X-RateLimit-Bucket", bucket)
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(remaining, 0)))
	h.Set("X-RateLimit-Reset", strconv.FormatInt(now.Unix()+1, 10))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(left, 'f', 3, 64))
	if remaining < 0 {
		x := fail(http.StatusTooManyRequests, 0, "You are being rate limited.")
		x.retry = &retryAfter{left, "user"}
		return x
	}
	return nil
}

// bucketOf returns the route with its major parameter, because limits apply per channel, guild or webhook.
func bucketOf(pattern string, r *http.Request) string {
	major := ""
	for _, name := range []string{"channel_id", "guild_id", "webhook_token", "interaction_id"} {
		if v := r.PathValue(name); v != "" {
			major = v
			break
		}
	}
	return shortHash(pattern + "|" + major)
}
