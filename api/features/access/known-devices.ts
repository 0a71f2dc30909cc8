import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { lifetimes } from '#domain/access/lifetimes.ts'
import type { Clock } from '#api/http/clock.ts'
import { deviceCookie, deviceToken } from '#api/http/request-tokens.ts'
import type { RequestInfo } from '#api/http/route.ts'
import { createSignedClaims, type TokenSecret } from '#api/http/signed-claims.ts'

/** Knows again the browsers on which a user has signed in. */
export interface KnownDevices {
  /** The device of a request, where the user of an e-mail has signed in on it; else null. */
  deviceOf(http: Pick<RequestInfo, 'headers' | 'secure'>, email: string): string | null
  /** The `set-cookie` value of a browser on which that user, too, is known from now on. */
  cookieFor(http: Pick<RequestInfo, 'headers' | 'secure'>, email: string): string
}

/** A handheld is shared by a shift; the person who was longest away is forgotten first. */
const mostPeople = 24

const claims = z.strictObject({ device: z.string(), people: z.array(z.tuple([z.string(), z.int()])) })
type Claimed = z.output<typeof claims>

/** Devices by a signed cookie: the server keeps none, and a cookie that is carried off gives only tries of its own. */
export function createKnownDevices({
  secret,
  now,
}: {
  readonly secret: TokenSecret
  readonly now: Clock
}): KnownDevices {
  const tokens = createSignedClaims(secret, 'reprise known device', 'knownDevice')

  function read({ headers, secure }: Pick<RequestInfo, 'headers' | 'secure'>): Claimed | null {
    const token = deviceToken(headers, secure)
    const read = token === null ? undefined : tokens.read(token)
    if (read === undefined) return null
    const { device, people } = claims.parse(read)
    return { device, people: people.filter(([, until]) => until > now().getTime()) }
  }

  return {
    deviceOf: (http, email) => {
      const known = read(http)
      const mark = markOf(email)
      return known?.people.some(([one]) => one === mark) === true ? `${known.device}:${mark}` : null
    },
    cookieFor: (http, email) => {
      const { device, people } = read(http) ?? { device: randomBytes(12).toString('base64url'), people: [] }
      const mark = markOf(email)
      const others = people.filter(([one]) => one !== mark).slice(0, mostPeople - 1)
      const token = tokens.sign({ device, people: [[mark, now().getTime() + lifetimes.knownDeviceMs], ...others] })
      return deviceCookie(token, http.secure, lifetimes.knownDeviceMs / 1000)
    },
  }
}

function markOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 16)
}
