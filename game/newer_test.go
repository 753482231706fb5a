package game

import (
	"errors"
	"testing"
)

// A match of rulings that a program does not have is of a newer program; one of its own or older rulings is not.
func TestNewerRulings(t *testing.T) {
	card := Card{ID: "toy", Rulings: 3}
	for conf, newer := range map[string]bool{`{"rulings":4}`: true, `{"rulings":3}`: false, `{}`: false, `null`: false, `{"rulings":"x"}`: false} {
		if err := card.known(Record{Conf: Config(conf)}); errors.Is(err, ErrNewer) != newer {
			t.Errorf("%s: %v", conf, err)
		}
	}
}
