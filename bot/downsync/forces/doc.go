// Package forces has what is agreed and chosen before a match of Downsync: the settings of the challenge and each side's force,
// which is private.
//
// The files. Each mostly uses the ones above it:
//
//	settings.go   settings and forces
//	sharecode.go  share codes of forces
//	builder.go    the builder of forces
package forces
