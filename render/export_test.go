package render

import "image"

// Labels are the boxes of the labels of a scene as it is drawn, in pixels.
func Labels(s Scene) []image.Rectangle {
	c := paint(s)
	defer c.release()
	var out []image.Rectangle
	for _, b := range c.labels {
		out = append(out, image.Rect(int(b.x0), int(b.y0), int(b.x1), int(b.y1)))
	}
	return out
}
