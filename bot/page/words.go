package page

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// lineMarks matches marks that make a line small or a headline.
var lineMarks = regexp.MustCompile(`(?m)^(-#|#{1,3}) `)

// Unbold returns a text without bold type, small type and headlines, for places that do not show them, or for reading aloud.
func Unbold(s string) string { return strings.ReplaceAll(lineMarks.ReplaceAllString(s, ""), "**", "") }

// Paragraph joins lines and leaves out empty ones.
func Paragraph(lines ...string) string {
	var out []string
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// Each applies f to every element.
func Each[T, U any](all []T, f func(T) U) []U {
	out := make([]U, 0, len(all))
	for _, x := range all {
		out = append(out, f(x))
	}
	return out
}

// Chosen puts a match's choices other than the defaults, each like "max_rounds 6", into words: those for the choice with its value,
// or those for the choice alone with a number filled in.
func Chosen(l lang.Language, changed []string, words map[string]game.Text) (out []string) {
	for _, choice := range changed {
		name, value, _ := strings.Cut(choice, " ")
		n, err := strconv.Atoi(value)
		switch {
		case words[choice] != "":
			out = append(out, l.Text(words[choice]))
		case words[name] != "" && err == nil:
			out = append(out, l.Say(words[name], n))
		}
	}
	return out
}

// endings holds the words for the ends that a match of any game may have, by the result's Why.
var endings = map[string]game.Text{
	"concession": " by concession", "agreement": " by agreement", "time": " on time", "ruling": " by a ruling",
}

// noResult holds the words for the ends of a match without a result.
var noResult = map[string]game.Text{"void": "No result: a moderator declared it void", table.WhyIdle: "No result, as nobody went on"}

// Outcome names the winner and the reason, or those who share the first place: " on Objectives", by the result's Why. whys holds
// the game's own ends, which take precedence over the general ones. A draw with a reason of its own names it.
func Outcome(l lang.Language, m table.Meta, r game.Result, whys map[string]game.Text) string {
	place, err := bot.PlaceOf(m)
	if err != nil || len(place.Names) != len(r.Rank) {
		return ""
	}
	first := slices.Index(r.Rank, slices.Min(r.Rank))
	var winners []string
	for n, rank := range r.Rank {
		if rank == r.Rank[first] {
			winners = append(winners, wire.Plain(place.Names[n]))
		}
	}
	none, isNone := noResult[r.Why]
	switch {
	case len(winners) == len(r.Rank) && isNone:
		return l.Text(none)
	case len(winners) == len(r.Rank):
		return wire.Clip(l.Say("A draw: %s", strings.TrimSpace(Ending(l, r.Why, whys))), wire.LongestChoice)
	case len(winners) > 1:
		return wire.Clip(l.Say("%s share the first place%s", strings.Join(winners, ", "), Ending(l, r.Why, whys)), wire.LongestChoice)
	}
	if place.Learner == game.Seat(first+1) {
		return wire.Clip(l.Say("You win%s", Ending(l, r.Why, whys)), wire.LongestChoice)
	}
	winner := place.Names[first]
	return wire.Clip(l.Say("%s wins%s", wire.Plain(winner), Ending(l, r.Why, whys)), wire.LongestChoice)
}

// Ending says by a result's Why how a match was won, to follow the winner's name. whys is the same as in Outcome.
func Ending(l lang.Language, why string, whys map[string]game.Text) string {
	said, own := whys[why]
	if !own {
		said = endings[why]
	}
	return l.Text(said)
}

// WentOut says that a side has left a match that goes on without it, or with the program in its place. why is the reason of the
// game.Leaving.
func WentOut(l lang.Language, side, why string, playsOn bool) string {
	switch late := why == table.WhyTime; {
	case late && playsOn:
		return l.Say("%s's time has run out; the bot plays on for them.", side)
	case late:
		return l.Say("%s's time has run out; the others play on.", side)
	case playsOn:
		return l.Say("%s is out; the bot plays on for them.", side)
	}
	return l.Say("%s is out; the others play on.", side)
}

// Waits says on a console that nothing is asked of the seat, or with sealed that its answer is in, and what others are asked.
func Waits(l lang.Language, p table.Private, sealed game.Text, questions Questions) string {
	own := func(a table.Asked) bool { return a.Seat == p.Seat }
	head := l.Text("### Nothing to do right now")
	if slices.ContainsFunc(p.Asked, own) {
		head = l.Text(sealed)
	}
	return Paragraph(append([]string{head}, Asked(l, p.Meta, slices.DeleteFunc(slices.Clone(p.Asked), own), questions)...)...)
}

// Before counts the facts before the first one that begins a round after the turn; round returns the number of the round that a
// fact begins, 0 for all others.
func Before(facts []game.Fact, turn int, round func(game.Fact) int) int {
	if i := slices.IndexFunc(facts, func(f game.Fact) bool { return round(f) > max(0, turn) }); i >= 0 {
		return i
	}
	return len(facts)
}

// LastRound returns the last round that the facts begin, using round as Before does; 0: none.
func LastRound(facts []game.Fact, round func(game.Fact) int) (n int) {
	for _, f := range facts {
		n = max(n, round(f))
	}
	return n
}

// Chronicle returns a heading, and below it the newest of the lines, in at most that many characters.
func (t Teller) Chronicle(head string, lines []string, most int) string {
	const heading = 200
	return "## " + head + "\n" + t.Newest(lines, len(lines), most-heading)
}

// Suggestions collects the choices that complete an option.
type Suggestions struct {
	Fits func(value, label string) bool // reports which are suggested
	Done string                         // what was typed before the words being completed
	all  []wire.Choice
}

// Suggest returns suggestions without a choice. A choice fits if its value or its label contains the typed words.
func Suggest(typed string) *Suggestions {
	typed = strings.ToLower(typed)
	return &Suggestions{all: []wire.Choice{}, Fits: func(value, label string) bool {
		return strings.Contains(strings.ToLower(value), typed) || strings.Contains(strings.ToLower(label), typed)
	}}
}

// Add adds a choice if it fits and there is room. It leaves out a value that is too long for Discord: cut short, it would have
// another meaning.
func (s *Suggestions) Add(value, label string) {
	if len(s.all) < wire.MostChoices && utf8.RuneCountInString(s.Done+value) <= wire.LongestChoice && s.Fits(value, label) {
		s.all = append(s.all, wire.Choice{Name: wire.Clip(s.Done+label, wire.LongestChoice), Value: s.Done + value})
	}
}

// Choices returns the choices in the order in which they were added; never nil.
func (s *Suggestions) Choices() []wire.Choice { return s.all }

// drawnMap matches the displayed name of a random map.
var drawnMap = regexp.MustCompile(`^random\s+(\d+)$`)

// MapMeant returns the name of a map in options: its slug, also for its displayed name. A random map is displayed as "Random 42"
// and is called "random:42". Any other text is returned in small letters.
func MapMeant(typed string, named func(yield func(slug, name string) bool)) string {
	typed = strings.ToLower(strings.TrimSpace(typed))
	if m := drawnMap.FindStringSubmatch(typed); m != nil {
		return "random:" + m[1]
	}
	for slug, name := range named {
		if strings.EqualFold(name, typed) {
			return slug
		}
	}
	return typed
}
