package local

import (
	"encoding/json"
	"strconv"
)

// payload is the requested content of a message: of a create, an edit, a webhook or an interaction's answer.
type payload struct {
	Content         optional[string]           `json:"content"`
	Embeds          optional[[]Embed]          `json:"embeds"`
	Components      optional[[]Component]      `json:"components"`
	Flags           optional[int]              `json:"flags"`
	Attachments     optional[[]attachmentRef]  `json:"attachments"`
	AllowedMentions optional[*allowedMentions] `json:"allowed_mentions"`
	Poll            json.RawMessage            `json:"poll"`
	Stickers        []ID                       `json:"sticker_ids"`
	TTS             *bool                      `json:"tts"`
	Nonce           json.RawMessage            `json:"nonce"`
	EnforceNonce    *bool                      `json:"enforce_nonce"`
	Reference       *MessageReference          `json:"message_reference"`

	files []upload
}

// attachmentRef names an uploaded file by the n of files[n], or a retained attachment by its snowflake.
type attachmentRef struct {
	ID          string  `json:"id"`
	Filename    *string `json:"filename"`
	Description *string `json:"description"`
}

// decodePayload reads a message from a request's body.
func decodePayload(b body) (payload, error) {
	var p payload
	if err := b.decode(&p); err != nil {
		return p, err
	}
	p.files = b.files
	return p, nil
}

// poll reports whether the request contains a poll.
func (p *payload) poll() bool { return len(p.Poll) > 0 && string(p.Poll) != "null" }

// nonce returns the nonce as text, because Discord accepts numbers too.
func (p *payload) nonce() (string, error) {
	if len(p.Nonce) == 0 || string(p.Nonce) == "null" {
		return "", nil
	}
	var text string
	if err := json.Unmarshal(p.Nonce, &text); err != nil {
		var n int64
		if err := json.Unmarshal(p.Nonce, &n); err != nil {
			return "", badForm("nonce", "BASE_TYPE_CONVERT", "Expected a string or an integer.")
		}
		text = strconv.FormatInt(n, 10)
	}
	if runes(text) > 25 {
		return "", badForm("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
	}
	return text, nil
}
