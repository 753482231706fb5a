package cards

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/game/gametest"
)

// The table of the book's figures beside the checkout. Machines of users do not have it.
const bookFile = "../../../../shared/downsync/units.json"

// bookUnit is a unit card in the table. Decoding is strict, so each of its keys is either compared or named here.
type bookUnit struct {
	Slug      string       `json:"slug"`
	FullName  string       `json:"full_name"`
	Faction   string       `json:"faction"`
	Type      string       `json:"type"`
	Category  string       `json:"category"`
	Multi     bool         `json:"multi_base"`
	Signature string       `json:"signature"`
	PingMM    int          `json:"ping_base_mm"`
	UnitMM    int          `json:"unit_base_mm"`
	Squad     int          `json:"squad_size"`
	Spd       int          `json:"spd"`
	Scan      *int         `json:"scan"`
	Targ      int          `json:"targ"`
	Def       int          `json:"def"`
	CM        int          `json:"cm"`
	CMOnCard  string       `json:"cm_on_card"`
	Hardened  int          `json:"cm_hardened"`
	Actions   []bookAction `json:"actions"`
	Traits    []bookTrait  `json:"traits"`
	Published bool         `json:"published"`

	// Name and variant are parts of the full name; relations say again what the traits carrier, packaged, mechanized and transport
	// say; the starter sets are compared as armies.
	Name       json.RawMessage `json:"name"`
	Variant    json.RawMessage `json:"variant"`
	Relations  json.RawMessage `json:"relations"`
	InStarter  json.RawMessage `json:"in_starter_set"`
	TakesSlot  *bool           `json:"takes_force_slot"`
	HasPing    *bool           `json:"has_ping"`
	Note       json.RawMessage `json:"note"`
	SourceText json.RawMessage `json:"source_spelling"`
}

type bookAction struct {
	ID        string      `json:"id"`
	Name      string      `json:"name"`
	Cost      string      `json:"cost"`
	Kind      string      `json:"kind"`
	Effect    string      `json:"effect"`
	Stat      string      `json:"stat"`
	Range     int         `json:"range_in"`
	Unlimited bool        `json:"range_unlimited"`
	MinRange  int         `json:"min_range_in"`
	ROF       int         `json:"rof"`
	OnlyVs    string      `json:"only_vs"`
	Teams     []int       `json:"teams"`
	Traits    []bookTrait `json:"traits"`
	NeedsLOS  bool        `json:"needs_los"` // of Target Lock: R19 and its meaning in traits.toml
}

type bookTrait struct {
	ID     string `json:"id"`
	Params struct {
		DefMod    int    `json:"def_mod"`
		TargBonus int    `json:"targ_bonus"`
		CMTarget  int    `json:"cm_target"`
		CMBonus   int    `json:"cm_roll_bonus"`
		REBonus   int    `json:"reaction_roll_bonus"`
		Count     int    `json:"count"`
		Tokens    int    `json:"tokens"`
		Radius    int    `json:"radius_in"`
		Vs        string `json:"vs"`
		Unit      string `json:"unit"`
		Transport string `json:"transport"`
		With      string `json:"with"`
		MinRange  int    `json:"min_range_in"` // held by the action

		// The code of the trait holds these, with the ruling that its meaning names.
		Who         string `json:"who"`
		Cost        string `json:"cost"`
		Phase       string `json:"phase"`
		MaxRange    string `json:"max_range"`
		Signature   string `json:"signature"`
		NeedsTrait  string `json:"needs_trait"`
		MostPerShot int    `json:"max_tokens_per_attack"`
	} `json:"params"`
}

func (t bookTrait) trait() Trait {
	p := t.Params
	return Trait{ID: t.ID, Value: p.DefMod + p.TargBonus + p.CMTarget + p.CMBonus + p.REBonus + p.Count + p.Tokens, Radius: p.Radius,
		Vs: strings.ToLower(p.Vs), Unit: p.Unit + p.Transport + p.With}
}

func (a bookAction) action() Action {
	out := Action{ID: a.ID, Name: a.Name, Cost: a.Cost, Effect: Effect(strings.ToLower(a.Effect)), Range: a.Range, Unlimited: a.Unlimited,
		MinRange: a.MinRange, ROF: a.ROF, OnlyVs: strings.ToLower(a.OnlyVs), Teams: a.Teams}
	for _, t := range a.Traits {
		out.Traits = append(out.Traits, t.trait())
		out.MinRange = max(out.MinRange, t.Params.MinRange)
	}
	return out
}

