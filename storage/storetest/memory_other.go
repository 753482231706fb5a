//go:build !linux

package storetest

func memory() (folder string, free uint64) { return "", 0 }
