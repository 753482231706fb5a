package pgtest

import "syscall"

// mount mounts a disk in memory of a size such as 64m.
func mount(folder, size string) error {
	return syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size)
}

// unmount removes such a disk with all that is on it.
func unmount(folder string) error { return syscall.Unmount(folder, syscall.MNT_DETACH) }
