package local

// Callback types.
const (
	callbackMessage     = 4
	callbackDefer       = 5
	callbackDeferUpdate = 6
	callbackUpdate      = 7
	callbackChoices     = 8
	callbackModal       = 9
)

var interactionRoutes = []route{
	{pattern: "POST /interactions/{interaction_id}/{interaction_token}/callback", open: true, serve: callback},
	{pattern: "POST /webhooks/{webhook_id}/{webhook_token}", open: true, serve: about(byToken, followUp)},
	{pattern: "GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", open: true, serve: about(answerOf, getAnswer)},
	{pattern: "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", open: true, serve: about(answerOf, patchAnswer)},
	{pattern: "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", open: true, serve: about(answerOf, deleteAnswer)},
}

// callback serves the first answer to an interaction.
func callback(s *Server, q *request) (reply, error) {
	id, err := q.id("interaction_id")
	if err != nil {
		return reply{}, err
	}
	x := s.acts[id]
	if x == nil || x.token != q.PathValue("interaction_token") || x.State == Failed {
		return reply{}, unknownInteraction()
	}
	if x.Callback != 0 {
		return reply{}, alreadyAcked()
	}
	m, err := respond(s, x, q.body, q.v9)
	if err != nil {
		return reply{}, err
	}
	if q.URL.Query().Get("with_response") != "true" {
		return noContent()
	}
	return ok(callbackObject(x, m))
}

// callbacks returns the types of answers that are legal for an interaction. A modal cannot answer a modal, and only an
// interaction that began at a component has a message to update.
func callbacks(x *interaction) []int {
	switch {
	case x.Type == typeAutocomplete:
		return []int{callbackChoices}
	case x.Type == typeCommand:
		return []int{callbackMessage, callbackDefer, callbackModal}
	case x.Type == typeComponent:
		return []int{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate, callbackModal}
	case x.Source != 0:
		return []int{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate}
	}
	return []int{callbackMessage, callbackDefer}
}

// answer carries out a callback. It returns the message that it made or changed, if any.
func (s *Server) answer(x *interaction, kind int, b body, v9 bool) (*Message, error) {
	switch kind {
	case callbackChoices:
		return nil, choose(s, x, b)
	case callbackModal:
		return nil, openModal(s, x, b)
	case callbackDefer:
		return postpone(s, x, b)
	case callbackDeferUpdate:
		x.original = x.Source
		return nil, nil
	}
	p, err := decodePayload(b)
	if err != nil {
		return nil, err
	}
	if s.rooms[x.Channel] != x.room {
		return nil, unknownChannel()
	}
	if kind == callbackUpdate {
		old := x.room.message(x.Source)
		if old == nil {
			return nil, unknownMessage()
		}
		rep, err := amend(s, x.room, old, draft{ask: p, origin: fromAnswer, v9: v9})
		if err != nil {
			return nil, err
		}
		x.original, x.Message = old.ID, old.ID
		return rep.body.(*Message), nil
	}
	m, err := compose(s, draft{base: answerBase(s, x), isNew: true, ask: p, origin: fromAnswer, v9: v9})
	if err != nil {
		return nil, err
	}
	address(m, x)
	post(s, x.room, m)
	x.original, x.Message = m.ID, m.ID
	return m, nil
}

// acknowledged updates an interaction's state after its first answer.
func acknowledged(s *Server, x *interaction) {
	if x.parent != nil && x.who.modal != nil && x.who.modal.Interaction == x.parent.ID {
		x.who.modal = nil
		tell(s, x.who, EventModal, nil)
	}
	switch x.Callback {
	case callbackDefer:
		settle(s, x, Deferred)
	default:
		settle(s, x, Answered)
	}
}

// answerBase returns the frame of a new message that answers an interaction.
func answerBase(s *Server, x *interaction) Message {
	m := blank(s, x.room, s.bot)
	m.WebhookID = s.bot.ID
	m.Interaction = metadata(s, x)
	m.Type = messageCommand
	if x.Type != typeCommand {
		m.Type = messageDefault
	}
	if x.Source != 0 {
		m.Type = messageReply
		m.Reference = &MessageReference{MessageID: x.Source, ChannelID: x.Channel, GuildID: x.room.ch.GuildID}
	}
	return m
}

// address limits an ephemeral message to its invoker.
func address(m *Message, x *interaction) {
	if m.Ephemeral() {
		m.to = x.who.account.ID
	}
}

func metadata(s *Server, x *interaction) *InteractionMetadata {
	d := &InteractionMetadata{ID: x.ID, Type: x.Type, User: *x.who.account, Owners: owners(s, x.who, x.room), Name: x.name}
	if x.Type == typeComponent {
		d.InteractedID = x.Source
	}
	if x.Type == typeModal && x.parent != nil {
		d.Triggering = metadata(s, x.parent)
	}
	return d
}

// postpone shows "the bot is thinking". Only the flag EPHEMERAL counts.
func postpone(s *Server, x *interaction, b body) (*Message, error) {
	var ask struct {
		Flags int `json:"flags"`
	}
	if string(b.json) != "null" {
		if err := b.decode(&ask); err != nil {
			return nil, err
		}
	}
	if s.rooms[x.Channel] != x.room {
		return nil, unknownChannel()
	}
	m := answerBase(s, x)
	m.Flags = flagLoading | ask.Flags&flagEphemeral
	address(&m, x)
	post(s, x.room, &m)
	x.original, x.Message = m.ID, m.ID
	return &m, nil
}

// openModal shows a modal to the invoker, whose client shows one at a time.
func openModal(s *Server, x *interaction, b body) error {
	m := &Modal{}
	if err := b.decode(m); err != nil {
		return err
	}
	var f form
	m.check(&f, s.customEmoji)
	if err := f.err(); err != nil {
		return err
	}
	m.Interaction = x.ID
	number(m.Components)
	x.Modal, x.who.modal = m, m
	tell(s, x.who, EventModal, m)
	return nil
}

// callbackObject returns the response that with_response requests.
func callbackObject(x *interaction, m *Message) map[string]any {
	i := map[string]any{"id": x.ID, "type": x.Type, "channel_id": x.Channel}
	if x.room.ch.GuildID != 0 {
		i["guild_id"] = x.room.ch.GuildID
	}
	o := map[string]any{"interaction": i}
	if m != nil {
		i["response_message_id"] = m.ID
		i["response_message_loading"] = m.Flags&flagLoading != 0
		i["response_message_ephemeral"] = m.Ephemeral()
		kind := x.Callback
		if kind == callbackDefer {
			kind = callbackMessage
		}
		o["resource"] = map[string]any{"type": kind, "message": m}
	}
	return o
}
