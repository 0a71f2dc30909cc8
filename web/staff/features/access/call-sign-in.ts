import type * as z from 'zod'
import { signInCall } from '#sync/calls/access.ts'
import type { Module } from '#domain/organization/module.ts'
import type { Answer, Http } from '#web/lib/http.ts'
import { CallError } from '#web/lib/http.ts'

/** What a sign-in sends in any case: a password, or what an identity provider's answer gave. */
export type SignInBody = Omit<z.input<typeof signInCall.body>, 'grantModules'>

/** Signs in, with grants for the modules in which work waits on this device. */
export async function callSignIn(
  http: Http,
  body: SignInBody,
  grantModules: readonly Module[],
): Promise<Answer<typeof signInCall>> {
  return withGrants(grantModules, (wished) => http(signInCall, { body: { ...body, ...wished } }))
}

/**
 * Asks for grants of the modules in which work waits on this device. A server older than the app refuses to be asked for
 * them: it is asked without, and the work of those modules waits for a sign-in in each.
 */
export async function withGrants<Told>(
  grantModules: readonly Module[],
  ask: (wished: { readonly grantModules?: Module[] }) => Promise<Told>,
): Promise<Told> {
  if (grantModules.length === 0) return ask({})
  try {
    return await ask({ grantModules: [...grantModules] })
  } catch (error) {
    if (error instanceof CallError && error.code === 'REQUEST_INVALID') return ask({})
    throw error
  }
}
