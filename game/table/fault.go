package table

import "errors"

// Fault reports that a store failed to write for a reason of its own: any other write would have failed as well. A refusal that concerns
// the write itself, such as ErrConflict or ErrChanged, is no Fault, and neither is the end of the caller's context.
type Fault struct {
	Reason FaultReason
	Err    error // the store's error; it includes ErrUnknown if the write may have been stored
}

// FaultReason is the reason of a Fault, as a label of a metric.
type FaultReason string

// The reasons of faults.
const (
	FaultFull        FaultReason = "full"        // no space, or no quota, is left
	FaultReadOnly    FaultReason = "read_only"   // the disk or the database takes no writes
	FaultDenied      FaultReason = "denied"      // the process or its role lacks a right
	FaultGone        FaultReason = "gone"        // the file was removed or replaced, or the tables were
	FaultDevice      FaultReason = "device"      // the disk reports errors, or the file is damaged
	FaultStopping    FaultReason = "stopping"    // the database starts or shuts down
	FaultUnreachable FaultReason = "unreachable" // no connection is made, or it was cut
	FaultBusy        FaultReason = "busy"        // locks are held for too long, or no answer comes in time
	FaultHanging     FaultReason = "hanging"     // a write neither succeeds nor fails for a long time
	FaultOther       FaultReason = "other"
)

// FaultReasons lists all reasons.
var FaultReasons = []FaultReason{FaultFull, FaultReadOnly, FaultDenied, FaultGone, FaultDevice, FaultStopping, FaultUnreachable, FaultBusy, FaultHanging, FaultOther}

func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns the store's error.
func (f *Fault) Unwrap() error { return f.Err }

// FaultOf returns the reason for which a store accepted no write, or "" if the error is not the store's own.
func FaultOf(err error) FaultReason {
	var f *Fault
	if errors.As(err, &f) {
		return f.Reason
	}
	return ""
}
