package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Control is what a button or select of a private console does. Forms say it; the bot keeps it in a record beside the
// match, as what it holds is its seat's alone, and gives the control a custom id that holds numbers only:
// kind|match|number of the ask|page.control. So it may be as long as an order gets, and outlives restarts.
type Control struct {
	Kind string `json:"k"`
	// Ask is the id of the question that it belongs to; "" for ControlOpen: the one that holds the match up.
	Ask string `json:"a,omitempty"`
	// Draft is the order begun, or for ControlSubmit a whole one.
	Draft string `json:"d,omitempty"`
}

// Kinds of private controls.
const (
	ControlSubmit = "s" // plays the draft
	ControlDraft  = "d" // shows the console at the draft
	ControlChoose = "c" // a select: the draft goes on with its values
	ControlType   = "t" // opens the form that Press makes of the draft; its submission goes on with the fields
	ControlOpen   = "o" // shows the console at the question
	ControlUndo   = "u" // takes the last step back; the draft is undoMark when it was drawn
)

// UndoControl takes back the seat's last step, and only that one however often it is pressed: it is good until the
// seat is told anything more.
func UndoControl(p table.Private) Control { return Control{Kind: ControlUndo, Draft: UndoMark(p)} }

// UndoMark is how far a seat had been told when an undo button was drawn.
func UndoMark(p table.Private) string { return strconv.Itoa(len(p.Facts)) }

// mostPages bounds the pages of controls that are stored for a seat. A page is drawn anew with every step of a draft, and
// stays good until so many others were: more than anybody leaves open.
const mostPages = 32

// page is a stored page of controls. Pages are numbered from 1 in each seat of a match.
type page struct {
	N        int             `json:"n"`
	Controls json.RawMessage `json:"c"`
}

// PageHead is the key of the record that counts a seat's pages.
func PageHead(id table.ID, seat game.Seat) string { return fmt.Sprintf("page/%s/%d", id, seat) }

func pageKey(id table.ID, seat game.Seat, n int) string {
	return fmt.Sprintf("%s/%02d", PageHead(id, seat), n%mostPages)
}

// Bind stores what the controls of a private message do, and gives them their custom ids. A page that the seat was shown just before is not
// written again.
func (a *App) Bind(ctx context.Context, p table.Private, l *Letter) error {
	_, err := a.bind(ctx, p, l, func(context.Context) []table.Record { return nil })
	return err
}

// BindEntered is Bind for a message that is shown now, with its entry in the ledger in the same write.
func (a *App) BindEntered(ctx context.Context, p table.Private, l *Letter, route game.Text) error {
	entry := a.Entry(p, route)
	entered, err := a.bind(ctx, p, l, entry)
	if err == nil && !entered {
		a.enter(ctx, p, entry)
	}
	return err
}

// bind tells whether it wrote the entry, with a page.
func (a *App) bind(ctx context.Context, p table.Private, l *Letter, entry Entry) (entered bool, err error) {
	var cs []Control
	l.Blocks = eachControl(l.Blocks, func(c Control) string { cs = append(cs, c); return "" })
	if len(cs) == 0 {
		return false, nil
	}
	n, wrote, err := savePage(ctx, a, p, cs, entry)
	if err != nil {
		return false, err
	}
	i := 0
	l.Blocks = eachControl(l.Blocks, func(c Control) string {
		i++
		return fmt.Sprintf("%s|%s|%s|%d.%d", c.Kind, p.ID, AskNumber(c.Ask), n, i)
	})
	return wrote, nil
}

// eachControl copies the blocks with an id for everything that does something, in order.
func eachControl(bs []Block, id func(Control) string) []Block {
	out := make([]Block, len(bs))
	for i, x := range bs {
		switch x := x.(type) {
		case Box:
			x.Blocks = eachControl(x.Blocks, id)
			out[i] = x
		case Row:
			row := append(Row{}, x...)
			for j, k := range row {
				if k.Does.Kind != "" {
					row[j].ID = id(k.Does)
				}
			}
			out[i] = row
		case Select:
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

// AskNumber is the number in a question's id.
func AskNumber(ask string) string { return ask[strings.LastIndexByte(ask, '.')+1:] }

// savePage stores the controls as the seat's newest page, with the entry, unless they are that already, and gives its number.
func savePage(ctx context.Context, a *App, p table.Private, cs []Control, entry Entry) (n int, wrote bool, err error) {
	raw, err := json.Marshal(cs)
	if err != nil {
		return 0, false, err
	}
	err = Retry(func() error { // two hosts may give no number to two pages
		n, wrote = 0, false
		head, err := a.Guard(ctx, PageHead(p.ID, p.Seat), &n)
		if err != nil {
			return err
		}
		newest, err := a.page(ctx, p.ID, p.Seat, n)
		if err == nil && bytes.Equal(newest.Controls, raw) {
			return nil
		}
		if NotFound(err) != nil {
			return err
		}
		n++
		newPage, err := RecordOf(pageKey(p.ID, p.Seat, n), page{n, raw})
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

// page reads a page; table.ErrNoRecord if newer ones have taken its place.
func (a *App) page(ctx context.Context, id table.ID, seat game.Seat, n int) (page, error) {
	var pg page
	raw, err := a.Records.Get(ctx, pageKey(id, seat, n))
	if err != nil {
		return pg, err
	}
	if err := json.Unmarshal(raw, &pg); err != nil {
		return pg, fmt.Errorf("record %s: %T", pageKey(id, seat, n), err) // its text is secret
	}
	if pg.N != n {
		return pg, table.ErrNoRecord
	}
	return pg, nil
}

// Control finds the control with that custom id on a page of the seat's. The error is table.ErrNoRecord if the page is no
// longer stored, or never was.
func (a *App) Control(ctx context.Context, id table.ID, seat game.Seat, customID string) (Control, error) {
	parts := append(strings.SplitN(customID, "|", 4), "", "", "")
	var n, i int
	if _, err := fmt.Sscanf(parts[3], "%d.%d", &n, &i); err != nil {
		return Control{}, table.ErrNoRecord
	}
	pg, err := a.page(ctx, id, seat, n)
	if err != nil {
		return Control{}, err
	}
	var cs []Control
	if err := json.Unmarshal(pg.Controls, &cs); err != nil {
		return Control{}, fmt.Errorf("record %s: %T", pageKey(id, seat, n), err)
	}
	if i < 1 || i > len(cs) || cs[i-1].Kind != parts[0] || AskNumber(cs[i-1].Ask) != parts[2] {
		return Control{}, table.ErrNoRecord
	}
	return cs[i-1], nil
}

// ForgetPages drops a seat's pages when the match is over. The number of the newest stays, so that a number means one
// page only, ever.
func (a *App) ForgetPages(ctx context.Context, p table.Private) error {
	rs, err := a.Records.List(ctx, PageHead(p.ID, p.Seat)+"/", "", mostPages)
	if err != nil || len(rs) == 0 {
		return err
	}
	for i := range rs {
		rs[i].Value = nil
	}
	rs = append(rs, table.Record{Key: PresenceKey(p.ID, p.Seat)}, table.Record{Key: fmt.Sprintf("press/%s/%d", p.ID, p.Seat)}) // the last is kept by older programs
	return a.Records.Put(ctx, rs...)
}
