package party

import (
	"context"
	"strings"

	"downsync/bot/wire"
)

// Erase has the user's data removed.
func (p *Party) Erase(user wire.UserID) {
	p.T.Helper()
	p.Slash(user, []string{"privacy", "delete"})
	p.Click(user, p.Newest(user), "privacy|")
	p.Settle()
	if p.Nameless == nil {
		p.Nameless = map[wire.UserID]bool{}
	}
	p.Nameless[user] = true // their name went with their data
}

// Stored reads a record, "" if there is none.
func (p *Party) Stored(key string) string {
	raw, err := p.Store.Get(context.Background(), key)
	if err != nil {
		return ""
	}
	return string(raw)
}

// About returns the records that name a user, in their key or their value.
func (p *Party) About(u string) (out []string) {
	p.T.Helper()
	rs, err := p.Store.List(context.Background(), "", "", 1000)
	if err != nil {
		p.T.Fatal(err)
	}
	for _, r := range rs {
		if strings.Contains(r.Key+"/", "/"+u+"/") || strings.Contains(string(r.Value), `"`+u+`"`) || strings.Contains(string(r.Value), "Name of "+u) || strings.Contains(u, " ") && strings.Contains(string(r.Value), u) {
			out = append(out, r.Key+" = "+string(r.Value))
		}
	}
	return out
}
