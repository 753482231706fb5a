package downsync

import (
	"maps"
	"reflect"
	"slices"

	rules "downsync/game/downsync"
	"downsync/render"
)

// Glyphs are all silhouettes.
var Glyphs = []*render.Glyph{contact, wheeled, walker, support, Tank, transport, artillery, infantry, drone}

// What the pictures to compare with are made of.
var (
	Tank                    = tank
	Squares                 = squares
	CM, Hardened, Die, Stun = cmToken, hardenedToken, dieToken, stun
)

// ResultOf lays out a result.
func (l Look) ResultOf(v rules.View, news PublicNews) render.Result { return result(l, v, news) }

// Best is the piece that did most.
func Best(news PublicNews, winner render.Side) (best rules.Label, kills, hits, points int) {
	l, did := news.read().Best(winner)
	return rules.Label(l), did.Kills, did.Hits, did.Points
}

// Followed is the part of the board that highlights show of a step, after the last one.
func Followed(last render.Window, s render.Scene) render.Window { return followed(last, s) }

// MaxBattlefields is of how many matches the terrain is kept.
const MaxBattlefields = maxBattlefields

// ToldAsTheyAre are the types of facts that a board takes to be told to everybody as they are.
func ToldAsTheyAre() (all []reflect.Type) { return slices.Collect(maps.Keys(knowable)) }

// StripOf lays out a step of a film.
func (l Look) StripOf(f Frame) render.Strip { return strip(l, f) }
