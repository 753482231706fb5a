// Package canvas draws lines, shapes, words and sprites on pictures and encodes these as indexed PNGs. It knows no scenes, boards
// or results: package render decides what is drawn and in which colours.
//
// Places and lengths are in units: pixels of a picture 1200 px wide, y down. A picture of another size has as many pixels for each
// unit.
//
// A [Canvas] draws one picture after another, for one goroutine at a time. A picture begins in one of three ways. After [Canvas.Paint]
// everything is drawn at once; [Canvas.Layer] keeps the outcome, such as the ground of a board. [Canvas.Begin] begins a picture on such a
// [Layer], and [Canvas.BeginPlain] one on a plain colour: after these the canvas only lists what to draw. [Canvas.PNG] or
// [Canvas.Entries] ends a picture.
//
// Listed pictures are cheap. Each operation has a sum of everything that its pixels depend on. The sums of the operations on a tile
// identify the pixels of the tile, and the sums of a row of tiles identify its deflated bytes. The canvas copies rows and tiles that an
// earlier picture had, and draws only the rest. [Canvas.Stamp] draws a thing that occurs often once and copies it. All canvases share
// their caches. A key holds everything that its value depends on, so no picture shows anything that belongs to another.
//
// The pixels are entries of a [Palette]. The words are written in the Go fonts: [Drawable] replaces letters that these lack, and
// [Canvas.Fit], [Canvas.Clip] and [Canvas.Wrap] make words fit a width.
package canvas
