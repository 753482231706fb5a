package cards

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"downsync/game/cardfile"
)

// These limits hold for a server's own cards, in addition to cardfile's limits.
const (
	maxText  = 140 // characters of a text
	maxSteps = 12  // in each list of a card
)

// Read reads a server's own cards from a file like the embedded ones, with entries of any kind. The error names the file and the
// line or the entry, the field and what was expected.
func Read(name string, raw []byte) (*Set, error) {
	if err := cardfile.CheckSize(name, raw); err != nil {
		return nil, err
	}
	s := &Set{}
	if err := cardfile.Decode(name, raw, s); err != nil {
		return nil, err
	}
	if s.size() == 0 {
		return nil, fmt.Errorf("%s: 0 entries: expected 1 to %d", name, cardfile.MaxOwn)
	}
	if id, err := s.Check(); id != "" {
		return nil, fmt.Errorf("%s:%d: %q: %w", name, cardfile.Line(raw, id), id, err)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// Check says what is wrong with a server's own cards, if anything, and with which entry. A match from a file has these cards
// without the file that they came from.
func (s *Set) Check() (id string, err error) {
	if n := s.size(); n > cardfile.MaxOwn {
		return "", fmt.Errorf("%d entries: expected at most %d", n, cardfile.MaxOwn)
	}
	if slices.Contains(s.Operators, nil) || slices.Contains(s.Weapons, nil) || slices.Contains(s.Armors, nil) || slices.Contains(s.Mercenaries, nil) || slices.Contains(s.Cards, nil) {
		return "", fmt.Errorf("an entry is empty")
	}
	if _, err := printed.With(s); err != nil {
		return "", err
	}
	return s.check()
}

var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// word is a field with one of a few values.
type word struct {
	field, is string
	of        []string
}

func checkWords(words ...word) error {
	for _, w := range words {
		if !slices.Contains(w.of, w.is) {
			return fmt.Errorf("%s = %q: expected one of %s", w.field, w.is, strings.Join(w.of, ", "))
		}
	}
	return nil
}

// meant returns the ids of the meanings of these kinds.
func meant(kinds ...string) []string {
	var out []string
	for _, m := range meanings {
		if slices.Contains(kinds, m.Kind) {
			out = append(out, m.ID)
		}
	}
	return out
}

// Statuses returns the ids of all statuses, the bad ones first.
func Statuses() []string { return append(meant("status-"), meant("status+")...) }

func checkName(id, name string) error {
	switch {
	case !idForm.MatchString(id):
		return fmt.Errorf("id: expected small letters, digits and hyphens, at most 40")
	case name == "" || len([]rune(name)) > cardfile.MaxName:
		return fmt.Errorf("name: expected 1 to %d {character|characters}", cardfile.MaxName)
	}
	return nil
}

// check returns the first faulty entry and what was expected.
func (s *Set) check() (id string, err error) {
	first := func(x string, errs ...error) bool {
		for _, e := range errs {
			if e != nil {
				id, err = x, e
				return true
			}
		}
		return false
	}
	for _, x := range s.Operators {
		if first(x.ID, checkName(x.ID, x.Name), checkWords(word{"color", x.Color, Colors}, word{"ability", x.Ability, meant("ability")}),
			cardfile.CheckBounds(cardfile.In("acc", x.ACC, 1, 9), cardfile.In("dod", x.DOD, 0, 9), cardfile.In("hp", x.HP, 1, 40), cardfile.In("ld", x.LD, 0, 9))) {
			return id, err
		}
	}
	for _, x := range s.Weapons {
		if first(x.ID, checkName(x.ID, x.Name), checkWords(word{"category", x.Category, meant("category")}, word{"trait", x.Trait, meant("weapon")}),
			cardfile.CheckBounds(cardfile.In("range", x.Range, 1, 24), cardfile.In("rof", x.ROF, 1, 9))) {
			return id, err
		}
	}
	for _, x := range s.Armors {
		if first(x.ID, checkName(x.ID, x.Name), checkWords(word{"type", x.Type, []string{"light", "medium", "heavy"}}, word{"trait", x.Trait, meant("armor")}),
			cardfile.CheckBounds(cardfile.In("arm", x.ARM, 0, 6), cardfile.In("load", x.Load, 0, 9), cardfile.In("dod", x.DOD, -3, 3), cardfile.In("move", x.Move, -3, 0))) {
			return id, err
		}
	}
	for _, x := range s.Mercenaries {
		if first(x.ID, checkName(x.ID, x.Name), checkName(x.ID, x.Weapon),
			checkWords(word{"color", x.Color, Colors}, word{"role", x.Role, []string{"runner", "spotter", "enforcer", "tech"}}, word{"ability", x.Ability, meant("mercenary")}),
			cardfile.CheckBounds(cardfile.In("acc", x.ACC, 1, 9), cardfile.In("dod", x.DOD, 0, 9), cardfile.In("arm", x.ARM, 0, 6), cardfile.In("hp", x.HP, 1, 40),
				cardfile.In("dice", x.Dice, 1, 9), cardfile.In("range", x.Range, 1, 24), cardfile.In("weapon_acc", x.WeaponACC, -3, 3))) {
			return id, err
		}
	}
	for _, x := range s.Cards {
		if first(x.ID, checkName(x.ID, x.Name), x.check()) {
			return id, err
		}
	}
	return "", nil
}

func (c *Card) check() error {
	if n := len([]rune(c.Text)); n == 0 || n > maxText {
		return fmt.Errorf("text: expected 1 to %d {character|characters}", maxText)
	}
	if err := checkWords(word{"color", c.Color, append([]string{Universal}, Colors...)}, word{"type", c.Type, Types}); err != nil {
		return err
	}
	if len(c.Do) == 0 {
		return fmt.Errorf("do: expected 1 to %d steps", maxSteps)
	}
	return checkOps(c.Do, scope{})
}

// scope records what earlier steps have settled.
type scope struct{ target, space, passed, deep bool }

var (
	singles = []string{"self", "target", "passed"}
	areas   = []string{"enemies-near", "units-near", "enemies-around", "units-in"}
	conds   = []string{"closer", "moved", "stood", "enemy-came", "in-line", "crossed-cover"}
	objects = []string{"decoy", "drone", "mirage", "barrier", "smoke", "beacon"}
)

// stepChecks holds the checks for each kind of step, apart from whom it affects.
var stepChecks = map[string]func(o Op) error{
	"move": func(o Op) error {
		return errors.Join(cardfile.CheckBounds(cardfile.In("up_to", o.UpTo, 1, 6)), checkWords(word{"shape", o.Shape, []string{"", "line", "away"}}, word{"pass", o.Pass, []string{"", "obstacle", "enemy"}}))
	},
	"appear": func(o Op) error { return cardfile.CheckBounds(cardfile.In("within", o.Within, 1, 6)) },
	"choose": func(o Op) error {
		return errors.Join(cardfile.CheckBounds(cardfile.In("within", o.Within, 1, 24)), checkWords(word{"who", o.Who, []string{"enemy", "friend", "space"}}))
	},
	"status": func(o Op) error {
		return checkWords(word{"status", o.Status, Statuses()}, word{"until", o.Until, []string{"", "next-round", "attack-or-mark"}}, word{"instead", o.Instead, append([]string{""}, Statuses()...)})
	},
	"remove": func(o Op) error {
		for _, s := range o.Statuses {
			if err := checkWords(word{"statuses", s, Statuses()}); err != nil {
				return err
			}
		}
		return cardfile.CheckBounds(cardfile.In("statuses", len(o.Statuses), 1, 13))
	},
	"cleanse": func(Op) error { return nil },
	"change":  Op.checkChange,
	"damage":  func(o Op) error { return cardfile.CheckBounds(cardfile.In("n", o.N, 1, 9)) },
	"pay":     func(o Op) error { return cardfile.CheckBounds(cardfile.In("n", o.N, 1, 9)) },
	"push":    func(Op) error { return nil },
	"hold":    func(Op) error { return nil },
	"place": func(o Op) error {
		return errors.Join(cardfile.CheckBounds(cardfile.In("within", o.Within, 0, 24)), checkWords(word{"object", o.Object, objects}))
	},
	"draw": func(o Op) error {
		return cardfile.CheckBounds(cardfile.In("n", o.N, 1, 5), cardfile.In("if_hidden", o.IfHidden, 0, 5))
	},
	"contest": func(o Op) error { return cardfile.CheckBounds(cardfile.In("bonus", o.Bonus, -6, 6)) },
	"if":      func(o Op) error { return checkWords(word{"cond", o.Cond, conds}) },
	"require": func(o Op) error { return checkWords(word{"cond", o.Cond, conds}) },
}

func (o Op) checkChange() error {
	for _, s := range []string{o.OnHit, o.OnMiss} {
		if err := checkWords(word{"on_hit or on_miss", s, append([]string{""}, Statuses()...)}); err != nil {
			return err
		}
	}
	for _, w := range o.Weapons {
		if err := checkWords(word{"weapons", w, meant("category")}); err != nil {
			return err
		}
	}
	if c := o.Change; !o.Next && (c.Dice != 0 || c.Damage != 0 || c.Half || c.Rerolls != 0 || c.Highest || c.SelfDamage != 0 || c.OnHit != "" || c.OnMiss != "" || c.TargetMoved || len(c.Weapons) > 0) {
		return fmt.Errorf("change: what is of an attack needs next = true")
	}
	return cardfile.CheckBounds(cardfile.In("acc", o.ACC, -6, 6), cardfile.In("dod", o.DOD, -6, 6), cardfile.In("arm", o.ARM, -6, 6), cardfile.In("attacked_acc", o.AttackedACC, -6, 6),
		cardfile.In("beyond", o.Beyond, 0, 24), cardfile.In("dice", o.Dice, -6, 6), cardfile.In("damage", o.Damage, -6, 6), cardfile.In("rerolls", o.Rerolls, 0, 6), cardfile.In("self_damage", o.SelfDamage, 0, 9))
}

// checkOps returns which step is wrong, given the steps before it.
func checkOps(ops []Op, sc scope) error {
	if len(ops) > maxSteps {
		return fmt.Errorf("%d steps: expected at most %d", len(ops), maxSteps)
	}
	for i, o := range ops {
		check, ok := stepChecks[o.Op]
		if !ok {
			return fmt.Errorf("step %d: op %q: there is no such step", i+1, o.Op)
		}
		err := check(o)
		if err == nil && o.Op != "choose" {
			err = sc.who(o)
		}
		if err == nil && len(o.Then) > 0 {
			switch o.Op {
			case "contest", "if":
				if sc.deep {
					err = fmt.Errorf("then: expected no step with steps of its own")
					break
				}
				in := sc
				in.deep, in.target = true, sc.target || o.Op == "contest"
				err = checkOps(o.Then, in)
			default:
				err = fmt.Errorf("then: only contest and if have it")
			}
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		switch {
		case o.Op == "choose" && o.Who == "space":
			sc.space = true
		case o.Op == "choose":
			sc.target = true
		case o.Op == "move" && o.Pass == "enemy":
			sc.passed = true
		}
	}
	return nil
}

// who checks whom a step affects.
func (sc scope) who(o Op) error {
	switch o.Op {
	case "status", "remove", "cleanse", "change", "damage", "pay", "push", "hold":
	default:
		if o.Who != "" {
			return fmt.Errorf("who = %q: %s has none", o.Who, o.Op)
		}
		return nil
	}
	if slices.Contains([]string{"cleanse", "change", "pay", "hold"}, o.Op) && !slices.Contains(singles, o.Who) {
		return fmt.Errorf("who = %q: expected one of %s", o.Who, strings.Join(singles, ", "))
	}
	if err := checkWords(word{"who", o.Who, append(append([]string{}, singles...), areas...)}); err != nil {
		return err
	}
	switch {
	case o.Who == "target" && !sc.target:
		return fmt.Errorf("who = %q: expected a step choose or contest before it", o.Who)
	case o.Who == "passed" && !sc.passed:
		return fmt.Errorf("who = %q: expected a move with pass = \"enemy\" before it", o.Who)
	case slices.Contains(areas, o.Who) && !sc.space:
		return fmt.Errorf("who = %q: expected a step choose of a space before it", o.Who)
	}
	return nil
}
