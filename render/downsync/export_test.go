package downsync

import "downsync/render"

// Glyphs are all silhouettes.
var Glyphs = []*render.Glyph{contact, wheeled, walker, support, Tank, transport, artillery, infantry, drone}

// What the pictures to compare with are made of.
var (
	Tank                    = tank
	Squares                 = squares
	CM, Hardened, Die, Stun = cmToken, hardenedToken, dieToken, stun
)
