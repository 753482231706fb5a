package bottest

import "strings"

// Pastings returns ways in which people paste a value that the bot showed under a label, by their names.
func Pastings(value, label string) map[string]string {
	wide := strings.Map(func(r rune) rune {
		if r > ' ' && r <= '~' {
			return r - '!' + '！'
		}
		return r
	}, value)
	return map[string]string{
		"blanks": "  " + value + "\t ", "no-break space": "\u00a0" + value + "\u00a0", "zero width": "\u200b" + value[:1] + "\u200b" + value[1:] + "\ufeff",
		"direction": "\u2068" + value + "\u2069", "backticks": "`" + value + "`", "block": "```\n" + value + "\n```", "one backtick": value + "`",
		"quotes": `"` + value + `"`, "single quotes": "'" + value + "'", "curly quotes": "“" + value + "”", "German quotes": "„" + value + "“",
		"guillemets": "«\u00a0" + value + "\u00a0»", "one quote": `"` + value, "bold": "**" + value + "**", "italic": "_" + value + "_",
		"hidden": "||" + value + "||", "full stop": value + ".", "comma": value + ",", "quoted with a stop": "“" + value + ".”", "stop behind the quote": "`" + value + "`.",
		"label": label + ": " + value, "bold label": "**" + strings.ToUpper(label) + ":** `" + value + "`", "full width": wide,
	}
}
