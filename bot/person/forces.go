package person

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/customid"
	"downsync/bot/pasted"
	"downsync/bot/wire"
	"downsync/game"
)

// Saved forces: a record for each user, with share codes under names. They are secret: only answers to their owner show
// them, and the record, not custom ids, holds the force under construction.

const (
	maxForceName = 40
)

// saved is the record of a user's forces: those with names, and the one under construction.
type saved struct {
	Version int     `json:"v"`
	Forces  []force `json:"kept,omitempty"`
	Draft   force   `json:"draft,omitzero"`
}

// force is a share code under a name; a draft without a name has "".
type force struct {
	Name string `json:"name,omitempty"`
	Code string `json:"code"`
	Game string `json:"game,omitempty"` // in the form of App.Recorded
}

func forcesKey(u wire.UserID) string { return "forces/" + string(u) }

func savedOf(ctx context.Context, c *bot.Call, u wire.UserID) (s saved, err error) {
	err = c.Read(ctx, forcesKey(u), &s)
	return s, err
}

func (s *saved) Form() *int { return &s.Version }

// Empty reports whether there is nothing to store.
func (s saved) Empty() bool { return len(s.Forces) == 0 && s.Draft.Code == "" }

// find returns the index of the game's saved force of that name, in any case; -1 if there is none.
func (s saved) find(game, name string) int {
	return slices.IndexFunc(s.Forces, func(f force) bool { return f.Game == game && strings.EqualFold(f.Name, strings.TrimSpace(name)) })
}

// builder changes and shows a user's saved forces of one game.
type builder struct {
	c    *bot.Call
	f    bot.Forms
	game string // in the form of records
	*saved
	pressed bot.Built
}

// builds reports whether a game has a builder of forces.
func builds(f bot.Forms) bool { return f.Builder != nil }

// forceCommand is /force; it does not exist if no game has a builder.
func forceCommand(a *bot.App) []bot.Command {
	if len(a.Games.Having(builds)) == 0 {
		return nil
	}
	options := append(a.Games.GameOption(builds),
		bot.CommandOption{Name: "open", Description: "What to open: a starter set, or one of yours",
			Kind: wire.StringOption, Typing: pasted.AsName}.Listed(suggestForces),
		bot.CommandOption{Name: "code", Description: "A share code that somebody gave you", Kind: wire.StringOption})
	return []bot.Command{{Name: "force", Description: "Build, keep and share your forces; for your eyes only", Options: options, Run: forceCmd}}
}

func forceCmd(ctx context.Context, c *bot.Call) wire.Answer {
	game, err := chosenBuilder(ctx, c)
	if err != nil {
		return c.Trouble("", err)
	}
	open, code := c.Options.Text("open"), c.Options.Text("code")
	return build(ctx, c, game, true, func(b *builder) ([]wire.Block, string) {
		switch {
		case code != "":
			return nil, b.take(code)
		case open != "":
			return nil, b.open(open)
		}
		return b.home(), ""
	})
}

// chosenBuilder returns the game that the command means, if it has a builder. A share code names its own game.
func chosenBuilder(ctx context.Context, c *bot.Call) (game string, err error) {
	if game, err = c.Chosen(ctx, builds); err != nil {
		return game, err
	}
	for _, g := range append([]bot.Game{{ID: game}}, c.Games...) {
		if b := c.Forms(g.ID).Builder; b != nil && c.Options.Text("code") != "" {
			if _, _, err := b.ForceCode(c.Options.Text("code")); err == nil {
				return g.ID, nil
			}
		}
	}
	if c.Forms(game).Builder == nil {
		return game, c.Refuse("⚠️ %s has no force builder; challenges offer the forces there are.", c.Forms(game).About.Name)
	}
	return game, nil
}

// errNoBuilder: the game is no longer offered, or has no builder.
var errNoBuilder = errors.New("no builder of forces")

