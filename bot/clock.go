package bot

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// The clocks of a match: pausing, going on and more time by agreement, vacations, missed turns.

// idAgree is agree|match|want|minutes: a seat wants the same as another, or takes its own proposal back.
const idAgree = "agree"

// clockCommand is /clock.
func clockCommand(match CommandOption) Command {
	span := func(name, about string) CommandOption {
		return CommandOption{Name: name, Description: about, Kind: StringOption, Required: true, Autocomplete: true}
	}
	return Command{Name: "clock", Description: wordClockAbout, Sub: []Command{
		{Name: "show", Description: wordClockShow, Options: []CommandOption{match}},
		{Name: "pause", Description: wordClockPause, Options: []CommandOption{span("for", wordClockPauseFor), match}},
		{Name: "resume", Description: wordClockResume, Options: []CommandOption{match}},
		{Name: "extend", Description: wordClockExtend, Options: []CommandOption{span("by", wordClockExtendBy), match}},
		{Name: "withdraw", Description: wordClockWithdraw, Options: []CommandOption{match}},
		{Name: "vacation", Description: wordClockVacation, Options: []CommandOption{{Name: "days", Description: wordClockDays, Kind: IntOption, Required: true}}},
		{Name: "back", Description: wordClockBack},
	}}
}

// clockCmd is /clock.
func (b *Bot) clockCmd(ctx context.Context, i Interaction) Answer {
	switch i.Command[len(i.Command)-1] {
	case "vacation":
		return b.vacation(ctx, i)
	case "back":
		return b.backFromVacation(ctx, i)
	}
	return b.withMatch(ctx, i, func(id table.ID) Answer {
		a := b.clockOf(ctx, i, id)
		a.Fresh = true
		return a
	})
}

// clockOf is what /clock does in one match.
func (b *Bot) clockOf(ctx context.Context, i Interaction, id table.ID) Answer {
	p, a, ok := b.private(ctx, i, id)
	if !ok {
		return a
	}
	switch i.Command[len(i.Command)-1] {
	case "pause":
		return b.proposeFor(ctx, i, p, table.WantPause, i.Options["for"])
	case "extend":
		return b.proposeFor(ctx, i, p, table.WantExtend, i.Options["by"])
	case "resume":
		return b.propose(ctx, i, p, table.WantResume, 0)
	case "withdraw":
		return b.propose(ctx, i, p, table.WantNone, 0)
	}
	place, _ := placeOf(p.Meta)
	lines := []string{b.text(wordClockHead), b.limits(p.Meta.Timing)}
	if now := b.clockLines(p.Clocks, place.Names, p.Meta.Timing.Misses); now != "" {
		lines = append(lines, now)
	}
	m := Message{Blocks: []Block{Text(Clip(strings.Join(lines, "\n"), maxClockText))}}
	if row := b.clockButtons(p); row != nil {
		m.Blocks = append(m.Blocks, row)
	}
	return Answer{Letter: &m}
}

const maxClockText = 1500

// proposeFor reads a length of time and proposes it.
func (b *Bot) proposeFor(ctx context.Context, i Interaction, p table.Private, w table.Want, typed string) Answer {
	d, ok := readSpan(typed)
	if !ok {
		return b.say(wordBadSpan, Clip(Plain(typed), 40))
	}
	return b.propose(ctx, i, p, w, d)
}

// propose has the user's seat want something of the clocks, and shows the console with what came of it.
func (b *Bot) propose(ctx context.Context, i Interaction, p table.Private, w table.Want, d time.Duration) Answer {
	agreed, err := b.Hall.Propose(ctx, cause(i), p.ID, p.Seat, w, d)
	note := b.text(wordProposed)
	switch {
	case w == table.WantNone:
		note = b.text(wordWithdrew)
	case agreed:
		note = b.text(wordAgreed)
	}
	return b.after(ctx, i, p, Page{}, note, err)
}

