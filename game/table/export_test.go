package table

import "context"

// DelaySecret is what a hall derives the delays of matches without a seed from.
func DelaySecret(h *Hall) (Seed, error) { return secret(context.Background(), h) }
