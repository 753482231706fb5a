package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// UndoControl takes back the seat's last step, and only that one however often it is pressed: it works until the seat
// is told anything more.
func UndoControl(p table.Private) wire.Control {
	return wire.Control{Kind: wire.ControlUndo, Draft: UndoMark(p)}
}

// UndoMark encodes how many facts a seat had been told when an undo button was drawn.
func UndoMark(p table.Private) string { return strconv.Itoa(len(p.Facts)) }

// mostPages bounds the pages of controls that are stored for a seat. Each step of a draft draws a new page. A page
// works until that many newer ones exist, more than anybody leaves open.
const mostPages = 32

// page is a stored page of controls. Pages are numbered from 1 in each seat of a match.
type page struct {
	N        int             `json:"n"`
	Controls json.RawMessage `json:"c"`
	Begun    Begun           `json:"b,omitzero"`
}

// Begun says which press drew a page of controls, and which order was begun there. Pages have numbers that two hosts cannot give twice, and none
// overwrites another's, so every host finds the latest press on a message among the newest pages: the answer to an older press, and an update
// of the match, then show what the player began last.
type Begun struct {
	Press   wire.InteractionID `json:"p,omitempty"` // "": no press drew it
	Message wire.MessageID     `json:"m,omitempty"` // the message with the pressed control
	At      time.Time          `json:"t,omitzero"`
	Ask     string             `json:"a,omitempty"`
	Order   string             `json:"o,omitempty"` // "": none was begun
	State   string             `json:"s,omitempty"` // what else the console showed
}

// BegunNow returns what the answer to the call's press shows in place of the pressed message; zero if it replaces none.
func (c *Call) BegunNow(page Page, state string) Begun {
	if !c.Private || c.Message == "" || c.ID == "" {
		return Begun{}
	}
	return Begun{c.ID, c.Message, c.Clock.Now().UTC(), page.Ask, page.Order, state}
}

// Page returns the page of the console with the order begun.
func (b Begun) Page() Page { return Page{Ask: b.Ask, Order: b.Order} }

// In reports whether the console is still in that state, shortly after the press.
func (b Begun) In(state string, now time.Time) bool {
	return b.Press != "" && b.State == state && now.Sub(b.At) < noteStays
}

// mostRaced is how many of a seat's newest pages may have been drawn for presses at about the same time.
const mostRaced = 4

// LastBegun returns the latest press on the message among the seat's newest pages; zero if there is none.
func (a *App) LastBegun(ctx context.Context, id table.ID, seat game.Seat, m wire.MessageID) (last Begun, err error) {
	n := 0
	if err := a.Read(ctx, keys.Pages(id, seat), &n); err != nil {
		return last, err
	}
	for oldest := max(1, n-mostRaced+1); n >= oldest && m != ""; n-- {
		pg, err := a.page(ctx, id, seat, n)
		if err != nil {
			return last, NotFound(err)
		}
		if b := pg.Begun; b.Message == m && b.Press != "" && (last.Press == "" || b.Press.After(last.Press)) {
			last = b
		}
	}
	return last, nil
}

func pageKey(id table.ID, seat game.Seat, n int) string {
	return fmt.Sprintf("%s/%02d", keys.Pages(id, seat), n%mostPages)
}

// Bind stores the actions of a private message's controls and sets their custom ids. It does not store a
// page again if the seat's previous page was the same.
func (a *App) Bind(ctx context.Context, p table.Private, l *wire.Letter) error {
	_, err := a.bind(ctx, p, l, Begun{}, func(context.Context) []table.Record { return nil })
	return err
}

// BindEntered is Bind for a message that is shown now in answer to a press. It writes the message's ledger entry together with the page.
func (a *App) BindEntered(ctx context.Context, p table.Private, l *wire.Letter, begun Begun, route game.Text) error {
	entry := a.Entry(p, route)
	entered, err := a.bind(ctx, p, l, begun, entry)
	if err == nil && !entered {
		a.enter(ctx, p, entry)
	}
	return err
}

// bind reports whether it wrote the entry, together with a page.
func (a *App) bind(ctx context.Context, p table.Private, l *wire.Letter, begun Begun, entry Entry) (entered bool, err error) {
	var cs []wire.Control
	l.Blocks = eachControl(l.Blocks, func(c wire.Control) string { cs = append(cs, c); return "" })
	if len(cs) == 0 {
		return false, nil
	}
	n, wrote, err := savePage(ctx, a, p, cs, begun, entry)
	if err != nil {
		return false, err
	}
	i := 0
	l.Blocks = eachControl(l.Blocks, func(c wire.Control) string {
		i++
		return fmt.Sprintf("%s|%s|%s|%d.%d", c.Kind, p.ID, AskNumber(c.Ask), n, i)
	})
	return wrote, nil
}

