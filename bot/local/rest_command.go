package local

import (
	"encoding/json"
	"slices"
)

var commandRoutes = []route{
	{pattern: "GET /applications/{application_id}/commands", serve: about(registryOf, listCommands)},
	{pattern: "PUT /applications/{application_id}/commands", serve: about(registryOf, putCommands)},
	{pattern: "POST /applications/{application_id}/commands", serve: about(registryOf, postCommand)},
	{pattern: "DELETE /applications/{application_id}/commands/{command_id}", serve: about(registryOf, deleteCommand)},
	{pattern: "GET /applications/{application_id}/guilds/{guild_id}/commands", serve: about(registryOf, listCommands)},
	{pattern: "PUT /applications/{application_id}/guilds/{guild_id}/commands", serve: about(registryOf, putCommands)},
	{pattern: "POST /applications/{application_id}/guilds/{guild_id}/commands", serve: about(registryOf, postCommand)},
	{pattern: "DELETE /applications/{application_id}/guilds/{guild_id}/commands/{command_id}", serve: about(registryOf, deleteCommand)},
}

// application refuses an application id other than the bot's.
func application(s *Server, q *request) error {
	id, err := q.id("application_id")
	if err == nil && id != s.bot.ID {
		err = unknownApplication()
	}
	return err
}

// registry is where the commands that a request concerns are registered: everywhere, or on the guild.
type registry struct {
	list  *[]*Command
	guild ID // 0: everywhere
}

// registryOf finds the registry of a request, or refuses it: of another application, of another guild, or where the bot was kicked.
func registryOf(s *Server, q *request) (registry, error) {
	if err := application(s, q); err != nil || q.PathValue("guild_id") == "" {
		return registry{list: &s.commands.global}, err
	}
	switch guild, err := q.id("guild_id"); {
	case err != nil:
		return registry{}, err
	case guild != s.guild.id:
		return registry{}, unknownGuild()
	case s.kicked:
		return registry{}, missingAccess()
	}
	return registry{&s.commands.guild, s.guild.id}, nil
}

// Commands returns the registered commands: first the guild's, then the global ones.
func (s *Server) Commands() []*Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Concat(s.commands.guild, s.commands.global)
}

func listCommands(_ *Server, q *request, in registry) (reply, error) {
	if q.URL.Query().Get("with_localizations") == "true" {
		return ok(append([]*Command{}, *in.list...))
	}
	plain := []*Command{}
	for _, c := range *in.list {
		plain = append(plain, c.unlocalized())
	}
	return ok(plain)
}

func putCommands(s *Server, q *request, in registry) (reply, error) {
	var asked []*Command
	if err := q.body.decode(&asked); err != nil {
		return reply{}, err
	}
	if slices.Contains(asked, nil) {
		return reply{}, invalidJSON()
	}
	if tooMany(asked) {
		return reply{}, tooManyCommands()
	}
	var f form
	for i, c := range asked {
		c.check(&f, at("", i))
		if slices.ContainsFunc(asked[:i], func(o *Command) bool {
			return o.kind() == c.kind() && sameName(o.Name, c.Name, o.NameLoc, c.NameLoc)
		}) {
			f.add(at("", i, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if err := f.err(); err != nil {
		return reply{}, err
	}
	for _, c := range asked {
		enroll(s, c, in)
	}
	*in.list = asked
	commandsChanged(s)
	return ok(append([]*Command{}, asked...))
}

// enroll completes a command. A command with a known name keeps its id.
func enroll(s *Server, c *Command, in registry) {
	c.ID, c.Version = mint(s, s.clock.Now()), mint(s, s.clock.Now())
	for _, o := range *in.list {
		if o.Name == c.Name && o.kind() == c.kind() {
			c.ID = o.ID
		}
	}
	c.ApplicationID, c.GuildID = s.bot.ID, in.guild
	c.Type = c.kind()
	if c.Integrations == nil {
		c.Integrations = []int{0, 1} // as the application is configured
	}
}

// commandsChanged sends everyone the commands, because clients load them.
func commandsChanged(s *Server) {
	tellAll(s, EventCommands, slices.Concat(s.commands.guild, s.commands.global))
	wake(s)
}

func postCommand(s *Server, q *request, in registry) (reply, error) {
	c := &Command{}
	if err := json.Unmarshal(q.body.json, c); err != nil {
		return reply{}, invalidJSON()
	}
	var f form
	c.check(&f, "")
	if err := f.err(); err != nil {
		return reply{}, err
	}
	enroll(s, c, in)
	rest := slices.DeleteFunc(slices.Clone(*in.list), func(o *Command) bool { return o.Name == c.Name && o.kind() == c.kind() })
	known := len(rest) < len(*in.list)
	if tooMany(append(slices.Clone(rest), c)) {
		return reply{}, tooManyCommands()
	}
	*in.list = append(rest, c)
	commandsChanged(s)
	if known {
		return ok(c)
	}
	return created(c)
}

func deleteCommand(s *Server, q *request, in registry) (reply, error) {
	id, err := q.id("command_id")
	if err != nil {
		return reply{}, err
	}
	rest := slices.DeleteFunc(slices.Clone(*in.list), func(c *Command) bool { return c.ID == id })
	if len(rest) == len(*in.list) {
		return reply{}, unknownCommand()
	}
	*in.list = rest
	commandsChanged(s)
	return noContent()
}
