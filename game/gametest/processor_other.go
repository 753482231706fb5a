//go:build !unix

package gametest

import "time"

var began = time.Now()

// Processor returns the time since the process began, where its processor time is not told.
func Processor() time.Duration { return time.Since(began) }
