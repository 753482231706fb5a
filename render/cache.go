package render

import (
	"crypto/sha256"
	"sync"
)

// pictures caches the last scenes drawn, as a console and the direct message after it show the same board. Its key is the
// whole scene, so that it cannot return another scene's picture.
var pictures = cache{byScene: map[[sha256.Size]byte][]byte{}}

// maxPictures bounds the cache to about 8 MB.
const maxPictures = 128

type cache struct {
	mu      sync.Mutex
	byScene map[[sha256.Size]byte][]byte
	order   [][sha256.Size]byte // oldest first
}

func (c *cache) get(key [sha256.Size]byte) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	png, ok := c.byScene[key]
	return png, ok
}

func (c *cache) put(key [sha256.Size]byte, png []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byScene[key]; ok {
		return
	}
	c.byScene[key] = png
	c.order = append(c.order, key)
	if len(c.order) > maxPictures {
		delete(c.byScene, c.order[0])
		c.order = c.order[1:]
	}
}
