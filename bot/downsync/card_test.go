package downsync

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// The card of a finished Turn also names a server's own Units.
func TestClosedCardWithOwnCards(t *testing.T) {
	own := *cards.Printed().Must("virago")
	own.Slug, own.Name, own.Faction = "ghostling", "Ghostling", "marked"
	c := rules.Defaults()
	c.Cards = []*cards.Unit{&own}
	c.Lab = &rules.Lab{Active: 1, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: own.Slug, Bases: []rules.LabBase{at(8, 16)}}, {Label: "B1", Unit: "crusader", Bases: []rules.LabBase{at(40, 40)}}}}
	hall := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{rules.Rules()}, Dice: seededDice(1), Moot: true})
	if err := hall.Open(t.Context(), "open", "m", table.Opening{Game: "downsync", Config: c.Encode(), Users: []wire.UserID{"ann", "ben"},
		Place: []byte(`{"names":["Ann","Ben"]}`)}); err != nil {
		t.Fatal(err)
	}
	p, err := hall.Public(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	facts := []game.Fact{rules.TurnBegan{Turn: 1, Active: 1}, rules.Revealed{Piece: "A1", Unit: own.Slug}}
	p.Facts = append(p.Facts, facts...)
	n, err := play{wording.Reader{}}.Closed(p, 1, append(facts, rules.Destroyed{Target: rules.Ref{Label: "A1"}}), nil)
	if said := bottest.Words(n.Message); err != nil || !strings.Contains(said, "**Lost** A1 Ghostling") {
		t.Errorf("%v: %s", err, said)
	}
}
