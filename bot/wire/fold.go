package wire

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A phone keeps the end of the newest message in sight. A console therefore ends with its board, its question, the main button with few
// beside it, and one list that holds every other control.

const (
	// MostBeside is the number of buttons that stay beside the main one.
	MostBeside = 2
	// MostInList is how many options of a message's selects move into its list; selects beyond it stay below the buttons.
	MostInList = 16

	longestID = 100
)

const (
	listID   = "more|"  // begins the custom id of the list
	pickMark = "·pick " // in an option's value, stands between a select's custom id and the value that is chosen there
)

// Folding is how the controls of a console are arranged below its question.
type Folding struct {
	Row   Row      // the main button first, if there is one, and those beside it
	Stay  []Block  // rows of buttons that stay, and selects that cannot move into the list
	Lists []Select // the selects whose options are in the list
	Rest  Row      // the buttons that are in the list
	// Named is the placeholder of the list; "": the message's word for more.
	Named string
}

// Fold arranges controls. Further controls behind them change nothing for the ones that are in the row or in the list, except a way back.
func Fold(bs []Block) Folding { return fold(bs, 2) }

// FoldLow arranges controls below a picture that leaves room for one line of buttons. Whatever the picture, a message has one of both arrangements.
func FoldLow(bs []Block) Folding { return fold(bs, 1) }

// fold is Fold with a row of at most that many lines on a phone, unless the main button alone has more.
func fold(bs []Block, lines int) (f Folding) {
	var buttons Row
	listed := 0
	for _, b := range bs {
		switch b := b.(type) {
		case Row:
			if len(b) > 0 && b[0].Stays {
				f.Stay = append(f.Stay, b)
				continue
			}
			for _, k := range b {
				if !k.Disabled {
					buttons = append(buttons, k)
				}
			}
		case Select:
			if b.listable() && listed+len(b.Options) <= MostInList {
				listed += len(b.Options)
				f.Lists = append(f.Lists, b)
				continue
			}
			f.Stay = append(f.Stay, b)
		}
	}
	main := -1
	for _, leads := range []func(Button) bool{func(b Button) bool { return b.Leads }, Button.commits, Button.main} {
		if main < 0 {
			main = slices.IndexFunc(buttons, leads)
		}
	}
	if main >= 0 {
		f.Row = Row{buttons[main]}
		buttons = slices.Delete(slices.Clone(buttons), main, main+1)
	} else if len(f.Lists) > 0 {
		f.Named = f.Lists[0].Placeholder
	}
	if i := slices.IndexFunc(f.Lists, func(s Select) bool { return s.Leads }); i >= 0 {
		f.Named = f.Lists[i].Placeholder
	}
	if len(f.Stay) > 0 {
		lines = 1
	}
	if main < 0 && len(buttons) > 0 && buttons[0].Style == Danger { // what a press of another button has led to
		f.Row, buttons = Row{buttons[0]}, buttons[1:]
	}
	if back := slices.IndexFunc(buttons, Button.back); back > 0 { // the way back is always in sight
		buttons = slices.Insert(slices.Delete(slices.Clone(buttons), back, back+1), 0, buttons[back])
	}
	for _, k := range buttons {
		fits := len(f.Row) <= MostBeside && rowLines(append(slices.Clone(f.Row), k)) <= max(lines, rowLines(f.Row))
		if k.back() || k.Style != Danger && fits {
			f.Row = append(f.Row, k)
		} else {
			f.Rest = append(f.Rest, k)
		}
	}
	return f
}

// back reports whether the button leaves an order begun.
func (b Button) back() bool { return b.Does.Kind == ControlOpen && b.Does.Ask == "" }

// commits reports whether the button is the one that a player should press.
func (b Button) commits() bool { return b.Style == Success }

// main reports whether the button is a step forward.
func (b Button) main() bool { return b.Style == Primary || b.Style == Success }

// listable reports whether the select's options can be options of another one.
func (s Select) listable() bool {
	return s.Max <= 1 && !slices.ContainsFunc(s.Options, func(o Option) bool { return utf8.RuneCountInString(s.ID+pickMark+o.Value) > longestID })
}

// Holds reports whether the list holds the button.
func (f Folding) Holds(b Button) bool { return slices.Contains(f.Rest, b) }

// Holding reports whether the list holds the options of the select.
func (f Folding) Holding(s Select) bool {
	return slices.ContainsFunc(f.Lists, func(x Select) bool { return x.ID == s.ID && x.Does == s.Does && x.Placeholder == s.Placeholder })
}

// blocks returns the arranged controls. more is the word for more. The list may have more options than Discord allows in one select.
func (f Folding) blocks(more string) (out []Block) {
	if len(f.Row) > 0 {
		out = append(out, f.Row)
	}
	out = append(out, f.Stay...)
	if len(f.Lists) == 1 && len(f.Rest) == 0 {
		return append(out, f.Lists[0])
	}
	list := Select{Placeholder: f.Named}
	if list.Placeholder == "" {
		list.Placeholder = more
	}
	for _, s := range f.Lists {
		for _, o := range s.Options {
			if len(f.Lists) > 1 || f.Named == "" { // the list's own placeholder does not say what the option is for
				o.Note = Clip(strings.TrimSuffix(s.Placeholder+" · "+o.Note, " · "), longestOption)
			}
			if o.Chosen {
				o.Label, o.Chosen = Clip("✓ "+o.Label, longestOption), false
			}
			o.Value = s.ID + pickMark + o.Value
			list.Options = append(list.Options, o)
		}
	}
	for _, k := range f.Rest {
		list.Options = append(list.Options, Option{Value: k.ID, Label: Clip(k.Label, longestOption)})
	}
	if len(list.Options) == 0 {
		return out
	}
	first, _, _ := strings.Cut(list.Options[0].Value, pickMark)
	list.ID = Clip(listID+first, longestID)
	return append(out, list)
}

