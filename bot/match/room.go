package match

import (
	"context"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/pasted"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// New makes the room of matches: their cards, consoles, clocks and pictures.
func New(a *bot.App) bot.Room {
	f := films{wake: make(chan struct{}, 1)}
	a.Hooks.Show, a.Hooks.Advise, a.Hooks.View, a.Hooks.Begun = show, advise, view, begun
	consoles := func(ctx context.Context, c *bot.Call, id, _ string) wire.Answer { return console(ctx, c, table.ID(id)) }
	return bot.Room{
		Commands: append([]bot.Command{
			{Name: "match", Description: "Matches: challenge, accept, look, concede", Sub: []bot.Command{
				inMatch("show", "Your view of a match", view),
				f.replayCommand(a),
				inMatch("ledger", "Which news of a match reached you, how and when", ledgerCmd),
				inMatch("log", "What you were told of a match, numbered", logCmd,
					bot.CommandOption{Name: "page", Description: "Which page; default: the last one", Kind: wire.IntOption},
					bot.CommandOption{Name: "rules", Description: "With the numbers of the rules that each line follows from", Kind: wire.BoolOption}),
				inMatch("event", "Explain an event of the log: its board, distances, modifiers and rules", eventCmd,
					bot.CommandOption{Name: bot.EventOption, Description: "The event's number in your log, such as 12 or 12a", Kind: wire.StringOption, Required: true}),
				inMatch("verify", "Recompute a match: dice, legality of every step, sealed forces, hashes", verify),
				inMatch("concede", "Concede a match", askConcede),
				clockCommand(),
			}},
			orderCommand(),
		}, lookCommands(a)...),
		Menus: []bot.Menu{{Name: "Why?", On: wire.OnMessage, Run: why}},
		Presses: map[string]bot.Pressed{
			wire.ControlSubmit: consoles, wire.ControlDraft: consoles, wire.ControlChoose: consoles, wire.ControlType: consoles,
			wire.ControlOpen: consoles, wire.ControlUndo: consoles,
			customid.View:     func(ctx context.Context, c *bot.Call, id, _ string) wire.Answer { return view(ctx, c, table.ID(id)) },
			customid.Concede:  func(ctx context.Context, c *bot.Call, id, _ string) wire.Answer { return concede(ctx, c, table.ID(id)) },
			customid.Seal:     sealPress,
			customid.Happened: happened,
			customid.Replay:   f.replayPress,
			customid.Film:     f.press(false),
			customid.Reel:     f.press(true),
			idLog:             turnLog,
			idAgree:           agree,
			idClock:           clockPress,
			idClockFor:        clockFor,
		},
		Queues: map[string]func(context.Context, *bot.Call, table.Delivery) (table.Kept, error){
			table.PublicQueue: func(ctx context.Context, c *bot.Call, d table.Delivery) (table.Kept, error) {
				return bot.Remembering(d, func(at *threadMemory) error { return deliverPublic(ctx, c, d, at) })
			},
			seatQueues: deliverSeats,
		},
		Jobs: []bot.Job{{Name: "reminders", Due: remindAll}, {Name: "films", Due: f.draw, Wake: f.wake}},
	}
}

// inMatch returns a command about one match.
func inMatch(name string, about game.Text, do func(context.Context, *bot.Call, table.ID) wire.Answer, options ...bot.CommandOption) bot.Command {
	return bot.Command{Name: name, Description: about, Options: append(options, bot.MatchOption()), Run: withMatch(do)}
}

// withMatch returns an action on the match that the command means.
func withMatch(do func(context.Context, *bot.Call, table.ID) wire.Answer) bot.Action {
	return func(ctx context.Context, c *bot.Call) wire.Answer {
		return c.WithMatch(ctx, func(id table.ID) wire.Answer { return do(ctx, c, id) })
	}
}

func orderCommand() bot.Command {
	line := bot.CommandOption{Name: "line", Description: "The order, word by word", Kind: wire.StringOption, Required: true, Typing: pasted.AsOrder}
	return bot.Command{Name: "order", Description: "Give an order in one line; the next word is suggested", Light: true,
		Run:     withMatch(playTyped),
		Options: []bot.CommandOption{line.Suggested(suggestOrder), bot.MatchOption()}}
}

// lookCommands returns /look with what the games answer about matches, and the games' commands that play an order.
func lookCommands(a *bot.App) (out []bot.Command) {
	look := bot.Command{Name: "look", Description: "Look at a match, for your eyes only: what is known, reach and ranges, distances"}
	all, _ := bot.Offered(a, bot.Forms.Queries, func(q bot.Command) string { return q.Name })
	for _, q := range all {
		q.Options = slices.Clone(q.Options)
		for j, o := range q.Options {
			if o.Autocomplete {
				q.Options[j] = o.Suggested(suggestQueried)
			}
		}
		q = q.With(bot.MatchOption())
		if q.Order == "" {
			q.Run = withMatch(func(ctx context.Context, c *bot.Call, id table.ID) wire.Answer { return query(ctx, c, id, q.Name) })
			look.Sub = append(look.Sub, q)
			continue
		}
		q.Run = withMatch(func(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
			c.Options["line"] = q.Order
			return playTyped(ctx, c, id)
		})
		out = append(out, q)
	}
	if len(look.Sub) > 0 {
		out = append(out, look)
	}
	return out
}

// suggestQueried completes an option of a query from what its asker knows.
func suggestQueried(ctx context.Context, c *bot.Call) (out []wire.Choice) {
	c.WithMatch(ctx, func(id table.ID) wire.Answer {
		if p, ok, err := c.Own(ctx, id); ok {
			out = completed(c, p.View, p.Meta)
		} else if err == nil {
			if p, err := c.Hall.Public(ctx, id); err == nil {
				out = completed(c, p.View, p.Meta)
			}
		}
		return wire.Answer{}
	})
	return out
}

func completed(c *bot.Call, view game.View, meta table.Meta) []wire.Choice {
	if f := c.Of(meta); f.Inspector != nil {
		return f.Inspector.Complete(view, meta, c.Focused, c.Options.Text(c.Focused))
	}
	return nil
}

// viewPublic is the value of a query's option "view" with which a player asks for the public view.
const viewPublic = "public"

// query answers a question about a match from what its asker knows, privately.
func query(ctx context.Context, c *bot.Call, id table.ID, name string) wire.Answer {
	meta, err := c.Hall.Meta(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	if !slices.ContainsFunc(c.Of(meta).Queries(), func(q bot.Command) bool { return q.Name == name }) {
		return c.Answer("⚠️ %s has no `/%s`.", c.Of(meta).About.Name, strings.TrimPrefix(c.Typed("look "+name), "/"))
	}
	p, ok, err := c.Own(ctx, id)
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case !ok || c.Options.Text("view") == viewPublic:
		return publicQuery(ctx, c, id, name)
	}
	l, err := c.Of(p.Meta).Query(p, name, c.Options)
	if err != nil {
		return c.Cannot(err)
	}
	if err := misdirected(l, p, c.User); err != nil {
		return c.Trouble(id, err)
	}
	return wire.Answer{Letter: &l.Message, Fresh: true}
}

// publicQuery answers a question about a match from public information.
func publicQuery(ctx context.Context, c *bot.Call, id table.ID, name string) wire.Answer {
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	n, err := c.Of(p.Meta).QueryPublic(p, name, c.Options)
	if err != nil {
		return c.Cannot(err)
	}
	n.Mention = nil
	return wire.Answer{Letter: &n.Message, Fresh: true}
}

// playTyped plays a typed line as the answer to the user's first open question that accepts it.
func playTyped(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	p, err := c.OwnView(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	var a wire.Answer
	line := strings.Join(strings.Fields(c.Options["line"]), " ")
	switch {
	case line == "":
		return c.Answer("⚠️ Write the order itself, such as `/order line:%s`.", c.Of(p.Meta).About.Order)
	case isOut(p):
		return c.Trouble(id, table.ErrNoSeat)
	case strings.EqualFold(line, "undo"):
		a = undo(ctx, c, p, bot.UndoMark(p))
	default:
		a = typed(ctx, c, p, line)
	}
	a.Fresh = true
	return a
}

// askConcede asks the user to confirm that they concede.
func askConcede(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	p, err := c.OwnView(ctx, id)
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case p.Result != nil:
		return c.Answer("That match is over.")
	case isOut(p):
		return c.Trouble(id, table.ErrNoSeat)
	}
	return wire.Fresh(wire.Text(c.SureToLeave(p, c.Text("Concede the match? This cannot be undone."))),
		wire.Row{{ID: customid.Concede + "|" + string(id), Label: c.Text("Concede"), Style: wire.Danger}})
}

// concede concedes the match after the confirmation.
func concede(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	p, err := c.OwnView(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	for _, ask := range p.Asks {
		if ask.Standing {
			return submit(ctx, c, p, bot.Page{Ask: ask.ID}, c.Of(p.Meta).About.Concede)
		}
	}
	if isOut(p) {
		return c.Trouble(id, table.ErrNoSeat)
	}
	return show(ctx, c, id, p.Seat, bot.Page{Note: c.Text("That match is over.")})
}

// isOut reports whether the seat is out of a match that goes on: a seat that plays always has its standing question.
func isOut(p table.Private) bool { return p.Result == nil && len(p.Asks) == 0 }
