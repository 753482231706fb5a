package cards

import (
	"cmp"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"downsync/game/gametest"
)

// bookFile is the table of the book's figures beside the checkout. Machines of users do not have it.
const bookFile = "../../../../shared/syndicate/cards.json"

// bookOp is a step of a card in the table. Decoding is strict, so each of its keys is either compared or named here.
type bookOp struct {
	Op       string   `json:"op"`
	Who      string   `json:"who"`
	UpTo     int      `json:"up_to"`
	Shape    string   `json:"shape"`
	End      string   `json:"end"`
	Obstacle bool     `json:"pass_first_obstacle"`
	Enemy    bool     `json:"pass_one_enemy"`
	Ignore   string   `json:"ignore"` // "elevation": Card.Vaults
	Within   int      `json:"within"`
	Spaces   int      `json:"spaces"`
	Status   string   `json:"status"`
	Until    string   `json:"until"`
	Instead  string   `json:"if_already"`
	Statuses any      `json:"statuses"`
	Object   string   `json:"object"`
	N        int      `json:"n"`
	Cond     string   `json:"cond"`
	Then     []bookOp `json:"then"`
	Win      []bookOp `json:"win"`
	Tie      int      `json:"tie_damage_each"`
	IfHidden int      `json:"if_hidden"`
	Attacker string   `json:"attacker"`
	Defender string   `json:"defender"`
	To       string   `json:"to"`
	What     string   `json:"what"`

	ACC         int      `json:"acc"`
	DOD         int      `json:"dod"`
	ARM         int      `json:"arm"`
	Against     int      `json:"acc_against_target"`
	AttackedACC int      `json:"acc_of_attacks_at_self"`
	Beyond      int      `json:"from_beyond"`
	First       bool     `json:"attacks_first"`
	Displaced   *bool    `json:"displaceable"`
	Dice        int      `json:"dice"`
	Damage      int      `json:"damage"`
	ROF         string   `json:"rof"`
	Rerolls     int      `json:"reroll_misses"`
	Highest     bool     `json:"reroll_highest"`
	SelfDamage  int      `json:"after_self_damage"`
	OnHit       string   `json:"on_hit"`
	OnMiss      string   `json:"on_miss"`
	Weapons     []string `json:"weapon_categories"`
	OnlyIf      string   `json:"only_if"`

	// Every move is "up to" (R-M5), no move is reacted to (R-T14), and a push leads away from its cause (S5.6).
	Optional  bool   `json:"optional"`
	Reactions *bool  `json:"reactions"`
	AwayFrom  string `json:"away_from"`
}

// spelled maps a word of the table to the word of the files, where they differ.
var spelled = map[string]string{"any": "", "away_from_nearest_enemy": "away", "friendly": "friend", "adjacent_enemy": "enemy",
	"enemies_in_or_adjacent": "enemies-near", "units_in_or_adjacent": "units-near", "units_in": "units-in", "enemies_adjacent_to_space": "enemies-around",
	"enemy_passed": "passed", "attacks_or_marked": "attack-or-mark", "end_of_next_round": "next-round", "end_of_round": "",
	"ended_movement_closer_to_an_enemy": "closer", "did_not_move": "stood", "enemy_ended_movement_within": "enemy-came",
	"target_in_line_with_self": "in-line", "cover_or_obstacle": "crossed-cover", "moved_at_least": "moved"}

func ours(word string) string {
	if out, differs := spelled[word]; differs {
		return out
	}
	return word
}

