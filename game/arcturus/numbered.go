package arcturus

import _ "embed"

// Numbered is rules.md: the rules under the numbers that are cited everywhere, as Markdown.
//
//go:embed rules.md
var Numbered string
