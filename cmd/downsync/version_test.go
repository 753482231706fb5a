package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

// The version is the tag, or the revision with its date, and says if the sources were changed.
func TestVersion(t *testing.T) {
	at := func(settings ...string) (out []debug.BuildSetting) {
		for _, x := range settings {
			key, value, _ := strings.Cut(x, "=")
			out = append(out, debug.BuildSetting{Key: key, Value: value})
		}
		return out
	}
	revision := []string{"vcs=git", "vcs.revision=dd5faf0bd1239d7c0f9b1d6ed2cb0b3a9f6a3c11", "vcs.time=2026-11-22T09:37:56Z"}
	for _, c := range []struct {
		main     string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.0", nil, "v1.2.0"},
		{"v1.2.0", at(append(revision, "vcs.modified=false")...), "v1.2.0"},
		{"v1.2.0+dirty", at(append(revision, "vcs.modified=true")...), "v1.2.0, built from changed sources"},
		{"v0.0.0-20261122093756-dd5faf0bd123", nil, "revision dd5faf0bd123 of 2026-11-22"},
		{"v1.2.1-0.20261122093756-dd5faf0bd123+dirty", at(revision...), "revision dd5faf0bd123 of 2026-11-22, built from changed sources"},
		{"(devel)", at(append(revision, "vcs.modified=true")...), "revision dd5faf0bd123 of 2026-11-22, built from changed sources"},
		{"(devel)", nil, "unknown: built outside of a git checkout, by `go run`, or with -buildvcs=false"},
		{"", nil, "unknown: built outside of a git checkout, by `go run`, or with -buildvcs=false"},
	} {
		if got := versionOf(&debug.BuildInfo{Main: debug.Module{Version: c.main}, Settings: c.settings}); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.main, c.settings, got, c.want)
		}
	}
	var out strings.Builder
	if status := run(t.Context(), []string{"version"}, &out, &out); status != 0 || !strings.HasPrefix(out.String(), "downsync ") || strings.Contains(out.String(), "(devel)") {
		t.Errorf("%d %s", status, &out)
	}
}
