// Package lru keeps the values used last, in memory.
package lru

import (
	"container/list"
	"sync"
)

// Cache keeps the values used last, up to a total size. A key holds everything that its value depends on, so the cache cannot
// return a wrong value. It is safe for concurrent use, but its exported fields must not change meanwhile.
type Cache[K comparable, V any] struct {
	Most int         // limit of the total size; a single larger value is kept all the same
	Size func(V) int // the size of a value; nil: each value counts one

	mu    sync.Mutex
	byKey map[K]*list.Element
	order list.List // of entries, most recently used first
	held  int
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// Get returns the value of a key. ok is false if it is not kept.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return v, false
	}
	c.order.MoveToFront(e)
	return e.Value.(entry[K, V]).value, true
}

// Put keeps a value and returns it, or the value that was stored first under that key.
func (c *Cache[K, V]) Put(key K, v V) V {
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
	for c.held > c.Most && c.order.Len() > 1 {
		c.drop(c.order.Back())
	}
	return v
}

func (c *Cache[K, V]) weigh(v V) int {
	if c.Size == nil {
		return 1
	}
	return c.Size(v)
}

func (c *Cache[K, V]) drop(e *list.Element) {
	old := c.order.Remove(e).(entry[K, V])
	delete(c.byKey, old.key)
	c.held -= c.weigh(old.value)
}

// Empty forgets everything.
func (c *Cache[K, V]) Empty() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.byKey)
	c.order.Init()
	c.held = 0
}

// Held returns the total size of the values.
func (c *Cache[K, V]) Held() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held
}
