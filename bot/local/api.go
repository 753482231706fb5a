package local

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

// The JSON API, for the page and for any program. {u} is player1, 1 or a snowflake; a channel is a snowflake, a name such as
// #general, or dm. A POST is application/json and is answered 202 with {"interaction": id}, or with what it made; a refusal is
// {"error": reason}, 404 for an unknown person or thing, else 400.
//
//	GET  /local/users                        the people: [{"user", "number", "dm_closed", "admin", "moderator", "locale"}]
//	POST /local/users                        {"count": 4}: add people until there are four
//	GET  /local/users/{u}/view               everything they see, see View
//	GET  /local/users/{u}/events             the same as it changes, server-sent, see the Event constants
//	GET  /local/users/{u}/autocomplete       ?channel=&text=: {"suggestions": [{"kind","name","detail","value","text"}],
//	                                         "choices": [{"name","value"}]}: text is the line once it is picked
//	GET  /local/users/{u}/menus              ?channel=: {"user": [], "message": []}: the commands of both context menus
//	POST /local/users/{u}/slash              {"channel", "text"}
//	POST /local/users/{u}/menu               {"name", "message"} or {"name", "channel", "user"}: a command of a context menu
//	POST /local/users/{u}/click              {"message", "custom_id", "values": []}
//	POST /local/users/{u}/submit             {"modal", "fields": {}}: modal (or custom_id) names the open modal by its custom id
//	POST /local/users/{u}/say                {"channel", "content"}: a message of their own
//	POST /local/users/{u}/dismiss            {"message"}: an ephemeral message, or without one the open modal
//	POST /local/users/{u}/dm                 {"closed": true}
//	POST /local/users/{u}/install            {"installed": true}: the application is installed for them
//	POST /local/users/{u}/admin              {"admin": true}
//	POST /local/users/{u}/moderator          {"moderator": true}: gives them the role Moderator
//	POST /local/users/{u}/join, /leave       {"channel"}: makes them a member of a thread, or ends that
//	POST /local/users/{u}/locale             {"locale": "de"}: the language of their client
//	POST /local/locale                       {"locale": "de"}: the preferred language of the guild
//	POST /local/role                         {"mentionable": true}: anyone may mention the role Moderator
//	POST /local/endpoint                     {"endpoint": "http://127.0.0.1:8097"}: where interactions are sent; "": over the gateway
//	GET  /local/interactions/{id}            the state of an interaction, see Outcome
//	GET  /local/clock                        {"now"}
//	POST /local/clock                        {"advance": "30s"}
//	POST /local/faults                       see Fault
//	GET  /local/violations                   what the bot did against the rules, see Violation
func localAPI(s *Server) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /local/users", driverAPI{s}.users)
	mux.HandleFunc("POST /local/users", change(driverAPI{s}.addUsers))
	mux.HandleFunc("GET /local/users/{u}/view", asUser(s, func(u *User, r *http.Request) (any, error) { return u.View(), nil }))
	mux.HandleFunc("GET /local/users/{u}/events", driverAPI{s}.events)
	mux.HandleFunc("GET /local/users/{u}/menus", asUser(s, func(u *User, r *http.Request) (any, error) {
		onUser, onMessage, err := u.Menus(r.URL.Query().Get("channel"))
		return map[string]any{"user": onUser, "message": onMessage}, err
	}))
	mux.HandleFunc("GET /local/users/{u}/autocomplete", asUser(s, apiAutocomplete))
	for name, do := range map[string]func(*User, ask) (any, error){
		"slash":     func(u *User, a ask) (any, error) { return started(u.Slash(a.Channel, a.Text)) },
		"menu":      apiMenu,
		"click":     func(u *User, a ask) (any, error) { return started(u.Click(a.Message, a.CustomID, a.Values...)) },
		"submit":    func(u *User, a ask) (any, error) { return started(u.Submit(orElse(a.Modal, a.CustomID), a.Fields)) },
		"say":       apiSay,
		"dismiss":   func(u *User, a ask) (any, error) { return map[string]any{}, u.Dismiss(a.Message) },
		"dm":        func(u *User, a ask) (any, error) { return turned("closed", a.Closed, u.CloseDM) },
		"install":   func(u *User, a ask) (any, error) { return turned("installed", a.Installed, u.Install) },
		"admin":     func(u *User, a ask) (any, error) { return turned("admin", a.Admin, u.SetAdmin) },
		"moderator": func(u *User, a ask) (any, error) { return turned("moderator", a.Mod, u.SetModerator) },
		"join":      func(u *User, a ask) (any, error) { return map[string]any{}, u.Join(a.Channel) },
		"leave":     func(u *User, a ask) (any, error) { return map[string]any{}, u.Leave(a.Channel) },
		"locale":    func(u *User, a ask) (any, error) { return map[string]any{"locale": a.Locale}, u.SetLocale(a.Locale) },
	} {
		mux.HandleFunc("POST /local/users/{u}/"+name, userChange(s, do))
	}
	mux.HandleFunc("GET /local/interactions/{id}", driverAPI{s}.interaction)
	mux.HandleFunc("GET /local/clock", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"now": s.clock.Now()})
	})
	mux.HandleFunc("POST /local/clock", change(driverAPI{s}.advance))
	mux.HandleFunc("POST /local/faults", change(driverAPI{s}.fault))
	mux.HandleFunc("POST /local/locale", change(driverAPI{s}.locale))
	mux.HandleFunc("POST /local/role", change(driverAPI{s}.role))
	mux.HandleFunc("POST /local/endpoint", change(driverAPI{s}.endpoint))
	mux.HandleFunc("GET /local/violations", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, append([]Violation{}, s.Violations()...))
	})
	mux.HandleFunc("/local/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "no such route: "+r.Method+" "+r.URL.Path)
	})
	return mux
}

