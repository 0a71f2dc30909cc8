import * as z from 'zod'
import { modules } from '#domain/organization/module.ts'

const key = 'reprise-open-id'

const tripSchema = z.object({
  /** Where the way led before somebody had to sign in. */
  from: z.string().optional(),
  /** The module that the screen and the unsent work of the same user belong to. */
  module: z.enum(modules).optional(),
  /** Who wants to sign in. */
  email: z.string().optional(),
  /** The provider sent somebody who may not: next time it has to ask who it is. */
  asksAgain: z.boolean().optional(),
})
/** What a tab has to know again once it comes back from the identity provider. */
export type OpenIdTrip = z.output<typeof tripSchema>

/** Notes it in the tab that leaves. */
export function noteTrip(tab: Pick<Storage, 'setItem'>, trip: OpenIdTrip): void {
  try {
    tab.setItem(key, JSON.stringify(trip))
  } catch {
    // Without the note the way leads to the home page.
  }
}

/** What the tab has noted; nothing where it began elsewhere. */
export function readTrip(tab: Pick<Storage, 'getItem'>): OpenIdTrip {
  try {
    return tripSchema.catch({}).parse(JSON.parse(tab.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * The address of the provider with what only this device knows: who wants to sign in, so that a provider does not take
 * the one who signed in here before.
 */
export function addressFor(url: string, { email, asksAgain }: OpenIdTrip): string {
  const address = new URL(url)
  if (email !== undefined) address.searchParams.set('login_hint', email)
  if (asksAgain === true) address.searchParams.set('prompt', 'login')
  return address.href
}
