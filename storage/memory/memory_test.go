package memory_test

import (
	"testing"

	"downsync/game/table"
	"downsync/storage/memory"
	"downsync/storage/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) (table.Store, func() table.Store) { return memory.New(), nil })
}
