package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/bits"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/discord"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/storage"
)

// invitation returns the address that brings the bot to a server with all needed permissions.
func invitation(app string) string {
	var all wire.Permission
	for _, p := range bot.NeededToPlay {
		all |= p.Bit
	}
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", app, all)
}

// lacking names the needed permissions that are missing; "" if none is.
func lacking(may wire.Permission) string {
	return bot.Voice{Language: lang.English}.Lacking(bot.NeededToPlay, may)
}

// examination prints a line for each thing that the doctor looks at.
type examination struct {
	out  io.Writer
	free func(folder string) (uint64, error) // bytes left on its disk
	hurt bool                                // something would hurt players
}

func (e *examination) say(mark, what, form string, args ...any) {
	said := strings.ReplaceAll(game.Text(form).Format(args...), "\n", "; ")
	fmt.Fprintf(e.out, "%-8s %-12s %s\n", mark, what, conceal(said, fromEnvironment()...))
}

func (e *examination) ok(what, form string, args ...any)   { e.say("ok", what, form, args...) }
func (e *examination) warn(what, form string, args ...any) { e.say("warning", what, form, args...) }
func (e *examination) bad(what, form string, args ...any) {
	e.hurt = true
	e.say("ERROR", what, form, args...)
}

// doctor looks at everything that a bot needs and says what to do, a line each. The exit status is 1 if something would hurt
// players. It works before the first start and while the bot runs.
func doctor(ctx context.Context, args []string, out, _ io.Writer) error {
	return consult(ctx, args, out, freeSpace)
}

// consult is doctor on disks with that much space.
func consult(ctx context.Context, args []string, out io.Writer, free func(folder string) (uint64, error)) error {
	f := flags("doctor")
	conf := configFlag(f)
	if err := parse(f, args, 0, out); err != nil {
		return err
	}
	e := &examination{out: out, free: free}
	e.ok("version", "%s", version())
	if c, err := conf.read(ctx); err != nil {
		e.bad("config", "%s", strings.TrimPrefix(err.Error(), "config "))
	} else {
		e.examine(ctx, conf, c)
	}
	if e.hurt {
		return exit(1)
	}
	return nil
}

func (e *examination) examine(ctx context.Context, conf *configFile, c config) {
	if _, err := os.Stat(conf.path); err == nil {
		e.ok("config", "%s", conf.path)
	} else {
		e.ok("config", "no %s: the defaults", conf.path)
	}
	if _, err := c.ownCards(); err != nil {
		e.bad("cards", "%v", err)
	}
	if c.Store.URL == "" {
		e.disk("disk", filepath.Dir(c.Store.Path), c.Store.Path)
	}
	if c.Store.Backups != "" {
		e.disk("backups", c.Store.Backups, c.Store.Path)
		have, err := copiesIn(c.Store.Backups, time.Now())
		if err == nil && len(have.after) > 0 {
			e.warn("backups", "%s: %s", strings.Join(have.after, ", "), backupsAhead)
		}
		if open := exposedCopies(c.Store.Backups, append(have.until, have.after...)); len(open) > 0 {
			e.warn("backups", "others may read or change %s: chmod 600 %s", strings.Join(open, ", "), strings.Join(open, " "))
		}
	}
	u, running := e.store(ctx, c)
	if u.SetBack != "" {
		e.warn("clock", "%s", u.SetBack)
	}
	if l, err := net.Listen("tcp", c.Watch.Listen); c.Watch.Listen != "" && !running {
		if err != nil {
			e.bad("watch", "%v", notListening(c.Watch.Listen, err))
		} else {
			l.Close()
		}
	}
	switch {
	case c.Discord.Token == "" && running:
		e.warn("token", "there is none in this shell, so Discord was not asked; the running bot has its own: set %s here to look at its servers", tokenVariable)
	case c.Discord.Token == "" && c.Discord.API != "":
		e.bad("token", "there is none: put that of the Discord at discord.api into the environment variable %s; `downsync discord` prints how", tokenVariable)
	case c.Discord.Token == "":
		e.bad("token", "there is none: copy it from the developer portal, page Bot, into the environment variable %s", tokenVariable)
	case checkToken(c.source, c.Discord.Token) != nil:
		e.bad("token", "%v", checkToken(c.source, c.Discord.Token))
	case c.exposed:
		e.bad("token", "%s holds it, or a password, and others may read the file: chmod 600 it, or set %s and %s instead", conf.path, tokenVariable, storeVariable)
	default:
		e.discord(ctx, c, u)
	}
}

// The free bytes that a disk should have: below little the bot can hardly store anything; above plenty it can go on for long.
const little, plenty = 64 << 20, 1 << 30

