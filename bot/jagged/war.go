package jagged

import (
	"encoding/json"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/campaign"
	"downsync/game/jagged/cards"
	"downsync/game/series"
)

// war provides the bot's words for a campaign (J16).
type war struct{ Forms }

func (war) Rules() series.Rules { return campaign.Rules{} }

func (w war) Kinds() []wire.Choice {
	return []wire.Choice{{Name: w.Text("raid: some 4 to 6 battles"), Value: campaign.Raid}, {Name: w.Text("short: some 10 to 14 battles"), Value: campaign.Short},
		{Name: w.Text("full: some 16 to 24 battles"), Value: campaign.Full}}
}

func (war) Options() (out []bot.CommandOption) {
	about := []game.Text{"Who attacks next: the sides in turn (the usual), or whoever has won the last battle", "Whether an attacker may take back what was lost: no (the usual), or yes",
		"How hard Positions are to land at: by their entries (the usual), or by tiers"}
	for n, c := range campaign.Choices {
		out = append(out, bot.CommandOption{Name: c.Name, Description: about[n], Kind: wire.StringOption, Choices: wire.ChoicesOf(c.Values...)})
	}
	return out
}

func (w war) Sides() [2]string {
	return [2]string{w.factionName(cards.Humans), w.factionName(cards.Martians)}
}

func (w war) Asks() string { return w.Text("Which Position do you attack?") }

func (w war) Choice(s series.State, choice string) string {
	p := cards.FindPosition(choice)
	if p == nil {
		return choice
	}
	c, known := s.(campaign.War)
	if !known {
		return p.Name
	}
	return w.Say("%s (PV %d)", p.Name, c.Terms(choice).Value())
}

func (war) Settings(s series.State, choice string) (json.RawMessage, error) {
	return json.Marshal(s.(campaign.War).Terms(choice))
}

// Standing describes how many Positions each side holds, the rolls before the first battle, and the penalties of the next.
func (w war) Standing(s series.State) string {
	c := s.(campaign.War)
	held := map[string]int{}
	for _, p := range c.Map() {
		if !p.Lost {
			held[p.Faction]++
		}
	}
	lines := []string{w.Say("Positions held: %d of 10 to %d of 10", held[cards.Humans], held[cards.Martians])}
	if _, over := c.Campaign.Winner(); !over {
		lines = append(lines, w.Say("🏁 To win: take the enemy's headquarters (PV %d), Position by Position along the roads.", headquarters(c)))
		for _, faction := range factions {
			lines = append(lines, w.Say("-# **%s** can take next, with what that costs its loser (or gives the taker) in the next battle:", w.factionName(faction)))
			for _, id := range c.Reachable(faction) {
				p := cards.FindPosition(id)
				said := w.Text(game.Text(p.Text))
				if p.Faction == faction {
					said = w.Text("taken back, without a penalty")
				}
				lines = append(lines, "-# • "+w.Choice(s, id)+": "+said)
			}
		}
		lines = append(lines, w.Text("jagged.pv"))
	}
	if n := len(c.Faces); n > 0 && len(c.Battles) == 0 {
		lines = append(lines, w.Say("🎲 For the first attack: %d to %d; the higher roll attacks", c.Faces[n-1][0], c.Faces[n-1][1]))
	}
	for _, line := range w.look("").Penalties(c.Campaign) {
		lines = append(lines, w.Say("⚠️ In the next battle: %s", line))
	}
	return strings.Join(lines, "\n")
}

// headquarters returns the PV of both headquarters, under the campaign's options.
func headquarters(c campaign.War) int {
	all := c.Map()
	return all[slices.IndexFunc(all, func(p campaign.Place) bool { return p.HQ })].PV
}

// Victory names the headquarters that was taken (J16.1).
func (w war) Victory(s series.State) string {
	if p := s.(campaign.War).TakenHQ(); p != nil {
		return w.Say("it took the %s, the enemy's headquarters", p.Name)
	}
	return ""
}

func (w war) Chart(s series.State) (wire.Notice, error) {
	c := s.(campaign.War).Campaign
	look := w.look("")
	pic, err := look.War(c)
	return wire.Notice{Message: wire.Message{Files: []wire.File{{Name: "campaign.png", Data: pic.PNG}}, Blocks: []wire.Block{wire.Picture{Alt: look.WarAlt(c)}}}}, err
}

func (w war) Story(l series.Log) (out []string) {
	s, err := l.State(campaign.Rules{})
	if err != nil {
		return nil
	}
	for n, b := range s.(campaign.War).History() {
		r, attacker, position := l.Played[n].Result, w.factionName(b.Attacker), w.Choice(s, b.Position)
		how := page.Ending(w.Language, r.Why, whys)
		switch {
		case b.Won:
			out = append(out, w.Say("%s took %s", attacker, position)+how)
		case len(r.Rank) != 2 || r.Rank[0] == r.Rank[1]:
			out = append(out, w.Say("%s attacked %s and failed", attacker, position)+"; "+w.Text("a draw")+how)
		default:
			out = append(out, w.Say("%s attacked %s and failed", attacker, position)+"; "+w.Say("%s wins%s", w.factionName(cards.Other(b.Attacker)), how))
		}
	}
	return out
}

// factions lists the factions by side.
var factions = [2]string{cards.Humans, cards.Martians}

// bears describes what a battle's place in its campaign changes: the Position and the penalties, where they apply.
func (w lobby) bears(c rules.Config) (lines []string) {
	if p := cards.FindPosition(c.Position); p != nil {
		lines = append(lines, w.Say("• **Campaign**: %s (PV %d) is attacked.", p.Name, c.Value()))
	}
	for _, id := range c.Penalties {
		p := cards.FindPosition(id)
		lines = append(lines, "• ⚠️ "+w.lostBy(p))
	}
	if seat := c.ChoosesBoard(); seat != 0 {
		lines = append(lines, w.Say("jagged.board-later", w.factionName(c.Faction(seat))))
	}
	return lines
}

// where says where a battle is fought.
func (w lobby) where(c rules.Config) string {
	if c.Board == "" {
		return w.Text("a board that is settled as the battle begins")
	}
	return boardName(c.Board)
}
