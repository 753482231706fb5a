// Package deed is the table of what moderators do: in matches, with seats, in campaigns, about users. Each act has who may do it,
// whether it needs a reason, what everybody reads about it, who is told, and whether a player may appeal it.
package deed

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Right is who may do something.
type Right string

// The rights.
const (
	// Moderators have the moderators' role of the server or the permission Manage Server.
	Moderators Right = "moderators"
	// Managers have the permission Manage Server.
	Managers Right = "managers"
)

// Holds reports whether somebody with these roles and permissions has the right, given the moderators' role of the server; "": there
// is none. role is the role by which they have it, "" if it is the permission.
func (r Right) Holds(i wire.Interaction, moderators wire.RoleID) (role wire.RoleID, ok bool) {
	if r == Moderators && moderators != "" && slices.Contains(i.Roles, moderators) {
		return moderators, true
	}
	return "", i.May(wire.ManageServer)
}

// Audience is who is told of an act.
type Audience string

// The audiences.
const (
	Players Audience = "players"              // by direct message
	Thread  Audience = "thread"               // of the match
	Left    Audience = "player before"        // who lost the seat, by direct message
	User    Audience = "user"                 // whom it concerns, by direct message
	Card    Audience = "card of the campaign" // which everybody sees
	Cards   Audience = "cards of the user's campaigns"
)

// The words for acts that several packages know.
const (
	Offer   = "offer"   // a seat is offered
	Replace = "replace" // somebody has taken an offered seat
	Ban     = "ban"
	Unban   = "unban"
)

// Deed is one kind of act.
type Deed struct {
	Name    string // in records
	Command string // as it is typed
	Right   Right
	Public  game.Text // what everybody reads; %s is the side, or the member and their side
	Told    []Audience
	Appeal  bool // a player may appeal it: it changes the match
}

var inMatch = []Audience{Players, Thread}

// deeds holds all of them, in the order of the documentation. All need a reason.
var deeds = []Deed{
	{"look-all", "/mod show view:all", Moderators, "A moderator looked at the whole match, including its secrets.", inMatch, false},
	{"look-seat", "/mod show view:A, /mod rival", Moderators, "A moderator looked at the view of %s, including its secrets.", inMatch, false},
	{table.Evidence, "/mod evidence", Moderators, "A moderator exported the whole match as evidence, including its secrets.", inMatch, false},
	{"note", "/mod note", Moderators, "A moderator wrote a note into the match's record.", inMatch, false},
	{"rewind", "/mod rewind", Moderators, "A moderator rewound the match. Dice are not given back.", inMatch, true},
	{"rule", "/mod rule", Moderators, "A moderator ruled on the position.", inMatch, true},
	{"answer", "/mod answer", Moderators, "A moderator answered %s's open question with its default.", inMatch, true},
	{"extend", "/mod extend", Moderators, "A moderator gave every open question more time.", inMatch, true},
	{"pause", "/mod pause", Moderators, "A moderator stopped the match.", inMatch, true},
	{"resume", "/mod resume", Moderators, "A moderator resumed the match.", inMatch, true},
	{Offer, "/mod replace", Moderators, "A moderator offers the seat of %s to another player.", inMatch, false},
	{Replace, "the offered seat is taken", Moderators, "A moderator gave the seat of %s to another player.", []Audience{Players, Thread, Left}, true},
	{"end", "/mod end", Moderators, "A moderator ended the match.", inMatch, true},
	{"dismiss", "/mod dismiss", Moderators, "A moderator dismissed the dispute or appeal.", inMatch, true},
	{"uphold", "/mod uphold", Moderators, "A moderator upheld the dispute or appeal.", inMatch, true},
	{"named", "/campaign appoint as:named", Managers, "%s plays the next match of **%s**", []Audience{Card}, false},
	{"captain", "/campaign appoint as:captain", Managers, "%s leads **%s**", []Audience{Card}, false},
	{"out", "/campaign appoint as:out", Managers, "%s no longer plays for **%s**", []Audience{Card}, false},
	{"ended", "/campaign end", Managers, "ended the campaign", []Audience{Card}, false},
	{Ban, "/mod ban", Moderators, "%s of **%s** may not play here", []Audience{User, Cards}, false},
	{Unban, "/mod unban", Moderators, "%s of **%s** may play here again", []Audience{User, Cards}, false},
}

// All returns every deed.
func All() []Deed { return slices.Clone(deeds) }

// Of returns the deed that a record names; ok is false if the act is no moderator's.
func Of(name string) (d Deed, ok bool) {
	n := slices.IndexFunc(deeds, func(d Deed) bool { return d.Name == name })
	if n < 0 {
		return d, false
	}
	return deeds[n], true
}

// Tells reports whether the audience is told of the act.
func (d Deed) Tells(who Audience) bool { return slices.Contains(d.Told, who) }

// MaxReason is how long a reason may be, in characters.
const MaxReason = 300

// GoodReason reports whether a reason is given and not too long.
func GoodReason(s string) bool { return s != "" && len([]rune(s)) <= MaxReason }

// Doc returns the table for docs/moderators.md, a line for each deed.
func Doc() (lines []string) {
	lines = append(lines, "| act | who may | everybody reads | told | appeal |", "|---|---|---|---|---|")
	for _, d := range deeds {
		var told []string
		for _, a := range d.Told {
			told = append(told, string(a))
		}
		appeal := "no"
		if d.Appeal {
			appeal = "once"
		}
		public := strings.ReplaceAll(string(d.Public), "%s", "…")
		command := d.Command
		if strings.HasPrefix(command, "/") {
			command = "`" + strings.ReplaceAll(command, ", ", "`, `") + "`"
		}
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %s |", command, d.Right, public, strings.Join(told, ", "), appeal))
	}
	return lines
}
