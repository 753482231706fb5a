package maps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"downsync/game/plane"
)

// encode writes the board as a file that Parse reads, every piece on a line of its own.
func encode(m Map) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"slug\": %s,\n  \"name\": %s,\n  \"author\": %s,\n  \"about\": %s,\n  \"size\": %s,\n  \"density\": %s",
		quote(m.Slug), quote(m.Name), quote(m.Author), quote(string(m.About)), quote(string(m.Size)), quote(string(m.Density)))
	var areas, buildings []string
	for _, a := range m.Areas {
		areas = append(areas, fmt.Sprintf(`{"kind": %s, "shape": %s}`, quote(string(a.Kind)), corners(a.Shape)))
	}
	for _, h := range m.Buildings {
		buildings = append(buildings, fmt.Sprintf(`{"height": %s, "room": %d, "shape": %s}`, h.Height, h.Room, corners(h.Shape)))
	}
	list(&b, "areas", areas)
	list(&b, "buildings", buildings)
	var roads, names []string
	for _, x := range m.Roads {
		roads = append(roads, fmt.Sprintf(`{"wide": %s, "line": %s}`, x.Wide, corners(x.Line)))
	}
	for _, n := range m.Names {
		names = append(names, fmt.Sprintf(`{"name": %s, "at": [%s]}`, quote(n.Text), n.At))
	}
	list(&b, "roads", roads)
	list(&b, "names", names)
	b.WriteString("\n}\n")
	return b.Bytes()
}

func list(b *bytes.Buffer, name string, pieces []string) {
	if len(pieces) > 0 {
		fmt.Fprintf(b, ",\n  %q: [\n    %s\n  ]", name, strings.Join(pieces, ",\n    "))
	}
}

func corners(shape plane.Polygon) string {
	var out []string
	for _, p := range shape {
		out = append(out, "["+p.String()+"]")
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("maps: a text does not encode: " + err.Error()) // texts always encode
	}
	return string(b)
}