// ask is the body of any POST of the API. Each route reads its own fields.
type ask struct {
	Channel   string         `json:"channel"`
	Text      string         `json:"text"`
	Name      string         `json:"name"`
	User      string         `json:"user"`
	Content   string         `json:"content"`
	Message   ID             `json:"message"`
	CustomID  string         `json:"custom_id"`
	Modal     string         `json:"modal"`
	Values    []string       `json:"values"`
	Fields    map[string]any `json:"fields"`
	Closed    *bool          `json:"closed"`
	Installed *bool          `json:"installed"`
	Admin     *bool          `json:"admin"`
	Mod       *bool          `json:"moderator"`
	Mention   *bool          `json:"mentionable"`
	Advance   string         `json:"advance"`
	Count     int            `json:"count"`
	Locale    string         `json:"locale"`
	Endpoint  string         `json:"endpoint"`
}

// refuse answers an API request with an error.
func refuse(w http.ResponseWriter, status int, reason string) {
	writeJSON(w, status, map[string]any{"error": reason})
}

// maxAsk is the maximum size of an API request's body, in bytes.
const maxAsk = 64 << 10

// readAsk reads a JSON body into v. It refuses unknown fields by name, so that a typo is noticed.
func readAsk(w http.ResponseWriter, r *http.Request, v any) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return errors.New("expected Content-Type: application/json")
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxAsk))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("the body is not JSON that this route accepts: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the body has more than one JSON value")
	}
	return nil
}

// change serves a POST that changes something, as its body says.
func change[T any](do func(context.Context, T) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var body T
		err := readAsk(w, r, &body)
		var made any
		if err == nil {
			made, err = do(r.Context(), body)
		}
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		writeJSON(w, http.StatusAccepted, made)
	}
}

// user returns the user {u}, or answers 404.
func user(s *Server, w http.ResponseWriter, r *http.Request) *User {
	u := s.User(r.PathValue("u"))
	if u == nil {
		refuse(w, http.StatusNotFound, fmt.Sprintf("nobody is called %q: expected player1, 1 or a user's id", r.PathValue("u")))
	}
	return u
}

