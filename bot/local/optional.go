package local

import "encoding/json"

// optional tells a field that was left out from one that was null: in a PATCH the first keeps and the second clears.
type optional[T any] struct {
	Set   bool
	Null  bool
	Value T
}

// UnmarshalJSON is called for null too.
func (o *optional[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		o.Null = true
		return nil
	}
	return json.Unmarshal(b, &o.Value)
}

// given is a value that was sent and is not null.
func (o *optional[T]) given() bool { return o.Set && !o.Null }
