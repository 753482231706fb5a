// Package deed is the table of what moderators do: in matches, with seats, in campaigns, about users. All need a reason. Each act has who
// may do it, whom it concerns, what everybody reads about it, who is told, and who may appeal it. One act is not a moderator's: whoever
// appealed may withdraw the appeal, without a reason.
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
	// Appellant is whoever made the appeal. No role and no permission gives this right.
	Appellant Right = "whoever appealed"
)

// Holds reports whether somebody with these roles and permissions has the right, given the moderators' role of the server; "": there
// is none. role is the role by which they have it, "" if it is the permission.
func (r Right) Holds(i wire.Interaction, moderators wire.RoleID) (role wire.RoleID, ok bool) {
	if r == Appellant {
		return "", false
	}
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
	Bans    Audience = "`/match bans`"        // which everybody on the server may read
	Acts    Audience = "`/campaign acts`"     // which everybody who sees the campaign may read
	Fellows Audience = "the other moderators" // whom the bot knows, by direct message
	Person  Audience = "whoever appealed"     // by direct message
)

// Party is whom an act concerns, or who may appeal it.
type Party string

// The parties.
const (
	Nobody  Party = "nobody"
	Both    Party = "players" // of the match
	OfSeat  Party = "player of the seat"
	Banned  Party = "user"
	Member  Party = "member" // of a side of the campaign
	Side    Party = "that side"
	Sides   Party = "both sides"
	Subject Party = "whoever it is about" // of an appeal
)

// The words for acts that several packages know.
const (
	Offer   = "offer"   // a seat is offered
	Replace = "replace" // somebody has taken an offered seat
	Ban     = "ban"
	Unban   = "unban"
	Named   = "named"   // a member plays the next match
	Captain = "captain" // a member leads their side
	Out     = "out"     // a member no longer plays for their side
	Ended   = "ended"   // a campaign
	// Decisions about appeals.
	Lifted   = "lifted"   // of a ban, which is lifted
	Stays    = "stays"    // of a ban, which stays
	Undone   = "undone"   // of an act in a campaign, which is undone
	Confirms = "confirms" // of an act in a campaign, which stays
	// Withdrawn ends an appeal against a ban or an act in a campaign.
	Withdrawn = "withdrawn"
)

// Deed is one kind of act.
type Deed struct {
	Name     string // in records
	Command  string // as it is typed
	Right    Right
	Concerns Party
	Public   game.Text // what everybody reads; %s is the side or the member, and in campaigns also the member's side
	Told     []Audience
	Appeal   Party // who may appeal it, once: it changes something; Nobody: it changes nothing, or decides an appeal
	// OnCard replaces Public on cards of campaigns, with the member and their side; "": the same.
	OnCard game.Text
}

var inMatch = []Audience{Players, Thread}

