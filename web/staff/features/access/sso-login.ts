import * as z from 'zod'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { modules } from '#domain/organization/module.ts'
import type { KeyValues } from '#web/lib/local-storage.ts'

const key = 'reprise-open-id'
/** More are under way at no device. */
const mostTrips = 5

const tripSchema = z.object({
  /** The address that the user opened before the sign-in. */
  from: z.string().optional(),
  /** The module that the screen and the unsent work of the same user belong to. */
  module: z.enum(modules).optional(),
  /** The account that a page of the same user shows, which waits for this sign-in in another tab. */
  accountId: z.string().optional(),
  /** Who wants to sign in: nobody else does by this way. */
  email: z.string(),
})
/** What a device has to know again once it comes back from the identity provider, in whichever tab. */
export type OpenIdLogin = z.output<typeof tripSchema>

const noteSchema = z.object({
  trips: z.array(tripSchema.extend({ state: z.string(), atMs: z.number() })).catch([]),
  /** The provider sent a user who may not sign in: next time it has to ask who it is. */
  asksAgain: z.boolean().catch(false),
})

/** Notes a way that begins, by the state that its provider sends back. */
export function startLogin(device: KeyValues, state: string, trip: OpenIdLogin, nowMs: number): void {
  const { trips, asksAgain } = readNote(device, nowMs)
  const others = trips.filter((each) => each.state !== state).slice(1 - mostTrips)
  writeNote(device, { trips: [...others, { ...trip, state, atMs: nowMs }], asksAgain })
}

/** What was noted of a way; null where this device has begun none such. */
export function readTrip(device: KeyValues, state: string, nowMs: number): OpenIdLogin | null {
  const found = readNote(device, nowMs).trips.find((each) => each.state === state)
  if (found === undefined) return null
  const { state: _state, atMs: _atMs, ...trip } = found
  return trip
}

/** Forgets a sign-in that has ended; after one that failed the provider has to ask who it is. */
export function finishLogin(device: KeyValues, state: string, asksAgain: boolean, nowMs: number): void {
  const { trips } = readNote(device, nowMs)
  writeNote(device, { trips: trips.filter((each) => each.state !== state), asksAgain })
}

/** Whether the provider has to ask who it is. */
export function hasToAsk(device: KeyValues, nowMs: number): boolean {
  return readNote(device, nowMs).asksAgain
}

/**
 * The address of the provider with what only this device knows: who wants to sign in, so that a provider does not take
 * the one who signed in here before.
 */
export function addressFor(url: string, email: string, asksAgain: boolean): string {
  const address = new URL(url)
  address.searchParams.set('login_hint', email)
  if (asksAgain) address.searchParams.set('prompt', 'login')
  return address.href
}

/**
 * The sign-in of the address to which the provider sends its users back, where that is not the one in hand: what this
 * browser is known by again, the cookie and the note, belongs to one address. The e-mail stands where no server reads it.
 */
export function signInElsewhere(
  url: string,
  here: string,
  { from, email }: Pick<OpenIdLogin, 'from' | 'email'>,
): string | null {
  const back = new URL(url).searchParams.get('redirect_uri')
  if (back === null || new URL(back).origin === here) return null
  const there = new URL('/login', back)
  if (from !== undefined) there.searchParams.set('from', from)
  there.hash = new URLSearchParams({ organization: email }).toString()
  return there.href
}

/** The e-mail with which a sign-in goes on that was begun at another address; null where it begins here. */
export function emailOfSsoHash(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('organization')
}

function readNote(device: KeyValues, nowMs: number): z.output<typeof noteSchema> {
  const none = { trips: [], asksAgain: false }
  try {
    const { trips, asksAgain } = noteSchema.catch(none).parse(JSON.parse(device.getItem(key) ?? '{}'))
    const isUnderWay = ({ atMs }: { readonly atMs: number }) => Math.abs(nowMs - atMs) < lifetimes.openIdWayMs
    return { trips: trips.filter(isUnderWay), asksAgain }
  } catch {
    return none
  }
}

function writeNote(device: KeyValues, note: z.output<typeof noteSchema>): void {
  if (note.trips.length === 0 && !note.asksAgain) device.removeItem(key)
  else device.setItem(key, JSON.stringify(note))
}
