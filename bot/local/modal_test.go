package local

import (
	"fmt"
	"strings"
	"testing"
)

func TestModals(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	one := s.User("1")
	if _, err := one.Submit("f", nil); err == nil {
		t.Error("a modal that is not open was sent")
	}
	_, i := b.slash("1", "/match order line:x")
	fields := L{
		J{"type": kindLabel, "label": "Name", "component": J{"type": kindTextInput, "custom_id": "name", "style": 1, "min_length": 2, "max_length": 5}},
		J{"type": kindLabel, "label": "Why", "component": J{"type": kindTextInput, "custom_id": "why", "style": 2, "required": false, "value": "because"}},
		J{"type": kindLabel, "label": "Army", "component": J{"type": kindStringSelect, "custom_id": "army", "options": options(3), "max_values": 2}},
		J{"type": kindLabel, "label": "Side", "component": J{"type": kindRadioGroup, "custom_id": "side", "options": options(2)}},
		J{"type": kindLabel, "label": "Sure", "component": J{"type": kindCheckbox, "custom_id": "sure"}},
	}
	if a := b.reply(i, callbackModal, J{"custom_id": "f", "title": "Form", "components": fields}); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if m := one.View().Modal; m == nil || m.Field("why").Value != "because" {
		t.Fatalf("%+v", m)
	}
	if s.User("2").View().Modal != nil {
		t.Error("somebody else has the modal open")
	}
	good := func() map[string]any {
		return map[string]any{"name": "Ann", "army": []string{"1", "2"}, "side": "0", "sure": true}
	}
	for what, change := range map[string]func(map[string]any){
		"no name":          func(f map[string]any) { delete(f, "name") },
		"too short":        func(f map[string]any) { f["name"] = "A" },
		"too long":         func(f map[string]any) { f["name"] = "Annabel" },
		"no text":          func(f map[string]any) { f["name"] = 5 },
		"unknown field":    func(f map[string]any) { f["nope"] = "x" },
		"too many choices": func(f map[string]any) { f["army"] = []string{"0", "1", "2"} },
		"no choice":        func(f map[string]any) { delete(f, "army") },
		"unknown choice":   func(f map[string]any) { f["army"] = []string{"7"} },
		"two sides":        func(f map[string]any) { f["side"] = []string{"0", "1"} },
		"no bool":          func(f map[string]any) { f["sure"] = "yes" },
	} {
		f := good()
		change(f)
		if _, err := one.Submit("f", f); err == nil {
			t.Errorf("%s: it was sent", what)
		}
	}
	if _, err := one.Submit("other", good()); err == nil {
		t.Error("another modal was sent")
	}
	if _, err := one.Submit("f", good()); err != nil {
		t.Fatal(err)
	}
	i = b.next()
	for _, want := range []string{`"custom_id":"name","id":`, `"value":"Ann"`, `"value":"because"`, `"values":["1","2"]`, `"value":"0"`, `"value":true`, `"type":18`} {
		if !strings.Contains(string(i.Data), want) {
			t.Errorf("%s lacks %s", i.Data, want)
		}
	}
	if one.View().Modal == nil {
		t.Error("the modal closed before it was answered")
	}
	if a := b.reply(i, callbackMessage, J{"content": "thanks"}); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if one.View().Modal != nil {
		t.Error("the modal is still open")
	}
}

func TestModalsDiscordRefuses(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Validate = nil })
	b := newBot(t, s)
	b.register()
	input := func(more J) J {
		k := J{"type": kindTextInput, "custom_id": "a", "label": "A", "style": 1}
		for f, v := range more {
			k[f] = v
		}
		return k
	}
	form := func(parts ...any) J { return J{"custom_id": "f", "title": "T", "components": parts} }
	for _, c := range []struct {
		what string
		body J
		fine bool
	}{
		{"five rows", form(many(5, func(i int) any { return row(input(J{"custom_id": fmt.Sprint(i)})) })...), true},
		{"six rows", form(many(6, func(i int) any { return row(input(J{"custom_id": fmt.Sprint(i)})) })...), false},
		{"no rows", form(), false},
		{"two inputs in a row", form(row(input(nil), input(J{"custom_id": "b"}))), false},
		{"a button", form(row(button("a"))), false},
		{"a title of 46", J{"custom_id": "f", "title": strings.Repeat("x", 46), "components": L{row(input(nil))}}, false},
		{"no custom id", J{"title": "T", "components": L{row(input(nil))}}, false},
		{"a label of 46", form(row(input(J{"label": strings.Repeat("x", 46)}))), false},
		{"no label", form(row(input(J{"label": ""}))), false},
		{"a max_length of 4001", form(row(input(J{"max_length": 4001}))), false},
		{"min above max", form(row(input(J{"min_length": 5, "max_length": 4}))), false},
		{"a preset beyond max_length", form(row(input(J{"max_length": 2, "value": "abc"}))), false},
		{"a style of 3", form(row(input(J{"style": 3}))), false},
		{"a custom id twice", form(row(input(nil)), row(input(nil))), false},
		{"a disabled select", form(J{"type": kindLabel, "label": "L", "component": menu(2, J{"disabled": true})}), false},
		{"a label within a label", form(J{"type": kindLabel, "label": "L", "component": input(nil)}), false},
		{"eleven boxes", form(J{"type": kindLabel, "label": "L", "component": J{"type": kindCheckboxGroup, "custom_id": "c", "options": options(11)}}), false},
		{"ten boxes", form(J{"type": kindLabel, "label": "L", "component": J{"type": kindCheckboxGroup, "custom_id": "c", "options": options(10)}}), true},
	} {
		_, i := b.slash("1", "/match order line:x")
		if a := b.reply(i, callbackModal, c.body); (a.status == 204) != c.fine || !c.fine && a.code() != 50035 {
			t.Errorf("%s: %d %s", c.what, a.status, a.body)
		}
	}
}
