package bottest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/campaign"
	"downsync/bot/discord"
	"downsync/bot/lobby"
	"downsync/bot/match"
	"downsync/bot/person"
	"downsync/bot/referee"
	"downsync/bot/rival"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/rival"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// Self is the bot's own user.
const Self = wire.UserID("self")

// Room is a bot with everything that it needs. Only one goroutine may use it. Its interactions, timers and deliveries alternate
// between two hosts, which share only the store and the wire.
type Room struct {
	t     testing.TB
	setup Setup
	Wire  *Wire
	Clock *tabletest.Clock
	Store *memory.Store
	Hall  *table.Hall // the first host's
	Bot   *bot.App    // the first host's
	Log   *bytes.Buffer
	// Locales holds the users' languages in Discord, and the server's under ""; "en-US" where there is none.
	Locales map[wire.UserID]string
	// May holds the users' permissions on the server; none by default.
	May map[wire.UserID]wire.Permission
	// Roles holds the users' roles on the server.
	Roles map[wire.UserID][]wire.RoleID
	// Strangers holds the users who are not on the server.
	Strangers map[wire.UserID]bool
	// Nameless holds the users whose name the bot cannot know in this test, so that it may mention them by their id alone.
	Nameless map[wire.UserID]bool
	met      map[wire.UserID]bool // named in an interaction
	// Meanwhile is called once, after the next interaction is carried out and before its answer arrives.
	Meanwhile func()

	hosts []Host
	acts  int
	turn  int
}

// Hosts returns the bots, which take turns.
func (r *Room) Hosts() []Host { return r.hosts }

// Host is one of the bots that share a store.
type Host struct {
	Hall   *table.Hall
	Bot    *bot.App
	Outbox *table.Outbox
}

// Setup describes a Room.
type Setup struct {
	Game  game.Game
	Forms Offered
	// More holds further games.
	More []Offer
	Dice func(table.ID) game.Dice // nil: the system's
	// Store, if set, wraps the store of each host.
	Store func(table.Store) table.Store
	// Hall, if set, wraps the hall that the bot uses.
	Hall func(bot.Hall) bot.Hall
	// Through, if set, wraps the wire that the bot uses: for planted faults and leaks.
	Through func(*Room, wire.Wire) wire.Wire
	// Reached reports whether players can reach the hosts; nil: they always can.
	Reached func() bool
	// Clock, if set, wraps the clock of each host as it starts.
	Clock func(table.Clock) table.Clock
	// Think is how long the program may think as an opponent; 0: an hour.
	Think time.Duration
	// Limits holds an operator's numbers for bounds; nil: the defaults.
	Limits bound.Settings
	// Name returns a user's name; nil: "Name of " and the id.
	Name func(wire.UserID) string
	// Timings and the default one; nil: "none", without clocks.
	Timings map[string]table.Timing
	Default string
}

// think returns how long an opponent may think in a test: long enough for a busy machine, unless the test sets it.
func (s Setup) think() time.Duration { return cmp.Or(s.Think, time.Hour) }

// Offered holds a game's forms, as the bot offers them.
type Offered interface{ Game() bot.Game }

// WithRival offers a game with this opponent.
type WithRival struct {
	Offered
	Mind rules.Mind
}

// Game returns the offered game with the opponent in it.
func (f WithRival) Game() bot.Game {
	g := f.Offered.Game()
	g.Rival = f.Mind
	return g
}

// Offer is a game that a bot offers: its rules, and the forms that show them.
type Offer struct {
	Game  game.Game
	Forms Offered
}

// App makes the whole bot.
func App(c bot.Config) *bot.App {
	return bot.New(c, lobby.New, match.New, referee.New, person.New, rival.New, campaign.New)
}

// Commands returns all slash commands of a bot that offers these games and plays them itself.
func Commands(games ...Offered) []bot.Command {
	c := bot.Config{Default: "live"}
	for _, g := range games {
		c.Games = append(c.Games, WithRival{g, nobody{}}.Game())
	}
	return App(c).Commands
}

// Menus returns all commands of context menus.
func Menus() []bot.Menu { return App(bot.Config{Default: "live"}).Menus }

// nobody is an opponent that is never asked anything.
type nobody struct{ rules.Mind }

func (nobody) Strengths() []rules.Strength { return rules.Strengths }

