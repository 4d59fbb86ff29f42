package keep

import "net/http"

// contentPolicy lets the page load from its own server alone. Nothing in it
// allows inline scripts or styles, or eval; wasm needs 'wasm-unsafe-eval'.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// SecurityHeaders are the names and values that every answer of every server of
// the page has, files included. The opener and embedder policies isolate the
// page from other origins, which it needs to share memory with its workers.
var SecurityHeaders = [...][2]string{
	{"Content-Security-Policy", contentPolicy},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Embedder-Policy", "require-corp"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
}

// Headers sets SecurityHeaders on every answer of a handler. The handler may
// replace one by a stricter value.
func Headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for _, p := range SecurityHeaders {
			h.Set(p[0], p[1])
		}
		next.ServeHTTP(w, r)
	})
}
