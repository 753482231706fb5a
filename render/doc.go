// Package render draws scenes and sheets as PNG pictures and animated GIFs. It knows no game and never sees a match: a picture
// shows only the contents of its scene, and the game's own package leaves out what the reader may not know.
//
// The default theme is a dark display with a colour and a shape for each side.
//
// A [Scene], [Sheet], [Graph] or [Result] says what a picture shows. Draw and its like check it, wait for a turn in the queue, and give it a
// picture with the colours of its theme. What never moves on a board is drawn once as a layer; everything else is drawn on it, and
// then the words. Package canvas draws lines, shapes and letters and encodes the picture. Package label decides where the words go.
package render
