package lobby

import (
	"downsync/bot"
	"slices"
	"strings"
)

// permits tells whether the server lets this challenge be made: its channel and its mode of secrecy. What the challenge
// leaves open is filled in with the server's own choice. ok is false with the answer to give.
func permits(c *bot.Call, game string, s bot.Server) (no bot.Answer, ok bool) {
	if s.Channel != "" && c.Channel != s.Channel {
		return c.Answer(wordOtherChannel, s.Channel), false
	}
	allowed := s.Allowed(c.Forms(game))
	switch mode := c.Options["secrecy"]; {
	case len(s.Modes) == 0 || len(allowed) == 0:
	case mode == "":
		c.Options["secrecy"] = allowed[0]
	case !slices.Contains(allowed, mode):
		return c.Answer(wordOtherMode, strings.Join(allowed, ", "), mode), false
	}
	return bot.Answer{}, true
}
