// Package prefs holds the choices of a user (/settings) and of a server (/setup). Each is one small record. An empty field was
// never chosen and means the default.
package prefs

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot/lang"
	"downsync/bot/wire"
)

// The themes to choose from.
const (
	ThemeDark  = "dark"
	ThemeLight = "light"
	ThemeSafe  = "safe" // dark, with colours that colour-blind readers can tell apart
)

// CallsThread notifies a user in the match's thread.
const CallsThread = "thread"

// AdviceOff leaves out the advice under questions.
const AdviceOff = "off"

// Languages and Themes list the choices, the default first.
var (
	Languages = languages()
	Themes    = []string{ThemeDark, ThemeLight, ThemeSafe}
)

// User holds the choices of a user.
type User struct {
	Version  int    `json:"v"`
	Language string `json:"language,omitempty"` // "": the language of their Discord
	Discord  string `json:"discord,omitempty"`  // the language of their Discord at their last interaction; "": English
	Theme    string `json:"theme,omitempty"`    // "": the server's
	// Zone is an IANA name or an offset like "+05:30"; "": UTC.
	Zone  string `json:"zone,omitempty"`
	Quiet Quiet  `json:"quiet,omitzero"`
	// Calls is where a question notifies the user: CallsThread, or "": in direct messages.
	Calls string `json:"calls,omitempty"`
	// Advice is AdviceOff, or "": questions come with advice.
	Advice string `json:"advice,omitempty"`
	// Rival is RivalCalm, or "": the program answers briskly as an opponent.
	Rival string `json:"rival,omitempty"`
	// Played is the game of the match begun last by the user; "": none since the bot records it.
	Played string `json:"played,omitempty"`
}

// Quiet is the span of hours in which a user is not notified, in minutes from midnight in their zone. It may run past
// midnight; From = To means none.
type Quiet struct {
	From int `json:"from"` // 0 to 1439
	To   int `json:"to"`
}

// Server holds the set-up of a server.
type Server struct {
	Version  int            `json:"v"`
	Channel  wire.ChannelID `json:"channel,omitempty"`  // where matches are played; "": anywhere
	ModRole  wire.RoleID    `json:"mod_role,omitempty"` // its members decide disputes; "": nobody does
	Modes    []string       `json:"modes,omitempty"`    // the allowed modes of secrecy; none: all
	Clock    string         `json:"clock,omitempty"`    // the default clock; "": the bot's
	Language string         `json:"language,omitempty"` // of public messages; "": the server's language in Discord
	Theme    string         `json:"theme,omitempty"`    // of public pictures; "": dark
	Announce wire.ChannelID `json:"announce,omitempty"` // the channel for results; "": none
	Game     string         `json:"game,omitempty"`     // the usual game here; "": the first
	Rivals   string         `json:"rivals,omitempty"`   // RivalsOff, or "": users may play against the program
}

// UserKey returns the key of a user's Prefs.
func UserKey(u wire.UserID) string { return "prefs/" + string(u) }

// ServerKey returns the key of a server's set-up.
func ServerKey(g wire.GuildID) string { return "guild/" + string(g) }

// Form returns the version of the record, see RecordVersion.
func (p *User) Form() *int { return &p.Version }

// Empty reports whether the user has chosen nothing.
func (p User) Empty() bool { return p == User{Version: p.Version} }

// Form returns the version of the record, see RecordVersion.
func (s *Server) Form() *int { return &s.Version }

// Location returns the user's time zone.
func (p User) Location() *time.Location {
	if l, err := ReadZone(p.Zone); err == nil {
		return l
	}
	return time.UTC // the host's list of zones no longer has the name
}

