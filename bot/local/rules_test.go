package local

import (
	"fmt"
	"strings"
	"testing"
)

// many repeats a part.
func many(n int, part func(i int) any) L {
	list := L{}
	for i := range n {
		list = append(list, part(i))
	}
	return list
}

func buttons(n int) L { return many(n, func(i int) any { return button(fmt.Sprint("b", i)) }) }

func options(n int) L {
	return many(n, func(i int) any { return J{"label": fmt.Sprint(i), "value": fmt.Sprint(i)} })
}

func menu(n int, more J) J {
	k := J{"type": kindStringSelect, "custom_id": "menu", "options": options(n)}
	for f, v := range more {
		k[f] = v
	}
	return k
}

func v2(parts ...any) J { return J{"flags": flagComponentsV2, "components": parts} }

func box(parts ...any) J { return J{"type": kindContainer, "components": parts} }

func picture(alt string) J {
	return J{"media": J{"url": "https://example.com/a.png"}, "description": alt}
}

// Every rule of messages and components is tested at both sides of its limit. Code 0 means that the message is accepted.
var messageRules = []struct {
	rule string
	body J
	code int
}{
	{"a plain text", J{"content": "hello"}, 0},
	{"nothing at all", J{}, 50006},
	{"empty content only", J{"content": ""}, 50006},
	{"content of 2000", J{"content": strings.Repeat("ä", 2000)}, 0},
	{"content of 2001", J{"content": strings.Repeat("ä", 2001)}, 50035},
	{"null fields", J{"content": "x", "embeds": nil, "components": nil, "sticker_ids": nil, "attachments": nil, "allowed_mentions": nil}, 0},

	{"V2 without its flag", J{"components": L{text("x")}}, 50035},
	{"V2 with content", J{"flags": flagComponentsV2, "content": "x", "components": L{text("x")}}, 50035},
	{"V2 with empty content", J{"flags": flagComponentsV2, "content": "", "components": L{text("x")}}, 0},
	{"V2 with an embed", J{"flags": flagComponentsV2, "embeds": L{J{"title": "x"}}, "components": L{text("x")}}, 50035},
	{"V2 without components", J{"flags": flagComponentsV2}, 50006},
	{"a flag that is not ours to set", J{"flags": flagLoading, "content": "x"}, 50035},
	{"an ephemeral channel message", J{"flags": flagEphemeral, "content": "x"}, 50035},
	{"a silent message", J{"flags": flagSuppressNotifications, "content": "x"}, 0},

	{"40 components", v2(many(40, func(int) any { return text("x") })...), 0},
	{"41 components", v2(many(41, func(int) any { return text("x") })...), 50035},
	{"40 with nested ones", v2(box(many(39, func(int) any { return text("x") })...)), 0},
	{"41 with nested ones", v2(text("x"), box(many(39, func(int) any { return text("x") })...)), 50035},
	{"4000 characters in one text", v2(text(strings.Repeat("x", 4000))), 0},
	{"4001 characters in two texts", v2(text(strings.Repeat("x", 4000)), text("x")), 50035},
	{"an empty text", v2(text("")), 50035},
	{"an unknown component", v2(J{"type": 99}), 50035},
	{"a container in a container", v2(box(box(text("x")))), 50035},
	{"a button outside a row", v2(button("a")), 50035},
	{"a text input in a message", J{"content": "x", "components": L{row(J{"type": kindTextInput, "custom_id": "t", "style": 1, "label": "x"})}}, 50035},

	{"5 rows without V2", J{"content": "x", "components": many(5, func(i int) any { return row(button(fmt.Sprint(i))) })}, 0},
	{"6 rows without V2", J{"content": "x", "components": many(6, func(i int) any { return row(button(fmt.Sprint(i))) })}, 50035},
	{"5 buttons in a row", v2(row(buttons(5)...)), 0},
	{"6 buttons in a row", v2(row(buttons(6)...)), 50035},
	{"an empty row", v2(row()), 50035},
	{"a button beside a select", v2(row(button("a"), menu(2, nil))), 50035},
	{"two selects in a row", v2(row(menu(2, nil), menu(2, J{"custom_id": "other"}))), 50035},

	{"a custom id of 100", v2(row(J{"type": kindButton, "style": 1, "label": "x", "custom_id": strings.Repeat("x", 100)})), 0},
	{"a custom id of 101", v2(row(J{"type": kindButton, "style": 1, "label": "x", "custom_id": strings.Repeat("x", 101)})), 50035},
	{"an empty custom id", v2(row(J{"type": kindButton, "style": 1, "label": "x", "custom_id": ""})), 50035},
	{"a custom id twice", v2(row(button("a")), row(button("a"))), 50035},
	{"a custom id twice, nested", v2(row(button("a")), box(row(button("a")))), 50035},
	{"a label of 81", v2(row(J{"type": kindButton, "style": 1, "label": strings.Repeat("x", 81), "custom_id": "a"})), 50035},
	{"a button without a face", v2(row(J{"type": kindButton, "style": 1, "custom_id": "a"})), 50035},
	{"a button with an emoji", v2(row(J{"type": kindButton, "style": 1, "custom_id": "a", "emoji": J{"name": "🎲"}})), 0},
	{"a foreign custom emoji", v2(row(J{"type": kindButton, "style": 1, "custom_id": "a", "emoji": J{"id": "123", "name": "x"}})), 50035},
	{"a link", v2(row(J{"type": kindButton, "style": link, "label": "x", "url": "https://example.com"})), 0},
	{"a link with a custom id", v2(row(J{"type": kindButton, "style": link, "label": "x", "url": "https://example.com", "custom_id": "a"})), 50035},
	{"a style of 9", v2(row(J{"type": kindButton, "style": 9, "label": "x", "custom_id": "a"})), 50035},

	{"25 options", v2(row(menu(25, nil))), 0},
	{"26 options", v2(row(menu(26, nil))), 50035},
	{"no options", v2(row(menu(0, nil))), 50035},
	{"an option's value twice", v2(row(J{"type": kindStringSelect, "custom_id": "m", "options": L{J{"label": "a", "value": "x"}, J{"label": "b", "value": "x"}}})), 50035},
	{"an option's label of 101", v2(row(J{"type": kindStringSelect, "custom_id": "m", "options": L{J{"label": strings.Repeat("x", 101), "value": "x"}}})), 50035},
	{"max_values at the options", v2(row(menu(3, J{"max_values": 3}))), 0},
	{"max_values above the options", v2(row(menu(3, J{"max_values": 4}))), 50035},
	{"min_values above max_values", v2(row(menu(3, J{"min_values": 2, "max_values": 1}))), 50035},
	{"min_values of 0", v2(row(menu(3, J{"min_values": 0, "max_values": 2}))), 0},
	{"a placeholder of 150", v2(row(menu(3, J{"placeholder": strings.Repeat("x", 150)}))), 0},
	{"a placeholder of 151", v2(row(menu(3, J{"placeholder": strings.Repeat("x", 151)}))), 50035},
	{"two defaults where one fits", v2(row(J{"type": kindStringSelect, "custom_id": "m", "options": L{J{"label": "a", "value": "a", "default": true}, J{"label": "b", "value": "b", "default": true}}})), 50035},
	{"a user select", v2(row(J{"type": kindUserSelect, "custom_id": "u"})), 0},

	{"a section", v2(J{"type": kindSection, "components": L{text("x")}, "accessory": button("a")}), 0},
	{"a section of four texts", v2(J{"type": kindSection, "components": L{text("1"), text("2"), text("3"), text("4")}, "accessory": button("a")}), 50035},
	{"a section without an accessory", v2(J{"type": kindSection, "components": L{text("x")}}), 50035},
	{"a thumbnail", v2(J{"type": kindSection, "components": L{text("x")}, "accessory": J{"type": kindThumbnail, "media": J{"url": "https://example.com/a.png"}}}), 0},
	{"a gallery of 10", v2(J{"type": kindMediaGallery, "items": many(10, func(int) any { return picture("x") })}), 0},
	{"a gallery of 11", v2(J{"type": kindMediaGallery, "items": many(11, func(int) any { return picture("x") })}), 50035},
	{"an empty gallery", v2(J{"type": kindMediaGallery, "items": L{}}), 50035},
	{"an alt text of 1024", v2(J{"type": kindMediaGallery, "items": L{picture(strings.Repeat("x", 1024))}}), 0},
	{"an alt text of 1025", v2(J{"type": kindMediaGallery, "items": L{picture(strings.Repeat("x", 1025))}}), 50035},
	{"a picture that was not sent", v2(J{"type": kindMediaGallery, "items": L{J{"media": J{"url": "attachment://board.png"}}}}), 50035},
	{"a file from the web", v2(J{"type": kindFile, "file": J{"url": "https://example.com/a.txt"}}), 50035},
	{"a separator", v2(text("x"), J{"type": kindSeparator, "spacing": 2, "divider": false}), 0},
	{"a separator of 3", v2(text("x"), J{"type": kindSeparator, "spacing": 3}), 50035},
	{"an accent", v2(J{"type": kindContainer, "accent_color": 0xFFFFFF, "components": L{text("x")}}), 0},
	{"no accent", v2(J{"type": kindContainer, "accent_color": nil, "components": L{text("x")}}), 0},
	{"an accent beyond white", v2(J{"type": kindContainer, "accent_color": 0x1000000, "components": L{text("x")}}), 50035},

	{"10 embeds", J{"embeds": many(10, func(int) any { return J{"title": "x"} })}, 0},
	{"11 embeds", J{"embeds": many(11, func(int) any { return J{"title": "x"} })}, 50035},
	{"an embed's title of 257", J{"embeds": L{J{"title": strings.Repeat("x", 257)}}}, 50035},
	{"6001 characters in embeds", J{"embeds": L{J{"description": strings.Repeat("x", 4096)}, J{"description": strings.Repeat("x", 1905)}}}, 50035},
	{"26 fields", J{"embeds": L{J{"fields": many(26, func(int) any { return J{"name": "a", "value": "b"} })}}}, 50035},

	{"parse and users at once", J{"content": "x", "allowed_mentions": J{"parse": L{"users"}, "users": L{"1"}}}, 50035},
	{"a nonce of 25", J{"content": "x", "nonce": strings.Repeat("n", 25)}, 0},
	{"a nonce of 26", J{"content": "x", "nonce": strings.Repeat("n", 26)}, 50035},
	{"a reply to nothing", J{"content": "x", "message_reference": J{"message_id": "5"}}, 50035},
	{"an attachment without its file", J{"content": "x", "attachments": L{J{"id": "0", "filename": "a.png"}}}, 50035},
}

