package referee

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game/table"
)

// A match that moves to another host takes along the moderators' acts, its dispute, and its former players. Otherwise
// somebody who has seen its secrets could take a seat there, and a match that waits for a decision would have no
// dispute to decide.

// RecordsOf returns these records of a match.
func RecordsOf(ctx context.Context, records table.Records, id table.ID) (out []table.Record, err error) {
	const most = 10_000
	for _, prefix := range []string{actSort + string(id) + "/", pastKey(id, "")} {
		rs, err := records.List(ctx, prefix, "", most)
		if err != nil {
			return nil, err
		}
		out = append(out, rs...)
	}
	raw, err := records.Get(ctx, disputeKey(id))
	if err == nil {
		out = append(out, table.Record{Key: disputeKey(id), Value: raw})
	}
	return out, bot.NotFound(err)
}

// CheckRecord returns an error unless RecordsOf could return the record for the match.
func CheckRecord(id table.ID, r table.Record) (err error) {
	number, ofAct := strings.CutPrefix(r.Key, actSort+string(id)+"/")
	user, ofPast := strings.CutPrefix(r.Key, pastKey(id, ""))
	switch {
	case ofAct && !strings.Contains(number, "/"):
		var a act
		if err = json.Unmarshal(r.Value, &a); err == nil && r.Key != actKey(id, a.N) {
			err = errors.New("it has another number")
		}
	case ofPast && user != "" && !strings.Contains(user, "/"):
		err = json.Unmarshal(r.Value, &past{})
	case r.Key == disputeKey(id):
		err = json.Unmarshal(r.Value, &dispute{})
	default:
		err = errors.New("it is none of what moderators did in this match")
	}
	if err != nil {
		return fmt.Errorf("record %s: %w", r.Key, err)
	}
	return nil
}

// Acts returns the number of acts among such records.
func Acts(rs []table.Record) (n int) {
	for _, r := range rs {
		if strings.HasPrefix(r.Key, actSort) {
			n++
		}
	}
	return n
}
