package render

import (
	"container/list"
	"sync"
)

// cache keeps the values used last, up to a total size. A key holds everything that its value depends on, so the cache cannot
// return a wrong value.
type cache[K comparable, V any] struct {
	most int         // limit of the total size
	size func(V) int // nil: each value counts one

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

// put keeps a value and returns it, or the value that was stored first under that key.
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

// bytes returns the total size of the values.
func (c *cache[K, V]) bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held
}

// recent keeps values that were used recently, between most and twice as many. It is faster than a cache, for many values of one
// size.
type recent[K comparable, V any] struct {
	most int

	mu         sync.Mutex
	young, old map[K]V // values used since the last generation began, and values used in the one before
}

// get returns a value, or the zero value.
func (r *recent[K, V]) get(key K) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.young[key]; ok {
		return v
	}
	v, ok := r.old[key]
	if ok {
		r.keep(key, v)
	}
	return v
}

func (r *recent[K, V]) put(key K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(key, v)
}

func (r *recent[K, V]) keep(key K, v V) {
	if len(r.young) >= r.most {
		r.young, r.old = nil, r.young
	}
	if r.young == nil {
		r.young = map[K]V{}
	}
	r.young[key] = v
}

// count returns the number of values kept.
func (r *recent[K, V]) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.young) + len(r.old)
}

// empty forgets everything.
func (r *recent[K, V]) empty() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.young, r.old = nil, nil
}
