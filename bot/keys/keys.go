// Package keys lists the keys under which several rooms of the bot find the same records. They are stored for ever.
package keys

import (
	"fmt"

	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Direct returns the key of the record of a user's direct channel.
func Direct(u wire.UserID) string { return "direct/" + string(u) }

// Thread returns the key of the record that names a thread's match.
func Thread(channel wire.ChannelID) string { return "thread/" + string(channel) }

// Room returns the key of the record that names a match's thread, or its channel if it has no thread.
func Room(id table.ID) string { return "room/" + string(id) }

// Taken returns the key of the record of a seat in a running match that a user took over at a moderator's offer.
func Taken(u wire.UserID, id table.ID) string { return "seat-taken/" + string(u) + "/" + string(id) }

// Moderators begins the keys of all moderators that the bot knows.
const Moderators = "moderator/"

// Presence returns the key of the record of a seat's presence. The record is deleted after the match.
func Presence(id table.ID, seat game.Seat) string { return fmt.Sprintf("present/%s/%d", id, seat) }

// OnServer returns the key of a record that marks a running match on the server.
func OnServer(g wire.GuildID, id table.ID) string { return "on/" + string(g) + "/" + string(id) }

// SeriesNews begins the keys of the records that ask for the public card of a series to be drawn again.
const SeriesNews = "campaign.news/"

// Pages returns the key of the record that counts a seat's pages.
func Pages(id table.ID, seat game.Seat) string { return fmt.Sprintf("page/%s/%d", id, seat) }
