package bottest

import (
	"strings"

	"downsync/bot/wire"
)

// Markup is a hostile name or text: it tries to mention people, link, format, end our line, and reverse it.
const Markup = "@everyone <@1> <@&2> <#3> </x:4> <t:5> [l](http://e.x) https://e.x **b** __u__ ~~s~~ ||p|| `c`\n# h\n> q \u202e"

// acting lists the parts of it that Discord would act on.
var acting = []string{"@everyone", "<@1>", "<@&2>", "<#3>", "</x:4>", "<t:5>", "](http", "https://e.x", "**b**", "__u__", "~~s~~", "||p||", "`c`", "\n# h", "\n> q", "\u202e"}

// Acts returns the first part of Markup that would act in a text, "" if none would.
func Acts(text string) string {
	for _, part := range acting {
		if strings.Contains(strings.ReplaceAll(text, `\`+part[:1], ""), part) {
			return part
		}
	}
	return ""
}

// Marked returns the texts of blocks that Discord reads as markdown.
func Marked(blocks []wire.Block) (out []string) {
	for _, b := range blocks {
		switch b := b.(type) {
		case wire.Text:
			out = append(out, string(b))
		case wire.Box:
			out = append(out, Marked(b.Blocks)...)
		}
	}
	return out
}

// FillIn sends the form in the answer, or the forms that its buttons open, full of Markup.
func (r *Room) FillIn(user wire.UserID, a wire.Answer) {
	r.t.Helper()
	send := func(m Message, f *wire.Form) {
		fields := map[string]string{}
		for _, x := range f.Fields {
			fields[x.ID] = Markup
		}
		r.Submit(user, m, f, fields)
	}
	if a.Form != nil {
		send(Message{Channel: General}, a.Form)
		return
	}
	m := r.Newest(user)
	for _, k := range ControlsOf(m.Message).Buttons {
		if k.Disabled {
			continue
		}
		if opened := r.Press(user, m, k.ID); opened.Form != nil {
			send(m, opened.Form)
		}
	}
}