// eachControl copies the blocks and gives each control that does something an id, in order.
func eachControl(bs []wire.Block, id func(wire.Control) string) []wire.Block {
	out := make([]wire.Block, len(bs))
	for i, x := range bs {
		switch x := x.(type) {
		case wire.Box:
			x.Blocks = eachControl(x.Blocks, id)
			out[i] = x
		case wire.Row:
			row := append(wire.Row{}, x...)
			for j, k := range row {
				if k.Does.Kind != "" {
					row[j].ID = id(k.Does)
				}
			}
			out[i] = row
		case wire.Select:
			if x.Does.Kind != "" {
				x.ID = id(x.Does)
			}
			out[i] = x
		default:
			out[i] = x
		}
	}
	return out
}

// AskNumber returns the number in a question's id.
func AskNumber(ask string) string { return ask[strings.LastIndexByte(ask, '.')+1:] }

// savePage stores the controls with the entry as the seat's newest page, unless that page already holds them and, for a press, the same order
// begun. It returns the page's number.
func savePage(ctx context.Context, a *App, p table.Private, cs []wire.Control, begun Begun, entry Entry) (n int, wrote bool, err error) {
	raw, err := json.Marshal(cs)
	if err != nil {
		return 0, false, err
	}
	err = Retry(func() error { // two hosts must not give two pages the same number
		n, wrote = 0, false
		head, err := a.Guard(ctx, keys.Pages(p.ID, p.Seat), &n)
		if err != nil {
			return err
		}
		newest, err := a.page(ctx, p.ID, p.Seat, n)
		if same := begun.Press == "" || newest.Begun.Page() == begun.Page(); err == nil && same && bytes.Equal(newest.Controls, raw) {
			return nil
		}
		if NotFound(err) != nil {
			return err
		}
		n++
		newPage, err := RecordOf(pageKey(p.ID, p.Seat, n), page{n, raw, begun})
		if err != nil {
			return err
		}
		if head, err = With(head, n); err != nil {
			return err
		}
		wrote = true
		return a.Records.Put(ctx, slices.Concat(entry(ctx), []table.Record{newPage, head}, table.RecordsBeside(ctx))...)
	})
	return n, wrote, err
}

// page reads a page. The error is table.ErrNoRecord if newer pages have replaced it.
func (a *App) page(ctx context.Context, id table.ID, seat game.Seat, n int) (page, error) {
	var pg page
	raw, err := a.Records.Get(ctx, pageKey(id, seat, n))
	if err != nil {
		return pg, err
	}
	if err := json.Unmarshal(raw, &pg); err != nil {
		return pg, fmt.Errorf("record %s: %T", pageKey(id, seat, n), err) // the text of the error is secret
	}
	if pg.N != n {
		return pg, table.ErrNoRecord
	}
	return pg, nil
}

// Control returns the control with that custom id on one of the seat's pages. The error is table.ErrNoRecord if the
// page is no longer stored, or never was.
func (a *App) Control(ctx context.Context, id table.ID, seat game.Seat, customID string) (wire.Control, error) {
	parts := append(strings.SplitN(customID, "|", 4), "", "", "")
	var n, i int
	if _, err := fmt.Sscanf(parts[3], "%d.%d", &n, &i); err != nil {
		return wire.Control{}, table.ErrNoRecord
	}
	pg, err := a.page(ctx, id, seat, n)
	if err != nil {
		return wire.Control{}, err
	}
	var cs []wire.Control
	if err := json.Unmarshal(pg.Controls, &cs); err != nil {
		return wire.Control{}, fmt.Errorf("record %s: %T", pageKey(id, seat, n), err)
	}
	if i < 1 || i > len(cs) || cs[i-1].Kind != parts[0] || AskNumber(cs[i-1].Ask) != parts[2] {
		return wire.Control{}, table.ErrNoRecord
	}
	return cs[i-1], nil
}

// ForgetPages deletes a seat's pages after the match has ended. The number of the newest stays, so that a number never
// means two pages.
func (a *App) ForgetPages(ctx context.Context, p table.Private) error {
	rs, err := a.Records.List(ctx, keys.Pages(p.ID, p.Seat)+"/", "", mostPages)
	if err != nil || len(rs) == 0 {
		return err
	}
	for i := range rs {
		rs[i].Value = nil
	}
	rs = append(rs, table.Record{Key: keys.Presence(p.ID, p.Seat)}, table.Record{Key: fmt.Sprintf("press/%s/%d", p.ID, p.Seat)}) // older programs wrote the last one
	return a.Records.Put(ctx, rs...)
}
