package canvas

import "sync"

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
