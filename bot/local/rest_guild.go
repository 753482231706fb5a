package local

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sessionsADay is the number of gateway sessions that a bot may start in a day.
const sessionsADay = 1000

var basicRoutes = []route{
	{pattern: "GET /gateway", open: true, serve: func(s *Server, _ *request) (reply, error) {
		return ok(map[string]any{"url": gatewayURL(s)})
	}},
	{pattern: "GET /gateway/bot", serve: func(s *Server, _ *request) (reply, error) {
		left, reset := sessionsADay-s.started, 24*time.Hour
		if f := s.faults.sessions; f != nil {
			left, reset = f.Times, f.wait
		}
		return ok(map[string]any{"url": gatewayURL(s), "shards": 1, "session_start_limit": map[string]any{
			"total": sessionsADay, "remaining": max(left, 0), "reset_after": reset.Milliseconds(), "max_concurrency": 1}})
	}},
	{pattern: "GET /users/@me", serve: func(s *Server, _ *request) (reply, error) {
		return ok(struct {
			*Account
			MFA    bool   `json:"mfa_enabled"`
			Locale string `json:"locale"`
		}{s.bot, false, "en-US"})
	}},
	{pattern: "GET /users/@me/guilds", serve: listGuilds},
	{pattern: "GET /users/{user_id}", serve: getUser},
	{pattern: "POST /users/@me/channels", serve: openDM},
	{pattern: "GET /applications/@me", serve: getApplication},
	{pattern: "GET /oauth2/applications/@me", serve: getApplication},
}

func getUser(s *Server, q *request) (reply, error) {
	id, err := q.id("user_id")
	if err != nil {
		return reply{}, err
	}
	if a := s.accounts[id]; a != nil {
		return ok(a)
	}
	return reply{}, unknownUser()
}

// listGuilds lists the bot's guilds: none or one.
func listGuilds(s *Server, q *request) (reply, error) {
	list := []map[string]any{}
	if after, err := parseID(q.URL.Query().Get("after")); !s.kicked && (err != nil || after < s.guild.id) {
		list = append(list, map[string]any{"id": s.guild.id, "name": s.guild.name, "icon": nil, "banner": nil, "owner": false,
			"permissions": Invited, "features": []string{}})
	}
	return ok(list)
}

func openDM(s *Server, q *request) (reply, error) {
	var ask struct {
		Recipient ID `json:"recipient_id"`
	}
	if err := q.body.decode(&ask); err != nil {
		return reply{}, err
	}
	p := personByID(s, ask.Recipient)
	if p == nil {
		return reply{}, invalidRecipients()
	}
	now := s.clock.Now()
	s.openings = slices.DeleteFunc(s.openings, func(at time.Time) bool { return now.Sub(at) >= openingsIn })
	if len(s.openings) >= maxOpenings {
		return reply{}, openingTooFast()
	}
	s.openings = append(s.openings, now)
	return ok(dmRoom(s, p).ch)
}

// maxOpenings is how many direct messages a bot may open within the time openingsIn, each time counted. Discord does not
// publish its numbers.
const maxOpenings, openingsIn = 2 * MaxUsers, 10 * time.Minute

func getApplication(s *Server, _ *request) (reply, error) {
	var endpoint any
	if s.endpoint != "" {
		endpoint = s.endpoint
	}
	return ok(map[string]any{"id": s.bot.ID, "name": s.bot.Name(), "description": "", "icon": nil, "bot": s.bot, "flags": 0,
		"bot_public": true, "bot_require_code_grant": false, "verify_key": s.PublicKey(), "owner": s.people[0].account,
		"redirect_uris": []any{}, "interactions_endpoint_url": endpoint, "role_connections_verification_url": nil, "team": nil,
		"type": nil, "flags_new": "0", "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"explicit_content_filter": 0, "eligible_oauth2_scopes": []any{}, "approximate_guild_count": 1, "integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}})
}

var guildRoutes = []route{
	{pattern: "GET /guilds/{guild_id}", serve: guildOnly(func(s *Server, _ *request) (reply, error) { return ok(guildObject(s)) })},
	{pattern: "GET /guilds/{guild_id}/channels", serve: guildOnly(func(s *Server, _ *request) (reply, error) {
		return ok(guildObject(s)["channels"])
	})},
	{pattern: "GET /guilds/{guild_id}/roles", serve: guildOnly(func(s *Server, _ *request) (reply, error) { return ok(roles(s)) })},
	{pattern: "GET /guilds/{guild_id}/threads/active", serve: guildOnly(func(s *Server, _ *request) (reply, error) {
		return ok(map[string]any{"threads": guildObject(s)["threads"], "members": []any{}, "has_more": false})
	})},
	{pattern: "GET /guilds/{guild_id}/members/search", serve: guildOnly(searchMembers)},
	{pattern: "GET /guilds/{guild_id}/members/{user_id}", serve: guildOnly(getMember)},
}

// guildOnly refuses a guild id other than the guild's, and a bot that is not in the guild.
func guildOnly(serve func(*Server, *request) (reply, error)) func(*Server, *request) (reply, error) {
	return func(s *Server, q *request) (reply, error) {
		id, err := q.id("guild_id")
		if err != nil {
			return reply{}, err
		}
		if id != s.guild.id {
			return reply{}, unknownGuild()
		}
		if s.kicked {
			return reply{}, missingAccess()
		}
		return serve(s, q)
	}
}