// disk looks at a folder and the space on its disk. A backup takes as much as the store.
func (e *examination) disk(what, folder, store string) {
	probe, err := os.CreateTemp(folder, ".doctor-")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.bad(what, "there is no folder %s: make it", folder)
		return
	case err != nil:
		e.bad(what, "%s cannot be written (%v): give this user the right to", folder, err)
		return
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		e.bad(what, "%v", err)
	}
	free, err := e.free(folder)
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	size := uint64(0)
	if info, err := os.Stat(store); err == nil {
		size = uint64(info.Size())
	}
	switch {
	case err != nil:
		e.bad(what, "%v", err)
	case free < max(little, size):
		e.bad(what, "%d MiB free in %s: free space, or the bot can store nothing", free>>20, folder)
	case free < max(plenty, 3*size):
		e.warn(what, "%d MiB free in %s: free space before it is used up", free>>20, folder)
	default:
		e.ok(what, "%d MiB free in %s", free>>20, folder)
	}
}

// store looks at the store, through the bot if one runs on it.
func (e *examination) store(ctx context.Context, c config) (u inUse, running bool) {
	if c.Store.URL != "" {
		return e.database(ctx, c)
	}
	path := c.Store.Path
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		e.ok("store", "there is no %s yet: the bot makes it at its first start", path)
		u.Guilds = map[wire.GuildID]*used{} // nothing is in use
		return u, false
	}
	if err := exposed(path); err != nil {
		e.bad("store", "%v", err)
	}
	if !keepsFiles(filepath.Dir(path)) {
		e.warn("store", "%s", openFolder(path))
	}
	if f, err := os.OpenFile(path, os.O_RDWR, 0); errors.Is(err, fs.ErrPermission) {
		e.bad("store", "%s cannot be written: give this user the right to", path)
		return u, false
	} else if err == nil {
		f.Close()
	}
	s, err := storage.Open(path, storage.Options{ReadOnly: true, Warn: func(text string) { e.warn("store", "%s", text) }})
	switch {
	case errors.Is(err, storage.ErrInUse):
		answer, err := askOperator(ctx, path, "state")
		if err == nil && json.Unmarshal([]byte(answer), &u) != nil {
			err = fmt.Errorf("the running bot answers %q: it may be of an older version, restart it", wire.Clip(answer, 80))
		}
		if err != nil {
			e.bad("store", "%v", err)
			return inUse{}, true
		}
		e.ok("store", "%s, in use by the running bot", path)
		if u.Version != version() {
			e.warn("bot", "the running bot is %s: restart it", u.Version)
		}
		if u.Hurt != "" {
			e.bad("bot", "it runs, and players are not answered: %s", u.Hurt)
		} else {
			e.ok("bot", "it runs and is ready")
		}
		if u.Shared {
			e.warn("bot", "%s", anotherBot)
		}
		for _, line := range u.Troubles {
			e.warn("bot", "%s", line)
		}
		return u, true
	case errors.Is(err, storage.ErrOlder):
		e.ok("store", "%s is of an older format: the bot converts it at its next start, and leaves a copy", path)
		return u, false
	case err != nil:
		e.bad("store", "%v", err)
		return u, false
	}
	u, err = usageOf(ctx, s, time.Now())
	ids, err2 := s.Matches()
	if err := errors.Join(err, err2, s.Close()); err != nil {
		e.bad("store", "%s: %v; downsync check says more", path, err)
		return u, false
	}
	e.ok("store", "%s, matches: %d", path, len(ids))
	e.warn("bot", "none runs on this store: start it with `downsync serve`")
	return u, false
}

// discord looks at what Discord says of the bot.
func (e *examination) discord(ctx context.Context, c config, u inUse) {
	const patience = time.Minute
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	client, err := discord.New(discord.Config{Token: c.Discord.Token, Base: strings.TrimSuffix(c.Discord.API, "/")})
	if err == nil {
		err = client.Hello(ctx)
	}
	switch {
	case errors.Is(err, discord.ErrToken):
		e.bad("token", "%s: %v", c.source, err)
		return
	case err != nil:
		e.bad("discord", "%s", advised(err))
		return
	}
	e.ok("token", "Discord knows it, as application %s", client.Application())
	if c.Discord.API != "" {
		e.warn("discord", "discord.api is %s: the bot and its token go there, not to Discord", c.Discord.API)
	}
	e.endpoint(ctx, c, client)
	ids, err := client.Guilds(ctx)
	if err != nil {
		e.bad("discord", "%s", advised(err))
		return
	}
	if len(ids) == 0 {
		e.bad("server", "the bot is on none: open %s", invitation(client.Application()))
	}
	if g := c.Discord.Guild; g != "" && !slices.Contains(ids, g) {
		e.bad("server", "discord.guild is %s, and the bot is not on that server: correct the id, or open %s", g, invitation(client.Application()))
	}
	for _, id := range ids {
		e.guild(ctx, client, id, u)
	}
	for _, id := range slices.Sorted(maps.Keys(u.Guilds)) {
		if x := u.Guilds[id]; !slices.Contains(ids, id) && x.Matches > 0 {
			e.warn("server", "the bot is no longer on %s, where %d {match is|matches are} under way: open %s", id, x.Matches, invitation(client.Application()))
		}
	}
	e.clock(ctx, client)
}