// step returns the step in the form of the files.
func (b bookOp) step(t *testing.T) Op {
	out := Op{Op: b.Op, Who: ours(b.Who), Shape: ours(b.Shape), UpTo: b.UpTo, Within: b.Within, Status: b.Status, Until: ours(b.Until), Instead: b.Instead,
		Object: b.Object, N: b.N, IfHidden: b.IfHidden, Cond: ours(b.Cond), BesideEnemy: b.End == "adjacent_to_target",
		Change: Change{ACC: b.ACC + b.Against, DOD: b.DOD, ARM: b.ARM, AttackedACC: b.AttackedACC, Beyond: b.Beyond, First: b.First,
			Fixed: b.Displaced != nil && !*b.Displaced, Dice: b.Dice, Damage: b.Damage, Half: b.ROF == "half_rounded_up", Rerolls: b.Rerolls, Highest: b.Highest,
			SelfDamage: b.SelfDamage, OnHit: b.OnHit, OnMiss: b.OnMiss, Weapons: b.Weapons, TargetMoved: b.OnlyIf == "target_moved_this_round"}}
	switch b.Op {
	case "move":
		if b.Enemy {
			out.Pass = "enemy"
		}
		if b.Obstacle {
			out.Pass = "obstacle"
		}
	case "push":
		if b.Spaces != 1 {
			t.Errorf("a push of %d spaces", b.Spaces)
		}
	case "remove":
		list, named := b.Statuses.([]any)
		for _, s := range list {
			out.Statuses = append(out.Statuses, s.(string))
		}
		if !named {
			out.Op = "cleanse"
		}
	case "modify":
		out.Op, out.AgainstTarget = "change", b.Against != 0
	case "next_attack":
		out.Op, out.Who, out.Next = "change", "self", true
	case "next_attack_of_target":
		out.Op, out.Who, out.Next = "change", "target", true
	case "pay_hp":
		out.Op, out.Who = "pay", cmp.Or(b.Who, "self")
	case "teleport":
		out.Op, out.Who = "appear", ""
	case "if_crossed":
		out.Op, out.Cond = "if", ours(b.What)
	case "hold":
		out.Until = ""
	case "contest":
		rest, ok := strings.CutPrefix(b.Attacker, "1d6+ACC")
		if rest != "" {
			var err error
			out.Bonus, err = strconv.Atoi(rest)
			ok = ok && err == nil
		}
		if !ok || b.Defender != "1d6+DOD" || b.Tie != 1 {
			t.Errorf("a contest of %s against %s, with a tie of %d", b.Attacker, b.Defender, b.Tie)
		}
	}
	out.Then = steps(t, append(b.Then, b.Win...))
	return out
}

func steps(t *testing.T, list []bookOp) (out []Op) {
	for _, b := range list {
		out = append(out, b.step(t))
	}
	return out
}

// sorted returns the steps in an order of their own: the book and the files may name the steps of one moment in different orders.
func sorted(list []Op) []string {
	var out []string
	for _, o := range list {
		then := sorted(o.Then)
		o.Then = nil
		raw, _ := json.Marshal(o)
		out = append(out, string(raw)+strings.Join(then, " "))
	}
	slices.Sort(out)
	return out
}

// bookName is an ability, a trait, a kind or a status with its words in the table.
type bookName struct {
	ID   string `json:"id"`
	Per  string `json:"per"` // "round", as our words say
	Text string `json:"text"`
	Sign string `json:"sign"`

	Effect  string `json:"effect"`
	Until   string `json:"until"`
	Terrain string `json:"terrain"`
	Radius  int    `json:"radius"` // TestObjectsHoldTheFiguresOfTheBook of package syndicate
	Most    int    `json:"max_per_side"`
	Blocks  *bool  `json:"blocks"`
	bookRest
}

// bookRest holds the table's remarks, which are no figures of the book.
type bookRest struct {
	Inferred json.RawMessage `json:"inferred"`
	Other    string          `json:"appendix_d_differs"` // R-T2
}

type bookOperator struct {
	ID      string   `json:"id"`
	Color   string   `json:"color"`
	ACC     int      `json:"acc"`
	DOD     int      `json:"dod"`
	HP      int      `json:"hp"`
	LD      int      `json:"ld"`
	Ability bookName `json:"ability"`
	bookRest
}

type bookWeapon struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Category string   `json:"category"`
	Range    int      `json:"range"`
	ROF      int      `json:"rof"`
	Trait    bookName `json:"trait"`
	bookRest
}

type bookMerc struct {
	ID     string `json:"id"`
	Color  string `json:"color"`
	Role   string `json:"role"`
	Move   int    `json:"move"`
	ACC    int    `json:"acc"`
	DOD    int    `json:"dod"`
	ARM    int    `json:"arm"`
	HP     int    `json:"hp"`
	Weapon struct {
		Name  string `json:"name"`
		Dice  int    `json:"dice"`
		ACC   int    `json:"acc"`
		Range int    `json:"range"` // ours (R-G5)
	} `json:"weapon"`
	Ability bookName `json:"ability"`
	bookRest
}

