package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
)

// snowflakes returns the text with its ids replaced. An id is 17 to 20 digits: no other number of the protocol has so many. A
// regular expression takes thirty times as long.
func snowflakes(text []byte, replaced func(id []byte) string) (out []byte) {
	const least, most = 17, 20
	for len(text) > 0 {
		digits := 0
		for digits < min(most, len(text)) && '0' <= text[digits] && text[digits] <= '9' {
			digits++
		}
		if digits >= least {
			out = append(out, replaced(text[:digits])...)
		} else {
			digits = min(digits+1, len(text)) // with what ends them
			out = append(out, text[:digits]...)
		}
		text = text[digits:]
	}
	return out
}

// trace returns a user's deliveries in a form that can be compared between two worlds: one line an item, with every snowflake
// replaced by the order of its first appearance, and pictures by their hash. Ids must be replaced because they grow with
// everything that happens on a server, also with events that this user cannot see. Times are kept, because users see when
// something was said.
func trace(items []local.Item) []byte {
	var out bytes.Buffer
	seen := map[string]string{}
	for _, it := range items {
		data := snowflakes(it.Data, func(id []byte) string {
			name, known := seen[string(id)]
			if !known {
				name = "#" + strconv.Itoa(len(seen)+1)
				seen[string(id)] = name
			}
			return name
		})
		fmt.Fprintf(&out, "%s %s %s", it.At.Format("15:04:05.000"), it.Kind, data)
		if it.File != nil {
			fmt.Fprintf(&out, " %d bytes, %x", len(it.File), sha256.Sum256(it.File))
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// Two worlds that differ only in what a user cannot see, and so in the ids left for what they can, leave the same trace.
func TestTraceForgetsIDs(t *testing.T) {
	at := time.Date(2150, 3, 7, 12, 0, 0, 5e6, time.UTC)
	world := func(first, second string) []local.Item {
		return []local.Item{{At: at, Kind: "message", Data: []byte(`{"id":"` + first + `"}`)}, {At: at, Kind: "file", Data: []byte(`{"of":"` + first + `","id":"` + second + `"}`), File: []byte{7}}}
	}
	const a, b, c = "17892357282201600112", "17892357282201600115", "17892357282201600127"
	const want = "12:00:00.005 message {\"id\":\"#1\"}\n12:00:00.005 file {\"of\":\"#1\",\"id\":\"#2\"} 1 bytes, " +
		"ca358758f6d27e6cf45272937977a748fd88391db679ceda7dc7bf1f005ee879\n"
	for _, items := range [][]local.Item{world(a, b), world(b, c)} {
		if got := string(trace(items)); got != want {
			t.Errorf("%s\nexpected\n%s", got, want)
		}
	}
	if got := string(trace(world(a, a))); got == want {
		t.Error("one id stands for another")
	}
	for text, want := range map[string]string{
		"": "", "1": "1", "x1": "x1", strings.Repeat("1", 16): strings.Repeat("1", 16), strings.Repeat("1", 17): "#", "a" + strings.Repeat("1", 20) + "b": "a#b",
		strings.Repeat("1", 21): "#1", strings.Repeat("1", 37): "##", "12," + a + "," + b: "12,#,#", a + "," + strings.Repeat("1", 16): "#," + strings.Repeat("1", 16),
	} {
		if got := string(snowflakes([]byte(text), func([]byte) string { return "#" })); got != want {
			t.Errorf("%q becomes %q, expected %q", text, got, want)
		}
	}
}
