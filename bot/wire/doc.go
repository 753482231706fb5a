// Package wire has the messages, interactions and answers that the bot exchanges with Discord, without Discord's own
// formats. The bot calls Wire to reach Discord, and Discord's events reach the bot through Handler; bot/discord connects the two.
//
//	audience.go  Notice and Letter: who may read a message
//	control.go   what a control of a private console does
//	message.go   messages and their components, with Discord's limits
//	new_id.go    ids that follow from an interaction
//	options.go   the values of a command's options
//	wire.go      ids, interactions, answers, errors
//	words.go     typed text as Discord shows it literally, and cut to a length
package wire