// endpoint compares how interactions come with how the bot receives them.
func (e *examination) endpoint(ctx context.Context, c config, client *discord.Client) {
	const page = "in the developer portal, page General Information"
	address, key := client.Endpoint()
	switch {
	case c.Discord.Listen == "" && address != "":
		e.bad("endpoint", "Discord sends interactions to %s, and this bot waits for them at the gateway: set discord.listen and discord.public_key, or remove that address %s", address, page)
		return
	case c.Discord.Listen == "":
		return
	case !strings.EqualFold(key, c.Discord.PublicKey):
		e.bad("endpoint", "discord.public_key is not the application's: set it to %s", key)
		return
	case address == "":
		e.bad("endpoint", "Discord sends interactions over the gateway, and this bot waits for them at discord.listen: enter its public address as Interactions Endpoint URL %s", page)
		return
	}
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, nil)
	if err != nil {
		e.bad("endpoint", "%s: %v", address, err)
		return
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		e.warn("endpoint", "%s does not answer from here: start the bot, or look at what stands before it (%v)", address, err)
		return
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusUnauthorized {
		e.bad("endpoint", "%s answers %d to a request that Discord has not signed, expected 401: it is not this bot's", address, res.StatusCode)
		return
	}
	e.ok("endpoint", "%s", address)
}

// guild looks at one server: permissions, channels in use, the role of the moderators.
func (e *examination) guild(ctx context.Context, client *discord.Client, id wire.GuildID, u inUse) {
	g, err := client.Guild(ctx, id)
	if err != nil {
		e.bad("server", "%s: %s", id, advised(err))
		return
	}
	x := u.Guilds[id]
	if x == nil {
		x = &used{}
	}
	if missing := lacking(g.May()); missing != "" && len(x.Channels) == 0 {
		e.bad("server", "%s: the bot lacks %s: open %s again", g.Name, missing, invitation(client.Application()))
	} else if u.Guilds == nil {
		e.ok("server", "%s", g.Name) // the store could not be read
	} else {
		e.ok("server", "%s: %d {match|matches} under way", g.Name, x.Matches)
	}
	for _, channel := range x.Channels {
		name, may, err := client.MayIn(ctx, g, channel)
		missing := lacking(may)
		switch {
		case err != nil:
			e.bad("channel", "%s: channel %s: %s", g.Name, channel, advised(err))
		case missing != "":
			e.bad("channel", "%s: in #%s the bot lacks %s: allow %s in the channel's settings", g.Name, name, missing, them(may))
		default:
			e.ok("channel", "%s: #%s", g.Name, name)
		}
	}
	switch role, there := g.Roles[x.Setup.ModRole]; {
	case u.Guilds == nil:
	case x.Setup.ModRole == "":
		e.warn("moderators", "%s: no role decides disputes: choose one with `/setup moderators:`", g.Name)
	case !there:
		e.warn("moderators", "%s: their role is gone: choose another with `/setup moderators:`", g.Name)
	case !role.Mentionable && g.May()&wire.MentionEveryone == 0:
		e.warn("moderators", "%s: a dispute cannot call the role %s: in its settings, allow anyone to mention it", g.Name, role.Name)
	default:
		e.ok("moderators", "%s: %s", g.Name, role.Name)
	}
}

// advised returns what Discord's refusal means and what to do about it, or the error's text.
func advised(err error) string { return cmp.Or(discord.Explain(err), err.Error()) }

// them returns "it" or "them", for the permissions that are missing.
func them(may wire.Permission) string {
	var all wire.Permission
	for _, p := range bot.NeededToPlay {
		all |= p.Bit
	}
	if bits.OnesCount64(uint64(all&^may)) == 1 {
		return "it"
	}
	return "them"
}

// clock compares this machine's clock with Discord's, by the median of five answers.
func (e *examination) clock(ctx context.Context, client *discord.Client) {
	const answers = 5
	for range answers {
		if _, known := client.Skew(); known {
			break
		}
		if err := client.Hello(ctx); err != nil {
			e.bad("discord", "%s", advised(err))
			return
		}
	}
	const confusing = 30 * time.Second // players see when their time ends
	ahead, _ := client.Skew()
	switch text := skewed(ahead); {
	case ahead.Abs() > confusing:
		e.bad("clock", "%s", text)
	case text != "":
		e.warn("clock", "%s", text)
	default:
		e.ok("clock", "right to %.0f s", mostSkew.Seconds())
	}
}
