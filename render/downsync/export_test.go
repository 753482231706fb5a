package downsync

import (
	"maps"
	"reflect"
	"slices"

	rules "downsync/game/downsync"
	"downsync/render"
)

// Glyphs lists all silhouettes.
var Glyphs = []*render.Glyph{contact, wheeled, walker, support, Tank, transport, artillery, infantry, drone}

// The parts of the pictures for comparison.
var (
	Tank                    = tank
	Squares                 = squares
	CM, Hardened, Die, Stun = cmToken, hardenedToken, dieToken, stun
)

// ResultOf returns the layout of a result.
func (l Look) ResultOf(v rules.View, news PublicNews) render.Result { return result(l, v, news) }

// Best returns the piece that did most.
func Best(news PublicNews, winner render.Side) (best rules.Label, kills, hits, points int) {
	l, did := news.read().Best(winner)
	return rules.Label(l), did.Kills, did.Hits, did.Points
}

// Followed returns the part of the board that highlights show of a step, given the previous part.
func Followed(last render.Window, s render.Scene) render.Window { return followed(last, s) }

// MaxBattlefields is the number of matches whose terrain is cached.
const MaxBattlefields = maxBattlefields

// ToldAsTheyAre returns the types of facts that a board assumes everybody is told unchanged.
func ToldAsTheyAre() (all []reflect.Type) { return slices.Collect(maps.Keys(knowable)) }

// StripOf returns the layout of a step of a film.
func (l Look) StripOf(f Frame) render.Strip { return strip(l, f) }