// unit returns the card with the figures of the table.
func (u bookUnit) unit() *Unit {
	out := &Unit{Slug: u.Slug, Name: u.FullName, Type: u.Type, Faction: u.Faction, Signature: Signature(strings.ToLower(u.Signature)), Spd: u.Spd,
		Scan: u.Scan, Targ: u.Targ, Def: u.Def, Hardened: u.Hardened}
	if u.Multi {
		out.InfantryBases = u.Squad
	}
	if u.CMOnCard != "-" {
		out.CM = &u.CM
	}
	for _, t := range u.Traits {
		if out.Traits = append(out.Traits, t.trait()); t.ID == "packaged" && u.HasPing != nil && !*u.HasPing {
			out.PackagedWith = t.Params.With
		}
	}
	for _, a := range u.Actions {
		out.Actions = append(out.Actions, a.action())
	}
	return out
}

type bookArmy struct {
	Faction string `json:"faction"`
	Name    string `json:"name"`
	Size    string `json:"game_size"`
	Units   []struct {
		Slug  string `json:"slug"`
		Count int    `json:"count"`
	} `json:"units"`
	Packaged json.RawMessage `json:"packaged_extra"`  // comes with its carrier
	Counts   json.RawMessage `json:"signature_count"` // TestG6Armies
}

// Every figure of the printed cards is on ours, and every figure of ours is on the printed ones.
func TestCardsHoldTheFiguresOfTheBook(t *testing.T) {
	raw := gametest.Reference(t, bookFile)
	var book struct {
		Units      []json.RawMessage     `json:"units"`
		Armies     map[string][]bookArmy `json:"armies"`
		Signatures map[string]json.RawMessage
	}
	if err := json.Unmarshal(raw, &book); err != nil {
		t.Fatal(err)
	}
	printed := map[string]bool{}
	for _, raw := range book.Units {
		var b bookUnit
		strict := json.NewDecoder(strings.NewReader(string(raw)))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&b); err != nil {
			t.Fatal(err)
		}
		if !b.Published {
			continue
		}
		printed[b.Slug] = true
		ours, ok := Printed().Find(b.Slug)
		if !ok {
			t.Errorf("no card of the %s", b.FullName)
			continue
		}
		if want := b.unit(); !reflect.DeepEqual(ours, want) {
			x, _ := json.Marshal(want)
			y, _ := json.Marshal(ours)
			t.Errorf("the book prints\n%s\nours is\n%s", x, y)
		}
		if b.Category != ours.Category() || b.UnitMM != ours.BaseMM() || b.Squad != ours.Bases() || b.PingMM > 0 && b.PingMM != ours.Signature.BaseMM() {
			t.Errorf("%s: category or bases", b.Slug)
		}
		if b.TakesSlot != nil && *b.TakesSlot != (ours.PackagedWith == "") {
			t.Errorf("%s: packaged with %q", b.Slug, ours.PackagedWith)
		}
	}
	for _, u := range Printed().All() {
		if !printed[u.Slug] {
			t.Errorf("the book prints no %s", u.Slug)
		}
	}
	compareArmies(t, book.Armies)
	for name, s := range map[string]Signature{"Small": Small, "Medium": Medium, "Large": Large} {
		var b struct{ Base_mm, Ping_def int }
		if err := json.Unmarshal(book.Signatures[name], &b); err != nil || b.Base_mm != s.BaseMM() || b.Ping_def != s.PingDef() {
			t.Errorf("%s: the book prints %+v, %v", s, b, err)
		}
	}
	if infantry, ping := string(book.Signatures["infantry_base_mm"]), string(book.Signatures["ping_spd"]); infantry != "40" || ping != "4" || infantryBaseMM != 40 || PingSpd != 4 {
		t.Errorf("infantry bases %s, Pings %s", infantry, ping)
	}
}

// compareArmies compares the author's lists with ours, both ways.
func compareArmies(t *testing.T, book map[string][]bookArmy) {
	t.Helper()
	n := 0
	for _, list := range book {
		for _, b := range list {
			n++
			var units []string
			for _, u := range b.Units {
				units = append(units, slices.Repeat([]string{u.Slug}, u.Count)...)
			}
			if !slices.ContainsFunc(Armies(), func(a Army) bool {
				return a.Faction == b.Faction && a.Size == b.Size && strings.HasSuffix(a.Name, b.Name) && slices.Equal(a.Units, units)
			}) {
				t.Errorf("no army %s %s of %v", b.Faction, b.Name, units)
			}
		}
	}
	if n != len(Armies()) {
		t.Errorf("the book prints %d armies; we have %d", n, len(Armies()))
	}
}
