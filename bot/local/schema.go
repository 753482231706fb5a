package local

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Violation is something the bot did that no rule of Discord's allows: a payload that does not fit Discord's own description, or a
// route that does not exist. A test of the bot asks for none of them at its end.
type Violation struct {
	Route   string `json:"route"`
	Problem string `json:"problem"`
	Body    string `json:"body,omitempty"`
}

// maxViolations is how many are kept; more of them tell nothing new.
const maxViolations = 200

// Violations are those seen so far.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Violation(nil), s.misfits...)
}

func (s *Server) note(route, problem string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.misfits) < maxViolations {
		s.misfits = append(s.misfits, Violation{route, problem, string(data)})
	}
}

// schema judges JSON by Discord's OpenAPI description. Compiling takes milliseconds, so each part is compiled when it is first
// needed and kept.
type schema struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	parts    map[string]*jsonschema.Schema // nil: there is no such part
}

// schemas keeps what was loaded, by path: the description is over a megabyte and many servers of a test share it.
var schemas = struct {
	sync.Mutex
	byPath map[string]*schema
}{byPath: map[string]*schema{}}

const schemaRoot = "mem://discord/openapi.json"

func loadSchema(path string) (*schema, error) {
	schemas.Lock()
	defer schemas.Unlock()
	if c := schemas.byPath[path]; c != nil {
		return c, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c := &schema{compiler: jsonschema.NewCompiler(), parts: map[string]*jsonschema.Schema{}}
	if err := c.compiler.AddResource(schemaRoot, doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	schemas.byPath[path] = c
	return c, nil
}

// part compiles what a JSON pointer points at; nil if it points at nothing.
func (c *schema) part(pointer string) *jsonschema.Schema {
	c.mu.Lock()
	defer c.mu.Unlock()
	part, known := c.parts[pointer]
	if !known {
		part, _ = c.compiler.Compile(schemaRoot + "#" + pointer) // the description has no such part
		c.parts[pointer] = part
	}
	return part
}

// judge is what is wrong with a document, nil if nothing is or the description says nothing about it. adjust may be nil.
func (c *schema) judge(pointer string, data []byte, adjust func(any)) error {
	part := c.part(pointer)
	if part == nil {
		return nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if adjust != nil {
		adjust(doc)
	}
	return part.Validate(doc)
}

// permissionsAsNumbers bridges a difference between the description, which has requests send permissions as integers, and the
// documentation and every client, which send them as text. Discord takes both.
func permissionsAsNumbers(doc any) {
	const field = "default_member_permissions"
	switch v := doc.(type) {
	case []any:
		for _, e := range v {
			permissionsAsNumbers(e)
		}
	case map[string]any:
		if text, ok := v[field].(string); ok {
			v[field] = json.Number(text)
		}
	}
}

// escaped is a route's path as a part of a JSON pointer.
func escaped(path string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
}

// requestPointer is where the description keeps the body of a route.
func requestPointer(pattern string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return fmt.Sprintf("/paths/%s/%s/requestBody/content/application~1json/schema", escaped(path), strings.ToLower(method))
}

// replyPointer is where the description keeps the answer of a route.
func replyPointer(pattern string, status string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return fmt.Sprintf("/paths/%s/%s/responses/%s/content/application~1json/schema", escaped(path), strings.ToLower(method), status)
}

// checkRequest refuses a body that does not fit Discord's description, and keeps it in Violations.
func (s *Server) checkRequest(pattern string, data []byte) error {
	if s.schema == nil || len(data) == 0 || !json.Valid(data) {
		return nil // broken JSON is refused where it is read
	}
	err := s.schema.judge(requestPointer(pattern), data, permissionsAsNumbers)
	if err == nil {
		return nil
	}
	problem := cause(err)
	s.note(pattern, problem, data)
	return badForm("", "SCHEMA", "%s", problem)
}

// checkReply keeps what this server itself says wrongly.
func (s *Server) checkReply(pattern string, v any) {
	if s.schema == nil || v == nil {
		return
	}
	data := encode(v)
	for _, status := range []string{"200", "201"} {
		if err := s.schema.judge(replyPointer(pattern, status), data, nil); err != nil {
			s.note(pattern, "reply: "+cause(err), data)
		}
	}
}

// checkMessage keeps a message that everyone is shown and that Discord would not have written so.
func (s *Server) checkMessage(pattern string, m *Message) {
	data := encode(m)
	if err := s.schema.judge("/components/schemas/MessageResponse", data, nil); err != nil {
		s.note(pattern, "message: "+cause(err), data)
	}
}

// cause is the deepest reason of a validation error, which names the field; of many the one that got furthest.
func cause(err error) string {
	var v *jsonschema.ValidationError
	if !errors.As(err, &v) {
		return err.Error()
	}
	deepest := v
	var visit func(*jsonschema.ValidationError)
	visit = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 && len(e.InstanceLocation) >= len(deepest.InstanceLocation) {
			deepest = e
		}
		for _, c := range e.Causes {
			visit(c)
		}
	}
	visit(v)
	return deepest.Error()
}
