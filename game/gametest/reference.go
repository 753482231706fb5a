package gametest

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// Reference reads a table of a book's figures, which is beside the checkout. Machines of users do not have it: there the test is skipped.
func Reference(t testing.TB, file string) []byte {
	t.Helper()
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the table of the book's figures is not beside this checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