// asUser serves a GET about one person.
func asUser(s *Server, get func(*User, *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		u := user(s, w, r)
		if u == nil {
			return
		}
		v, err := get(u, r)
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		writeJSON(w, http.StatusOK, v)
	}
}

// userChange serves a POST that acts for one person.
func userChange(s *Server, do func(*User, ask) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		u := user(s, w, r)
		if u == nil {
			return
		}
		change(func(_ context.Context, a ask) (any, error) { return do(u, a) })(w, r)
	}
}

func apiAutocomplete(u *User, r *http.Request) (any, error) {
	q := r.URL.Query()
	list, err := u.Autocomplete(r.Context(), q.Get("channel"), q.Get("text"))
	choices := []Choice{}
	for _, x := range list {
		if x.Kind == "value" || x.Kind == "completion" {
			choices = append(choices, Choice{Name: x.Name, Value: x.Value})
		}
	}
	return map[string]any{"suggestions": append([]Suggestion{}, list...), "choices": choices}, err
}

func started(a *Act, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]any{"interaction": a.ID}, nil
}

func apiMenu(u *User, a ask) (any, error) {
	if a.Message != 0 {
		return started(u.OnMessage(a.Message, a.Name))
	}
	return started(u.OnUser(a.Channel, a.Name, a.User))
}

func apiSay(u *User, a ask) (any, error) {
	m, err := u.Say(a.Channel, a.Content)
	if err != nil {
		return nil, err
	}
	return map[string]any{"message": m}, nil
}

// turned sets what is on or off by the field of that name, which must be given.
func turned(field string, on *bool, set func(bool)) (any, error) {
	if on == nil {
		return nil, fmt.Errorf(`expected {"%[1]s": true} or {"%[1]s": false}`, field)
	}
	set(*on)
	return map[string]any{field: *on}, nil
}

// driverAPI answers the routes that tell or change the whole Discord.
type driverAPI struct{ s *Server }

func (on driverAPI) users(w http.ResponseWriter, _ *http.Request) {
	on.s.mu.Lock()
	list := []map[string]any{}
	for _, p := range on.s.people {
		list = append(list, map[string]any{"user": p.account, "number": p.number, "dm_closed": p.closed, "admin": p.admin, "moderator": p.mod, "locale": p.locale})
	}
	on.s.mu.Unlock()
	writeJSON(w, http.StatusOK, list)
}

func (on driverAPI) addUsers(_ context.Context, a ask) (any, error) {
	names, err := on.s.AddUsers(a.Count)
	return map[string]any{"users": names}, err
}

func (on driverAPI) interaction(w http.ResponseWriter, r *http.Request) {
	id, err := parseID(r.PathValue("id"))
	out, known := on.s.Outcome(id)
	if err != nil || !known {
		refuse(w, http.StatusNotFound, fmt.Sprintf("no interaction %q is remembered", r.PathValue("id")))
		return
	}
	writeJSON(w, http.StatusOK, out)
}

func (on driverAPI) advance(_ context.Context, a ask) (any, error) {
	d, err := time.ParseDuration(strings.TrimSpace(a.Advance))
	if err != nil || d <= 0 {
		return nil, fmt.Errorf("advance %q: expected a duration above zero, such as 30s or 24h", a.Advance)
	}
	on.s.clock.Advance(d)
	return map[string]any{"now": on.s.clock.Now()}, nil
}

func (on driverAPI) fault(_ context.Context, f Fault) (any, error) {
	return map[string]any{}, on.s.Inject(f)
}

func (on driverAPI) locale(_ context.Context, a ask) (any, error) {
	return map[string]any{"locale": a.Locale}, on.s.SetLocale(a.Locale)
}

func (on driverAPI) role(_ context.Context, a ask) (any, error) {
	return turned("mentionable", a.Mention, on.s.SetMentionable)
}

func (on driverAPI) endpoint(ctx context.Context, a ask) (any, error) {
	return map[string]any{"endpoint": a.Endpoint}, on.s.SetEndpoint(ctx, a.Endpoint)
}
