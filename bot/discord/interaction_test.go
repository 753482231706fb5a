package discord

import (
	"slices"
	"testing"

	"downsync/bot/wire"
)

// A member's permissions and roles come with the interaction. Permissions that cannot be read count as none.
func TestDecodeRights(t *testing.T) {
	for _, c := range []struct {
		json  string
		may   wire.Permission
		roles []wire.RoleID
	}{
		{`"member":{"user":{"id":"7"},"roles":["1","2"],"permissions":"2251799813685280"}`, 1<<51 | wire.ManageServer, []wire.RoleID{"1", "2"}},
		{`"member":{"user":{"id":"7"},"permissions":"lots"}`, 0, nil},
		{`"member":{"user":{"id":"7"},"permissions":"-1"}`, 0, nil},
		{`"user":{"id":"7"}`, 0, nil},
	} {
		i, _, err := decode([]byte(`{"id":"1","type":2,"guild_locale":"de","data":{"name":"setup"},` + c.json + `}`))
		if err != nil || i.Permissions != c.may || !slices.Equal(i.Roles, c.roles) || i.GuildLocale != "de" {
			t.Errorf("%s: %+v, %v", c.json, i, err)
		}
	}
}

// A user who is named comes with whether they are on the server.
func TestDecodeMembers(t *testing.T) {
	i, _, err := decode([]byte(`{"id":"1","type":2,"member":{"user":{"id":"7"}},"data":{"name":"mod","resolved":{"users":{"5":{"username":"ben"},"6":{"username":"far"}},"members":{"5":{"nick":"B"}}}}}`))
	if err != nil || !i.Members["5"] || i.Members["6"] || i.Names["5"] != "B" || i.Names["6"] != "far" {
		t.Errorf("%+v, %v", i, err)
	}
}
