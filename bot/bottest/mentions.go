package bottest

import (
	"fmt"
	"regexp"
	"slices"

	"downsync/bot/wire"
)

// mentioned finds a mention of a user, with the beginning of the name beside it. An escaped one has a mark behind the @.
var mentioned = regexp.MustCompile(`<@([^&>\x{200b}][^>]*)>( \()?`)

// Unnamed returns the users whom a message mentions without their name beside the mention. It leaves out those whom the message notifies:
// Discord sends these users along, so every client can show who they are.
func Unnamed(m wire.Message) (out []wire.UserID) {
	for _, at := range mentioned.FindAllStringSubmatch(markdown(m.Blocks), -1) {
		if u := wire.UserID(at[1]); at[2] == "" && !slices.Contains(m.Mention, u) {
			out = append(out, u)
		}
	}
	return out
}

// markdown returns the texts in which Discord shows mentions.
func markdown(bs []wire.Block) (out string) {
	for _, b := range bs {
		switch b := b.(type) {
		case wire.Text:
			out += string(b) + "\n"
		case wire.Box:
			out += markdown(b.Blocks)
		}
	}
	return out
}

// meet notes the people whose names come with an interaction.
func (r *Room) meet(i wire.Interaction) {
	r.met[i.User] = true
	for u := range i.Names {
		r.met[u] = true
	}
}

// checkMentions fails the test if a message mentioned somebody whose name the bot can know by their id alone.
func (r *Room) checkMentions() {
	seen := map[string]bool{}
	for _, s := range r.Wire.Sent(0) {
		for _, u := range Unnamed(s.Message.Message) {
			if said := fmt.Sprintf("%s has no name beside the mention in %q", u, Words(s.Message.Message)); r.met[u] && !seen[said] && !r.Nameless[u] {
				seen[said] = true
				r.t.Error(said)
			}
		}
	}
}
