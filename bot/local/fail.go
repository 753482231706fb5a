package local

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// failure is an error response in Discord's format. Code is Discord's error code (10062, 50035, …), or 0 for plain HTTP
// errors.
type failure struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`

	retry *retryAfter // set on a 429
}

func (f *failure) Error() string { return fmt.Sprintf("%d %s (code %d)", f.Status, f.Message, f.Code) }

func fail(status, code int, message string) *failure {
	return &failure{Status: status, Code: code, Message: message}
}

// Discord's refusals that a game bot can meet. Each call returns a new value, because the caller may add to it.
func unknownChannel() error     { return fail(http.StatusNotFound, 10003, "Unknown Channel") }
func unknownGuild() error       { return fail(http.StatusNotFound, 10004, "Unknown Guild") }
func unknownMember() error      { return fail(http.StatusNotFound, 10007, "Unknown Member") }
func unknownMessage() error     { return fail(http.StatusNotFound, 10008, "Unknown Message") }
func unknownUser() error        { return fail(http.StatusNotFound, 10013, "Unknown User") }
func unknownEmoji() error       { return fail(http.StatusNotFound, 10014, "Unknown Emoji") }
func unknownWebhook() error     { return fail(http.StatusNotFound, 10015, "Unknown Webhook") }
func unknownApplication() error { return fail(http.StatusNotFound, 10002, "Unknown Application") }
func unknownInteraction() error { return fail(http.StatusNotFound, 10062, "Unknown interaction") }
func unknownCommand() error     { return fail(http.StatusNotFound, 10063, "Unknown application command") }
func tooLarge() error {
	return fail(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
}
func alreadyAcked() error {
	return fail(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
}
func missingAccess() error { return fail(http.StatusForbidden, 50001, "Missing Access") }
func notAuthor() error {
	return fail(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
}
func emptyMessage() error { return fail(http.StatusBadRequest, 50006, "Cannot send an empty message") }
func cannotDM() error {
	return fail(http.StatusForbidden, 50007, "Cannot send messages to this user")
}
func openingTooFast() error {
	return fail(http.StatusForbidden, 40003, "You are opening direct messages too fast")
}
func noMutualGuild() error {
	return fail(http.StatusForbidden, 50278, "Cannot send messages to this user due to having no mutual guilds")
}
func missingPermissions() error { return fail(http.StatusForbidden, 50013, "Missing Permissions") }
func wrongChannelType() error {
	return fail(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
}
func invalidToken() error      { return fail(http.StatusUnauthorized, 50027, "Invalid Webhook Token") }
func invalidRecipients() error { return fail(http.StatusBadRequest, 50033, "Invalid Recipient(s)") }
func threadArchived() error {
	return fail(http.StatusBadRequest, 50083, "Thread is archived")
}
func invalidJSON() error {
	return fail(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
}
func threadExists() error {
	return fail(http.StatusBadRequest, 160004, "A thread has already been created for this message")
}
func threadLocked() error { return fail(http.StatusForbidden, 160005, "This thread is locked") }
func tooManyThreads() error {
	return fail(http.StatusBadRequest, 160006, "Maximum number of active threads reached")
}
func tooManyCommands() error {
	return fail(http.StatusBadRequest, 30032, "Maximum number of application commands reached (100)")
}
func unauthorized() error { return fail(http.StatusUnauthorized, 0, "401: Unauthorized") }
func notFound() error     { return fail(http.StatusNotFound, 0, "404: Not Found") }

// form collects the faults of a request body, each at the path of its field, for one error 50035.
type form struct{ root map[string]any }

// at joins a path: at("components", 0, "custom_id").
func at(base string, more ...any) string {
	var b strings.Builder
	b.WriteString(base)
	for _, m := range more {
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		switch v := m.(type) {
		case int:
			b.WriteString(strconv.Itoa(v))
		case string:
			b.WriteString(v)
		}
	}
	return b.String()
}

// add notes one fault. The path's parts are separated by dots; "" is the body itself.
func (f *form) add(path, code, format string, args ...any) {
	if f.root == nil {
		f.root = map[string]any{}
	}
	node := f.root
	for part := range strings.SplitSeq(path, ".") {
		if part == "" {
			continue
		}
		next, ok := node[part].(map[string]any)
		if !ok {
			next = map[string]any{}
			node[part] = next
		}
		node = next
	}
	list, _ := node["_errors"].([]any)
	node["_errors"] = append(list, map[string]any{"code": code, "message": fmt.Sprintf(format, args...)})
}

// length notes a text with fewer than least or more than most characters.
func (f *form) length(path, text string, least, most int) {
	if n := runes(text); n < least || n > most {
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// err returns nil if nothing was noted.
func (f *form) err() error {
	if f.root == nil {
		return nil
	}
	return &failure{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: f.root}
}

// badForm returns the error 50035 with one fault.
func badForm(path, code, format string, args ...any) error {
	var f form
	f.add(path, code, format, args...)
	return f.err()
}
