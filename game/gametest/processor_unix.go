//go:build unix

package gametest

import (
	"syscall"
	"time"
)

// Processor returns the processor time of the process so far. Benchmarks on a busy machine measure it instead of time.
func Processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
