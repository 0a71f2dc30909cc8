import type { OwnPasskeys } from '#sync/calls/passkey.ts'
import { testOrigin, type TestSession } from './api.ts'
import { createAuthenticator } from './authenticator.ts'
import type { Tour } from './tour.ts'

interface Begun {
  readonly publicKey: { readonly challenge: string }
}

/** Adds a passkey, signs in with it, and removes it. */
export async function callPasskeys({ call }: Tour, session: TestSession, password: string): Promise<void> {
  const device = createAuthenticator({ origin: testOrigin, host: 'localhost' })
  const adding = await call<Begun>('post /api/session/passkeys/begin', session, { json: { password } })
  const json = { name: 'Phone', passkey: device.make(adding.publicKey) }
  await call('post /api/session/passkeys', session, { json })
  const { publicKey } = await call<Begun>('post /api/passkeys/begin', 'nobody', { json: {} })
  const headers = { 'x-client': 'api' }
  await call('post /api/login', 'nobody', { headers, json: { passkey: device.sign(publicKey) } })
  await call('post /api/session/proof', session, { json: { password } })
  await call('post /api/session/offline', session)
  const { passkeys } = await call<OwnPasskeys>('get /api/session/passkeys', session)
  for (const { id } of passkeys)
    await call('post /api/session/passkeys/{id}/remove', session, { params: { id }, json: { password } })
}
