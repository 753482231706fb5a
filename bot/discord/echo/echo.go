// Package echo is the smallest bot that discordgo makes: it answers a command with a word. Benchmarks compare ours with it.
package echo

import (
	"net/http"
	"net/url"

	"github.com/bwmarrin/discordgo"
)

// Command is the name of its only command.
const Command = "echo"

// Open connects the bot to the Discord at that address and registers its command on the server. The token has its
// prefix, "Bot ".
func Open(base, token, server string) (*discordgo.Session, error) {
	to, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	s, err := discordgo.New(token)
	if err != nil {
		return nil, err
	}
	s.Client = &http.Client{Transport: rerouted{to}}
	s.StateEnabled = false
	s.Identify.Intents = discordgo.IntentsGuilds
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "echo", Flags: discordgo.MessageFlagsEphemeral}}) // the user sees that an answer was lost
	})
	me, err := s.User("@me")
	if err != nil {
		return nil, err
	}
	if _, err := s.ApplicationCommandCreate(me.ID, server, &discordgo.ApplicationCommand{Name: Command, Description: Command}); err != nil {
		return nil, err
	}
	return s, s.Open()
}

// rerouted sends every request to another address.
type rerouted struct{ to *url.URL }

func (t rerouted) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.to.Scheme, t.to.Host, t.to.Host
	return http.DefaultTransport.RoundTrip(r)
}
