package downsync

import _ "embed"

// Numbered is rules.md: the rules, rulings and differences of editions, under the numbers by which they are cited, as Markdown.
// Package book reads it.
//
//go:embed rules.md
var Numbered string
