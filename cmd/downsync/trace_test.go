package local

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// snowflakes finds what must be an id: no other number of the protocol has so many digits.
var snowflakes = regexp.MustCompile(`\d{17,20}`)

// Trace writes what was delivered to a user in a form that can be compared between two worlds: one line an item, with every
// snowflake replaced by the order of its first appearance, and pictures byte for byte. Ids must be replaced because they grow with
// everything that happens on a server, also with what this user cannot see. Times are kept: when something was said is seen.
func Trace(items []Item) []byte {
	var out bytes.Buffer
	seen := map[string]string{}
	for _, it := range items {
		data := snowflakes.ReplaceAllFunc(it.Data, func(id []byte) []byte {
			name, known := seen[string(id)]
			if !known {
				name = "#" + strconv.Itoa(len(seen)+1)
				seen[string(id)] = name
			}
			return []byte(name)
		})
		fmt.Fprintf(&out, "%s %s %s", it.At.Format("15:04:05.000"), it.Kind, data)
		if it.File != nil {
			fmt.Fprintf(&out, " %x", it.File)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}
