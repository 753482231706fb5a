package render

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"sync"
)

// digest is a hash of values. Values of the same types with the same digest are equal.
type digest [sha256.Size]byte

// digestOf hashes everything in the values, including what pointers and slices refer to, and any fields added to them later.
func digestOf(values ...any) digest {
	room := digested.Get().(*[]byte)
	text := (*room)[:0]
	for _, v := range values {
		text = written(text, reflect.ValueOf(v))
	}
	*room = text
	defer digested.Put(room)
	return sha256.Sum256(text)
}

// digested holds buffers for hashing.
var digested = sync.Pool{New: func() any { return new([]byte) }}

// written appends a value so that no other value of its type begins with the same bytes.
func written(to []byte, v reflect.Value) []byte {
	word := func(n uint64) []byte { return binary.LittleEndian.AppendUint64(to, n) }
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(to, 1)
		}
		return append(to, 0)
	case reflect.Int, reflect.Int32:
		return word(uint64(v.Int()))
	case reflect.Uint8:
		return append(to, uint8(v.Uint()))
	case reflect.Float64:
		return word(math.Float64bits(v.Float()))
	case reflect.String:
		return append(word(uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(to, 0)
		}
		return written(append(to, 1), v.Elem())
	case reflect.Slice:
		to = word(uint64(v.Len()))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			to = written(to, v.Index(i))
		}
		return to
	case reflect.Struct:
		for i := range v.NumField() {
			to = written(to, v.Field(i))
		}
		return to
	}
	panic(fmt.Sprintf("render: no digest of a %s", v.Type()))
}