// build changes the user's forces and shows the outcome: the blocks or, if there are none, the force under construction
// with a note. With game "", it means the game of the force under construction.
func build(ctx context.Context, c *bot.Call, game string, fresh bool, do func(*builder) ([]wire.Block, string)) wire.Answer {
	var b builder
	var blocks []wire.Block
	var note, of string
	s, err := bot.Change(ctx, c.App, forcesKey(c.User), func(s *saved) error {
		if of = game; of == "" {
			of = c.Games.GameOf(s.Draft.Game)
		}
		if !c.Games.Offers(of) || c.Forms(of).Builder == nil {
			return errNoBuilder
		}
		b = builder{c: c, f: c.Forms(of), game: c.Games.Recorded(of), saved: s}
		if s.Draft.Game != b.game {
			s.Draft = force{Game: b.game}
		}
		blocks, note = do(&b)
		return nil
	})
	switch {
	case errors.Is(err, errNoBuilder):
		return c.Answer(bot.OldButton)
	case err != nil:
		return c.Trouble("", err)
	}
	draft := blocks == nil
	if b.saved = &s; draft {
		if blocks, err = b.show(note); err != nil {
			return c.Cannot(err)
		}
		more, err := c.PlayBuilt(ctx, c, of, s.Draft.Code)
		if err != nil {
			return c.Trouble("", err)
		}
		blocks = append(blocks, more...)
	}
	a := wire.Answer{Fresh: fresh, Letter: &wire.Message{Blocks: []wire.Block{wire.Box{Accent: 0x35d0ff, Blocks: blocks}}}}
	if draft {
		a.Newer = func(ctx context.Context) (wire.Answer, error) { // of two simultaneous presses, either answer may arrive last
			now, err := savedOf(ctx, c, c.User)
			if err != nil || now.Draft == s.Draft {
				return wire.Answer{}, err
			}
			return build(ctx, c, "", false, func(*builder) ([]wire.Block, string) { return nil, "" }), nil
		}
	}
	return a
}

// take loads a typed share code as the new draft and returns the message to show.
func (b builder) take(typed string) string {
	code, _, err := b.f.ForceCode(wire.Clip(typed, bot.MaxPasted))
	if err != nil {
		return "⚠️ " + wire.Plain(b.c.Error(err))
	}
	b.Draft = force{Code: code, Game: b.game}
	return ""
}

// open loads the named force as the draft: a saved one, or a starter by its code or name. It returns the message to show.
func (b builder) open(name string) string {
	if i := b.meant(b.c, b.game, name); i >= 0 {
		b.Draft = b.Forces[i]
		return ""
	}
	name = pastedCode(b.c, name)
	starters := b.f.Starters()
	for _, fits := range []func(wire.Option) bool{
		func(o wire.Option) bool { return o.Value == name }, func(o wire.Option) bool { return strings.EqualFold(o.Label, name) },
	} {
		if i := slices.IndexFunc(starters, fits); i >= 0 {
			return b.take(starters[i].Value)
		}
	}
	return b.c.Say("⚠️ You keep no force %q. `/force` shows yours.", wire.Plain(wire.Clip(name, maxForceName)))
}

// control returns the custom id of a button for this game's forces.
func (b builder) control(what string) string {
	return strings.TrimSuffix(customid.Forces+"|"+what+"|"+b.game, "|")
}

// show shows the force under construction.
func (b builder) show(note string) ([]wire.Block, error) {
	at := b.find(b.game, b.Draft.Name)
	if b.Draft.Code == "" && at < 0 && note == "" { // a button of a force that is gone
		return b.home(), nil
	}
	if b.Draft.Code == "" && at < 0 {
		return append([]wire.Block{wire.Text(note)}, b.home()...), nil
	}
	blocks, err := b.f.BuilderPage(b.Draft.Code, b.pressed)
	if err != nil && at < 0 {
		return nil, err
	}
	head := b.c.Text("## A new force")
	if b.Draft.Name != "" {
		head = b.c.Say("## %s", wire.Plain(b.Draft.Name))
	}
	if note != "" {
		head += "\n" + note
	}
	if b.Draft.Name != "" && (at < 0 || b.Forces[at].Code != b.Draft.Code) {
		head += "\n" + b.c.Text("-# Unsaved changes: press **Keep**.")
	}
	row := wire.Row{{ID: b.control("keep"), Label: b.c.Text("Keep"), Style: wire.Success}, {ID: b.control("share"), Label: b.c.Text("Share")},
		{ID: b.control("type"), Label: b.c.Text("Type a list")}}
	if at >= 0 {
		row = append(row, wire.Button{ID: b.control("delete"), Label: b.c.Text("Delete")})
	}
	if err != nil { // keep it anyway: the user can only delete it
		blocks, row = []wire.Block{wire.Text("⚠️ " + wire.Plain(b.c.Error(err)))}, row[len(row)-1:]
	}
	row = append(row, wire.Button{ID: b.control("home"), Label: b.c.Text("All my forces")})
	return slices.Concat([]wire.Block{wire.Text(head)}, blocks, []wire.Block{row}), nil
}

