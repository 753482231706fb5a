package local

import (
	"encoding/json"
	"slices"
)

var commandRoutes = []route{
	{pattern: "GET /applications/{application_id}/commands", serve: listCommands},
	{pattern: "PUT /applications/{application_id}/commands", serve: putCommands},
	{pattern: "POST /applications/{application_id}/commands", serve: postCommand},
	{pattern: "DELETE /applications/{application_id}/commands/{command_id}", serve: deleteCommand},
	{pattern: "GET /applications/{application_id}/guilds/{guild_id}/commands", serve: listCommands},
	{pattern: "PUT /applications/{application_id}/guilds/{guild_id}/commands", serve: putCommands},
	{pattern: "POST /applications/{application_id}/guilds/{guild_id}/commands", serve: postCommand},
	{pattern: "DELETE /applications/{application_id}/guilds/{guild_id}/commands/{command_id}", serve: deleteCommand},
}

// application refuses an application id other than the bot's.
func application(s *Server, q *request) error {
	id, err := q.id("application_id")
	if err == nil && id != s.bot.ID {
		err = unknownApplication()
	}
	return err
}

// registry returns the list of commands that a request concerns.
func registry(s *Server, q *request) (list *[]*Command, guild ID, err error) {
	if err := application(s, q); err != nil {
		return nil, 0, err
	}
	if q.PathValue("guild_id") == "" {
		return &s.commands.global, 0, nil
	}
	if guild, err = q.id("guild_id"); err != nil {
		return nil, 0, err
	}
	if guild != s.guild.id {
		return nil, 0, unknownGuild()
	}
	if s.kicked {
		return nil, 0, missingAccess()
	}
	return &s.commands.guild, guild, nil
}

// Commands returns the registered commands: those of the guild, then those that stand everywhere.
func (s *Server) Commands() []*Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Concat(s.commands.guild, s.commands.global)
}

func listCommands(s *Server, q *request) (reply, error) {
	list, _, err := registry(s, q)
	if err != nil {
		return reply{}, err
	}
	if q.URL.Query().Get("with_localizations") == "true" {
		return ok(append([]*Command{}, *list...))
	}
	plain := []*Command{}
	for _, c := range *list {
		plain = append(plain, c.unlocalized())
	}
	return ok(plain)
}

func putCommands(s *Server, q *request) (reply, error) {
	list, guild, err := registry(s, q)
	if err != nil {
		return reply{}, err
	}
	var asked []*Command
	if err := q.body.decode(&asked); err != nil {
		return reply{}, err
	}
	if len(asked) > maxCommands {
		return reply{}, tooManyCommands()
	}
	var f form
	for i, c := range asked {
		if c == nil {
			return reply{}, invalidJSON()
		}
		c.check(&f, at("", i))
		if slices.ContainsFunc(asked[:i], func(o *Command) bool { return sameName(o.Name, c.Name, o.NameLoc, c.NameLoc) }) {
			f.add(at("", i, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if err := f.err(); err != nil {
		return reply{}, err
	}
	for _, c := range asked {
		enroll(s, c, *list, guild)
	}
	*list = asked
	commandsChanged(s)
	return ok(append([]*Command{}, asked...))
}

// enroll completes a command. A command with a known name keeps its id.
func enroll(s *Server, c *Command, known []*Command, guild ID) {
	c.ID, c.Version = mint(s, s.clock.Now()), mint(s, s.clock.Now())
	for _, o := range known {
		if o.Name == c.Name {
			c.ID = o.ID
		}
	}
	c.ApplicationID, c.GuildID = s.bot.ID, guild
	c.Type = max(c.Type, 1)
	if c.Integrations == nil {
		c.Integrations = []int{0, 1} // as the application is configured
	}
}

// commandsChanged sends everyone the commands, because clients load them.
func commandsChanged(s *Server) {
	tellAll(s, EventCommands, slices.Concat(s.commands.guild, s.commands.global))
	wake(s)
}

func postCommand(s *Server, q *request) (reply, error) {
	list, guild, err := registry(s, q)
	if err != nil {
		return reply{}, err
	}
	c := &Command{}
	if err := json.Unmarshal(q.body.json, c); err != nil {
		return reply{}, invalidJSON()
	}
	var f form
	c.check(&f, "")
	if err := f.err(); err != nil {
		return reply{}, err
	}
	enroll(s, c, *list, guild)
	rest := slices.DeleteFunc(slices.Clone(*list), func(o *Command) bool { return o.Name == c.Name })
	known := len(rest) < len(*list)
	if len(rest) >= maxCommands {
		return reply{}, tooManyCommands()
	}
	*list = append(rest, c)
	commandsChanged(s)
	if known {
		return ok(c)
	}
	return created(c)
}

func deleteCommand(s *Server, q *request) (reply, error) {
	list, _, err := registry(s, q)
	if err != nil {
		return reply{}, err
	}
	id, err := q.id("command_id")
	if err != nil {
		return reply{}, err
	}
	rest := slices.DeleteFunc(slices.Clone(*list), func(c *Command) bool { return c.ID == id })
	if len(rest) == len(*list) {
		return reply{}, unknownCommand()
	}
	*list = rest
	commandsChanged(s)
	return noContent()
}