// New makes a room that ends with the test. The defaults suit most tests: no time limits, a store in memory.
func New(t testing.TB, s Setup) *Room {
	if s.Timings == nil {
		s.Timings, s.Default = map[string]table.Timing{"none": {}}, "none"
	}
	r := &Room{t: t, setup: s, Wire: NewWire(), Clock: tabletest.NewClock(), Store: memory.New(), Log: &bytes.Buffer{}, met: map[wire.UserID]bool{}, May: map[wire.UserID]wire.Permission{}, Roles: map[wire.UserID][]wire.RoleID{}}
	r.Wire.moderates = func(u wire.UserID, role wire.RoleID) bool {
		manages := wire.Interaction{Permissions: r.May[u]}.May(wire.ManageServer)
		return !r.Strangers[u] && (manages || role != "" && slices.Contains(r.Roles[u], role))
	}
	r.Wire.member = func(u wire.UserID) (wire.Member, bool) {
		if r.Strangers[u] {
			return wire.Member{}, false
		}
		return wire.Member{Name: r.Name(u), Bot: u == Self}, true
	}
	r.Restart()
	t.Cleanup(r.checkMentions)
	return r
}

// Restart drops everything in memory and starts again from what is stored, as after a crash.
func (r *Room) Restart() {
	r.hosts = []Host{r.Start(), r.Start()}
	r.Hall, r.Bot = r.hosts[0].Hall, r.hosts[0].Bot
}

// Start starts a host on what is stored.
func (r *Room) Start() (h Host) {
	log := slog.New(slog.NewTextHandler(r.Log, nil))
	rulesets, games := []game.Game{r.setup.Game}, []bot.Game{r.setup.Forms.Game()}
	for _, o := range r.setup.More {
		rulesets, games = append(rulesets, o.Game), append(games, o.Forms.Game())
	}
	store := table.Store(r.Store)
	if r.setup.Store != nil {
		store = r.setup.Store(store)
	}
	clock := table.Clock(r.Clock)
	if r.setup.Clock != nil {
		clock = r.setup.Clock(clock)
	}
	h.Hall = table.New(store, clock, table.Options{Games: rulesets, Dice: r.setup.Dice, Log: log, Moot: true, Shared: true, Reached: r.setup.Reached,
		Ended: func(ctx context.Context, p table.Public) ([]table.Record, error) { return h.Bot.Ended(ctx, p) }})
	connection := wire.Wire(r.Wire)
	if r.setup.Through != nil {
		connection = r.setup.Through(r, connection)
	}
	hall := bot.HallOf(h.Hall)
	if r.setup.Hall != nil {
		hall = r.setup.Hall(hall)
	}
	h.Bot = App(bot.Config{Wire: connection, Hall: hall, Records: store, Clock: clock, Games: games,
		Timings: r.setup.Timings, Default: r.setup.Default, Log: log, Think: r.setup.think(), Limits: r.setup.Limits})
	h.Outbox = &table.Outbox{Hall: h.Hall, To: h.Bot, Log: log, Workers: 1}
	return h
}

// Settle makes all due deliveries and fires all due timers, until nothing more happens at this time.
func (r *Room) Settle() {
	r.t.Helper()
	ctx := context.Background()
	for idle := 0; idle < len(r.hosts); idle++ {
		h := r.next()
		if _, err := h.Hall.Timers().Fire(ctx); err != nil {
			r.t.Fatal(err)
		}
		n, err := h.Outbox.Send(ctx)
		if err != nil {
			r.t.Fatal(err)
		}
		done, err := h.Bot.Due(ctx)
		if err != nil {
			r.t.Fatal(err)
		}
		if n+done > 0 {
			idle = -1
		}
	}
}

// next returns the host whose turn it is.
func (r *Room) next() Host {
	r.turn++
	return r.hosts[r.turn%len(r.hosts)]
}

// Turn makes it the turn of that host, from 0.
func (r *Room) Turn(host int) { r.turn = host + len(r.hosts) - 1 }

// Pass advances the clock and settles.
func (r *Room) Pass(d time.Duration) {
	r.t.Helper()
	r.Clock.Advance(d)
	r.Settle()
}

// Name returns the user's name on the server.
func (r *Room) Name(u wire.UserID) string {
	if r.setup.Name != nil {
		return r.setup.Name(u)
	}
	return "Name of " + string(u)
}

