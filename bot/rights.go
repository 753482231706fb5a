package bot

import (
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
