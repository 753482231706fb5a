//go:build !unix

package gametest

import "time"

var began = time.Now()

// Processor returns the time since the process began, on systems that do not report processor time.
func Processor() time.Duration { return time.Since(began) }
