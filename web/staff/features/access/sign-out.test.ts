import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Http } from '#web/lib/http.ts'
import { openSession, userAtom } from '#web/lib/session.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { storageOf } from '#tests/support/storage-of.ts'
import { hasSignOutNote } from './pending-sign-out.ts'
import { signOut, type SignOutOptions, type SignOutPlace } from './sign-out.ts'

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('window', { location: { protocol: 'https:' } })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

/** Signs a user out of an OpenID session; answers where that leads. */
async function leave(options: SignOutOptions, viaOpenid = true): Promise<string> {
  const storage = storageOf({ openIdLogoutAddress: JSON.stringify('https://idp.example/logout') })
  const session = openSession(storage)
  session.store.set(userAtom, signedInUser({ viaOpenid }))
  const http = (() => Promise.resolve(undefined)) as unknown as Http
  let led = ''
  await signOut({ session, http, storage, queries: new QueryClient() }, () => void (led = '/login'), options, {
    deviceId: () => Promise.resolve(undefined),
    seal: () => Promise.resolve(),
    keepForPin: () => Promise.resolve(),
    forgetPin: () => Promise.resolve(),
    empty: () => Promise.resolve(),
    leaveTo: (address) => void (led = address),
  } as Parameters<typeof signOut>[3])
  expect(session.user()).toBeNull()
  return led
}

it('of an OpenID session signs out at the provider too', async () => {
  expect(await leave({})).toBe('https://idp.example/logout')
})

it('of a password’s session, or by the way back from the provider, leads to the sign-in', async () => {
  expect(await leave({}, false)).toBe('/login')
  expect(await leave({ local: true })).toBe('/login')
})

it('of an OpenID session does not wait for a provider that no network reaches', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(await leave({})).toBe('/login')
})

it('takes the grants and the session away before anything is encrypted, so that a page that is closed then has signed out', async () => {
  const storage = storageOf({ sessionTurn: '4', user: '"the user"' })
  const session = openSession(storage)
  const user = signedInUser()
  session.store.set(userAtom, user)
  const seal = vi.fn<SignOutPlace['seal']>(() => Promise.resolve())
  const encrypting = vi.fn<SignOutPlace['keepForPin']>(() => new Promise(() => undefined))
  const http = (() => Promise.resolve(undefined)) as unknown as Http
  void signOut({ session, http, storage, queries: new QueryClient() }, () => undefined, {}, {
    deviceId: () => Promise.resolve('d1'),
    seal,
    keepForPin: encrypting,
  } as unknown as SignOutPlace)
  await vi.waitFor(() => expect(encrypting).toHaveBeenCalledWith(user.id, { turn: 4, values: { user: '"the user"' } }))
  expect(seal).toHaveBeenCalledExactlyOnceWith(user.id, 5)
  expect(hasSignOutNote(document)).toBe(true)
})