// The rules hold without Discord's description, which contains fewer of them.
func TestRefusesMessages(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Validate = nil })
	b := newBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", b.general())
	for _, r := range messageRules {
		a := b.call("POST", path, r.body)
		if a.code() != r.code || (a.status == 200) != (r.code == 0) {
			t.Errorf("%s: status %d code %d, want code %d: %.300s", r.rule, a.status, a.code(), r.code, a.body)
		}
	}
}

// Whatever the rules accept, Discord's description accepts too, as a request and as a response.
func TestMessagesFitTheDescription(t *testing.T) {
	path := description(t)
	s := newServer(t, func(c *Config) { c.Validate = validator(t, path) })
	b := newBot(t, s)
	for _, r := range messageRules {
		if r.code != 0 {
			continue
		}
		if a := b.call("POST", fmt.Sprintf("/channels/%s/messages", b.general()), r.body); a.status != 200 {
			t.Errorf("%s: %d %s", r.rule, a.status, a.body)
		}
	}
	for _, v := range s.Violations() {
		t.Errorf("%s: %s in %.300s", v.Route, v.Problem, v.Body)
	}
}

// A payload that does not fit the description is refused and recorded.
func TestViolationsAreKept(t *testing.T) {
	path := description(t)
	s := newServer(t, func(c *Config) { c.Validate = validator(t, path) })
	b := newBot(t, s)
	if a := b.call("POST", fmt.Sprintf("/channels/%s/messages", b.general()), J{"content": 5}); a.status != 400 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.call("GET", "/no/such/route", nil); a.status != 404 {
		t.Errorf("%d %s", a.status, a.body)
	}
	bad := s.Violations()
	if len(bad) != 2 || !strings.Contains(bad[0].Problem, "content") || bad[1].Route != "GET /no/such/route" {
		t.Errorf("%+v", bad)
	}
}

