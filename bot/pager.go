package bot

import (
	"strconv"

	"downsync/bot/wire"
)

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
func (p Pages) Turn(c *Call, id string) wire.Row {
	if p.Count == 1 {
		return nil
	}
	var row wire.Row
	if p.Page > 0 {
		row = append(row, wire.Button{ID: id + "|" + strconv.Itoa(p.Page-1), Label: c.Text("Previous page")})
	}
	if p.Page < p.Count-1 {
		row = append(row, wire.Button{ID: id + "|" + strconv.Itoa(p.Page+1), Label: c.Text("Next page")})
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
