// Package table hosts matches. Each match has one writer, which loads it, decides, commits and then delivers. The package
// keeps the clocks and the outbox, and it declares the Store. It depends on no particular game and not on Discord.
//
// Order of events: a decision is saved BEFORE anyone learns of it, and everyone learns it from what was saved.
package table
