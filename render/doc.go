// Package render draws scenes and sheets as PNG pictures and animated GIFs. It knows no game and never sees a match: a picture
// shows only the contents of its scene, and the game's own package leaves out what the reader may not know.
//
// The default theme is a dark display with a colour and a shape for each side.
//
// A [Scene], [Sheet], [Graph] or [Result] describes a picture. Draw and its like check it, wait for a turn in the queue, and draw it in
// the colours of its theme. The ground of a board is drawn once, as a layer; pieces and words are drawn on it. Package canvas draws
// lines, shapes and letters and encodes the picture, package label decides where the words on a board go, and package queue decides
// which picture is drawn next.
package render