type bookCard struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Color    string   `json:"color"`
	Type     string   `json:"type"`
	Advanced bool     `json:"advanced"`
	Do       []bookOp `json:"do"`
	Source   string   `json:"source"`
	bookRest
}

type book struct {
	Game   string `json:"game"`
	Name   string `json:"name"`
	Source string `json:"source"`

	Operators  []bookOperator    `json:"operators"`
	Weapons    []bookWeapon      `json:"weapons"`
	Categories map[string]string `json:"weapon_categories"`
	Armors     []*Armor          `json:"armors"`
	Traits     map[string]string `json:"armor_traits"`
	Mercs      []bookMerc        `json:"mercenaries"`
	Synergy    int               `json:"mercenary_synergy_range"` // TestObjectsHoldTheFiguresOfTheBook of package syndicate
	Statuses   []bookName        `json:"statuses"`
	Objects    []bookName        `json:"objects"`
	Cards      []bookCard        `json:"cards"`
	Starters   json.RawMessage   `json:"starters"` // none is printed: ours are in starters.toml
}

// readBook returns the table. Where it is absent, the test is skipped.
func readBook(t *testing.T) (out book) {
	t.Helper()
	raw := gametest.Reference(t, bookFile)
	strict := json.NewDecoder(strings.NewReader(string(raw)))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// match compares entries of the book and of the files by id, both ways.
func match[B, O any](t *testing.T, kind string, book []B, held []O, bookID func(B) string, heldID func(O) string, same func(B, O) bool) {
	t.Helper()
	for _, b := range book {
		i := slices.IndexFunc(held, func(o O) bool { return heldID(o) == bookID(b) })
		switch {
		case i < 0:
			t.Errorf("%s: the files lack %s", kind, bookID(b))
		case !same(b, held[i]):
			x, _ := json.Marshal(b)
			y, _ := json.Marshal(held[i])
			t.Errorf("%s: the book prints\n%s\nours is\n%s", kind, x, y)
		}
	}
	for _, o := range held {
		if !slices.ContainsFunc(book, func(b B) bool { return bookID(b) == heldID(o) }) {
			t.Errorf("%s: the book prints no %s", kind, heldID(o))
		}
	}
}

// Every figure of the printed cards is on ours, and every figure of ours is on the printed ones.
func TestCardsHoldTheFiguresOfTheBook(t *testing.T) {
	b, c := readBook(t), Printed()
	match(t, "Operators", b.Operators, c.Operators, func(b bookOperator) string { return b.ID }, func(o *Operator) string { return o.ID }, func(b bookOperator, o *Operator) bool {
		return *o == Operator{b.ID, o.Name, b.Color, b.ACC, b.DOD, b.HP, b.LD, b.Ability.ID} && slug(o.Name) == b.ID
	})
	match(t, "weapons", b.Weapons, c.Weapons, func(b bookWeapon) string { return b.ID }, func(o *Weapon) string { return o.ID }, func(b bookWeapon, o *Weapon) bool {
		return *o == Weapon{b.ID, b.Name, b.Category, b.Range, b.ROF, b.Trait.ID}
	})
	match(t, "armor", b.Armors, c.Armors, func(b *Armor) string { return b.ID }, func(o *Armor) string { return o.ID }, func(b, o *Armor) bool { return *b == *o })
	match(t, "Mercenaries", b.Mercs, c.Mercenaries, func(b bookMerc) string { return b.ID }, func(o *Mercenary) string { return o.ID }, func(b bookMerc, o *Mercenary) bool {
		planted := strings.Contains(b.Ability.Text, "cannot attack after moving")
		return *o == Mercenary{b.ID, o.Name, b.Color, b.Role, b.ACC, b.DOD, b.ARM, b.HP, b.Weapon.Name, b.Weapon.Dice, b.Weapon.Range, b.Weapon.ACC, planted, b.Ability.ID} &&
			slug(o.Name) == b.ID && o.Move() == b.Move
	})
	match(t, "cards", b.Cards, c.Cards, func(b bookCard) string { return b.ID }, func(o *Card) string { return o.ID }, func(b bookCard, o *Card) bool {
		sections := strings.ReplaceAll("§"+strings.ReplaceAll(b.Source, ",7", ", §7"), ",A", ", A")
		return o.Name == b.Name && o.Color == b.Color && o.Type == b.Type && o.Advanced() == b.Advanced && strings.TrimPrefix(sections, "§A") == strings.TrimPrefix(o.Source, "A") &&
			o.Vaults == (b.Do[0].Ignore == "elevation") && slices.Equal(sorted(steps(t, b.Do)), sorted(o.Do))
	})
}

// The words for each ability, trait, kind of weapon, status and object have the figures that the book prints, and no others.
func TestWordsHoldTheFiguresOfTheBook(t *testing.T) {
	b := readBook(t)
	told := map[string]string{}
	for id, text := range b.Categories {
		told[id] = text
	}
	for id, text := range b.Traits {
		told[id] = text
	}
	for _, x := range b.Operators {
		told[x.Ability.ID] = x.Ability.words()
	}
	for _, x := range b.Weapons {
		told[x.Trait.ID] = x.Trait.words()
	}
	for _, x := range b.Mercs {
		told[x.Ability.ID] = x.Ability.words()
	}
	for _, x := range b.Statuses {
		told[x.ID] = x.words()
		if m, _ := Means(x.ID); m.Kind != "state" && m.Kind != "status"+x.Sign {
			t.Errorf("%s is of the kind %q, the book prints %s", x.ID, m.Kind, x.Sign)
		}
	}
	for _, x := range b.Objects {
		told[x.ID] = x.words()
	}
	for _, m := range Meanings() {
		text, printed := told[m.ID]
		if !printed {
			t.Errorf("the book has no %s", m.ID)
			continue
		}
		delete(told, m.ID)
		want := figures(text)
		if other, differs := otherFigures[m.ID]; differs {
			want = other.held
		}
		if got := figures(m.Text); got != want {
			t.Errorf("%s: %q has the figures %s, the book has %s: %q", m.ID, m.Text, got, want, text)
		}
	}
	for id := range told {
		t.Errorf("the files do not describe %s", id)
	}
}

// The text of each card has the figures of its steps above 1, and no others, so that players read those that the table was compared
// with. A 1 may be a word: adjacent, one, a push. The Drone's text also has the reach of the object.
func TestTextsHoldTheFiguresOfTheirSteps(t *testing.T) {
	for _, c := range Printed().Cards {
		raw, err := json.Marshal(c.Do)
		if err != nil {
			t.Fatal(err)
		}
		want, got := strings.TrimPrefix(figures(string(raw)), "1 "), strings.TrimPrefix(figures(c.Text), "1 ")
		if c.ID == "recon-drone" {
			want = "2 " + want
		}
		if want != got && max(want, got) > "1" {
			t.Errorf("%s: %q has the figures %q, its steps have %q", c.ID, c.Text, got, want)
		}
	}
}

// otherFigures holds the figures of words that name others than the book's table, with the reason.
var otherFigures = map[string]struct{ held, why string }{
	"recoil-control": {"", "one die: our words begin with it"},
	"ballistic-gel":  {"", "damage of 0 is no damage"},
	"mirage":         {"1 4", "its card's figures"},
	"smoke":          {"3", "its radius of 1 as a square (R-O1)"},
	"beacon":         {"2", "its radius"},
}

// words returns all that the table says of the thing.
func (n bookName) words() string { return n.Text + " " + n.Effect }

var (
	figure  = regexp.MustCompile(`[0-9]+`)
	written = strings.NewReplacer("one ", "1 ", "two ", "2 ")
)

// figures returns the figures in the text, each once.
func figures(text string) string {
	list := figure.FindAllString(written.Replace(text), -1)
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

// rules.md says where the figures are held: it names each file of the printed cards, and no file that is absent.
func TestRulesNameTheFilesOfFigures(t *testing.T) {
	raw, err := os.ReadFile("../rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, found := strings.Cut(string(raw), "# Part 3. Where the figures of the book are held")
	if !found {
		t.Fatal("rules.md does not say where the figures are held")
	}
	named := regexp.MustCompile("`([a-z/]+\\.(?:go|toml))`").FindAllStringSubmatch(part, -1)
	var all []string
	for _, n := range named {
		if all = append(all, n[1]); !exists("../" + n[1]) {
			t.Errorf("there is no %s", n[1])
		}
	}
	for _, name := range printedFiles {
		if !slices.Contains(all, "cards/"+name+".toml") {
			t.Errorf("no row names cards/%s.toml", name)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
