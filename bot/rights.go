package bot

import (
	"context"
	"slices"
	"strings"

	"downsync/bot/wire"
	"downsync/game"
)

// Right is a permission that the bot needs in a channel.
type Right struct {
	Bit  wire.Permission
	Name game.Text // as Discord's settings call it
}

// NeededToPlay are the rights that the bot needs where matches are played, as in the invitation in the README. NeededToPost are the rights
// that it needs where it only posts.
var (
	NeededToPlay = []Right{{wire.ViewChannel, "View Channels"}, {wire.SendMessages, "Send Messages"}, {wire.SendMessagesInThreads, "Send Messages in Threads"},
		{wire.CreatePublicThreads, "Create Public Threads"}, {wire.EmbedLinks, "Embed Links"}, {wire.AttachFiles, "Attach Files"}, {wire.ReadMessageHistory, "Read Message History"}}
	NeededToPost = []Right{{wire.ViewChannel, "View Channels"}, {wire.SendMessages, "Send Messages"}, {wire.EmbedLinks, "Embed Links"}, {wire.AttachFiles, "Attach Files"}}
)

// NeededIn returns the rights that the bot needs to play matches in a channel, or in a thread: its matches are played in the thread itself.
func NeededIn(thread bool) []Right {
	if !thread {
		return NeededToPlay
	}
	return slices.DeleteFunc(slices.Clone(NeededToPlay), func(r Right) bool { return r.Bit&(wire.SendMessages|wire.CreatePublicThreads) != 0 })
}

// RightsIn returns the rights that the bot needs to play matches in the channel, and what it may do there. It asks Discord unless the call came
// from there. An error means that it could not find out.
func (c *Call) RightsIn(ctx context.Context, guild wire.GuildID, channel wire.ChannelID) (needed []Right, may wire.Permission, err error) {
	if c.Guild == guild && c.Channel == channel && c.BotMay != 0 {
		return NeededIn(c.IsThread), c.BotMay, nil
	}
	here, err := c.Wire.GuildNow(ctx, guild, "", channel)
	return NeededIn(here.Thread), here.May, err
}

// Missing returns the needed rights that the bot lacks.
func Missing(needed []Right, may wire.Permission) (missing wire.Permission) {
	for _, r := range needed {
		if may&(r.Bit|wire.Administrator) == 0 {
			missing |= r.Bit
		}
	}
	return missing
}

// Lacking names the rights that are missing among those, in the reader's language; "" if none is.
func (v Voice) Lacking(needed []Right, may wire.Permission) string {
	missing := Missing(needed, may)
	var names []string
	for _, r := range needed {
		if missing&r.Bit != 0 {
			names = append(names, v.Text(r.Name))
		}
	}
	return strings.Join(names, ", ")
}
