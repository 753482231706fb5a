package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A user's own forces: a record for each user, of share codes under names. They are secret: whatever is shown of them is
// an answer to their owner alone, and what is under construction stands in the record, not in custom ids.

const (
	idForces = "forces" // forces|what; without: all of them, in an answer of its own
	idBuild  = "build"  // build|part, with the values chosen

	// BuildTyped is the builder's part that takes a list of Units as text.
	BuildTyped = "typed"

	// MaxCode bounds a share code, in characters; there is room for what people add to it.
	MaxCode = 100

	mostForces   = 20
	maxForceName = 40
)

// BuildControl is the custom id of a select of the builder.
func BuildControl(part string) string { return idBuild + "|" + part }

// armory is what a user has: forces under names, and the one under construction.
type armory struct {
	Version int     `json:"v"`
	Kept    []force `json:"kept,omitempty"`
	Draft   force   `json:"draft,omitzero"`
}

// force is a share code under a name; the draft's is "" while it has none.
type force struct {
	Name string `json:"name,omitempty"`
	Code string `json:"code"`
}

func forcesKey(u Snowflake) string { return "forces/" + string(u) }

// armory reads what the user has.
func (b *Bot) armory(ctx context.Context, u Snowflake) (armory, error) {
	a := armory{Version: recordVersion}
	err := b.record(ctx, forcesKey(u), &a)
	if err == nil && a.Version > recordVersion {
		err = fmt.Errorf("record %s is of a later form %d", forcesKey(u), a.Version)
	}
	return a, err
}

// find is the place of the kept force of that name, whatever its case; -1 if there is none.
func (a armory) find(name string) int {
	return slices.IndexFunc(a.Kept, func(f force) bool { return strings.EqualFold(f.Name, strings.TrimSpace(name)) })
}

// changed tells whether the draft is not kept as it is.
func (a armory) changed() bool {
	i := a.find(a.Draft.Name)
	return i < 0 || a.Kept[i].Code != a.Draft.Code
}

// forceCmd is /force.
func (b *Bot) forceCmd(ctx context.Context, i Interaction) Answer {
	open, code := i.Options["open"], i.Options["code"]
	return b.atBench(ctx, i, true, func(a *armory) ([]Block, string) {
		switch {
		case code != "":
			return nil, b.take(a, code)
		case open != "":
			return nil, b.open1(a, open)
		}
		return b.forcesHome(*a), ""
	})
}

// atBench changes the user's forces and shows what came of it: the blocks, or without any the force under construction
// with a note.
func (b *Bot) atBench(ctx context.Context, i Interaction, fresh bool, do func(*armory) ([]Block, string)) Answer {
	lock := b.locks.of(forcesKey(i.User))
	lock.Lock()
	defer lock.Unlock()
	a, err := b.armory(ctx, i.User)
	if err != nil {
		return b.trouble("", err)
	}
	blocks, note := do(&a)
	if err := b.putRecord(ctx, forcesKey(i.User), a, len(a.Kept) == 0 && a.Draft == force{}); err != nil {
		return b.trouble("", err)
	}
	if blocks == nil {
		if blocks, err = b.bench(a, note); err != nil {
			return b.cannot(err)
		}
		row, err := b.playBuilt(ctx, i.User, a.Draft.Code)
		if err != nil {
			return b.trouble("", err)
		}
		if len(row) > 0 {
			blocks = append(blocks, row)
		}
	}
	return Answer{Fresh: fresh, Letter: &Message{Blocks: []Block{Box{Accent: 0x35d0ff, Blocks: blocks}}}}
}

// take makes a code that somebody typed the draft. It gives what to say.
func (b *Bot) take(a *armory, typed string) string {
	code, _, err := b.Forms.ForceCode(Clip(typed, MaxCode))
	if err != nil {
		return "⚠️ " + Plain(b.lang.Error(err))
	}
	a.Draft = force{Code: code}
	return ""
}

// open1 makes the named force the draft: one of the user's, or a starter by its code. It gives what to say.
func (b *Bot) open1(a *armory, name string) string {
	if i := a.find(name); i >= 0 {
		a.Draft = a.Kept[i]
		return ""
	}
	if slices.ContainsFunc(b.Forms.Starters(), func(o Option) bool { return o.Value == name }) {
		return b.take(a, name)
	}
	for _, o := range b.Forms.Starters() {
		if strings.EqualFold(o.Label, name) {
			return b.take(a, o.Value)
		}
	}
	return b.sayf(wordForceNoSuch, Clip(name, maxForceName))
}

