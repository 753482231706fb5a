package discord

import (
	"strings"
	"testing"

	"downsync/bot/wire"
)

// FuzzInteraction: whatever the gateway sends either decodes to an interaction with everything its kind requires, or is
// refused.
func FuzzInteraction(f *testing.F) {
	for _, s := range []string{
		`{"id":"1211111111111111111","type":2,"token":"t","guild_id":"2","channel_id":"3","locale":"de","guild_locale":"en-US","member":{"user":{"id":"4","username":"ann","global_name":"Ann"},"nick":"A","roles":["9"]},"data":{"name":"match","options":[{"name":"challenge","type":1,"options":[{"name":"opponent","type":6,"value":"5"},{"name":"size","type":3,"value":"small"}]}],"resolved":{"users":{"5":{"id":"5","username":"ben","bot":true}},"members":{"5":{"nick":"B"}}}}}`,
		`{"id":"1211111111111111112","type":3,"token":"t","channel_id":"3","user":{"id":"4","username":"ann"},"message":{"id":"6","flags":64},"data":{"custom_id":"s|m|1|2.3","values":["a","b"],"component_type":3}}`,
		`{"id":"1211111111111111113","type":4,"token":"t","channel_id":"3","user":{"id":"4"},"data":{"name":"order","options":[{"name":"line","type":3,"value":"mo","focused":true},{"name":"n","type":4,"value":3},{"name":"yes","type":5,"value":true}]}}`,
		`{"id":"1211111111111111114","type":5,"token":"t","channel_id":"3","user":{"id":"4"},"data":{"custom_id":"force|c","components":[{"type":1,"components":[{"type":4,"custom_id":"force","value":"virago"}]},{"type":18,"component":{"type":4,"custom_id":"x","value":"y"}}]}}`,
		`{"type":9}`, `[]`, `{"id":4}`, `{"id":"1","type":2,"user":{"id":"2"},"data":{"options":[{"type":1},{"type":2,"options":[{"type":1}]}]}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		i, _, err := decode(raw)
		if err != nil {
			return
		}
		if i.ID == "" || i.User == "" || i.Kind < wire.Slash || i.Kind > wire.Submit {
			t.Errorf("%s is read as %+v", raw, i)
		}
		if (i.Kind == wire.Slash || i.Kind == wire.Complete) && len(i.Command) == 0 {
			t.Errorf("a command without a name: %s", raw)
		}
	})
}

// An interaction is read up to its size limit and refused above it.
func TestInteractionIsBounded(t *testing.T) {
	form := func(n int) []byte {
		const around = `{"id":"1","type":2,"user":{"id":"2"},"data":{"name":"order","x":""}}`
		return []byte(strings.Replace(around, `"x":""`, `"x":"`+strings.Repeat("a", n-len(around))+`"`, 1))
	}
	if _, _, err := decode(form(maxInteraction)); err != nil {
		t.Error(err)
	}
	if _, _, err := decode(form(maxInteraction + 1)); err == nil {
		t.Error("read beyond its bound")
	}
}

// An option that names a user contains an id and nothing else.
func TestIDsOfOptions(t *testing.T) {
	for value, want := range map[string]string{"123456789012345678": "123456789012345678", "@everyone": "", "1> @here": ""} {
		i, _, err := decode([]byte(`{"id":"1","type":2,"user":{"id":"2"},"data":{"name":"mod","options":[{"name":"who","type":6,"value":"` + value + `"}]}}`))
		if err != nil || i.Options["who"] != want {
			t.Errorf("%q is read as %q: %v", value, i.Options["who"], err)
		}
	}
}
