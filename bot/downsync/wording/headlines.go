package wording

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// The two lines of news that a phone shows at once.

// Headlines returns the lines of news that a phone shows, in full after the end. It prefers losses and points, then shots with their results, then
// moves and everything else, and the newest of each. The chosen lines appear in the order of play. In a fight and in the
// seat's own Turn losses and shots are preferred only from the seat's last activation on, because they follow from its
// presses. Lines that repeat the head or the board come last.
func (v Reading) Headlines(facts []game.Fact) []string {
	seat := v.Viewer.Seat()
	facts = facts[draw.SinceLook(facts, seat, v.Untouched(facts)):]
	pressing := v.Engagement != nil || v.Active == seat && v.Phase != rules.Designating
	pressed := 0 // the first fact that follows from the seat's last press
	for i, f := range facts {
		if f, ok := f.(rules.ActivationBegan); ok && pressing && f.Piece.Seat() == seat {
			pressed = i
		}
	}
	told := TellerOf(v).Page()
	line, joint := TellerOf(v).movesOf(facts), TellerOf(v).joint(facts)
	var all page.Headlines
	unanswered, spent := v.unanswered(facts), []rules.CounterChecked(nil)
	for i, f := range facts {
		said := told.Told([]game.Fact{f})
		if len(said) == 0 || line != nil && moving(f) {
			continue
		}
		if line, ok := joint[i]; ok {
			if line == "" {
				continue // the last fact of the group tells it
			}
			said[0] = line
		}
		r := rank(f, pressing, i >= pressed)
		switch f := f.(type) {
		case rules.Destroyed:
			if i >= unanswered && v.Mine(f.Target.Label) {
				r = 0
			}
		case rules.Scored:
			if i >= unanswered && f.Seat != seat {
				r = 0
			}
		}
		if f, ok := f.(rules.CounterChecked); ok {
			if spent = append(spent, f); comesOf(facts[i+1:], f.Target) {
				continue // its result tells it
			}
		}
		if target, ok := settles(f); ok && len(spent) > 0 && spent[0].Target == target {
			said[0] = "• " + TellerOf(v).checks(spent) + " " + strings.TrimPrefix(said[0], "• ")
		}
		if _, ok := f.(rules.CounterChecked); !ok {
			spent = nil
		}
		if f, ok := f.(rules.StealthGained); ok { // the Unit may have just been set down, so its card is named too
			said[0] = "• " + v.Say("%s goes dark.", Name(v, rules.Ref{Label: f.Unit}))
		}
		if f, ok := f.(rules.Scored); ok { // add the Units there that do not count and are not named
			said[0] = strings.TrimSpace(said[0] + " " + v.Partly(f.Seat, facts[i+1:]))
		}
		all = all.With(page.Headline{Line: said[0], Rank: r, At: i})
	}
	first := all.First(NewsLines, MaxNews)
	if len(first) == NewsLines && !slices.ContainsFunc(first, func(h page.Headline) bool { return h.Rank >= ordinary }) {
		line = nil
	}
	if len(line) > 0 {
		moves := page.Headline{Line: line[0], Rank: ordinary, At: lastMove(facts)}
		first = append(all.First(NewsLines-len(line), MaxNews), moves).InOrder()
	}
	if v.Result != nil { // no question needs the room
		return page.Each(first, page.Headline.String)
	}
	return together(page.Each(first, func(h page.Headline) string { return clipped(h.String(), newsLine) }))
}

// joint combines facts of one side if they concern several pieces: its reveals by choice on one line, its Move Actions on
// another. The key is a fact's index. The last fact of a group has the line, the earlier ones have "".
func (w Teller) joint(facts []game.Fact) map[int]string {
	lines := map[int]string{}
	for seat := game.Seat(1); seat <= 2; seat++ {
		var revealed, acted []int
		var units []string
		var movers []rules.Label
		for i, f := range facts {
			switch f := f.(type) {
			case rules.Revealed:
				if f.Piece.Seat() == seat && f.Why == rules.RevealedByChoice {
					revealed, units = append(revealed, i), append(units, string(f.Piece)+" **"+w.unit(f.Unit)+"**")
				}
			case rules.Moved:
				if f.Base.Label.Seat() == seat && f.Action {
					acted, movers = append(acted, i), WithNew(movers, f.Base.Label)
				}
			}
		}
		join := func(at []int, line string) {
			for _, i := range at {
				lines[i] = ""
			}
			lines[at[len(at)-1]] = "• " + line
		}
		if len(units) > 1 {
			join(revealed, w.Say("Revealed: %s.", strings.Join(units, ", ")))
		}
		if len(movers) > 1 {
			join(acted, w.Say("%s use their Move Actions.", List(movers)))
		}
	}
	return lines
}

