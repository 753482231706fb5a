package bot

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"downsync/bot/wire"
	"downsync/game"
)

// LinesOnPage is how many lines a page of a list has. They fit at their longest.
const LinesOnPage = 10

// LastPage is a page beyond any list's last, which becomes the last.
var LastPage = strconv.Itoa(math.MaxInt32)

// Paged shows a page of lines in a format, with buttons that turn the page; their custom ids are the prefix and the page.
func (c *Call) Paged(format game.Text, lines []string, page, prefix string) wire.Answer {
	pages := PagesOf(len(lines), LinesOnPage, page)
	shown := slices.Clone(lines[pages.From:pages.To])
	if len(shown) == 0 {
		shown = append(shown, c.Text("none"))
	}
	if says := pages.Says(c); says != "" {
		shown = append(shown, says)
	}
	blocks := []wire.Block{wire.Text(c.Say(format, strings.Join(shown, "\n")))}
	if row := pages.turn(c, prefix); row != nil {
		blocks = append(blocks, row)
	}
	return wire.Fresh(blocks...)
}

// Pages says which part of a list a page shows: the lines from the first to before the last. page counts from 0; one that is not there
// becomes the nearest.
type Pages struct {
	Page, Count int // Count is at least 1
	From, To    int
}

// PagesOf divides a list into pages of that length and returns one of them. An unreadable page is the first.
func PagesOf(lines, each int, page string) Pages {
	p := Pages{Count: max(1, (lines+each-1)/each)}
	n, _ := strconv.Atoi(page)
	p.Page = min(max(n, 0), p.Count-1)
	p.From = p.Page * each
	p.To = min(p.From+each, lines)
	return p
}

// Turn returns the buttons that lead to the pages before and after; their custom ids are id|page. nil: there is one page.
func (p Pages) Turn(c *Call, id string) wire.Row { return p.turn(c, id+"|") }

func (p Pages) turn(c *Call, prefix string) wire.Row {
	if p.Count == 1 {
		return nil
	}
	var row wire.Row
	if p.Page > 0 {
		row = append(row, wire.Button{ID: prefix + strconv.Itoa(p.Page-1), Label: c.Text("Previous page")})
	}
	if p.Page < p.Count-1 {
		row = append(row, wire.Button{ID: prefix + strconv.Itoa(p.Page+1), Label: c.Text("Next page")})
	}
	return row
}

// Says returns the line "Page 1 of 2"; "" if there is one page.
func (p Pages) Says(c *Call) string {
	if p.Count == 1 {
		return ""
	}
	return c.Say("-# Page %d of %d", p.Page+1, p.Count)
}