// bench shows the force under construction.
func (b *Bot) bench(a armory, note string) ([]Block, error) {
	if a.Draft.Code == "" && note == "" { // a button of a force that is gone
		return b.forcesHome(a), nil
	}
	if a.Draft.Code == "" {
		return append([]Block{Text(note)}, b.forcesHome(a)...), nil
	}
	blocks, err := b.Forms.Workshop(a.Draft.Code)
	if err != nil {
		return nil, err
	}
	head := b.text(wordForceUnnamed)
	if a.Draft.Name != "" {
		head = b.sayf(wordForceNamed, Plain(a.Draft.Name))
	}
	if note != "" {
		head += "\n" + note
	}
	if a.Draft.Name != "" && a.changed() {
		head += "\n" + b.text(wordForceChanged)
	}
	row := Row{{ID: idForces + "|keep", Label: b.text(wordForceKeep), Style: Success}, {ID: idForces + "|share", Label: b.text(wordForceShare)},
		{ID: idForces + "|type", Label: b.text(wordForceType)}}
	if a.find(a.Draft.Name) >= 0 {
		row = append(row, Button{ID: idForces + "|delete", Label: b.text(wordForceDelete)})
	}
	row = append(row, Button{ID: idForces + "|home", Label: b.text(wordForceHome)})
	return slices.Concat([]Block{Text(head)}, blocks, []Block{row}), nil
}

// forcesHome lists what to begin with, starter sets first.
func (b *Bot) forcesHome(a armory) []Block {
	options := b.Forms.Starters()
	for _, f := range a.Kept {
		_, summary, err := b.Forms.ForceCode(f.Code)
		if err != nil {
			summary = b.lang.Error(err)
		}
		options = append(options, Option{Value: f.Name, Label: Clip(b.sayf(wordForceOwn, f.Name), longestChoice), Note: Clip(summary, longestChoice)})
	}
	row := Row{{ID: idForces + "|new", Label: b.text(wordForcesNew), Style: Primary}, {ID: idForces + "|import", Label: b.text(wordForcesImport)}}
	if a.Draft.Code != "" {
		row = append(row, Button{ID: idForces + "|draft", Label: b.text(wordForcesDraft)})
	}
	return []Block{Text(b.sayf(wordForcesHome, len(a.Kept), mostForces)),
		Select{ID: idForces + "|open", Placeholder: b.text(wordForcesOpen), Options: options[:min(len(options), mostChoices)]}, row}
}

// forces answers a control of /force.
func (b *Bot) forces(ctx context.Context, i Interaction, what string) Answer {
	switch what {
	case "keep", "import", "type":
		if i.Kind == Press {
			return b.forceForm(ctx, i, what)
		}
	case "share":
		return b.shareForce(ctx, i)
	}
	typed := strings.TrimSpace(i.Fields["value"])
	return b.atBench(ctx, i, what == "", func(a *armory) ([]Block, string) {
		switch what {
		case "home", "":
			return b.forcesHome(*a), ""
		case "new":
			a.Draft = force{Code: b.Forms.NewForce()}
		case "open":
			return nil, b.open1(a, strings.Join(i.Values, ""))
		case "keep":
			return nil, b.keepForce(a, typed)
		case "import":
			return nil, b.take(a, typed)
		case "type":
			return nil, b.change(a, BuildTyped, []string{typed})
		case "delete":
			return []Block{Text(b.sayf(wordForceSure, Plain(a.Draft.Name))), Row{{ID: idForces + "|sure", Label: b.text(wordForceDoIt), Style: Danger},
				{ID: idForces + "|draft", Label: b.text(wordForceBack)}}}, ""
		case "sure":
			if n := a.find(a.Draft.Name); n >= 0 {
				a.Kept = slices.Delete(a.Kept, n, n+1)
			}
			a.Draft = force{}
			return nil, b.text(wordForceGone)
		}
		return nil, ""
	})
}

// build answers a select of the builder.
func (b *Bot) build(ctx context.Context, i Interaction, part string) Answer {
	return b.atBench(ctx, i, false, func(a *armory) ([]Block, string) { return nil, b.change(a, part, i.Values) })
}

// change changes the draft. It gives what to say.
func (b *Bot) change(a *armory, part string, values []string) string {
	if a.Draft.Code == "" {
		a.Draft.Code = b.Forms.NewForce()
	}
	code, err := b.Forms.ChangeForce(a.Draft.Code, part, values)
	if err != nil {
		return "⚠️ " + Plain(Clip(b.lang.Error(err), 300))
	}
	a.Draft.Code = code
	return ""
}

