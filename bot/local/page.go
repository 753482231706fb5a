package local

import (
	"embed"
	"io/fs"
	"net/http"
)

// pageFiles is the page: plain HTML, CSS and JavaScript without external resources.
//
//go:embed page
var pageFiles embed.FS

func pageHandler() http.Handler {
	root, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic("local: the page is not embedded: " + err.Error()) // cannot happen in a program that was built
	}
	return http.FileServerFS(root)
}
