package local

// byToken returns the interaction of a webhook route's token. Before the first answer there is no webhook, and after
// fifteen minutes the token is invalid.
func byToken(s *Server, q *request) (*interaction, error) {
	app, err := q.id("webhook_id")
	if err != nil {
		return nil, err
	}
	if app != s.bot.ID {
		return nil, unknownWebhook()
	}
	x := s.tokens[q.PathValue("webhook_token")]
	switch {
	case x == nil || s.clock.Now().Sub(x.made) > tokenLives:
		return nil, invalidToken()
	case x.Callback == 0:
		return nil, unknownWebhook()
	case s.rooms[x.Channel] != x.room:
		return nil, unknownChannel()
	}
	return x, nil
}

// answered is a message that answers an interaction: the original answer or a followup.
type answered struct {
	to *interaction
	m  *Message
}

// answerOf returns the message that the token may change.
func answerOf(s *Server, q *request) (answered, error) {
	x, err := byToken(s, q)
	if err != nil {
		return answered{}, err
	}
	id := x.original
	if q.PathValue("message_id") != "@original" {
		if id, err = q.id("message_id"); err != nil {
			return answered{}, err
		}
	}
	m := x.room.message(id)
	if m == nil || id != x.original && !x.replies[id] {
		return answered{}, unknownMessage()
	}
	return answered{x, m}, nil
}

func getAnswer(_ *Server, _ *request, a answered) (reply, error) { return ok(a.m) }

func patchAnswer(s *Server, q *request, a answered) (reply, error) {
	p, err := decodePayload(q.body)
	if err != nil {
		return reply{}, err
	}
	return fill(s, a.to, a.m, draft{ask: p, origin: fromAnswer, v9: q.v9})
}

// fill edits an answer. It replaces "thinking" by the first content.
func fill(s *Server, x *interaction, m *Message, d draft) (reply, error) {
	rep, err := amend(s, x.room, m, d)
	if err != nil {
		return reply{}, err
	}
	if m.ID == x.original && x.State == Deferred {
		settle(s, x, Answered)
	}
	return rep, nil
}

func deleteAnswer(s *Server, _ *request, a answered) (reply, error) {
	drop(s, a.to.room, a.m)
	if a.m.ID == a.to.original && a.to.State == Deferred {
		settle(s, a.to, Answered)
	}
	return noContent()
}

// followUp sends another message in answer to an interaction. The first one after a deferral replaces "thinking" and
// keeps its visibility.
func followUp(s *Server, q *request, x *interaction) (reply, error) {
	p, err := decodePayload(q.body)
	if err != nil {
		return reply{}, err
	}
	if first := x.room.message(x.original); first != nil && first.Flags&flagLoading != 0 {
		return fill(s, x, first, draft{ask: p, origin: fromAnswer, v9: q.v9})
	}
	base := answerBase(s, x)
	base.Type, base.Reference = messageReply, nil
	if x.original != 0 {
		base.Reference = &MessageReference{MessageID: x.original, ChannelID: x.Channel, GuildID: x.room.ch.GuildID}
		base.Interaction.OriginalResponseID = x.original
	}
	m, err := compose(s, draft{base: base, isNew: true, ask: p, origin: fromAnswer, v9: q.v9})
	if err != nil {
		return reply{}, err
	}
	address(m, x)
	post(s, x.room, m)
	x.replies[m.ID] = true
	return ok(m)
}
