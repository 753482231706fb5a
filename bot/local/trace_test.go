package local

import (
	"bytes"
	"testing"
)

// Two worlds that differ only in what a user cannot see leave the same trace with them.
func TestTraceForgetsIDs(t *testing.T) {
	world := func(secrets int) (onlooker, owner []byte) {
		s := newServer(t, func(c *Config) { c.Schema = "" })
		b := newBot(t, s)
		b.register()
		for range secrets {
			_, i := b.slash("1", "/match order line:x")
			b.reply(i, CallbackMessage, J{"content": "secret", "flags": FlagEphemeral})
		}
		b.post(b.general(), v2(text("public"), row(button("go"))))
		return Trace(s.User("3").Delivered()), Trace(s.User("1").Delivered())
	}
	few, ownFew := world(1)
	many, ownMany := world(3)
	if !bytes.Equal(few, many) {
		t.Errorf("the onlooker's traces differ:\n%s\n%s", few, many)
	}
	if bytes.Equal(ownFew, ownMany) || !bytes.Contains(few, []byte("public")) {
		t.Error("the traces say nothing")
	}
}