// keepForce keeps the draft under a name. It gives what to say.
func (b *Bot) keepForce(a *armory, name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if n := len([]rune(name)); n == 0 || n > maxForceName {
		return b.sayf(wordForceNoName, maxForceName)
	}
	i := a.find(name)
	switch {
	case i < 0 && len(a.Kept) >= mostForces:
		return b.sayf(wordForcesFull, mostForces)
	case i < 0:
		i = len(a.Kept)
		a.Kept = append(a.Kept, force{})
	}
	a.Draft.Name = name
	a.Kept[i] = a.Draft
	return b.sayf(wordForceKept, Plain(name))
}

// forceForm opens the form for a name, a code or a list.
func (b *Bot) forceForm(ctx context.Context, i Interaction, what string) Answer {
	a, err := b.armory(ctx, i.User)
	if err != nil {
		return b.trouble("", err)
	}
	form := Form{ID: idForces + "|" + what}
	switch what {
	case "keep":
		form.Title = b.text(wordForceTitle)
		form.Fields = []Field{{ID: "value", Label: b.text(wordForceName), Value: a.Draft.Name, Min: 1, Max: maxForceName, Required: true}}
	case "import":
		form.Title = b.text(wordForceCodeIs)
		form.Fields = []Field{{ID: "value", Label: b.text(wordForceCodeIs), Min: 1, Max: MaxCode, Required: true}}
	default:
		form.Title = b.text(wordForceListIs)
		form.Fields = []Field{{ID: "value", Label: b.text(wordForceListHow), Min: 1, Max: maxForce, Required: true}}
	}
	return Answer{Form: &form}
}

// shareForce tells the draft's code, in an answer of its own.
func (b *Bot) shareForce(ctx context.Context, i Interaction) Answer {
	a, err := b.armory(ctx, i.User)
	switch {
	case err != nil:
		return b.trouble("", err)
	case a.Draft.Code == "":
		return b.say(wordOldButton)
	}
	return b.say(wordForceTold, a.Draft.Code)
}

// forceMeant is what somebody typed as their force: the name of one of theirs stands for its code.
func (b *Bot) forceMeant(ctx context.Context, u Snowflake, typed string) (string, error) {
	a, err := b.armory(ctx, u)
	if err != nil {
		return "", err
	}
	if i := a.find(typed); i >= 0 {
		return a.Kept[i].Code, nil
	}
	return typed, nil
}

// keptFor are the user's forces that can be played with those settings.
func (b *Bot) keptFor(ctx context.Context, u Snowflake, settings []byte) []Force {
	a, err := b.armory(ctx, u)
	if err != nil {
		return nil // those that everybody has are offered all the same
	}
	var out []Force
	for _, f := range a.Kept {
		if _, _, err := b.Forms.ReadForce(settings, f.Code); err != nil {
			continue
		}
		_, summary, _ := b.Forms.ForceCode(f.Code) // it was just read
		out = append(out, Force{Value: f.Code, Name: Clip(b.sayf(wordForceOwn, f.Name), longestChoice), Units: summary})
	}
	return out
}

// suggestForces completes the option of /force.
func (b *Bot) suggestForces(ctx context.Context, i Interaction) []Choice {
	out := []Choice{}
	typed := strings.ToLower(i.Options["open"])
	for _, o := range b.Forms.Starters() {
		if strings.Contains(strings.ToLower(o.Label), typed) {
			out = append(out, Choice{Clip(o.Label, longestChoice), o.Value})
		}
	}
	a, err := b.armory(ctx, i.User)
	if err != nil {
		return out
	}
	for _, f := range a.Kept {
		if strings.Contains(strings.ToLower(f.Name), typed) {
			out = append(out, Choice{Clip(b.sayf(wordForceOwn, f.Name), longestChoice), f.Name})
		}
	}
	return out
}

// offerForces puts the user's own forces behind the first few that the game suggests for a challenge.
func (b *Bot) offerForces(ctx context.Context, i Interaction, suggested []Choice) []Choice {
	options := map[string]string{}
	for name, v := range i.Options {
		if name != "map" && name != "force" { // a force does not hang on the map, and drawing one takes time
			options[name] = v
		}
	}
	settings, err := b.Forms.Settings(options)
	if err != nil {
		return suggested
	}
	var own []Choice
	for _, f := range b.keptFor(ctx, i.User, settings) {
		if strings.Contains(strings.ToLower(f.Name), strings.ToLower(i.Options["force"])) {
			own = append(own, Choice{f.Name, f.Value})
		}
	}
	first := min(len(suggested), len(b.Forms.Forces(settings, 1)))
	return slices.Concat(suggested[:first], own, suggested[first:])
}
