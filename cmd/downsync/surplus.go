package main

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"downsync/bot/discord"
)

// People copy values with more than the value. An env file of Docker adds to that: it keeps quotes, comments and spaces as they are
// written. The errors say in words what is too much; the value may be a secret and is never shown.

// surplus describes what surrounds a value and is no part of it; "" if there is nothing. names are the names that the value may have.
func surplus(value string, names ...string) string {
	var found []string
	rest := strings.TrimSpace(strings.TrimPrefix(value, "\ufeff"))
	if rest != value {
		found = append(found, "has spaces or a line break around it")
	}
	for _, name := range names {
		begun := regexp.MustCompile(`(?i)^(export\s+|set\s+|\$env:)?` + regexp.QuoteMeta(name) + `\s*[=:]\s*`)
		if at := begun.FindString(rest); at != "" {
			found, rest = append(found, "has its name before it"), rest[len(at):]
			break
		}
	}
	if at := comment.FindStringIndex(rest); at != nil {
		found, rest = append(found, "has a comment after it"), rest[:at[0]]
	}
	if inQuotes(rest) {
		found = append(found, "is in quotes")
	}
	return strings.Join(found, " and ")
}

var comment = regexp.MustCompile(`\s+(#|//)|["'` + "`" + `]\s*#`)

// inQuotes reports whether a text begins or ends with a quotation mark.
func inQuotes(s string) bool {
	const marks = "\"'`“”„‘’«»"
	r := []rune(s)
	return len(r) > 0 && (strings.ContainsRune(marks, r[0]) || strings.ContainsRune(marks, r[len(r)-1]))
}

// tooMuch returns the error for a value with surplus, nil if it has none. source is its variable or its key.
func tooMuch(source, value string) error {
	names := []string{source}
	if at := strings.LastIndexByte(source, '.'); at >= 0 {
		names = append(names, source[at+1:])
	}
	found := surplus(value, names...)
	if found == "" {
		return nil
	}
	return fmt.Errorf("%s %s: write the value alone; docker --env-file and systemd's EnvironmentFile take a line as NAME=value, without quotes or comments", source, found)
}

// checkToken says what is wrong with a token as a text, nil if nothing is.
func checkToken(source, token string) error {
	if err := tooMuch(source, token); err != nil {
		return err
	}
	if !discord.IsToken(token) {
		return errors.New(source + " has spaces, a line break or other characters that no token has: expected the token alone, without \"Bot\"")
	}
	return nil
}

// checkSurplus returns an error for the first text of the configuration with something around it. A path may have spaces and number
// signs in it.
func checkSurplus(c config) error {
	isPath := map[string]bool{"store.path": true, "store.backups": true, "cards.file": true, "syndicate.cards": true}
	var err error
	eachText(reflect.ValueOf(c), "", func(key, value string) {
		if isPath[key] && !inQuotes(value) && !strings.HasPrefix(value, key[strings.LastIndexByte(key, '.')+1:]+"=") {
			return
		}
		if found := tooMuch(key, value); err == nil && found != nil {
			err = found
		}
	})
	return err
}

// eachText calls f for each text of the configuration, with its key.
func eachText(v reflect.Value, prefix string, f func(key, value string)) {
	for n := range v.NumField() {
		name := v.Type().Field(n).Tag.Get("toml")
		if name == "" {
			continue
		}
		switch x := v.Field(n); x.Kind() {
		case reflect.Struct:
			eachText(x, prefix+name+".", f)
		case reflect.String:
			f(prefix+name, x.String())
		}
	}
}
