//go:build !unix

package plane_test

import "time"

var began = time.Now()

// processor returns the time of the process so far, where the processor's alone is not told.
func processor() time.Duration { return time.Since(began) }
