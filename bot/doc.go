// Package bot talks: it turns interactions into replies to open questions, and what happened into messages. It
// knows no rules and has no type for the truth: everything it says comes from a viewer's sight.
package bot
