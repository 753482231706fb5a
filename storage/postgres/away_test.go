package postgres

import (
	"testing"

	"downsync/storage/postgres/pgtest"
)

// While the server is away, a host on watch and one that stands by both say so, each once; and once more when it is back.
func TestServerAway(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	told := [2]chan error{make(chan error, 9), make(chan error, 9)}
	var hosts [2]*Store
	for i := range hosts {
		hosts[i] = open(t, server.URL(), func(o *Options) { o.Session = func(lost error) { told[i] <- lost } })
		if !hosts[i].Reached() || len(told[i]) > 0 {
			t.Fatalf("host %d: reached %t, told %d times", i, hosts[i].Reached(), len(told[i]))
		}
	}
	server.Kill()
	for i, host := range hosts {
		if lost := <-told[i]; lost == nil || host.Reached() || host.OnWatch() {
			t.Errorf("host %d without the server: told %v, reached %t, on watch %t", i, lost, host.Reached(), host.OnWatch())
		}
	}
	if err := server.Run(); err != nil {
		t.Fatal(err)
	}
	for i, host := range hosts {
		if lost := <-told[i]; lost != nil || !host.Reached() {
			t.Errorf("host %d with the server: told %v, reached %t", i, lost, host.Reached())
		}
	}
}
