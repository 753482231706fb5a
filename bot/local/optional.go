package local

import "encoding/json"

// optional distinguishes an omitted field from a null one. In a PATCH the first keeps the value and the second clears it.
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

// given reports whether a value was sent that is not null.
func (o *optional[T]) given() bool { return o.Set && !o.Null }
