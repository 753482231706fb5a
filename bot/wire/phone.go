package wire

import (
	"bytes"
	"image/png"
	"strings"
	"unicode/utf8"
)

// The heights of a message on a phone 360 pixels wide, in pixels, about as Discord lays it out. They are upper bounds for common words.

const (
	lastScreen  = 584 // of a message's end, what a phone shows, without the edge of its box
	mostText    = 150 // of the words below the last picture, so that they are read with the controls in sight
	column      = 267 // the width of what a box holds
	between     = 8   // between two blocks
	lineHigh    = 21
	smallHigh   = 18
	buttonHigh  = 34
	listHigh    = 40
	mostOptions = 25 // in a select; more become several
	wrapGap     = 7  // between buttons, and between the lines of a row
)

// HeightOnPhone returns the height of blocks, with the gaps behind them. Those of a box count without it. files hold the pictures.
func HeightOnPhone(files []File, bs []Block) (high int) {
	for _, b := range bs {
		switch b := b.(type) {
		case Box:
			high += HeightOnPhone(files, b.Blocks)
			continue
		case Picture:
			if size, err := png.DecodeConfig(bytes.NewReader(files[b.File].Data)); err == nil && size.Width > 0 {
				high += column * size.Height / size.Width
			}
		case Text:
			high += textHigh(string(b))
		case Row:
			n := rowLines(b)
			high += n*buttonHigh + (n-1)*wrapGap
		case Select:
			n := max(1, (len(b.Options)+mostOptions-1)/mostOptions)
			high += n*listHigh + (n-1)*between
		case People, Pick:
			high += listHigh
		}
		high += between
	}
	return high
}

func textHigh(text string) (high int) {
	if text == "" {
		return 0
	}
	wrapped := func(text string, perLine int) int { return 1 + (utf8.RuneCountInString(text)-1)/perLine }
	for line := range strings.SplitSeq(text, "\n") {
		if line, ok := strings.CutPrefix(line, "### "); ok {
			high += wrapped(line, 27) * lineHigh
		} else if line, ok := strings.CutPrefix(line, "-# "); ok {
			high += wrapped(line, 39) * smallHigh
		} else {
			high += wrapped(line, 32) * lineHigh
		}
	}
	return high
}

// rowLines returns the number of lines that a row of buttons takes.
func rowLines(row Row) int {
	lines, x := 1, 0
	for _, k := range row {
		wide := 26 + 31*utf8.RuneCountInString(k.Label)/4
		if x > 0 && x+wide > column {
			lines, x = lines+1, 0
		}
		if wide > column { // the label wraps
			lines++
		}
		x += wide + wrapGap
	}
	return lines
}
