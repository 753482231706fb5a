package render

import (
	"container/list"
	"sync"
)

// cache keeps the values used last, up to a total size. Its keys are all that a value depends on, so that it cannot return what
// belongs to something else.
type cache[K comparable, V any] struct {
	most int         // of all sizes
	size func(V) int // nil: each counts one

	mu    sync.Mutex
	byKey map[K]*list.Element
	order list.List // of entries, most recently used first
	held  int
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

func (c *cache[K, V]) get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return v, false
	}
	c.order.MoveToFront(e)
	return e.Value.(entry[K, V]).value, true
}

// put keeps a value and returns it, or the one that was put first under that key.
func (c *cache[K, V]) put(key K, v V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		return e.Value.(entry[K, V]).value
	}
	if c.byKey == nil {
		c.byKey = map[K]*list.Element{}
	}
	c.byKey[key] = c.order.PushFront(entry[K, V]{key, v})
	c.held += c.weigh(v)
	for c.held > c.most && c.order.Len() > 1 {
		c.drop(c.order.Back())
	}
	return v
}

func (c *cache[K, V]) weigh(v V) int {
	if c.size == nil {
		return 1
	}
	return c.size(v)
}

func (c *cache[K, V]) drop(e *list.Element) {
	old := c.order.Remove(e).(entry[K, V])
	delete(c.byKey, old.key)
	c.held -= c.weigh(old.value)
}

// empty forgets everything.
func (c *cache[K, V]) empty() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.byKey)
	c.order.Init()
	c.held = 0
}

// bytes is the size of all that is kept.
func (c *cache[K, V]) bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held
}
