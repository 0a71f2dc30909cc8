import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { signInCall, switchAccountCall } from '#sync/calls/access.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import { expiredUserAtom, userAtom } from '#web/lib/session.ts'
import { signedInUser } from '../../app/signed-in-user.fixture.ts'
import { noteSignOut, hasSignOutNote } from './pending-sign-out.ts'
import { useReconnect, useSignIn, type Credentials } from './use-sign-in.ts'

type SignIn = (credentials: Credentials) => Promise<unknown>

/** What a hook gives to a component, with the session and the storage that it works on. */
async function drawn(useDoor: () => SignIn, parts: Parameters<typeof drawScreen>[1]) {
  const ready = Promise.withResolvers<SignIn>()
  const Door = () => {
    const signIn = useDoor()
    useEffect(() => ready.resolve(signIn))
    return null
  }
  const { session, storage } = await drawScreen(<Door />, parts)
  return { session, storage, signIn: await ready.promise }
}

/** Signs in against a server that refuses; answers what was asked of it. */
async function refusedSignIn(email: string, expired: { readonly email: string; readonly module: 'tim' } | null) {
  const http = vi.fn<(call: unknown, input: { readonly body: unknown }) => Promise<never>>(() =>
    Promise.reject(new Error('refused')),
  )
  const { session, signIn } = await drawn(useSignIn, { http: http as unknown as Http })
  session.store.set(expiredUserAtom, expired)
  await expect(signIn({ email, password: 'x' })).rejects.toThrow('refused')
  return http.mock.lastCall![1].body
}

describe('a sign-in after an ended session', () => {
  const expired = { email: 'Lucas@demo.example', module: 'tim' } as const

  it('goes on in the module that its user has left', async () => {
    expect(await refusedSignIn(' lucas@demo.example', expired)).toMatchObject({ module: 'tim' })
  })

  it('of another user names no module', async () => {
    expect(await refusedSignIn('sophie@demo.example', expired)).not.toHaveProperty('module')
    expect(await refusedSignIn('lucas@demo.example', null)).not.toHaveProperty('module')
  })
})

describe('a user who reconnects', () => {
  const user = signedInUser({ viewedAccountId: 'client' })

  /** Reconnects on a page that is drawn for a client; the server lets in, and opens the client or not. */
  async function reconnected(opens: boolean) {
    const calls: unknown[] = []
    const http = (async (call: unknown, input: { readonly body: unknown }) => {
      calls.push(call)
      if (call === signInCall) return signedInUser({ viewedAccountId: 'platform' })
      if (call !== switchAccountCall || !opens)
        throw new CallError('refused', { code: 'ACCESS_CLIENT_INACTIVE', status: 409 })
      // A grant of the client comes with it.
      expect(input.body).toEqual({ accountId: 'client', deviceId: expect.any(String) })
      return user
    }) as unknown as Http
    const reload = vi.fn()
    const { session, storage, signIn: reconnect } = await drawn(() => useReconnect(reload), { http, user })
    await reconnect({ email: user.email, password: 'x' })
    const stored = JSON.parse(storage.getItem('user') ?? '') as { readonly viewedAccountId: string }
    return { drawnFor: session.user()?.viewedAccountId, stored: stored.viewedAccountId, reload, calls }
  }

  it('goes on in the account that the page shows', async () => {
    const { drawnFor, stored, reload, calls } = await reconnected(true)
    expect([drawnFor, stored]).toEqual(['client', 'client'])
    expect(calls).toEqual([signInCall, switchAccountCall])
    expect(reload).not.toHaveBeenCalled()
  })

  it('begins the page again where that account opens no more, and writes nothing of it elsewhere', async () => {
    const { drawnFor, stored, reload } = await reconnected(false)
    expect([drawnFor, stored]).toEqual(['client', 'platform'])
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('a sign-in for a page that waits in another tab', () => {
  const proof = { organizationId: 'o', openidSessionId: 's' }
  const atFirst = signedInUser({ viewedAccountId: 'first' })

  it.each([
    ['goes on in the account that the page shows', true, 'client'],
    ['stays where it began, where that account opens no more', false, 'first'],
  ])('%s', async (_, opens, kept) => {
    const http = (async (call: unknown) => {
      if (call === signInCall) return atFirst
      if (call !== switchAccountCall || !opens)
        throw new CallError('refused', { code: 'ACCESS_CLIENT_INACTIVE', status: 409 })
      return signedInUser({ viewedAccountId: 'client' })
    }) as unknown as Http
    const { session, signIn } = await drawn(
      () => {
        const signInFor = useSignIn()
        return () => signInFor(proof, 'client')
      },
      { http },
    )
    const viewed: (string | undefined)[] = []
    session.store.sub(userAtom, () => viewed.push(session.user()?.viewedAccountId))
    await signIn({ email: '', password: '' })
    expect(viewed).toEqual([kept])
  })
})

describe('a user who reconnects while the server is away', () => {
  const user = signedInUser({ viewedAccountId: 'client' })

  it.each([
    new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 }),
    new CallError('refused', { code: 'SERVER_UNAVAILABLE', status: 503 }),
  ])('stays on the page, and the next try does both (%s)', async (failure) => {
    let isAway = true
    const http = ((call: unknown) => {
      if (call === signInCall) return Promise.resolve(signedInUser({ viewedAccountId: 'platform' }))
      return isAway ? Promise.reject(failure) : Promise.resolve(user)
    }) as unknown as Http
    const reload = vi.fn()
    const { session, signIn: reconnect } = await drawn(() => useReconnect(reload), { http, user })
    const proof = { email: user.email, password: 'x' }
    await expect(reconnect(proof)).rejects.toBe(failure)
    expect(session.user()?.viewedAccountId).toBe('client')
    isAway = false
    await reconnect(proof)
    expect(session.user()?.viewedAccountId).toBe('client')
    expect(reload).not.toHaveBeenCalled()
  })
})

it('a sign-in that is refused leaves a sign-out to be told', async () => {
  noteSignOut(document, 'd1')
  await refusedSignIn('lucas@demo.example', null)
  expect(hasSignOutNote(document)).toBe(true)
})
