package discord

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"syscall"
)

// reason says why a request got no answer, and what an operator can do. It leaves out the path, which may hold an
// interaction's token. base is as in Config.
func reason(err error, base string) string {
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err
	}
	var certificate *tls.CertificateVerificationError
	var name *net.DNSError
	advice := "no answer from Discord"
	switch {
	case errors.As(err, &certificate):
		advice = "the certificate is not trusted: install the system's certificates (ca-certificates), or that of a proxy which reads along"
	case errors.As(err, &name):
		advice = "the server's name is not found: check the network and its name server"
	case errors.Is(err, syscall.ECONNREFUSED) && base != "":
		advice = fmt.Sprintf("the connection is refused: does the local Discord of [discord] api run at %s? `downsync discord` starts one", base)
	case errors.Is(err, syscall.ECONNREFUSED):
		advice = "the connection is refused: check the firewall, and HTTPS_PROXY if it is set"
	case isTimeout(err):
		advice = "no answer in time: check the network and the firewall"
	}
	return fmt.Sprintf("%s: %v", advice, err)
}

// isTimeout reports whether the network, not the caller, gave up waiting.
func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}
