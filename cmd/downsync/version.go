package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// showVersion prints which program this is.
func showVersion(_ context.Context, args []string, out, _ io.Writer) error {
	if err := parse(flags("version"), args, 0, out); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "downsync %s, %s\n", version(), runtime.Version())
	return err
}

// version names this program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versionOf(&debug.BuildInfo{})
	}
	return versionOf(info)
}

// pseudo matches Go's name for a revision without a tag, such as v0.0.0-20261122093756-dd5faf0bd123.
var pseudo = regexp.MustCompile(`[-.](\d{14})-([0-9a-f]{12})$`)

// versionOf names a program by its build information: the tag, or else the revision with its date.
func versionOf(info *debug.BuildInfo) string {
	tag, changed := strings.CutSuffix(info.Main.Version, "+dirty")
	revision, date := "", ""
	for _, x := range info.Settings {
		switch x.Key {
		case "vcs.revision":
			revision = x.Value[:min(12, len(x.Value))]
		case "vcs.time":
			date, _, _ = strings.Cut(x.Value, "T")
		case "vcs.modified":
			changed = changed || x.Value == "true"
		}
	}
	if m := pseudo.FindStringSubmatch(tag); m != nil {
		tag, revision = "", cmp.Or(revision, m[2])
		if at, err := time.Parse("20060102150405", m[1]); err == nil {
			date = cmp.Or(date, at.Format(time.DateOnly))
		}
	}
	var said string
	switch {
	case tag != "" && tag != "(devel)":
		said = tag
	case revision != "":
		said = "revision " + revision
		if date != "" {
			said += " of " + date
		}
	default:
		said = "unknown: built outside of a git checkout, by `go run`, or with -buildvcs=false"
	}
	if changed {
		said += ", built from changed sources"
	}
	return said
}
