package render

import (
	"crypto/sha256"
	"slices"
	"sync"
)

// pictures caches the last scenes drawn, as a console and the direct message after it show the same board. Its key is the
// whole scene, so that it cannot return another scene's picture. It takes about 8 MB.
var pictures = cache[[]byte]{most: 128}

// layers caches the static layers of the boards drawn last, of 8 MB each.
var layers = cache[*layer]{most: 8}

// cache keeps so many values, those used last.
type cache[V any] struct {
	most  int
	mu    sync.Mutex
	byKey map[[sha256.Size]byte]V
	order [][sha256.Size]byte // least recently used first
}

func (c *cache[V]) get(key [sha256.Size]byte) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok = c.byKey[key]; ok {
		at := slices.Index(c.order, key)
		c.order = append(slices.Delete(c.order, at, at+1), key)
	}
	return v, ok
}

// put keeps a value and returns it, or the one that was put first under that key.
func (c *cache[V]) put(key [sha256.Size]byte, v V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if first, ok := c.byKey[key]; ok {
		return first
	}
	if c.byKey == nil {
		c.byKey = map[[sha256.Size]byte]V{}
	}
	c.byKey[key] = v
	c.order = append(c.order, key)
	if len(c.order) > c.most {
		delete(c.byKey, c.order[0])
		c.order = slices.Delete(c.order, 0, 1)
	}
	return v
}
