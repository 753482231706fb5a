package bottest

import (
	"fmt"
	"strings"

	"downsync/bot/customid"
	"downsync/bot/wire"
)

// Read returns all text of a channel, and what the user reads behind the buttons of past turns there.
func (r *Room) Read(user wire.UserID, channel wire.ChannelID) string {
	r.t.Helper()
	var all []string
	for _, m := range r.Wire.Messages(channel) {
		all = append(all, Words(m.Message))
		if id, ok := ControlsOf(m.Message).Find(customid.Happened + "|"); ok {
			all = append(all, r.pages(user, m, id)...)
		}
	}
	return strings.Join(all, "\n")
}

// pages returns the pages that a button of a message opens.
func (r *Room) pages(user wire.UserID, m Message, id string) (all []string) {
	for page := 1; id != ""; page++ {
		a := r.Press(user, m, id)
		all, id = append(all, Said(a)), ""
		if a.Letter == nil {
			return all
		}
		for _, b := range ControlsOf(*a.Letter).Buttons {
			if last := b.ID[strings.LastIndexByte(b.ID, '|')+1:]; len(b.ID) > 0 && last == fmt.Sprint(page) {
				id = b.ID
			}
		}
	}
	return all
}
