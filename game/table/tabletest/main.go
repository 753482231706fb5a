package tabletest

import (
	"flag"
	"runtime"
	"strconv"
)

// Waiting lets four tests run at once on each processor, in a package whose tests mostly wait for a network or for another process. It is
// called before they run; what the command line says of -parallel goes before.
func Waiting() {
	flag.Parse()
	const name = "test.parallel"
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == name })
	if !said {
		if err := flag.Set(name, strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
}