// agree is a press on the button beside a proposal. It is good for that proposal alone.
func (b *Bot) agree(ctx context.Context, i Interaction, id table.ID, want string) Answer {
	p, a, ok := b.private(ctx, i, id)
	if !ok {
		return a
	}
	word, length, _ := strings.Cut(want, "|")
	minutes, _ := strconv.Atoi(length)
	w, d := table.Want(word), time.Duration(minutes)*time.Minute
	stands := func(o table.Offer) bool {
		return o.Until.After(b.Clock.Now()) && (w == table.WantNone && o.Seat == p.Seat || o.Seat != p.Seat && o.Want == w && o.For == d)
	}
	if !slices.ContainsFunc(p.Clocks.Offers, stands) {
		return b.show(ctx, i, id, p.Seat, Page{Note: b.text(wordOldOffer)})
	}
	return b.propose(ctx, i, p, w, d)
}

// vacation begins a vacation in every match of the user's that is on.
func (b *Bot) vacation(ctx context.Context, i Interaction) Answer {
	days, err := strconv.Atoi(i.Options["days"])
	if err != nil {
		return b.say(wordBadSpan, Clip(Plain(i.Options["days"]), 40))
	}
	return b.eachMatch(ctx, i, wordVacationIn, func(s table.Seated) error {
		_, err := b.Hall.Leave(ctx, cause(i), s.Match, s.Seat, days)
		return err
	})
}

func (b *Bot) backFromVacation(ctx context.Context, i Interaction) Answer {
	return b.eachMatch(ctx, i, wordBackIn, func(s table.Seated) error {
		_, err := b.Hall.Return(ctx, cause(i), s.Match, s.Seat)
		return err
	})
}

// eachMatch does something in all matches of the user's that are on, and tells of each whether it was done, or why not.
func (b *Bot) eachMatch(ctx context.Context, i Interaction, done string, do func(table.Seated) error) Answer {
	live, err := b.liveMatches(ctx, i.User)
	switch {
	case err != nil:
		return b.trouble("", err)
	case len(live) == 0:
		return b.say(wordNoMatches)
	}
	var lines []string
	for _, s := range live[:min(len(live), mostListed)] {
		names, _ := b.matchState(ctx, s)
		var no *game.Refusal
		switch err := do(s); {
		case err == nil:
			lines = append(lines, b.sayf(done, Plain(names)))
		case errors.As(err, &no):
			lines = append(lines, b.sayf(wordNotIn, Plain(names), b.Forms.Refused(no)))
		default:
			return b.trouble(s.Match, err)
		}
	}
	return b.say("%s", strings.Join(lines, "\n"))
}

// limits are the clocks of a match, in words.
func (b *Bot) limits(t table.Timing) string {
	turn, react := t.Clocks["turn"], t.Clocks["react"]
	if turn == 0 && react == 0 {
		return b.text(wordNoLimits)
	}
	line := b.sayf(wordLimits, b.span(turn), b.span(react))
	if t.Misses > 0 {
		line += "\n" + b.sayf(wordMissRule, t.Misses)
	}
	if t.Vacation > 0 {
		line += "\n" + b.sayf(wordVacationRule, t.Vacation, table.MostVacations)
	}
	return line
}

// clockLines say what has been decided about the clocks, "" if nothing has. Everybody may read them.
func (b *Bot) clockLines(c table.Clocks, names []string, misses int) string {
	var lines []string
	name := func(s game.Seat) string {
		if int(s) > len(names) {
			return "?"
		}
		return Plain(Clip(names[s-1], 40))
	}
	if c.Held != "" {
		lines = append(lines, b.text(wordHeldBy))
	}
	if !c.Paused.IsZero() {
		lines = append(lines, b.sayf(wordPausedUntil, c.Paused.Unix()))
	}
	for _, o := range c.Offers {
		if o.Until.After(b.Clock.Now()) {
			lines = append(lines, b.sayf(wordOffer, name(o.Seat), b.wantText(o), o.Until.Unix()))
		}
	}
	for s := game.Seat(1); int(s) <= len(names); s++ {
		if v, away := c.Away[s]; away {
			lines = append(lines, b.sayf(wordAwayUntil, name(s), v.Until.Unix()))
		}
		switch n := c.Missed[s]; {
		case n == 0:
		case n == misses:
			lines = append(lines, b.sayf(wordMissedLast, name(s), n))
		default:
			lines = append(lines, b.sayf(wordMissed, name(s), n))
		}
	}
	return strings.Join(lines, "\n")
}