// do passes an interaction to the bot and shows its answer as Discord would.
func (r *Room) do(i wire.Interaction) wire.Answer {
	r.t.Helper()
	r.acts++
	i.Self = Self
	r.meet(i)
	i.Controls = r.Wire.controls(i.Message)
	i.ID, i.At, i.Name, i.Locale = wire.InteractionID(fmt.Sprintf("i%d", r.acts)), r.Clock.Now(), r.Name(i.User), r.locale(i.User)
	if i.Guild != "" {
		i.GuildLocale, i.Permissions, i.Roles = r.locale(""), r.May[i.User], r.Roles[i.User]
		i.BotMay, i.IsThread = ^wire.Administrator&^r.Wire.forbidden[i.Channel], r.Wire.bare[i.Channel]
	}
	return r.Repeat(i)
}

func (r *Room) locale(user wire.UserID) string {
	if s := r.Locales[user]; s != "" {
		return s
	}
	return "en-US"
}

// Repeat passes the same interaction again, as a gateway may.
func (r *Room) Repeat(i wire.Interaction) wire.Answer {
	r.t.Helper()
	a := r.next().Bot.Handle(context.Background(), i)
	if meanwhile := r.Meanwhile; meanwhile != nil {
		r.Meanwhile = nil
		if a.Placed != nil {
			a.Placed(false) // nobody waits that long
		}
		meanwhile()
	}
	switch {
	case i.Kind == wire.Complete:
		r.checkChoices(a.Choices)
		r.Wire.keep(Sent{What: "choices", Message: Message{Only: i.User}, Choices: a.Choices})
	case a.Form != nil:
		if i.Kind == wire.Submit {
			r.t.Errorf("a form in answer to a form")
		}
		r.Wire.keep(Sent{What: "form", Message: Message{Only: i.User}, Form: a.Form})
	case a.Letter == nil:
		r.t.Errorf("no answer to %+v", i)
	default:
		r.letter(i, a)
	}
	return a
}

// letter shows a private answer, in place of the message that was pressed if that was private.
func (r *Room) letter(i wire.Interaction, a wire.Answer) {
	r.t.Helper()
	if err := discord.Check(*a.Letter); err != nil {
		r.t.Errorf("an answer that Discord refuses: %v", err)
	}
	for placed := false; i.Private && !a.Fresh; placed = true {
		r.Wire.mu.Lock()
		err := r.Wire.replace(i.Channel, i.Message, *a.Letter, "answer")
		r.Wire.mu.Unlock()
		if a.Placed != nil {
			a.Placed(err == nil)
		}
		if err != nil && !placed {
			break // it comes as a separate message
		}
		if err != nil || a.Newer == nil {
			return
		}
		var broken error
		if a, broken = a.Newer(context.Background()); broken != nil || a.Letter == nil {
			return
		}
	}
	r.Wire.mu.Lock()
	defer r.Wire.mu.Unlock()
	r.Wire.add("answer", &Message{ID: wire.MessageID(r.Wire.id("e")), Channel: wire.ChannelID("eph-" + i.User), Message: *a.Letter, Only: i.User})
}

func (r *Room) checkChoices(cs []wire.Choice) {
	r.t.Helper()
	if len(cs) > 25 {
		r.t.Errorf("%d suggestions", len(cs))
	}
	for _, c := range cs {
		for _, s := range []string{c.Name, c.Value} {
			if n := len([]rune(s)); n < 1 || n > 100 {
				r.t.Errorf("a suggestion of %d characters: %q", n, s)
			}
		}
	}
}

func (w *Wire) keep(s Sent) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent = append(w.sent, s)
}

// Option is an option of a command, with its name.
type Option struct{ Name, Value string }

// Slash gives a command in the channel "general", or in the channel of the option "in", and returns the answer.
func (r *Room) Slash(user wire.UserID, command []string, options ...Option) wire.Answer {
	r.t.Helper()
	return r.do(r.command(wire.Slash, user, command, options))
}

// OnUser uses a command of another user's context menu.
func (r *Room) OnUser(user wire.UserID, name string, of wire.UserID) wire.Answer {
	r.t.Helper()
	i := r.command(wire.OnUser, user, []string{name}, nil)
	i.Target.User = of
	r.resolve(i, of)
	return r.do(i)
}

// OnMessage uses a command of the context menu of somebody's message; by "": of the bot's.
func (r *Room) OnMessage(user wire.UserID, name string, m Message, by wire.UserID) wire.Answer {
	r.t.Helper()
	i := r.command(wire.OnMessage, user, []string{name}, nil)
	if i.Channel = m.Channel; m.Channel == dm(user) {
		i.Guild, i.Direct = "", true
	}
	i.Target = wire.Target{User: cmp.Or(by, Self), Message: m.ID, Controls: r.Wire.controls(m.ID), Text: Words(m.Message)}
	r.resolve(i, i.Target.User)
	return r.do(i)
}