// deeds holds all of them, in the order of the documentation.
var deeds = []Deed{
	{"look-all", "/mod show view:all", Moderators, Both, "A moderator looked at the whole match, including its secrets.", inMatch, Nobody, ""},
	{"look-seat", "/mod show view:A, /mod rival", Moderators, OfSeat, "A moderator looked at the view of %s, including its secrets.", inMatch, Nobody, ""},
	{table.Evidence, "/mod evidence", Moderators, Both, "A moderator exported the whole match as evidence, including its secrets.", inMatch, Nobody, ""},
	{"note", "/mod note", Moderators, Both, "A moderator wrote a note into the match's record.", inMatch, Nobody, ""},
	{"rewind", "/mod rewind", Moderators, Both, "A moderator rewound the match. Dice are not given back.", inMatch, Both, ""},
	{"rule", "/mod rule", Moderators, Both, "A moderator ruled on the position.", inMatch, Both, ""},
	{"answer", "/mod answer", Moderators, OfSeat, "A moderator answered %s's open question with its default.", inMatch, Both, ""},
	{"extend", "/mod extend", Moderators, Both, "A moderator gave every open question more time.", inMatch, Both, ""},
	{"pause", "/mod pause", Moderators, Both, "A moderator stopped the match.", inMatch, Both, ""},
	{"resume", "/mod resume", Moderators, Both, "A moderator resumed the match.", inMatch, Both, ""},
	{Offer, "/mod replace", Moderators, OfSeat, "A moderator offers the seat of %s to another player.", inMatch, Nobody, ""},
	{Replace, "the offered seat is taken", Moderators, OfSeat, "A moderator gave the seat of %s to another player.", []Audience{Players, Thread, Left}, Both, ""},
	{"end", "/mod end", Moderators, Both, "A moderator ended the match.", inMatch, Both, ""},
	{"dismiss", "/mod dismiss", Moderators, Both, "A moderator dismissed the dispute or appeal.", inMatch, Both, ""},
	{"uphold", "/mod uphold", Moderators, Both, "A moderator upheld the dispute or appeal.", inMatch, Both, ""},
	{Named, "/campaign appoint as:named", Managers, Member, "%s plays the next match of **%s**", []Audience{Card, Acts}, Side, ""},
	{Captain, "/campaign appoint as:captain", Managers, Side, "%s leads **%s**", []Audience{Card, Acts}, Side, ""},
	{Out, "/campaign appoint as:out", Managers, Member, "%s no longer plays for **%s**", []Audience{Card, Acts}, Member, ""},
	{Ended, "/campaign end", Managers, Sides, "ended the campaign", []Audience{Card, Acts}, Sides, ""},
	{Confirms, "/campaign acts", Managers, Subject, "the appeal is dismissed", []Audience{Card, Acts, Person, Fellows}, Nobody, ""},
	{Undone, "/campaign acts", Managers, Subject, "the appeal is granted, and the act undone where possible", []Audience{Card, Acts, Person, Fellows}, Nobody, ""},
	{Ban, "/mod ban", Moderators, Banned, "%s may not play here", []Audience{User, Bans, Cards}, Banned, "%s of **%s** may not play here"},
	{Unban, "/mod unban", Moderators, Banned, "%s may play here again", []Audience{User, Bans, Cards}, Nobody, "%s of **%s** may play here again"},
	{Stays, "/match bans", Moderators, Banned, "the appeal is dismissed, and the ban stays", []Audience{User, Bans, Fellows}, Nobody, ""},
	{Lifted, "/match bans", Moderators, Banned, "the appeal is granted, and the ban is lifted", []Audience{User, Bans, Cards, Fellows}, Nobody, "%s of **%s** may play here again, as their appeal is granted"},
	{Withdrawn, "/match bans, /campaign acts", Appellant, Subject, "the appeal is withdrawn", []Audience{Bans, Acts, Card, Fellows}, Nobody, ""},
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

// Said returns the act in words, with the member that it concerns and, in a campaign, their side.
func (d Deed) Said(say func(game.Text, ...any) string, member, side string) string {
	format, args := d.Public, []any{member, side}
	if side != "" && d.OnCard != "" {
		format = d.OnCard
	}
	return say(format, args[:strings.Count(string(format), "%s")]...)
}

// Tells reports whether the audience is told of the act.
func (d Deed) Tells(who Audience) bool { return slices.Contains(d.Told, who) }

// MaxReason is how long a reason may be, in characters.
const MaxReason = 300

// GoodReason reports whether a reason is given and not too long.
func GoodReason(s string) bool { return s != "" && len([]rune(s)) <= MaxReason }

// Doc returns the table for docs/moderators.md, a line for each deed.
func Doc() (lines []string) {
	lines = append(lines, "| act | who may | concerns | everybody reads | told | appeal |", "|---|---|---|---|---|---|")
	for _, d := range deeds {
		var told []string
		for _, a := range d.Told {
			told = append(told, string(a))
		}
		appeal := "no"
		if d.Appeal != Nobody {
			appeal = string(d.Appeal) + ", once"
		}
		public := strings.ReplaceAll(string(d.Public), "%s", "…")
		command := d.Command
		if strings.HasPrefix(command, "/") {
			command = "`" + strings.ReplaceAll(command, ", ", "`, `") + "`"
		}
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %s | %s |", command, d.Right, d.Concerns, public, strings.Join(told, ", "), appeal))
	}
	return lines
}
