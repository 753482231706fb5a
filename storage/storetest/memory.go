package storetest

import (
	"flag"
	"os"
)

// InMemory makes the tests of a package write their files to memory, if the machine has a file system there with room. Each
// commit would wait for a disk, and no test needs one: files outlive a killed process there too, and lost power is simulated.
// Benchmarks, and anybody who sets TMPDIR, keep to the disk. It is for TestMain, before the tests run.
func InMemory() error {
	const variable = "TMPDIR"
	flag.Parse()
	if bench := flag.Lookup("test.bench"); bench.Value.String() != "" || os.Getenv(variable) != "" {
		return nil
	}
	const need = 256 << 20 // bytes, ten times what the tests have written at once
	if folder, free := memory(); free >= need {
		return os.Setenv(variable, folder)
	}
	return nil
}
