// Package bound is the table of limits on what a user, a server and the whole bot may do. A limit on the form of something, such as
// the length of a name, is not in it.
//
// A bound with a Span counts acts. App.Count keeps their times in the store, under a keyed hash of the user or server, until they lapse. So
// a restart, another host and `/privacy delete` change nothing, and nobody's id stays behind. A bound without a Span counts what exists
// at this moment, and is free again once that has ended.
package bound

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"downsync/game"
)

// Bound is a limit.
type Bound struct {
	Name string // under which it is counted, and which an operator sets
	What string // what is limited, for the operator
	Per  string // on whose account it is counted: one of the constants below
	Most int
	Span time.Duration // how long an act counts; 0: what exists now counts
	// Told refuses what goes beyond the bound: with the number, and with a Span also the Unix time from which it is possible again.
	// "": nothing is refused.
	Told game.Text
	// Instead tells the operator what happens beyond the bound; "": a refusal.
	Instead string
	// Set means that the operator may set the number.
	Set bool
}

// On whose account a bound is counted.
const (
	User       = "user"
	Server     = "server"
	Bot        = "the whole bot"
	Table      = "table"
	Pair       = "user and the user called"
	Opponents  = "two opponents"
	Player     = "player and match"
	Moderator  = "moderator"
	Led        = "user and server"
	Process    = "user, in each process"
	Receiver   = "receiver"
	InCampaign = "side of a campaign"
	OfAct      = "act of a moderator"
	OfCampaign = "campaign"
)

const day = 24 * time.Hour

// The bounds. Their numbers are such that an evening of fifty people on one server meets none.
var (
	Work = Bound{Name: "work", What: "units of work: 1 for a press, 2 or 5 for a command", Per: Process, Most: 30, Span: 15 * time.Second,
		Told: "⏳ That was too much at once, and nothing was done. Please try again in %d s."}
	AtOnce = Bound{Name: "at_once", What: "requests in progress", Per: Process, Most: 4,
		Told: "⏳ I am still working on your earlier requests, and nothing was done. Please try again in a moment."}

	Challenges = Bound{Name: "challenges", What: "open challenges and tables", Per: User, Most: 10,
		Told: "You have %d {challenge|challenges} open, the maximum. `/match cancel` withdraws one."}
	Matches = Bound{Name: "matches", What: "running matches that the user began or accepted", Per: User, Most: 100, Told: "lobby.too-many-matches"}
	Cards   = Bound{Name: "cards", What: "new public cards: challenges, rematches, campaigns, and the cards that replace them; each match has a thread at its card", Per: User, Most: 40, Span: time.Hour,
		Told: "You have posted %d new {card|cards} within an hour, the maximum. You can post the next one <t:%d:R>.", Set: true}
	ServerCards = Bound{Name: "server_cards", What: "new public cards", Per: Server, Most: 500, Span: time.Hour,
		Told: "This server has had %d new {card|cards} within an hour, the maximum. The next one is possible <t:%d:R>.", Set: true}
	Invitations = Bound{Name: "invitations", What: "people invited to a table", Per: Table, Most: 20, Told: "⚠️ A table has at most %d {invitation|invitations}."}
	Callers     = Bound{Name: "callers", What: "people for whom a host is notified that they take a seat", Per: Table, Most: 5, Instead: "the host is not notified"}
	Calls       = Bound{Name: "calls", What: "times that a user notifies the same person of a challenge or a campaign from which no match with them came", Per: Pair, Most: 1, Span: time.Hour,
		Instead: "the card notifies nobody"}
	Called = Bound{Name: "called", What: "times that somebody is notified of challenges and campaigns, by anyone", Per: Receiver, Most: 40, Span: day,
		Instead: "the card notifies nobody"}

	AgainstProgram = Bound{Name: "against_program", What: "matches against the bot, with those that stand still", Per: User, Most: 10, Told: "rival.most-each"}
	GoingProgram   = Bound{Name: "going_program", What: "matches against the bot that do not stand still", Per: User, Most: 5, Told: "rival.most-each"}
	ServerProgram  = Bound{Name: "server_program", What: "matches against the bot in which its opponent did something within the last hour", Per: Server, Most: 60,
		Told: "I am playing %d {match|matches} on this server, the maximum. Please try again later, or ask somebody else with `/play`.", Set: true}
	Program           = Bound{Name: "program", What: "matches against the bot in which its opponent did something within the last hour", Per: Bot, Most: 200, Told: "rival.most", Set: true}
	ServerProgramKept = Bound{Name: "server_program_kept", What: "matches against the bot, with those that stand still", Per: Server, Most: 300,
		Told: "%d {match|matches} against me have not ended on this server, the maximum. Please finish or concede one first."}
	ProgramKept = Bound{Name: "program_kept", What: "matches against the bot, with those that stand still", Per: Bot, Most: 2000, Told: "rival.most"}

	MatchDisputes = Bound{Name: "match_disputes", What: "disputes that a player opens", Per: Player, Most: 3,
		Told: "You have opened %d {dispute|disputes} in this match, the maximum."}
	Disputes = Bound{Name: "disputes", What: "disputes", Per: User, Most: 5, Span: 30 * day,
		Told: "You have opened %d {dispute|disputes} within 30 days, the maximum. You can open the next one <t:%d:R>; `/match report` reaches the moderators too."}
	Reports = Bound{Name: "reports", What: "reports about others", Per: User, Most: 3, Span: day,
		Told: "You have reported %d {time|times} within a day, the maximum. You can report again <t:%d:R>."}
	Offered = Bound{Name: "offered", What: "seats that moderators offer to the same user", Per: Receiver, Most: 3, Span: day,
		Told: "They have been offered %d {seat|seats} within a day, the maximum. Name someone else, or wait until <t:%d:f>."}
	Offering = Bound{Name: "offering", What: "seats that a moderator offers", Per: Moderator, Most: 10, Span: day,
		Told: "You have offered %d {seat|seats} within a day, the maximum. You can offer the next one <t:%d:R>."}
	BanNotices = Bound{Name: "ban_notices", What: "direct messages about bans, with a sound", Per: Receiver, Most: 1, Span: day,
		Instead: "the message comes without a sound"}
	ActNotices = Bound{Name: "act_notices", What: "direct messages about what others did in disputes and as moderators, with a sound", Per: Receiver, Most: 1, Span: day,
		Instead: "the message comes without a sound"}
	Appeals = Bound{Name: "appeals", What: "appeals against a ban or an act in a campaign", Per: OfAct, Most: 1,
		Told: "That was appealed before: each act can be appealed %d {time|times}."}
	BanActs = Bound{Name: "ban_acts", What: "bans of a user, and ends of them, that the bot remembers", Per: Led, Most: 20,
		Instead: "the oldest is forgotten"}
	CampaignActs = Bound{Name: "campaign_acts", What: "acts of moderators that the bot remembers", Per: OfCampaign, Most: 20,
		Instead: "the oldest whose appeal is not open is forgotten"}
	CalledModerators = Bound{Name: "called_moderators", What: "calls of the moderators by disputes and appeals, with a sound", Per: Server, Most: 20, Span: day,
		Instead: "the message comes without a sound"}

	Forces = Bound{Name: "forces", What: "saved forces", Per: User, Most: 20,
		Told: "⚠️ You keep %d forces, the maximum. Delete one first, or keep this one under the name of another."}
	Campaigns = Bound{Name: "campaigns", What: "campaigns under way", Per: Server, Most: 10,
		Told: "This server has %d {campaign|campaigns} under way, which is the most. `/campaign end` ends one."}
	LedCampaigns = Bound{Name: "led_campaigns", What: "campaigns under way that a user leads", Per: Led, Most: 3,
		Told: "You lead %d {campaign|campaigns} on this server, which is the most. `/campaign end` ends one."}
	WaitingCampaigns = Bound{Name: "waiting_campaigns", What: "finished campaigns in which an appeal is open", Per: Server, Most: 30,
		Told: "In %d finished {campaign|campaigns} of this server an appeal waits for a moderator, which is the most. Ask one to decide: `/campaign acts`."}
	Meetings = Bound{Name: "meetings", What: "matches that a player does not lose against the same opponent", Per: Opponents, Most: 3, Span: day,
		Instead: "the match raises no place on the ladder"}
)

