package local

import (
	"regexp"
	"slices"
)

// allowedMentions limits whom a message may ping.
type allowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []ID     `json:"users"`
	Roles       []ID     `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// check notes what Discord refuses in an allowed_mentions object.
func (a *allowedMentions) check(f *form) {
	if a == nil {
		return
	}
	for i, p := range a.Parse {
		if p != "users" && p != "roles" && p != "everyone" {
			f.add(at("allowed_mentions.parse", i), "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
	}
	if slices.Contains(a.Parse, "users") && len(a.Users) > 0 {
		f.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"users\"] and users: [ids...] are mutually exclusive.")
	}
	if len(a.Users) > 100 || len(a.Roles) > 100 {
		f.add("allowed_mentions.users", "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
	}
}

var (
	userMention     = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention     = regexp.MustCompile(`<@&(\d+)>`)
	everyoneMention = regexp.MustCompile(`@(everyone|here)\b`)
)

// mention determines whom the message mentions. Without allowed_mentions a bot's message parses everything, and an
// interaction's answer parses users only. An edit without them parses again with these defaults. A role is mentioned only
// if it is mentionable, or by a bot that may mention everyone.
func mention(s *Server, m *Message, allowed *allowedMentions, from origin) {
	text := m.Content
	walk(m.Components, func(k *Component) {
		if k.Type == kindTextDisplay {
			text += "\n" + k.Content
		}
	})
	m.Mentions, m.MentionRoles = []Account{}, []ID{}
	users, roles, everyone := true, from == fromChannel, from == fromChannel
	if allowed != nil {
		users, roles, everyone = slices.Contains(allowed.Parse, "users"), slices.Contains(allowed.Parse, "roles"), slices.Contains(allowed.Parse, "everyone")
	}
	for _, match := range userMention.FindAllStringSubmatch(text, -1) {
		id, err := parseID(match[1])
		who := s.accounts[id]
		if err != nil || who == nil || slices.ContainsFunc(m.Mentions, func(a Account) bool { return a.ID == id }) {
			continue
		}
		if users || allowed != nil && slices.Contains(allowed.Users, id) {
			m.Mentions = append(m.Mentions, *who)
		}
	}
	all := m.Author.ID == s.bot.ID && botMay(s, m.ChannelID, MentionEveryone)
	m.MentionEveryone = everyone && all && everyoneMention.MatchString(text)
	for _, match := range roleMention.FindAllStringSubmatch(text, -1) {
		id, err := parseID(match[1])
		asked := roles || allowed != nil && slices.Contains(allowed.Roles, id)
		if err == nil && id == roleModerator && asked && (s.mentionable || all) && !slices.Contains(m.MentionRoles, id) {
			m.MentionRoles = append(m.MentionRoles, id)
		}
	}
}

// isMentioned reports whether a message mentions this person, by name or by a role of theirs.
func isMentioned(m *Message, p *person) bool {
	return p.mod && slices.Contains(m.MentionRoles, roleModerator) ||
		slices.ContainsFunc(m.Mentions, func(a Account) bool { return a.ID == p.account.ID })
}

// pings reports whether a new message notifies this person, by a mention or because it is a DM.
func pings(s *Server, m *Message, p *person) bool {
	if m.Flags&flagSuppressNotifications != 0 || m.Author.ID == p.account.ID {
		return false
	}
	c := s.channels[m.ChannelID]
	return m.MentionEveryone || c != nil && c.Type == channelDM || isMentioned(m, p)
}
