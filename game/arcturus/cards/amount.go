package cards

import "fmt"

// Amount holds Credits, Influence and Crew (N1.3).
type Amount struct {
	Credits   int `toml:"credits" json:"c"`
	Influence int `toml:"influence" json:"i"`
	Crew      int `toml:"crew" json:"w"`
}

// String writes the amount as 5/3/4.
func (a Amount) String() string { return fmt.Sprintf("%d/%d/%d", a.Credits, a.Influence, a.Crew) }

// Plus returns the sum.
func (a Amount) Plus(b Amount) Amount {
	return Amount{a.Credits + b.Credits, a.Influence + b.Influence, a.Crew + b.Crew}
}

// Minus returns the difference, which may be negative.
func (a Amount) Minus(b Amount) Amount {
	return Amount{a.Credits - b.Credits, a.Influence - b.Influence, a.Crew - b.Crew}
}

// Covers reports whether the amount is enough for a cost.
func (a Amount) Covers(cost Amount) bool {
	return a.Credits >= cost.Credits && a.Influence >= cost.Influence && a.Crew >= cost.Crew
}

// UpTo returns the part of the amount that is in the other one too.
func (a Amount) UpTo(b Amount) Amount {
	return Amount{min(a.Credits, b.Credits), min(a.Influence, b.Influence), min(a.Crew, b.Crew)}
}

// Share returns num parts of den of each resource, rounded down.
func (a Amount) Share(num, den int) Amount {
	return Amount{a.Credits * num / den, a.Influence * num / den, a.Crew * num / den}
}

// Less returns a price that is lowered by an amount, to no less than least of each resource that the price asks for.
func (a Amount) Less(by Amount, least int) Amount {
	less := func(price, by int) int {
		if price == 0 || by == 0 {
			return price
		}
		return max(min(price, least), price-by)
	}
	return Amount{less(a.Credits, by.Credits), less(a.Influence, by.Influence), less(a.Crew, by.Crew)}
}

// Sum returns the number of units of all kinds.
func (a Amount) Sum() int { return a.Credits + a.Influence + a.Crew }