// All returns every bound, in the order of the documentation.
func All() []Bound {
	return []Bound{Work, AtOnce, Challenges, Matches, Cards, ServerCards, Invitations, Callers, Calls, Called,
		AgainstProgram, GoingProgram, ServerProgram, ServerProgramKept, Program, ProgramKept,
		MatchDisputes, Disputes, Reports, Offered, Offering, BanNotices, ActNotices, Appeals, BanActs, CampaignActs, CalledModerators,
		Forces, Campaigns, LedCampaigns, WaitingCampaigns, Meetings}
}

// Named returns the bound with that name; ok is false if there is none.
func Named(name string) (b Bound, ok bool) {
	n := slices.IndexFunc(All(), func(b Bound) bool { return b.Name == name })
	if n < 0 {
		return b, false
	}
	return All()[n], true
}

// Settings holds an operator's numbers, by the names of bounds.
type Settings map[string]int

// Defaults returns the numbers that an operator may set, as they are without settings.
func Defaults() Settings {
	s := Settings{}
	for _, b := range All() {
		if b.Set {
			s[b.Name] = b.Most
		}
	}
	return s
}

// Lifted returns numbers that nobody reaches.
func Lifted() Settings {
	s := Defaults()
	for name := range s {
		s[name] = 1e6
	}
	return s
}

// Check returns an error for the first name that no operator may set, or whose number is not positive.
func (s Settings) Check() error {
	may := slices.Sorted(maps.Keys(Defaults()))
	for name, n := range s {
		if !slices.Contains(may, name) {
			return fmt.Errorf("limits.%s: there is no such limit to set; the choices are %s", name, strings.Join(may, ", "))
		}
		if n < 1 {
			return fmt.Errorf("limits.%s is %d: expected 1 or more", name, n)
		}
	}
	return nil
}

// Most returns the number of the bound.
func (s Settings) Most(b Bound) int {
	if n, set := s[b.Name]; set && b.Set {
		return n
	}
	return b.Most
}

// Doc returns the table of the bounds for docs/operators.md, a line for each.
func Doc() (lines []string) {
	lines = append(lines, "| limit | at most | for each | within | beyond it |", "|---|---|---|---|---|")
	for _, b := range All() {
		within, beyond, name := "at a time", "refused", b.What
		if b.Span > 0 {
			within = spanned(b.Span)
		}
		if b.Instead != "" {
			beyond = b.Instead
		}
		if b.Set {
			name += ", `" + b.Name + "`"
		}
		lines = append(lines, fmt.Sprintf("| %s | %d | %s | %s | %s |", name, b.Most, b.Per, within, beyond))
	}
	return lines
}

// spanned returns a span in words.
func spanned(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{day, "day"}, {time.Hour, "hour"}, {time.Second, "second"}} {
		switch n := d / unit.of; {
		case d%unit.of != 0:
		case n == 1:
			return "1 " + unit.name
		default:
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return d.String()
}
