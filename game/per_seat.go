package game

import "encoding/json"

// Both holds one value for each of two seats; JSON {"1":…,"2":…}.
type Both[T any] [2]T

// Of returns the seat's value.
func (b Both[T]) Of(s Seat) T { return b[s-1] }

// MarshalJSON writes both by seat.
func (b Both[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]T{"1": b[0], "2": b[1]})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (b *Both[T]) UnmarshalJSON(raw []byte) error {
	m := map[string]T{}
	err := json.Unmarshal(raw, &m)
	b[0], b[1] = m["1"], m["2"]
	return err
}