// home lists the forces to begin with, starters first.
func (b builder) home() []wire.Block {
	// A name opens the force saved under it, even if the name is the share code of a starter.
	options := slices.DeleteFunc(slices.Clone(b.f.Starters()), func(o wire.Option) bool {
		return slices.ContainsFunc(b.Forces, func(f force) bool { return f.Game == b.game && f.Name == o.Value })
	})
	n := 0
	for _, f := range b.Forces {
		if f.Game != b.game {
			continue
		}
		n++
		_, summary, err := b.f.ForceCode(f.Code)
		if err != nil {
			summary = b.c.Error(err)
		}
		options = append(options,
			wire.Option{Value: f.Name, Label: wire.Clip(b.c.Say("Yours: %s", f.Name), wire.LongestChoice),
				Note: wire.Clip(summary, wire.LongestChoice)})
	}
	row := wire.Row{{ID: b.control("new"), Label: b.c.Text("Build a new one"), Style: wire.Primary},
		{ID: b.control("import"), Label: b.c.Text("Enter a share code")}}
	if b.Draft.Code != "" {
		row = append(row, wire.Button{ID: b.control("draft"), Label: b.c.Text("Go on with the last one")})
	}
	return []wire.Block{wire.Text(b.c.Say("person.forces-home", n, b.c.Most(bound.Forces))),
		wire.Select{ID: b.control("open"), Placeholder: b.c.Text("Open a force"), Options: options},
		row}
}

// forcesPress answers a control of /force.
func forcesPress(ctx context.Context, c *bot.Call, what, game string) wire.Answer {
	switch what {
	case "keep", "import", "type":
		if c.Kind == wire.Press {
			return forceForm(ctx, c, what, game)
		}
	case "share":
		return shareForce(ctx, c)
	}
	if game != "" || what == "home" || what == "new" || what == "" {
		game = c.Games.GameOf(game)
	}
	typed := strings.TrimSpace(c.Fields["value"])
	return build(ctx, c, game, what == "", func(b *builder) ([]wire.Block, string) {
		switch what {
		case "home", "":
			return b.home(), ""
		case "new":
			b.Draft = force{Code: b.f.NewForce(), Game: b.game}
		case "open":
			return nil, b.open(strings.Join(c.Values, ""))
		case "keep":
			return nil, b.save(typed)
		case "import":
			return nil, b.take(typed)
		case "type":
			return nil, b.change(bot.BuildTyped, []string{pasted.Value(typed)})
		case "delete":
			return []wire.Block{wire.Text(c.Say("Delete **%s**? Matches that already use it go on.", wire.Plain(b.Draft.Name))),
				wire.Row{{ID: b.control("sure"), Label: c.Text("Delete it"), Style: wire.Danger},
					{ID: b.control("draft"), Label: c.Text("Leave it")}}}, ""
		case "sure":
			if n := b.find(b.game, b.Draft.Name); n >= 0 {
				b.Forces = slices.Delete(b.Forces, n, n+1)
			}
			b.Draft = force{Game: b.game}
			return nil, c.Text("Deleted.")
		}
		return nil, ""
	})
}

// buildPress answers a control of the builder. A button itself names its value.
func buildPress(ctx context.Context, c *bot.Call, part, value string) wire.Answer {
	pressed := bot.Built{Part: part, Values: c.Values}
	if value != "" {
		pressed.Values = []string{value}
	}
	return build(ctx, c, "", false, func(b *builder) ([]wire.Block, string) {
		b.pressed = pressed
		if _, turns := bot.PartOf(pressed.Values); turns {
			return nil, ""
		}
		return nil, b.change(part, pressed.Values)
	})
}

// change changes the draft and returns the message to show.
func (b builder) change(part string, values []string) string {
	if b.Draft.Code == "" {
		b.Draft.Code = b.f.NewForce()
	}
	code, err := b.f.ChangeForce(b.Draft.Code, part, values)
	if err != nil {
		return "⚠️ " + wire.Plain(wire.Clip(b.c.Error(err), 300))
	}
	b.Draft.Code = code
	return ""
}

const wordNothing game.Text = "⚠️ There is nothing in this force yet. Add something to it, then keep or share it."

// nothing reports whether the draft is empty. It has no code if it was discarded while its page was still open.
func (b builder) nothing() bool { return b.Draft.Code == "" || b.f.EmptyForce(b.Draft.Code) }

// save saves the draft under a name and returns the message to show.
func (b builder) save(name string) string {
	if b.nothing() {
		return b.c.Text(wordNothing)
	}
	name = strings.Join(strings.Fields(name), " ")
	if n := len([]rune(name)); n == 0 || n > maxForceName {
		return b.c.Say("⚠️ A force needs a name of 1 to %d characters.", maxForceName)
	}
	i := b.find(b.game, name)
	switch {
	case i < 0:
		if err := b.c.Fits(bound.Forces, len(b.Forces)); err != nil {
			return b.c.ReachedText(err)
		}
		i = len(b.Forces)
		b.Forces = append(b.Forces, force{})
	}
	b.Draft.Name = name
	b.Forces[i] = b.Draft
	return b.c.Say("Kept as **%s**.", wire.Plain(name))
}