// Complete asks for suggestions for the last of the options.
func (r *Room) Complete(user wire.UserID, command []string, options ...Option) []wire.Choice {
	r.t.Helper()
	i := r.command(wire.Complete, user, command, options)
	i.Focused = options[len(options)-1].Name
	return r.do(i).Choices
}

func (r *Room) command(kind wire.Kind, user wire.UserID, command []string, options []Option) wire.Interaction {
	i := wire.Interaction{Kind: kind, User: user, Guild: "guild", Channel: General, Command: command, Options: map[string]string{},
		Names: map[wire.UserID]string{}, Bots: map[wire.UserID]bool{"robot": true, Self: true}, Members: map[wire.UserID]bool{}}
	for _, o := range options {
		switch o.Name {
		case "in":
			i.Channel = wire.ChannelID(o.Value)
			if len(o.Value) > 3 && o.Value[:3] == "dm-" {
				i.Guild, i.Direct = "", true
			}
		case "guild":
			i.Guild = wire.GuildID(o.Value)
		default:
			i.Options[o.Name] = o.Value
			r.resolve(i, wire.UserID(o.Value))
		}
	}
	return i
}

// resolve adds to the interaction what Discord reports about a user named in it.
func (r *Room) resolve(i wire.Interaction, u wire.UserID) {
	i.Names[u], i.Members[u] = r.Name(u), !r.Strangers[u]
}

// Press presses a control of a message, even if it is no longer there.
func (r *Room) Press(user wire.UserID, m Message, id string, values ...string) wire.Answer {
	r.t.Helper()
	i := press(user, m, id, values)
	for _, v := range values { // they may be people
		r.resolve(i, wire.UserID(v))
	}
	return r.do(i)
}

func press(user wire.UserID, m Message, id string, values []string) wire.Interaction {
	i := wire.Interaction{Kind: wire.Press, User: user, Guild: "guild", Channel: m.Channel, Message: m.ID, CustomID: id, Values: values, Private: m.Only != "",
		Names: map[wire.UserID]string{}, Bots: map[wire.UserID]bool{"robot": true, Self: true}, Members: map[wire.UserID]bool{}}
	if m.Channel == dm(user) {
		i.Guild, i.Direct = "", true
	}
	return i
}

// TakeSeat makes the user who is offered a seat in the match take it. ok is false if no seat is offered.
func (r *Room) TakeSeat(match string) (a wire.Answer, ok bool) {
	r.t.Helper()
	var offer struct {
		Act  int         `json:"act"`
		User wire.UserID `json:"user"`
	}
	raw, err := r.Store.Get(context.Background(), "offer/"+match)
	if errors.Is(err, table.ErrNoRecord) {
		return a, false
	}
	if err == nil {
		err = json.Unmarshal(raw, &offer)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return r.Press(offer.User, Message{Channel: General}, fmt.Sprintf("seat|%s|%d|take", match, offer.Act)), true
}

// Control returns the effect of the control with that id on a private message of the user. The zero Control no longer has one.
func (r *Room) Control(user wire.UserID, customID string) wire.Control {
	r.t.Helper()
	ctx := context.Background()
	_, id, _ := strings.Cut(customID, "|")
	id, _, _ = strings.Cut(id, "|")
	seat, err := r.Hall.SeatOf(ctx, table.ID(id), user)
	if err != nil {
		r.t.Fatal(err)
	}
	c, err := r.Bot.Control(ctx, table.ID(id), seat, customID)
	if err != nil && !errors.Is(err, table.ErrNoRecord) {
		r.t.Fatal(err)
	}
	return c
}

// Submit sends a form that a press on the message opened.
func (r *Room) Submit(user wire.UserID, m Message, f *wire.Form, fields map[string]string) wire.Answer {
	r.t.Helper()
	i := press(user, m, f.ID, nil)
	i.Kind, i.Fields = wire.Submit, fields
	return r.do(i)
}

// Newest returns the user's newest ephemeral message.
func (r *Room) Newest(user wire.UserID) Message {
	r.t.Helper()
	ms := r.Wire.Messages(wire.ChannelID("eph-" + user))
	if len(ms) == 0 {
		r.t.Fatalf("%s was answered nothing", user)
	}
	return ms[len(ms)-1]
}
