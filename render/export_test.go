package render

import "image"

// Labels are the boxes of the labels of a scene as it is drawn, in pixels, and the picture.
func Labels(s Scene) (out []image.Rectangle, png []byte, err error) {
	c := paint(s)
	defer release(c)
	for _, b := range c.labels {
		out = append(out, image.Rect(int(b.x0), int(b.y0), int(b.x1), int(b.y1)))
	}
	png, err = encode(c)
	return out, png, err
}

// Timed draws the scene after each of its changes, and prints what that takes. ForgetRows makes the encoder know no row of pixels.
var (
	Timed      = timed
	ForgetRows = bands.empty
)