func (b *Bot) wantText(o table.Offer) string {
	switch o.Want {
	case table.WantPause:
		return b.sayf(wordWantPause, b.span(o.For))
	case table.WantExtend:
		return b.sayf(wordWantExtend, b.span(o.For))
	}
	return b.text(wordWantResume)
}

// clockButtons agree with what others propose, or take one's own proposal back; nil if there is nothing to press.
func (b *Bot) clockButtons(p table.Private) Row {
	var row Row
	add := func(w table.Want, d time.Duration, label string) {
		id := fmt.Sprintf("%s|%s|%s|%d", idAgree, p.ID, w, d/time.Minute)
		if !slices.ContainsFunc(row, func(x Button) bool { return x.ID == id }) && len(row) < mostInRow {
			row = append(row, Button{ID: id, Label: Clip(label, 80)})
		}
	}
	for _, o := range p.Clocks.Offers {
		switch {
		case !o.Until.After(b.Clock.Now()):
		case o.Seat == p.Seat:
			add(table.WantNone, 0, b.text(wordTakeBack))
		default:
			add(o.Want, o.For, b.sayf(wordAgreeTo, b.wantText(o)))
		}
	}
	return row
}

// mostInRow is how many buttons a row holds.
const mostInRow = 5

// withClocks adds to a console what has been decided about the clocks.
func (b *Bot) withClocks(l *Letter, p table.Private) {
	if p.Result != nil {
		return
	}
	place, _ := placeOf(p.Meta)
	if lines := b.clockLines(p.Clocks, place.Names, p.Meta.Timing.Misses); lines != "" {
		l.Blocks = append(l.Blocks, Text(Clip(lines, maxClockLines)))
	}
	if row := b.clockButtons(p); row != nil {
		l.Blocks = append(l.Blocks, row)
	}
}

// maxClockLines bounds what a console or a card says of the clocks, in characters.
const maxClockLines = 380

var spanForm = regexp.MustCompile(`^(\d{1,4})\s*([a-z]+)$`)

// readSpan reads a length of time like 30m, 2h or 3 days.
func readSpan(typed string) (time.Duration, bool) {
	m := spanForm.FindStringSubmatch(strings.ToLower(strings.TrimSpace(typed)))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0, false
	}
	for unit, words := range map[time.Duration][]string{
		time.Minute: {"m", "min", "minute", "minutes", "minuten"}, time.Hour: {"h", "hour", "hours", "std", "stunde", "stunden"},
		24 * time.Hour: {"d", "day", "days", "t", "tag", "tage", "tagen"},
	} {
		if slices.Contains(words, m[2]) {
			return time.Duration(n) * unit, true
		}
	}
	return 0, false
}

// span writes a length of time in its largest whole unit.
func (b *Bot) span(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d <= 0:
		return b.text(wordForEver)
	case d%day == 0:
		return b.plural(int(d/day), wordDay, wordDays)
	case d%time.Hour == 0:
		return b.plural(int(d/time.Hour), wordHour, wordHours)
	case d%time.Minute == 0:
		return b.plural(int(d/time.Minute), wordMinute, wordMinutes)
	}
	return b.plural(int(d/time.Second), wordSecond, wordSeconds)
}

func (b *Bot) plural(n int, one, more string) string {
	if n == 1 {
		return b.text(one)
	}
	return b.sayf(more, n)
}

// suggestSpans completes a length of time.
func (b *Bot) suggestSpans(i Interaction) []Choice {
	spans := []string{"15m", "30m", "1h", "3h", "12h", "1d", "2d", "3d", "5d", "7d", "14d"}
	if i.Focused == "by" {
		spans = []string{"5m", "15m", "1h", "6h", "12h", "1d", "2d", "3d", "7d"}
	}
	out := []Choice{}
	for _, s := range spans {
		d, _ := readSpan(s)
		if label := b.span(d); strings.HasPrefix(s, strings.TrimSpace(i.Options[i.Focused])) || strings.HasPrefix(label, i.Options[i.Focused]) {
			out = append(out, Choice{label, s})
		}
	}
	return out
}