func getMember(s *Server, q *request) (reply, error) {
	id, err := q.id("user_id")
	if err != nil {
		return reply{}, err
	}
	a := s.accounts[id]
	if a == nil || !inGuild(s, id) {
		return reply{}, unknownMember()
	}
	return ok(member(s, a))
}

func searchMembers(s *Server, q *request) (reply, error) {
	limit := 1
	if text := q.URL.Query().Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1000 {
			return reply{}, badForm("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 1000.")
		}
		limit = n
	}
	prefix := strings.ToLower(q.URL.Query().Get("query"))
	found := []Member{}
	for _, p := range s.people {
		a := p.account
		if !p.left && len(found) < limit && (strings.HasPrefix(a.Username, prefix) || strings.HasPrefix(strings.ToLower(a.Name()), prefix)) {
			found = append(found, member(s, a))
		}
	}
	return ok(found)
}

// guildObject returns the guild as GUILD_CREATE and GET /guilds/{id} show it.
func guildObject(s *Server) map[string]any {
	channels, threads, members := []*Channel{}, []*Channel{}, []Member{member(s, s.bot)}
	for _, id := range s.order {
		switch ch := s.channels[id]; {
		case ch.IsOfGuild():
			channels = append(channels, ch)
		case ch.IsThread() && !ch.Thread.Archived:
			threads = append(threads, ch)
		}
	}
	for _, p := range s.people {
		if !p.left {
			members = append(members, member(s, p.account))
		}
	}
	return map[string]any{
		"id": s.guild.id, "name": s.guild.name, "owner_id": s.guild.owner, "joined_at": s.guild.added, "large": false,
		"unavailable": false, "member_count": len(members), "members": members, "channels": channels, "threads": threads,
		"roles": roles(s), "emojis": []any{}, "stickers": []any{}, "features": []string{}, "voice_states": []any{},
		"presences": []any{}, "stage_instances": []any{}, "guild_scheduled_events": []any{}, "preferred_locale": s.guild.locale,
		"verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0,
		"premium_tier": 0, "nsfw_level": 0, "afk_timeout": 300, "system_channel_flags": 0, "icon": nil, "description": nil,
		"home_header": nil, "splash": nil, "discovery_splash": nil, "banner": nil, "application_id": nil, "region": "local",
		"afk_channel_id": nil, "system_channel_id": systemChannel(s), "widget_enabled": false, "widget_channel_id": nil, "max_presences": nil,
		"max_members": 500000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": nil,
		"premium_subscription_count": 0, "rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "incidents_data": nil,
	}
}

// systemChannel returns the id of the channel for messages of the system, or null.
func systemChannel(s *Server) any {
	if ch := s.channels[s.guild.system]; ch != nil {
		return ch.ID
	}
	return nil
}

// SetSystemChannel makes a channel the one for messages of the system; "" takes it away.
func (s *Server) SetSystemChannel(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "" {
		s.guild.system = 0
		return nil
	}
	r := anyRoom(s, name)
	if r == nil || r.ch.Type != channelText {
		return fmt.Errorf("channel %q: expected the id or the name of a text channel", name)
	}
	s.guild.system = r.ch.ID
	return nil
}

// The names of the roles besides @everyone and the bot's own.
const (
	moderator     = "Moderator"
	administrator = "Administrator"
)

var roleModerator, roleAdministrator, roleBot = fixed(50), fixed(51), fixed(52)

// roles returns the guild's roles: @everyone, whose id is the guild's, Moderator, the administrators' role, and the role that came
// with the bot.
func roles(s *Server) []map[string]any {
	own := role(roleBot, s.bot.Name(), 3, Invited)
	own["managed"] = true
	return []map[string]any{role(s.guild.id, "@everyone", 0, personPermissions), roleOfModerators(s),
		role(roleAdministrator, administrator, 2, everything), own}
}

// roleNamed returns a role by its name or its id, or nil.
func roleNamed(s *Server, name string) map[string]any {
	for _, x := range roles(s) {
		if name == x["id"].(ID).String() || strings.EqualFold(strings.TrimPrefix(name, "@"), strings.TrimPrefix(x["name"].(string), "@")) {
			return x
		}
	}
	return nil
}

func roleOfModerators(s *Server) map[string]any {
	r := role(roleModerator, moderator, 1, personPermissions)
	r["mentionable"] = s.mentionable
	return r
}

// SetMentionable lets anyone mention the role Moderator, or nobody without the permission to mention everyone, which is
// how a role begins.
func (s *Server) SetMentionable(mentionable bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mentionable = mentionable
	dispatch(s, "GUILD_ROLE_UPDATE", intentGuilds, map[string]any{"guild_id": s.guild.id, "role": roleOfModerators(s)})
}

func role(id ID, name string, position int, may Permission) map[string]any {
	return map[string]any{"id": id, "name": name, "color": 0, "hoist": false, "position": position, "managed": false,
		"mentionable": false, "permissions": may, "flags": 0, "icon": nil, "unicode_emoji": nil,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}, "description": nil}
}
