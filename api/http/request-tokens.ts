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
  // Whoever sends the marker of a browser's stored user as a token means the cookie beside it.
  return { bearer: bearer === null || bearer === cookieMarker ? null : bearer, cookie: cookie ?? null }
}

/** The `set-cookie` value that starts a session in a browser. */
export function sessionCookie(token: string, secure: boolean, maxAgeSeconds: number): string {
  const rest = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`
  return `${sessionCookieName(secure)}=${token}; ${rest}${secure ? '; Secure' : ''}`
}

/** The `set-cookie` value that ends it. */
export function endedSessionCookie(secure: boolean): string {
  return sessionCookie('', secure, 0)
}
