// Package campaigns has campaigns of the toy game, for tests of what their members do.
package campaigns

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game/series"
	"downsync/game/table"
)

// Campaign is a party with a campaign.
type Campaign struct{ *party.Party }

// New makes a campaign that ann has begun, on the side that is called Moon.
func New(t *testing.T, options ...bottest.Option) Campaign {
	t.Helper()
	return NewAs(t, func(*bottest.Setup) {}, options...)
}

// NewAs makes a campaign as New does, from a set-up that change has changed.
func NewAs(t *testing.T, change func(*bottest.Setup), options ...bottest.Option) Campaign {
	t.Helper()
	w := Campaign{party.PlainAs(t, func(s *bottest.Setup) {
		s.Forms, s.Dice = small.Forms{}, nil
		change(s)
	})}
	w.Says(w.Command(party.Ann, "start", append(options, party.Opt("name", "The cup"), party.Opt("side", "1"))...), "The cup")
	w.Settle()
	return w
}

// Command gives a command.
func (w Campaign) Command(u wire.UserID, command string, options ...bottest.Option) wire.Answer {
	w.T.Helper()
	return w.Slash(u, []string{"campaign", command}, options...)
}

// CampaignCard is the newest public card of the campaign.
func (w Campaign) CampaignCard() bottest.Message {
	w.T.Helper()
	ms := w.Wire.Messages(bottest.General)
	for n := range ms {
		if m := ms[len(ms)-1-n]; strings.Contains(bottest.Words(m.Message), "## ⚔️") {
			return m
		}
	}
	w.T.Fatal("the campaign has no card")
	return bottest.Message{}
}

// Fights lets the user whose turn it is begin a match, and the other accept it. It returns the match.
func (w Campaign) Fights(u, other wire.UserID) table.ID {
	w.T.Helper()
	w.Says(w.Click(u, w.CampaignCard(), "How many rounds"), "also plays the match")
	w.Says(w.Press(u, w.Newest(u), party.ControlOf(w.T, w.Newest(u), "campaign|"), "1"), "Your challenge is out")
	w.Settle()
	w.Says(w.Click(other, w.CampaignCard(), "accept|"), "Choose your force")
	id, _ := bottest.ControlsOf(w.CampaignCard().Message).Find("accept|")
	w.Click(other, w.Newest(other), "force|", "blue")
	w.Settle()
	return table.ID(strings.TrimPrefix(id, "accept|"))
}

// First is who chooses first: of the two one for each side.
func (w Campaign) First(red, blue wire.UserID) (u, other wire.UserID) {
	if strings.Contains(bottest.Words(w.CampaignCard().Message), "<@"+string(red)+"> of **Moon** chooses") {
		return red, blue
	}
	return blue, red
}

// Quits lets the user give their match up.
func (w Campaign) Quits(u wire.UserID, id table.ID) {
	w.T.Helper()
	w.Slash(u, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id)))
	w.Settle()
}

// Record is what is stored of a campaign.
type Record struct {
	Log     series.Log `json:"log"`
	Matches []table.ID `json:"matches"`
	Teams   [2]struct {
		Members []struct {
			User wire.UserID `json:"user"`
		} `json:"members"`
	} `json:"teams"`
}

// Record is what is stored of the only campaign.
func (w Campaign) Record() (kept Record) {
	w.T.Helper()
	rs, err := w.Store.List(context.Background(), "campaign/guild/", "", 9)
	if err != nil || len(rs) != 1 {
		w.T.Fatal(len(rs), err)
	}
	if err := json.Unmarshal(rs[0].Value, &kept); err != nil {
		w.T.Fatal(err)
	}
	return kept
}

// CardSays fails unless the campaign's card holds the words.
func (w Campaign) CardSays(words string) {
	w.T.Helper()
	if got := bottest.Words(w.CampaignCard().Message); !strings.Contains(got, words) {
		w.T.Errorf("the card says %q; expected %q in it", got, words)
	}
}

// NewTeams is a campaign with open sides: ann leads Moon, ben leads Sun.
func NewTeams(t *testing.T, options ...bottest.Option) Campaign {
	t.Helper()
	w := New(t, options...)
	w.Joins(party.Ben, "2")
	return w
}

// SideOf is the side that each of the two who begin a campaign leads, as /campaign join names it.
var SideOf = map[wire.UserID]string{party.Ann: "1", party.Ben: "2"}

// Joins has the user join a side of the campaign.
func (w Campaign) Joins(u wire.UserID, side string) {
	w.T.Helper()
	w.Says(w.Command(u, "join", party.Opt("side", side)), "You play for")
	w.Settle()
}

// Control presses a control of the only campaign, as a forged message would have it.
func (w Campaign) Control(u wire.UserID, what string, values ...string) wire.Answer {
	w.T.Helper()
	id := party.ControlOf(w.T, w.CampaignCard(), "campaign|")
	id = strings.Join(strings.Split(id, "|")[:2], "|")
	return w.Decides(u, w.Press(u, w.CampaignCard(), id+"|"+what, values...))
}

// Decides gives a reason if the answer asks a moderator for one.
func (w Campaign) Decides(u wire.UserID, a wire.Answer) wire.Answer {
	w.T.Helper()
	if a.Form == nil || a.Form.Fields[0].ID != "reason" {
		return a
	}
	return w.Submit(u, w.CampaignCard(), a.Form, map[string]string{"reason": "for a good reason"})
}

// Attacks makes a challenge of the side whose turn it is, and returns its id.
func (w Campaign) Attacks(u wire.UserID) table.ID {
	w.T.Helper()
	w.Says(w.Control(u, "attack", "1"), "Your challenge is out")
	w.Settle()
	id, _ := bottest.ControlsOf(w.Card().Message).Find("accept|")
	return table.ID(strings.TrimPrefix(id, "accept|"))
}

// Takes lets the user accept with a force.
func (w Campaign) Takes(u wire.UserID, id table.ID) {
	w.T.Helper()
	m := w.CampaignCard()
	w.Press(u, m, "accept|"+string(id))
	w.Says(w.Click(u, w.Newest(u), "force|", "blue"), "You are in")
}

// CampaignID is the only campaign's.
func (w Campaign) CampaignID() string {
	w.T.Helper()
	id, _, _ := strings.Cut(strings.Split(party.ControlOf(w.T, w.CampaignCard(), "campaign|"), "|")[1], "@")
	return id
}
