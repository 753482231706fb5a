package jagged

import _ "embed"

// Numbered is rules.md: the rules and rulings under the numbers that are cited everywhere, as Markdown.
//
//go:embed rules.md
var Numbered string