// together shortens two lines that are too long to be read at once. Each may use the space that the other leaves, and at
// least half.
func together(lines []string) []string {
	if len(lines) < 2 {
		return lines
	}
	long := page.Each(lines, func(line string) int { return utf8.RuneCountInString(line) })
	return page.Each(lines, func(line string) string {
		other := long[0] + long[1] - utf8.RuneCountInString(line)
		return clipped(line, max(mostNews/2, mostNews-other))
	})
}

// lastMove returns the index of the last move of a Move phase.
func lastMove(facts []game.Fact) int {
	for i, f := range slices.Backward(facts) {
		if moving(f) {
			return i
		}
	}
	return 0
}

// ordinary is the rank of lines about neither a loss nor a shot.
const ordinary = 4

// rank orders lines of news, the lowest first: losses and points, then other results of shots, then the shots. While the seat
// is pressing, shots and their results share one rank, older losses follow, and older shots are ordinary.
func rank(f game.Fact, pressing, fresh bool) int {
	switch f.(type) {
	case rules.TurnBegan, rules.RoundBegan, rules.Designated, rules.ActivationEnded, rules.Dropped, rules.OverwatchTaken:
		return ordinary + 1
	case rules.Destroyed, rules.LostAboard, rules.Ended, rules.Scored:
		switch {
		case !pressing:
			return 0
		case fresh:
			return 1
		}
		return ordinary - 1
	case rules.Stunned, rules.Stopped, rules.NoEffect:
		switch {
		case !pressing:
			return 1
		case fresh:
			return 2
		}
	case rules.AttackRolled, rules.ScanRolled:
		if fresh {
			return 2
		}
	}
	return ordinary
}

// unanswered returns the index of the first fact after the last move, scan or shot of the viewer's Units. Losses since then,
// and points of the enemy, come before everything else: they may have happened without a question, and the viewer's own Turn
// may have begun since.
func (v Reading) unanswered(facts []game.Fact) int {
	for i, f := range slices.Backward(facts) {
		by := rules.Ref{}
		switch f := f.(type) {
		case rules.AttackRolled:
			by = f.By
		case rules.ScanRolled:
			by = f.By
		case rules.Moved:
			by = f.Base
		}
		if v.Mine(by.Label) {
			return i + 1
		}
	}
	return 0
}

// Mine reports whether the piece is the viewer's.
func (v Reading) Mine(l rules.Label) bool { return l != "" && l.Seat() == v.Viewer.Seat() }

// settles returns the target of a hit that the fact decides: the hit is stopped, or takes effect. ok is false for any other
// fact.
func settles(f game.Fact) (target rules.Ref, ok bool) {
	switch f := f.(type) {
	case rules.Stopped:
		return f.Target, true
	case rules.Destroyed:
		return f.Target, true
	case rules.Stunned:
		return f.Target, true
	case rules.NoEffect:
		return f.Target, true
	}
	return target, false
}

// comesOf reports whether the next facts settle the hit on the target, with only its own countermeasures before that.
func comesOf(next []game.Fact, target rules.Ref) bool {
	for _, f := range next {
		if at, ok := settles(f); ok {
			return at == target
		}
		if c, ok := f.(rules.CounterChecked); !ok || c.Target != target {
			return false
		}
	}
	return false
}

// checks tells the owner in one line which tokens were spent on a hit, and with what success.
func (w Teller) checks(all []rules.CounterChecked) string {
	var parts []string
	for _, f := range all {
		name := w.Text("CM")
		switch {
		case f.Roll == nil:
			name = InEdition(w.edition, w.Text("hardened CM"))
		case f.From != "":
			name = w.Say("CM of %s", f.From)
		}
		if f.Roll != nil {
			name = w.Say("%s %s%s (needs %d)", name, dice(*f.Roll), w.mods(f.Mods), f.Need)
		}
		parts = append(parts, name+" "+w.Text(Either(f.Stopped, "works", "fails")))
	}
	return w.Say("Tokens of %s: %s.", all[0].Target, strings.Join(parts, ", "))
}

// movesOf tells the moves of a Move phase on one line. It returns nil if fewer than two pieces moved.
func (w Teller) movesOf(facts []game.Fact) []string {
	var moved, slowed []rules.Label
	for _, f := range Those(facts, moving) {
		f := f.(rules.Moved)
		moved = WithNew(moved, f.Base.Label)
		if f.Slowed {
			slowed = WithNew(slowed, f.Base.Label)
		}
	}
	switch {
	case len(moved) < 2:
		return nil
	case len(slowed) > 0:
		return []string{"• " + w.Say("%s move; terrain slows %s.", List(moved), List(slowed))}
	}
	return []string{"• " + w.Say("%s move.", List(moved))}
}
