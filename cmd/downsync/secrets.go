package main

import (
	"io"
	"net/url"
	"os"
	"regexp"
	"strings"
)

// Errors, logs and what doctor says quote what an operator typed: arguments, keys, addresses. All of it goes through conceal, because any
// of them may hold a password or a token, in the wrong place or misspelt.

var (
	// inDatabase matches the name and the password in the address of a database. The password may hold any character, so it ends at
	// the last @ of the line.
	inDatabase = regexp.MustCompile(`(?i)(postgres\w*:/*[^\s:@/"']*):[^"\n]*@`)
	// inAddress matches a name and a password before a host, within one word.
	inAddress = regexp.MustCompile(`(?i)((?:\b[a-z][a-z0-9+.-]*:/*)?[^\s:@/"'=]+):[^\s"']+@`)
	// inWords matches a secret as key=value words, as a part of an address, or as a line of a file.
	inWords = regexp.MustCompile(`(?i)((?:password|passwd|pwd|token|secret)"?\s*(?:=|%3d)\s*)("[^"]*"?|\\"[^"]*|'[^']*'?|[^\s,;&"')]+)`)
	// botToken matches a token of Discord.
	botToken = regexp.MustCompile(`[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{25,}`)
)

// leastSecret is the shortest text that is taken for a secret wherever it is.
const leastSecret = 6

// conceal returns the text with … in the place of passwords and tokens. The known ones are concealed everywhere.
func conceal(text string, known ...string) string {
	for _, secret := range known {
		if len(secret) >= leastSecret {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	text = inDatabase.ReplaceAllString(text, "$1:…@")
	text = inAddress.ReplaceAllString(text, "$1:…@")
	text = inWords.ReplaceAllString(text, "$1…")
	return botToken.ReplaceAllString(text, "…")
}

// passwordOf returns the password in the address of a store, "" if there is none.
func passwordOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if password, has := u.User.Password(); has {
		return password
	}
	return u.Query().Get("password")
}

// fromEnvironment returns the secrets that the environment holds.
func fromEnvironment() []string {
	return []string{os.Getenv(tokenVariable), passwordOf(os.Getenv(storeVariable)), os.Getenv("PGPASSWORD")}
}

// secrets returns the secrets of the configuration.
func (c config) secrets() []string { return []string{c.Discord.Token, passwordOf(c.Store.URL)} }

// concealing is a writer that conceals secrets in each write.
type concealing struct {
	to    io.Writer
	known []string
}

// Write writes the text without its secrets. It returns the length of the text that it was given.
func (c concealing) Write(text []byte) (int, error) {
	if _, err := io.WriteString(c.to, conceal(string(text), c.known...)); err != nil {
		return 0, err
	}
	return len(text), nil
}
