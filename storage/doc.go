// Package storage keeps matches in one bbolt file behind table.Store.
//
// The promise, worded to be tested; History.Check decides it after every fault that the tests inject:
//
//	P1  "Accepted" is said only after the event is on disk. After any crash or power cut it is there, at its place.
//	P2  One interaction changes a match at most once, ever.
//	P3  A decision made on version v is applied only at v.
//	P4  An error says "not applied" or "unknown" (table.ErrUnknown). Unknown is resolved by sending the same commit again.
//	P5  Every wish of an applied commit is delivered at least once or replaced by a newer one, and never before P1.
//	P6  Any change to stored events, and any step back past the last anchor, is noticed.
//
// A match whose events do not hold together is frozen, alone; the others go on. What bbolt would end the process for is
// looked for before it opens the file. The disk must keep what fdatasync said it keeps.
package storage