// forceForm opens the form for a name, a code or a list. With game "", it means the game of the force under
// construction.
func forceForm(ctx context.Context, c *bot.Call, what, game string) wire.Answer {
	s, err := savedOf(ctx, c, c.User)
	if err != nil {
		return c.Trouble("", err)
	}
	form := wire.Form{ID: c.CustomID}
	switch what {
	case "keep":
		form.Title = c.Text("Keep this force")
		form.Fields = []wire.Field{{ID: "value", Label: c.Text("Name of the force"), Value: s.Draft.Name, Min: 1, Max: maxForceName,
			Required: true}}
	case "import":
		form.Title = c.Text("Share code")
		form.Fields = []wire.Field{{ID: "value", Label: c.Text("Share code"), Min: 1, Max: bot.MaxPasted, Required: true}}
	default:
		of := c.Games.GameOf(cmp.Or(game, s.Draft.Game))
		if !c.Games.Offers(of) { // not any more
			return c.Answer(bot.OldButton)
		}
		form.Title = c.Text("Your list")
		form.Fields = []wire.Field{{ID: "value", Label: cmp.Or(c.Forms(of).About.ChangeHow, c.Forms(of).About.ListHow), Min: 1, Max: bot.MaxForce, Required: true}}
	}
	return wire.Answer{Form: &form}
}

// shareForce shows the draft's code in a new answer.
func shareForce(ctx context.Context, c *bot.Call) wire.Answer {
	s, err := savedOf(ctx, c, c.User)
	switch {
	case err != nil:
		return c.Trouble("", err)
	case s.Draft.Code == "":
		return c.Answer(bot.OldButton)
	}
	of := c.Games.GameOf(s.Draft.Game)
	if !c.Games.Offers(of) || c.Forms(of).Builder == nil {
		return c.Answer(bot.OldButton)
	}
	if (builder{c: c, f: c.Forms(of), saved: &s}).nothing() {
		return c.Answer(wordNothing)
	}
	return c.Answer("person.force-told", s.Draft.Code)
}

// forceDraft returns the code of the user's force under construction.
func forceDraft(ctx context.Context, c *bot.Call) (string, error) {
	s, err := savedOf(ctx, c, c.User)
	return s.Draft.Code, err
}

// forceMeant returns the force that the user typed: a code, or the code of the saved force with that name.
func forceMeant(ctx context.Context, c *bot.Call, game, typed string) (string, error) {
	s, err := savedOf(ctx, c, c.User)
	if err != nil {
		return "", err
	}
	if i := s.meant(c, c.Games.Recorded(game), typed); i >= 0 {
		return s.Forces[i].Code, nil
	}
	return pastedCode(c, typed), nil
}

// pastedCode reads a force that the user typed or pasted, if it is not a name.
func pastedCode(c *bot.Call, typed string) string {
	return pasted.Value(typed, "force", c.OptionName("force"), "open", c.OptionName("open"), "code", c.OptionName("code"))
}

// meant finds a force by its name, first as typed, then as pasted.
func (s saved) meant(c *bot.Call, game, typed string) int {
	if i := s.find(game, typed); i >= 0 {
		return i
	}
	return s.find(game, pastedCode(c, typed))
}

// forcesFor returns the user's saved forces that can be played with those settings, each once, because a menu must not
// list a choice twice.
func forcesFor(ctx context.Context, c *bot.Call, u wire.UserID, id string, settings json.RawMessage, seat game.Seat) []bot.Force {
	f := c.Forms(id)
	s, err := savedOf(ctx, c, u)
	if err != nil || f.Builder == nil {
		return nil // the forces that everybody has are offered anyway
	}
	var out []bot.Force
	for _, x := range s.Forces {
		if x.Game != c.Games.Recorded(id) || slices.ContainsFunc(out, func(f bot.Force) bool { return f.Value == x.Code }) {
			continue
		}
		if _, _, err := f.ReadForce(settings, seat, x.Code); err != nil {
			continue
		}
		_, summary, _ := f.ForceCode(x.Code) // it was read without an error above
		out = append(out, bot.Force{Value: x.Code, Name: x.Name, Units: summary, Kept: true})
	}
	return out
}

// suggestForces completes the option of /force.
func suggestForces(ctx context.Context, c *bot.Call) []wire.Choice {
	game, err := c.Chosen(ctx, builds)
	if err != nil || c.Forms(game).Builder == nil {
		return nil
	}
	var out []wire.Choice
	for _, o := range c.Forms(game).Starters() {
		out = append(out, wire.Choice{Name: wire.Clip(o.Label, wire.LongestChoice), Value: o.Value})
	}
	s, _ := savedOf(ctx, c, c.User) // an unreadable record suggests nothing
	for _, f := range s.Forces {
		if f.Game == c.Games.Recorded(game) {
			out = append(out, wire.Choice{Name: wire.Clip(c.Say("Yours: %s", f.Name), wire.LongestChoice), Value: f.Name})
		}
	}
	return out
}
