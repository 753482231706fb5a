package local

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

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

// validator returns a Config.Validate by the description in that file.
func validator(t *testing.T, path string) func(pointer string, data []byte) error {
	t.Helper()
	c, err := loadSchema(path)
	if err != nil {
		t.Fatal(err)
	}
	return c.validate
}

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
		return nil, err
	}
	c := &schema{compiler: jsonschema.NewCompiler(), parts: map[string]*jsonschema.Schema{}}
	if err := c.compiler.AddResource(schemaRoot, doc); err != nil {
		return nil, err
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

// validate says what is wrong with a document, nil if nothing is or the description says nothing about it.
func (c *schema) validate(pointer string, data []byte) error {
	part := c.part(pointer)
	if part == nil {
		return nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if strings.Contains(pointer, "/requestBody/") {
		permissionsAsNumbers(doc)
	}
	if err := part.Validate(doc); err != nil {
		return errors.New(cause(err))
	}
	return nil
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

// cause returns the deepest reason of a validation error, which names the field; of many the one that got furthest.
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