func TestFormErrorsNameTheField(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Validate = nil })
	b := newBot(t, s)
	a := b.call("POST", fmt.Sprintf("/channels/%s/messages", b.general()), v2(box(row(button(strings.Repeat("x", 101))))))
	const want = `"errors":{"components":{"0":{"components":{"0":{"components":{"0":{"custom_id":{"_errors":[`
	if !strings.Contains(string(a.body), want) {
		t.Errorf("%s lacks %s", a.body, want)
	}
}

// Everyone reads the message as Discord returns it: with defaults filled in and ids assigned.
func TestDefaultsAreWrittenBack(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	m := b.post(b.general(), v2(box(text("x"), J{"type": kindSeparator}, row(menu(3, J{"id": 1})))))
	k := m.Components[0].Components
	if sep := k[1]; sep.Spacing != 1 || sep.Divider == nil || !*sep.Divider {
		t.Errorf("separator %+v", sep)
	}
	pick := m.Component("menu")
	if pick.MinValues == nil || *pick.MinValues != 1 || *pick.MaxValues != 1 || pick.ID != 1 {
		t.Errorf("select %+v", pick)
	}
	seen := map[int]bool{}
	walk(m.Components, func(k *Component) {
		if k.ID == 0 || seen[k.ID] {
			t.Errorf("component id %d of type %d", k.ID, k.Type)
		}
		seen[k.ID] = true
	})
}
