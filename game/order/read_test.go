package order

import (
	"strings"
	"testing"
)

var fire = Choice{Words: "act mg by A3.2", Loose: 2, Slots: []Slot{{Name: "target", Options: []string{"B1", "B2"}, Min: 1, Max: 1},
	{Name: "at", Mark: "at", Kind: points{}, Max: 2}, {Name: "boost", Mark: "boost", Options: []string{"1", "1,2"}, Max: 1, Bare: true},
	{Name: "pay", Mark: "pay", Options: []string{"ap", "cp"}, Max: 2, Again: true}}}

func TestRead(t *testing.T) {
	for _, x := range []struct {
		line, written string
		whole         bool
		next          string
	}{
		{"", "", false, "act"},
		{"ACT", "act", false, "mg"},
		{"act mg", "act mg", false, "by"},
		{"act mg by", "act mg by", false, "A3.2"},
		{"act mg by a3.2", "act mg by A3.2", false, "B1 B2"},
		{"act mg b1", "act mg B1", false, "by"},
		{"act mg b1 by a3.2", "act mg by A3.2 B1", true, "at boost pay"},
		{"act mg by A3.2 B1 at", "act mg by A3.2 B1 at", false, "<point>"},
		{"act mg by A3.2 B1 at 1,2", "act mg by A3.2 B1 at 1,2", true, "<point> boost pay"},
		{"act mg by A3.2 B1 boost", "act mg by A3.2 B1 boost", true, "1 1,2 pay"},
		{"act mg by A3.2 B1 pay cp boost at 1,2", "act mg by A3.2 B1 at 1,2 boost pay cp", true, "<point> boost pay"},
		{"act mg by A3.2 B1 pay cp pay ap", "act mg by A3.2 B1 pay cp pay ap", true, ""},
	} {
		p, err := Menu{fire}.Read(x.line)
		if err != nil || p.String() != x.written || p.Whole() != x.whole {
			t.Errorf("%q: %q, whole %t, %v", x.line, p, p.Whole(), err)
		}
		var next []string
		for _, w := range Next([]Menu{{fire}}, x.line+" ") {
			next = append(next, w.Text)
		}
		if x.whole && strings.Contains(x.line, "pay cp boost") {
			continue // out of order: the rest may be said in any order, too
		}
		if got := strings.Join(next, " "); got != x.next {
			t.Errorf("after %q: %s", x.line, got)
		}
	}
	for _, line := range []string{"act lmg", "act mg by A3.1", "act mg at 1,2 B1", "act mg B1 B2", "act mg B1 at x", "act mg B1 boost boost", "act mg B1 pay cp pay"} {
		if p, err := (Menu{fire}).ReadWhole(line); err == nil {
			t.Errorf("%q is read as %q", line, p)
		}
	}
}

func TestBegin(t *testing.T) {
	p := fire.Begin()
	if !p.Chosen() || p.Whole() || p.String() != "act mg by A3.2" || len(p.Given()) != 0 || len(p.Open()) != 4 {
		t.Errorf("%q, given %v, open %v", p, p.Given(), p.Open())
	}
	p, err := Menu{fire}.Read("act mg by A3.2 B2 at 1,2 3,4 boost")
	if err != nil || p.Value("target") != "B2" || len(p.Values("at")) != 2 || !p.Has("boost") || p.Has("pay") || len(p.Given()) != 3 {
		t.Errorf("%v, given %v", err, p.Given())
	}
}
