// Package storage keeps matches in one bbolt file behind table.Store.
//
// It makes six promises, worded so that a test can decide them. History.Check decides them after every fault that the
// tests inject:
//
//	P1  "Accepted" is reported only after the event is on disk. It survives any crash or power cut, at its place.
//	P2  One interaction changes a match at most once, ever.
//	P3  A decision made on version v is applied only at v.
//	P4  An error means "not applied" or "unknown" (table.ErrUnknown). Sending the same commit again resolves "unknown".
//	P5  Every effect of an applied commit is delivered at least once or replaced by a newer one, and never before P1.
//	P6  Any change to stored events, and any step back past the last anchor, is noticed.
//
// A match whose events contradict their chain is frozen; the other matches go on. bbolt ends the process on some kinds
// of damage, so the package looks for them before bbolt opens the file. The promises need a disk that keeps what
// fdatasync reported as written.
package storage
