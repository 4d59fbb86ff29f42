package keep_test

import (
	"net/http"
	"strings"
	"testing"

	"rampart/wasm/keep"
)

func TestHeaders(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})
	res := send(keep.Headers(page), "GET", "/", nil)
	policy := res.Header.Get("Content-Security-Policy")
	for _, directive := range strings.Split(policy, "; ") {
		if strings.Contains(directive, "'unsafe-inline'") || strings.Contains(directive, "'unsafe-eval'") || strings.Contains(directive, "*") {
			t.Errorf("the policy is lax: %s", directive)
		}
	}
	for _, want := range []string{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'", "base-uri 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s: %s", want, policy)
		}
	}
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
		"Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// The service loads nothing and runs nothing, so its policy is stricter still.
func TestServicePolicy(t *testing.T) {
	res := send(keep.Headers(service()), "GET", "/api/health", nil)
	if got, want := res.Header.Get("Content-Security-Policy"), "default-src 'none'; frame-ancestors 'none'; sandbox"; got != want {
		t.Errorf("the policy is %q, want %q", got, want)
	}
	if got := res.Header.Get("X-Content-Type-Options"); got != "nosniff" {
		t.Errorf("X-Content-Type-Options is %q", got)
	}
}
