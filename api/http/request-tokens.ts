import { parse } from 'hono/utils/cookie'

/** Name of the session cookie; over HTTPS the prefix makes the browser refuse one set by a sibling host. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-reprise_session' : 'reprise_session'
}

/** What the browser stores in place of the token (AUTH-25): a marker that holds no secret. */
export const cookieMarker = 'cookie'

/** The tokens that a request presents, each null when absent. */
export function requestTokens(headers: Headers, secure: boolean): { bearer: string | null; cookie: string | null } {
  const authorization = /^Bearer ([\w.-]{1,400})$/i.exec(headers.get('authorization') ?? '')?.[1]
  const bearer = authorization ?? headers.get('x-product-token')
  const name = sessionCookieName(secure)
  const cookie = parse(headers.get('cookie') ?? '', name)[name]
  // A client that sends the marker of a browser's stored user as a token means the cookie beside it.
  return { bearer: bearer === null || bearer === cookieMarker ? null : bearer, cookie: cookie ?? null }
}

/** The `set-cookie` value that starts a session in a browser. */
export function sessionCookie(token: string, secure: boolean, maxAgeSeconds: number): string {
  return cookieOf(sessionCookieName(secure), token, secure, maxAgeSeconds)
}

/** The `set-cookie` value that ends it. */
export function endedSessionCookie(secure: boolean): string {
  return sessionCookie('', secure, 0)
}

/** Name of the cookie by which a browser that left for an identity provider is known again. */
function openIdCookieName(secure: boolean): string {
  return secure ? '__Host-reprise_open_id' : 'reprise_open_id'
}

/** What that cookie holds; null where there is none. */
export function openIdBrowser(headers: Headers, secure: boolean): string | null {
  const name = openIdCookieName(secure)
  return parse(headers.get('cookie') ?? '', name)[name] ?? null
}

/** The `set-cookie` value that a browser is known again by. */
export function openIdBrowserCookie(token: string, secure: boolean, maxAgeSeconds: number): string {
  return cookieOf(openIdCookieName(secure), token, secure, maxAgeSeconds)
}

/** Name of the cookie by which a browser is known on which a user has signed in. */
function deviceCookieName(secure: boolean): string {
  return secure ? '__Host-reprise_device' : 'reprise_device'
}

/** What that cookie holds; null where there is none. */
export function deviceToken(headers: Headers, secure: boolean): string | null {
  const name = deviceCookieName(secure)
  return parse(headers.get('cookie') ?? '', name)[name] ?? null
}

/** The `set-cookie` value that a browser is known by later. */
export function deviceCookie(token: string, secure: boolean, maxAgeSeconds: number): string {
  return cookieOf(deviceCookieName(secure), token, secure, maxAgeSeconds)
}

function cookieOf(name: string, value: string, secure: boolean, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
}