// longestOption is the greatest length of an option's label and note, in characters.
const longestOption = 100

// Folded returns the message's blocks as they are sent. If More is set, its last screen on a phone holds its last picture with all controls
// below it, in the order of a Folding, and as much text as there is room for, up to mostText; other text is above the picture.
func (m Message) Folded() []Block {
	at := slices.IndexFunc(m.Blocks, func(b Block) bool { _, ok := b.(Box); return ok })
	if m.More == "" || at < 0 {
		return m.Blocks
	}
	box := m.Blocks[at].(Box)
	board := -1
	for i, b := range box.Blocks {
		if _, ok := b.(Picture); ok {
			board = i
		}
	}
	if board < 0 {
		board = len(box.Blocks)
		for board > 0 && control(box.Blocks[board-1]) {
			board--
		}
		board--
	}
	above, controls, below := slices.Clone(box.Blocks[:max(board, 0)]), []Block{}, ""
	for _, b := range box.Blocks[board+1:] {
		if text, ok := b.(Text); ok {
			below = strings.TrimSpace(below + "\n" + string(text))
		} else {
			controls = append(controls, b)
		}
	}
	for _, b := range m.Blocks[at+1:] {
		if control(b) {
			controls = append(controls, b)
		} else {
			above = append(above, b)
		}
	}
	end := Fold(controls).blocks(m.More)
	if board >= 0 {
		room := lastScreen - HeightOnPhone(m.Files, box.Blocks[board:board+1])
		up, down := part(below, min(mostText, room-HeightOnPhone(nil, end)))
		if HeightOnPhone(nil, append([]Block{Text(down)}, end...)) > room {
			end = fold(controls, 1).blocks(m.More)
			up, down = part(below, min(mostText, room-HeightOnPhone(nil, end)))
		}
		below, end = down, append([]Block{box.Blocks[board]}, end...)
		if up != "" {
			above = append(above, Text(up))
		}
		above, end = append(above, end[0]), end[1:]
	}
	if below != "" {
		above = append(above, Text(below))
	}
	box.Blocks = append(above, end...)
	return append(slices.Clone(m.Blocks[:at]), box)
}

// control reports whether a block can be pressed.
func control(b Block) bool {
	switch b.(type) {
	case Row, Select, People, Pick:
		return true
	}
	return false
}

// part divides a text so that what stays below a picture is at most that high: headings, and the last sentences of the rest.
func part(text string, most int) (up, below string) {
	type piece struct {
		text string
		line int
	}
	var pieces []piece
	list := false
	for n, line := range strings.Split(text, "\n") {
		bullet := strings.HasPrefix(line, "• ")
		if list = list && bullet; list { // a list stays together
			pieces[len(pieces)-1].text += "\n" + line
			continue
		}
		list = bullet
		for _, sentence := range sentences(line) {
			pieces = append(pieces, piece{sentence, n})
		}
	}
	joined := func(ps []piece) string {
		out := ""
		for i, p := range ps {
			switch {
			case i == 0:
			case p.line == ps[i-1].line:
				out += " "
			default:
				out += "\n"
			}
			out += p.text
		}
		return out
	}
	var gone []piece
	for HeightOnPhone(nil, []Block{Text(joined(pieces))}) > most {
		i := slices.IndexFunc(pieces, func(p piece) bool { return !strings.HasPrefix(p.text, "#") })
		if i < 0 || len(pieces) == 1 {
			break
		}
		gone, pieces = append(gone, pieces[i]), slices.Delete(pieces, i, i+1)
	}
	return joined(gone), joined(pieces)
}

// sentences divides a line of prose into its sentences. Other lines stay whole.
func sentences(line string) (out []string) {
	if first, _ := utf8.DecodeRuneInString(line); !unicode.IsLetter(first) {
		return []string{line}
	}
	begin := 0
	for i := 1; i+2 < len(line); i++ {
		next, _ := utf8.DecodeRuneInString(line[i+1:])
		if line[i] == ' ' && strings.IndexByte(".!?", line[i-1]) >= 0 && unicode.IsUpper(next) {
			out, begin = append(out, line[begin:i]), i+1
		}
	}
	return append(out, line[begin:])
}

// Unfolded returns the custom id and the values of a press in a message that may have been Folded.
func Unfolded(id string, values []string) (string, []string) {
	if !strings.HasPrefix(id, listID) || len(values) != 1 {
		return id, values
	}
	id, value, picked := strings.Cut(values[0], pickMark)
	if !picked {
		return id, nil
	}
	return id, []string{value}
}
