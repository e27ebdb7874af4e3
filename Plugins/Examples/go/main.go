// A delivery plugin in Go: adds a line to a file. Build it with
//
//	CGO_CFLAGS="$(pkg-config --cflags antrain-plugin)" go build -buildmode=c-shared \
//		-ldflags "-extldflags=-Wl,--version-script=plugin.map" -o libgofile.so .
package main

// #include <stdint.h>
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/cgo"
	"strings"
	"unsafe"
)

// The file that the user named.
type file struct{ path string }

// The host's text is valid until the call returns, so this copies it.
func text(data *C.char, length C.uint64_t) string {
	return string(unsafe.Slice((*byte)(unsafe.Pointer(data)), int(length)))
}

//export openFile
func openFile(data *C.char, length C.uint64_t) C.uintptr_t {
	path := text(data, length)
	if strings.HasPrefix(path, "~/") {
		path = filepath.Join(os.Getenv("HOME"), path[2:])
	}
	if !filepath.IsAbs(path) {
		return 0
	}
	return C.uintptr_t(cgo.NewHandle(&file{path}))
}

//export addLine
func addLine(
	instance C.uintptr_t, title *C.char, titleLength C.uint64_t, body *C.char, bodyLength C.uint64_t, reason *C.char, size C.size_t,
) C.int {
	path := cgo.Handle(instance).Value().(*file).path
	err := add(path, fmt.Sprintf("%s: %s\n", text(title, titleLength), text(body, bodyLength)))
	if err == nil {
		return 1
	}
	room := unsafe.Slice((*byte)(unsafe.Pointer(reason)), int(size))
	room[copy(room[:len(room)-1], err.Error())] = 0
	return 0
}

func add(path, line string) error {
	out, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = out.WriteString(line); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

//export closeFile
func closeFile(instance C.uintptr_t) { cgo.Handle(instance).Delete() }

func main() {}
