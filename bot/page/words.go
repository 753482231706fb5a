package page

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/table"
)

// lineMarks make a line small or a headline.
var lineMarks = regexp.MustCompile(`(?m)^(-#|#{1,3}) `)

// Unbold is a text without bold type, small type and headlines, for where they are not shown, or read aloud.
func Unbold(s string) string { return strings.ReplaceAll(lineMarks.ReplaceAllString(s, ""), "**", "") }

// Paragraph joins lines, without those that say nothing.
func Paragraph(lines ...string) string {
	var out []string
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// Each applies f to all.
func Each[T, U any](all []T, f func(T) U) []U {
	out := make([]U, 0, len(all))
	for _, x := range all {
		out = append(out, f(x))
	}
	return out
}

// Chosen says unusual choices of a match, each like "max_rounds 6", in words: those for the choice with its value, or for the choice alone
// with a number to fill in.
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

// endings are the ends that a match of any game may have, by the result's Why.
var endings = map[string]game.Text{
	"concession": " by concession", "agreement": " by agreement", "time": " on time", "ruling": " by a ruling",
}

// noResult are the ends of a match that counts for nothing.
var noResult = map[string]game.Text{"void": "No result: a moderator declared it void", table.WhyIdle: "No result, as nobody went on"}

// Outcome names the winner and why, or who shares the first place: " on Objectives", by the result's Why. whys are the game's own ends, which come before those of
// any game. A draw that has a reason of its own names it.
func Outcome(l lang.Language, m table.Meta, r game.Result, whys map[string]game.Text) string {
	place, err := bot.PlaceOf(m)
	if err != nil || len(place.Names) != len(r.Rank) {
		return ""
	}
	first := slices.Index(r.Rank, slices.Min(r.Rank))
	var winners []string
	for n, rank := range r.Rank {
		if rank == r.Rank[first] {
			winners = append(winners, bot.Plain(place.Names[n]))
		}
	}
	none, isNone := noResult[r.Why]
	switch {
	case len(winners) == len(r.Rank) && isNone:
		return l.Text(none)
	case len(winners) == len(r.Rank):
		return bot.Clip(l.Say("A draw: %s", strings.TrimSpace(Ending(l, r.Why, whys))), bot.LongestChoice)
	case len(winners) > 1:
		return bot.Clip(l.Say("%s share the first place%s", strings.Join(winners, ", "), Ending(l, r.Why, whys)), bot.LongestChoice)
	}
	if place.Learner == game.Seat(first+1) {
		return bot.Clip(l.Say("You win%s", Ending(l, r.Why, whys)), bot.LongestChoice)
	}
	winner := place.Names[first]
	return bot.Clip(l.Say("%s wins%s", bot.Plain(winner), Ending(l, r.Why, whys)), bot.LongestChoice)
}

// Ending says by a result's Why how a match was won, to stand behind who did so. whys are as in Outcome.
func Ending(l lang.Language, why string, whys map[string]game.Text) string {
	said, own := whys[why]
	if !own {
		said = endings[why]
	}
	return l.Text(said)
}

// Waits says on a console that nothing is asked of the seat, or with sealed that its answer is in, and what others are asked. words says
// by a question's name what its player does.
func Waits(l lang.Language, p table.Private, sealed game.Text, words map[string]game.Text) string {
	own := func(a table.Asked) bool { return a.Seat == p.Seat }
	head := l.Text("### Nothing is asked of you")
	if slices.ContainsFunc(p.Asked, own) {
		head = l.Text(sealed)
	}
	return Paragraph(append([]string{head}, Asked(l, p.Meta, slices.DeleteFunc(slices.Clone(p.Asked), own), words)...)...)
}

// Before counts the facts before the first that begins a round after the turn; round is the number of the round that a fact begins, 0
// for all others.
func Before(facts []game.Fact, turn int, round func(game.Fact) int) int {
	if i := slices.IndexFunc(facts, func(f game.Fact) bool { return round(f) > max(0, turn) }); i >= 0 {
		return i
	}
	return len(facts)
}

// LastRound is the last round that the facts begin, as Before has it; 0: none.
func LastRound(facts []game.Fact, round func(game.Fact) int) (n int) {
	for _, f := range facts {
		n = max(n, round(f))
	}
	return n
}

// Chronicle is a heading, and below it the newest of the lines, in so many characters.
func (t Teller) Chronicle(head string, lines []string, most int) string {
	const heading = 200
	return "## " + head + "\n" + t.Newest(lines, len(lines), most-heading)
}

// Suggestions are the choices that complete an option.
type Suggestions struct {
	Fits func(value, label string) bool // tells which are suggested
	Done string                         // what was typed before the words that are completed
	all  []bot.Choice
}

// Suggest begins with no choice. What holds the words typed in its value or its label fits.
func Suggest(typed string) *Suggestions {
	typed = strings.ToLower(typed)
	return &Suggestions{all: []bot.Choice{}, Fits: func(value, label string) bool {
		return strings.Contains(strings.ToLower(value), typed) || strings.Contains(strings.ToLower(label), typed)
	}}
}

// Add adds a choice that fits, as long as there is room. A value that is longer than Discord takes is left out: cut short it would mean
// something else.
func (s *Suggestions) Add(value, label string) {
	if len(s.all) < bot.MostChoices && utf8.RuneCountInString(s.Done+value) <= bot.LongestChoice && s.Fits(value, label) {
		s.all = append(s.all, bot.Choice{Name: bot.Clip(s.Done+label, bot.LongestChoice), Value: s.Done + value})
	}
}

// Choices are those that were added, the first first; never nil.
func (s *Suggestions) Choices() []bot.Choice { return s.all }

// drawnMap is the name under which a map that was drawn at random is shown.
var drawnMap = regexp.MustCompile(`^random\s+(\d+)$`)

// MapMeant returns what a map is called in options: its slug, also for the name that it is shown under. A map that was drawn at random is shown
// as "Random 42" and is called "random:42". Any other text is returned in small letters.
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
