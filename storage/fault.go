package storage

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"downsync/game/table"
)

// errGone: the file was removed, or another was put in its place. A write would go to a file without a name, which is lost when the
// process ends.
var errGone = errors.New("the store's file was removed or replaced while it was open: make a backup before you stop the bot, and restore it")

// fault makes a table.Fault of an error of the file.
func fault(err error) error {
	reason := table.FaultOther
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errGone), errors.Is(err, fs.ErrNotExist):
		reason = table.FaultGone
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		reason = table.FaultFull
	case errors.Is(err, syscall.EROFS), errors.Is(err, ErrReadOnly):
		reason = table.FaultReadOnly
	case errors.Is(err, fs.ErrPermission):
		reason = table.FaultDenied
	case errors.Is(err, syscall.EIO), errors.Is(err, ErrBroken):
		reason = table.FaultDevice
	}
	return &table.Fault{Reason: reason, Err: err}
}

// inPlace returns errGone if the file that is open is no longer the one at the path.
func inPlace(path string, opened os.FileInfo) error {
	now, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(now, opened) {
		return errGone
	}
	return nil // other faults of the folder show when something is written there
}
