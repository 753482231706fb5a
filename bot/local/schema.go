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

func (s *Server) note(route, problem string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.misfits) < maxViolations {
		s.misfits = append(s.misfits, Violation{route, problem, string(data)})
	}
}

// schema checks JSON against Discord's OpenAPI description. Compiling takes milliseconds, so each part is compiled on
// first use and kept.
type schema struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	parts    map[string]*jsonschema.Schema // nil: there is no such part
}

// schemas caches loaded descriptions by path: one is over a megabyte, and many servers of a test share it.
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

// part compiles what a JSON pointer refers to; it returns nil if that does not exist.
func (c *schema) part(pointer string) *jsonschema.Schema {
	c.mu.Lock()
	defer c.mu.Unlock()
	part, known := c.parts[pointer]
	if !known {
		part, _ = c.compiler.Compile(schemaRoot + "#" + pointer) // fails if the description has no such part
		c.parts[pointer] = part
	}
	return part
}

// check returns what is wrong with a document. It returns nil if nothing is, or if the description does not cover it.
// adjust may be nil.
func (c *schema) check(pointer string, data []byte, adjust func(any)) error {
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

// permissionsAsNumbers reconciles the description, in which requests send permissions as integers, with the
// documentation and all clients, which send text. Discord accepts both.
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
func (s *Server) checkRequest(pattern string, data []byte) error {
	if s.schema == nil || len(data) == 0 || !json.Valid(data) {
		return nil // reading the body refuses broken JSON
	}
	err := s.schema.check(requestPointer(pattern), data, permissionsAsNumbers)
	if err == nil {
		return nil
	}
	problem := cause(err)
	s.note(pattern, problem, data)
	return badForm("", "SCHEMA", "%s", problem)
}

// checkReply notes a response of this server that does not fit the description.
func (s *Server) checkReply(pattern string, v any) {
	if s.schema == nil || v == nil {
		return
	}
	data := encode(v)
	for _, status := range []string{"200", "201"} {
		if err := s.schema.check(replyPointer(pattern, status), data, nil); err != nil {
			s.note(pattern, "reply: "+cause(err), data)
		}
	}
}

// checkMessage notes a message, shown to everyone, that does not fit the description.
func (s *Server) checkMessage(pattern string, m *Message) {
	data := encode(m)
	if err := s.schema.check("/components/schemas/MessageResponse", data, nil); err != nil {
		s.note(pattern, "message: "+cause(err), data)
	}
}

// cause returns the deepest reason of a validation error, which names the field. Of several it returns the one that got
// furthest.
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
