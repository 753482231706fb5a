// Package table hosts matches: one writer a match; load, submit, commit, tell. It keeps the clocks and the outbox
// and declares the Store. It knows no game and no Discord.
//
// Order promise: a decision is saved BEFORE anyone is told, and told from what was saved.
package table
