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

// A command of a context menu comes with whom or what it is about. The author of a message is named, and its controls and texts are read.
func TestDecodeTargets(t *testing.T) {
	i, _, err := decode([]byte(`{"id":"1","type":2,"member":{"user":{"id":"7"}},"data":{"name":"Challenge","type":2,"target_id":"5","resolved":{"users":{"5":{"username":"ben"}},"members":{"5":{"nick":"B"}}}}}`))
	if err != nil || i.Kind != wire.OnUser || i.Target.User != "5" || i.Names["5"] != "B" || !slices.Equal(i.Command, []string{"Challenge"}) {
		t.Errorf("%+v, %v", i, err)
	}
	i, _, err = decode([]byte(`{"id":"1","type":2,"member":{"user":{"id":"7"}},"data":{"name":"Why?","type":3,"target_id":"9","resolved":{"messages":{"9":{"author":{"id":"8","username":"downsync","bot":true},
		"components":[{"type":17,"components":[{"type":10,"content":"one"},{"type":1,"components":[{"type":2,"custom_id":"view|m"}]},{"type":10,"content":"two"}]}]}}}}}`))
	if err != nil || i.Kind != wire.OnMessage || i.Target.Message != "9" || i.Target.User != "8" || !i.Bots["8"] || i.Target.Text != "one\ntwo" || !slices.Equal(i.Target.Controls, []string{"view|m"}) || i.Message != "" {
		t.Errorf("%+v, %v", i, err)
	}
	i, _, err = decode([]byte(`{"id":"1","type":2,"member":{"user":{"id":"7"}},"data":{"name":"Why?","type":3,"target_id":"9"}}`)) // without the message
	if err != nil || i.Kind != wire.OnMessage || i.Target.User != "" {
		t.Errorf("%+v, %v", i, err)
	}
}

// Where only the user has installed the bot, an interaction is of no server: neither on one where the bot is not, nor in direct messages of other
// people. A message there is private only if it is ephemeral.
func TestDecodeUserInstall(t *testing.T) {
	const member = `"member":{"user":{"id":"7"},"roles":["1"],"permissions":"32"}`
	for name, c := range map[string]struct {
		json                   string
		guild                  wire.GuildID
		direct, private, right bool
	}{
		"a server with the bot":        {`"guild_id":"5","context":0,"authorizing_integration_owners":{"0":"5"},` + member, "5", false, false, true},
		"installed in both ways":       {`"guild_id":"5","context":0,"authorizing_integration_owners":{"0":"5","1":"7"},` + member, "5", false, false, true},
		"a server without the bot":     {`"guild_id":"5","context":0,"authorizing_integration_owners":{"1":"7"},` + member, "", false, false, false},
		"the bot's direct messages":    {`"context":1,"authorizing_integration_owners":{"1":"7"},"user":{"id":"7"}`, "", true, true, false},
		"direct messages with others":  {`"context":2,"authorizing_integration_owners":{"1":"7"},"user":{"id":"7"}`, "", false, false, false},
		"as Discord was before":        {`"guild_id":"5",` + member, "5", false, false, true},
		"a direct message before that": {`"user":{"id":"7"}`, "", true, true, false},
	} {
		i, _, err := decode([]byte(`{"id":"1","type":3,"message":{"id":"4","flags":0},"data":{"custom_id":"help"},` + c.json + `}`))
		if err != nil || i.User != "7" || i.Guild != c.guild || i.Direct != c.direct || i.Private != c.private || i.May(wire.ManageServer) != c.right {
			t.Errorf("%s: %+v, %v", name, i, err)
		}
	}
}
