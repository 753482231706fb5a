package local

import (
	"fmt"
	"strconv"
	"time"
)

// ID is a snowflake: 42 bits of milliseconds since 2015, then a counter. It is a string in JSON. Zero is no id.
type ID uint64

// epoch is the first millisecond of 2015, the zero of Discord's snowflakes.
const epoch = 1420070400000

// parseID parses a snowflake as Discord writes it: decimal digits without sign or leading zero, not zero.
func parseID(s string) (ID, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 || s[0] == '0' || s[0] == '+' {
		return 0, fmt.Errorf("%q is not a snowflake", s)
	}
	return ID(n), nil
}

func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// MarshalText returns the decimal digits.
func (id ID) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(id), 10), nil }

// UnmarshalText accepts what parseID accepts, and "0", which Discord writes for no guild.
func (id *ID) UnmarshalText(b []byte) error {
	if string(b) == "0" {
		*id = 0
		return nil
	}
	n, err := parseID(string(b))
	*id = n
	return err
}

// Time returns when the id was made, to the millisecond.
func (id ID) Time() time.Time { return time.UnixMilli(int64(id>>22) + epoch).UTC() }

// fixed returns the id of the nth thing that exists from the beginning. The guild, the bot, the channels, the people
// (from 100) and their DMs (from 200) have the same ids every time, so that a bot that stored them finds them again.
func fixed(n int) ID { return ID(1704067200000-epoch)<<22 + ID(n) }

// mint returns the next id at now. Ids strictly increase even when the clock stands still, because they order messages.
func mint(s *Server, now time.Time) ID {
	id := ID(max(now.UnixMilli()-epoch, 1)) << 22
	if id <= s.lastID {
		id = s.lastID + 1
	}
	s.lastID = id
	return id
}
