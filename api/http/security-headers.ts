/**
 * Content rules of every answer. Decoding in the browser needs WebAssembly; the component library writes style
 * elements at run time, so styles alone may be inline.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Adds the headers that keep a page from being framed, sniffed, or fed by another site. */
export function addSecurityHeaders(headers: Headers, secure: boolean): void {
  headers.set('content-security-policy', contentSecurityPolicy)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'same-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=(), serial=()')
  if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
