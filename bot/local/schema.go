package local

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Violation is something the bot did that Discord does not allow: a payload that does not fit Discord's own
// description, or a route that does not exist. A test of a bot should find none at its end.
type Violation struct {
	Route   string `json:"route"`
	Problem string `json:"problem"`
	Body    string `json:"body,omitempty"`
}

// maxViolations is how many violations are kept.
const maxViolations = 200

// Violations returns the violations so far.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Violation(nil), s.misfits...)
}

func note(s *Server, route, problem string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.misfits) < maxViolations {
		s.misfits = append(s.misfits, Violation{route, problem, string(data)})
	}
}

// escaped returns a route's path as a part of a JSON pointer.
func escaped(path string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
}

// requestPointer returns where the description has the body of a route.
func requestPointer(pattern string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return fmt.Sprintf("/paths/%s/%s/requestBody/content/application~1json/schema", escaped(path), strings.ToLower(method))
}

// replyPointer returns where the description has the response of a route.
func replyPointer(pattern string, status string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return fmt.Sprintf("/paths/%s/%s/responses/%s/content/application~1json/schema", escaped(path), strings.ToLower(method), status)
}

// checkRequest refuses a body that does not fit Discord's description, and adds it to Violations.
func checkRequest(s *Server, pattern string, data []byte) error {
	if s.cfg.Validate == nil || len(data) == 0 || !json.Valid(data) {
		return nil // broken JSON is refused where it is read
	}
	err := s.cfg.Validate(requestPointer(pattern), data)
	if err == nil {
		return nil
	}
	note(s, pattern, err.Error(), data)
	return badForm("", "SCHEMA", "%s", err)
}

// checkReply notes a response of this server that does not fit the description.
func checkReply(s *Server, pattern string, v any) {
	if s.cfg.Validate == nil || v == nil {
		return
	}
	data := encode(v)
	for _, status := range []string{"200", "201"} {
		if err := s.cfg.Validate(replyPointer(pattern, status), data); err != nil {
			note(s, pattern, "reply: "+err.Error(), data)
		}
	}
}

// checkMessage notes a message, shown to everyone, that does not fit the description.
func checkMessage(s *Server, pattern string, m *Message) {
	data := encode(m)
	if err := s.cfg.Validate("/components/schemas/MessageResponse", data); err != nil {
		note(s, pattern, "message: "+err.Error(), data)
	}
}