// QuietUntil returns the end of the user's quiet hours if now is within them, otherwise zero. Quiet hours apply to
// direct messages alone. In a match's thread everybody would see them: from a silent message as well as from a late or
// missing one.
func (p User) QuietUntil(now time.Time) time.Time {
	if p.Quiet.From == p.Quiet.To || p.Calls == CallsThread {
		return time.Time{}
	}
	local := now.In(p.Location())
	minute := local.Hour()*60 + local.Minute()
	day := local.Day()
	switch {
	case p.Quiet.From < p.Quiet.To && (minute < p.Quiet.From || minute >= p.Quiet.To):
		return time.Time{}
	case p.Quiet.From > p.Quiet.To && minute >= p.Quiet.To && minute < p.Quiet.From:
		return time.Time{}
	case p.Quiet.From > p.Quiet.To && minute >= p.Quiet.From:
		day++ // they end tomorrow
	}
	return time.Date(local.Year(), local.Month(), day, 0, p.Quiet.To, 0, 0, local.Location())
}

// String returns the hours in the form in which users type them: "22:00-07:30".
func (q Quiet) String() string {
	return fmt.Sprintf("%02d:%02d-%02d:%02d", q.From/60, q.From%60, q.To/60, q.To%60)
}

// ReadZone reads an IANA name or an offset from UTC; "" means UTC.
func ReadZone(typed string) (*time.Location, error) {
	for _, form := range []string{"-07:00", "-07"} {
		if t, err := time.Parse(form, typed); err == nil {
			_, offset := t.Zone()
			return time.FixedZone(typed, offset), nil
		}
	}
	i := slices.IndexFunc(Zones, func(z string) bool { return strings.EqualFold(z, typed) })
	if i >= 0 {
		typed = Zones[i]
	}
	if strings.EqualFold(typed, "local") {
		return nil, fmt.Errorf("the host's own zone is nobody's choice")
	}
	return time.LoadLocation(typed)
}

// Zones are the suggested time zones, from west to east. A user may type any other IANA name.
var Zones = []string{"Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Vancouver", "America/Denver", "America/Phoenix",
	"America/Chicago", "America/Mexico_City", "America/New_York", "America/Toronto", "America/Bogota", "America/Lima", "America/Halifax",
	"America/Caracas", "America/Santiago", "America/St_Johns", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Atlantic/Azores",
	"Atlantic/Reykjavik", "Europe/London", "Europe/Dublin", "Europe/Lisbon", "Africa/Lagos", "Europe/Berlin", "Europe/Vienna", "Europe/Zurich",
	"Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Amsterdam", "Europe/Brussels", "Europe/Copenhagen", "Europe/Oslo", "Europe/Stockholm",
	"Europe/Warsaw", "Europe/Prague", "Europe/Budapest", "Africa/Johannesburg", "Africa/Cairo", "Europe/Athens", "Europe/Bucharest", "Europe/Helsinki",
	"Europe/Kyiv", "Asia/Jerusalem", "Europe/Istanbul", "Africa/Nairobi", "Asia/Riyadh", "Asia/Tehran", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata",
	"Asia/Dhaka", "Asia/Bangkok", "Asia/Jakarta", "Asia/Ho_Chi_Minh", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Taipei", "Asia/Singapore", "Asia/Manila",
	"Australia/Perth", "Asia/Tokyo", "Asia/Seoul", "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney", "Australia/Melbourne", "Pacific/Auckland", "UTC"}

// Empty reports whether nothing was set up.
func (s Server) Empty() bool {
	return s.Channel+s.Announce == "" && s.ModRole == "" && s.Clock+s.Language+s.Theme+s.Game+s.Rivals == "" && len(s.Modes) == 0
}

// Allowed returns the given modes of secrecy of a game that the server allows; all of them if it allows none by name.
func (s Server) Allowed(modes []string) []string {
	var out []string
	for _, m := range s.Modes {
		if slices.Contains(modes, m) {
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return modes
	}
	return out
}

// languages returns the codes of the available languages.
func languages() []string {
	var out []string
	for _, t := range lang.All() {
		out = append(out, t.String())
	}
	return out
}
