package local

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// The limits of a request.
const (
	maxRequest = 25 << 20 // bytes of a whole request
	maxFile    = 10 << 20 // bytes of one file
	maxFiles   = 10
)

// body is a request's JSON and its files.
type body struct {
	json  []byte
	files []upload
}

// upload is one part files[n] of a multipart request.
type upload struct {
	index int
	name  string
	mime  string
	data  []byte
}

// readBody reads a JSON body, or payload_json and files[n] from a multipart body.
func readBody(w http.ResponseWriter, r *http.Request) (body, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && r.Header.Get("Content-Type") != "" {
		return body{}, badForm("", "CONTENT_TYPE_INVALID", "Expected \"Content-Type\" header to be application/json or multipart/form-data.")
	}
	if kind == "multipart/form-data" {
		return readMultipart(multipart.NewReader(r.Body, params["boundary"]))
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return body{}, readError(err)
	}
	if len(data) == 0 {
		return body{}, nil
	}
	if kind != "application/json" {
		return body{}, badForm("", "CONTENT_TYPE_INVALID", "Expected \"Content-Type\" header to be application/json or multipart/form-data.")
	}
	return body{json: data}, nil
}

var filePart = regexp.MustCompile(`^files\[(\d{1,2})\]$`)

func readMultipart(mr *multipart.Reader) (body, error) {
	var b body
	for {
		part, err := mr.NextPart()
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return body{}, readError(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return body{}, readError(err)
		}
		if part.FormName() == "payload_json" {
			b.json = data
			continue
		}
		m := filePart.FindStringSubmatch(part.FormName())
		if m == nil {
			return body{}, badForm("", "MULTIPART_UNKNOWN_PART", "Unknown part %q: expected payload_json or files[n].", part.FormName())
		}
		if len(data) > maxFile {
			return body{}, tooLarge()
		}
		if len(b.files) == maxFiles {
			return body{}, badForm("files", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
		}
		index, err := strconv.Atoi(m[1])
		if err != nil {
			return body{}, invalidJSON()
		}
		b.files = append(b.files, upload{index, cleanName(part.FileName()), part.Header.Get("Content-Type"), data})
	}
}

func readError(err error) error {
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return tooLarge()
	}
	return invalidJSON()
}

var unclean = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// cleanName returns a file's name as Discord stores it: without folders and with plain characters only.
func cleanName(name string) string {
	name = unclean.ReplaceAllString(path.Base(strings.ReplaceAll(name, `\`, "/")), "_")
	if strings.Trim(name, "._") == "" {
		return "unknown"
	}
	return name
}

// decode reads the JSON of a body into v. An empty body counts as an empty object.
func (b body) decode(v any) error {
	if len(b.json) == 0 {
		return nil
	}
	err := json.Unmarshal(b.json, v)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong):
		return badForm(wrong.Field, "BASE_TYPE_CONVERT", "Could not interpret %s as %s.", wrong.Value, wrong.Type)
	case json.Valid(b.json):
		return badForm("", "BASE_TYPE_CONVERT", "%v", err)
	}
	return invalidJSON()
}
