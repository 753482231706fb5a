package toy

import (
	"encoding/json"
	"strconv"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/series"
	rules "downsync/game/toy"
)

// cup has the bot's words for a series of the toy.
type cup struct{ Forms }

func (cup) Rules() series.Rules { return rules.Cup{} }

func (w cup) Kinds() []wire.Choice {
	return []wire.Choice{{Name: w.Text("best of three"), Value: rules.Cups[0]}, {Name: w.Text("best of five"), Value: rules.Cups[1]}}
}

func (cup) Options() []bot.CommandOption { return nil }

func (w cup) Sides() [2]string { return [2]string{w.Text("Moon"), w.Text("Sun")} }

func (w cup) Asks() string { return w.Text("How many rounds has the next match?") }

func (w cup) Choice(_ series.State, choice string) string {
	n, err := strconv.Atoi(choice)
	if err != nil {
		return choice
	}
	return w.Say("rounds: %d", n)
}

func (cup) Settings(_ series.State, choice string) (json.RawMessage, error) {
	return json.RawMessage(rules.CupConfig(choice).Encode()), nil
}

func (cup) Bears(json.RawMessage, game.Seat, string) []string { return nil }

func (cup) Victory(series.State) string { return "" }

func (w cup) Standing(s series.State) string {
	wins := rules.Wins(s)
	return w.Say("Matches won: %d to %d", wins[0], wins[1])
}

func (cup) Chart(series.State) (wire.Notice, error) { return wire.Notice{}, nil }

func (w cup) Story(l series.Log) (out []string) {
	for _, p := range l.Played {
		who := w.Text("drawn")
		switch {
		case p.Result.Rank[0] < p.Result.Rank[1]:
			who = w.Text("won by who chose")
		case p.Result.Rank[0] > p.Result.Rank[1]:
			who = w.Text("won by the other")
		}
		out = append(out, w.Choice(nil, p.Choice)+", "+who)
	}
	return out
}
