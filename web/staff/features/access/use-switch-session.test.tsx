import { Navigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { errorStateAtom, noError } from '#web/lib/error-state.ts'
import { usePlatform, useUser } from '#web/lib/platform.tsx'
import { shownCart } from '#web/staff/app/cart-visibility.ts'
import { dismissUser } from '#web/staff/app/end-session.ts'
import type { StaffRouter } from '#web/staff/app/router.ts'
import { dropGrants } from '#web/local/device/grants.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'
import { forgetPin, pinHolders, setPin } from './device-door.ts'
import { useSignOut } from './use-sign-out.ts'
import type { SessionTarget } from './running-switch.ts'
import { useSwitchSession } from './use-switch-session.ts'

const line = { inCartId: 'i', estimatedPrice: 1, totalPrice: 1, declaration: { product: { label: 'Phone' } } }

interface Door {
  readonly switchTo: (target: SessionTarget) => Promise<void>
  readonly signOut: () => Promise<void>
  readonly dismiss: () => Promise<void>
}

/** A switch whose answer comes when the test says so; a sign-out is answered at once. */
async function startSwitch() {
  const user = signedInUser({ modules: { rps: 'warehouse_operator', tim: 'store_seller' } })
  const answer = Promise.withResolvers<unknown>()
  const asked: string[] = []
  let signal: AbortSignal | undefined
  const http = vi.fn((call: { path: string }, input: { signal?: AbortSignal }) => {
    asked.push(call.path)
    if (call.path !== '/api/session/module') return Promise.resolve(undefined)
    signal = input.signal
    return answer.promise
  })
  const reload = vi.fn()
  const ready = Promise.withResolvers<Door>()
  const Screen = () => {
    const { switchTo } = useSwitchSession(reload)
    const { run } = useSignOut()
    const platform = usePlatform()
    const router = { navigate: () => Promise.resolve() } as unknown as StaffRouter
    useEffect(() => ready.resolve({ switchTo, signOut: () => run(), dismiss: () => dismissUser(platform, router) }))
    return null
  }
  const { screen, path, walk } = overPages(Screen, ['/stocks', '/home', '/login'], '/home')
  const { session } = await drawScreen(screen, { http: http as unknown as Http, user })
  const { switchTo, signOut, dismiss } = await ready.promise
  const over = switchTo({ module: 'tim' })
  await vi.waitFor(() => expect(asked).toEqual(['/api/session/module']))
  const moved = { ...user, module: 'tim', userType: 'store_seller' }
  return {
    session,
    reload,
    path,
    walk,
    signOut,
    dismiss,
    over,
    arrive: () => answer.resolve(moved),
    asked,
    signal: () => signal,
  }
}

describe('a switch of the module', () => {
  it('leads home a user who has walked on while it ran (SHELL-42)', async () => {
    const { over, arrive, walk, path, session, reload } = await startSwitch()
    await walk('/stocks')
    arrive()
    await over
    expect(path()).toBe('/home')
    expect(session.user()?.module).toBe('tim')
    expect(reload).toHaveBeenCalledOnce()
  })

  it('in the midst of a sale ends at home, whatever the sale’s page does with an emptied cart (SHELL-42)', async () => {
    const user = signedInUser({
      module: 'root',
      userType: 'store_seller',
      modules: { root: 'store_seller', tim: 'store_seller' },
    })
    const cart = { storedAt: new Date().toISOString(), cartId: 'c', cartBuybacks: [line] }
    const reload = vi.fn()
    const ready = Promise.withResolvers<(target: SessionTarget) => Promise<void>>()
    const Screen = () => {
      const { switchTo } = useSwitchSession(reload)
      const isSelling = useRouterState({ select: ({ location }) => location.pathname === '/cart/customer-infos' })
      const { storage } = usePlatform()
      useUser()
      useEffect(() => ready.resolve(switchTo))
      const isEmpty = shownCart(storage, new Date()).cartBuybacks.length === 0
      return isSelling && isEmpty ? <Navigate to={'/buyback/create' as never} /> : null
    }
    const pages = ['/cart/customer-infos', '/home', '/buyback/create'] as const
    const { screen, path } = overPages(Screen, pages)
    const http = vi.fn(() => Promise.resolve({ ...user, module: 'tim' })) as unknown as Http
    const { session } = await drawScreen(screen, { http, user, stored: { cart: JSON.stringify(cart) } })
    await (
      await ready.promise
    )({ module: 'tim' })
    expect([path(), session.user()?.module]).toEqual(['/home', 'tim'])
    expect(reload).toHaveBeenCalledOnce()
  })

  it('ends with a sign-out: its answer signs nobody in again (SHELL-42, AUTH-09)', async () => {
    const { over, arrive, signOut, signal, path, session, reload } = await startSwitch()
    await signOut()
    expect(signal()?.aborted).toBe(true)
    arrive()
    await over
    expect(session.user()).toBeNull()
    expect(path()).toBe('/login')
    expect(reload).not.toHaveBeenCalled()
    expect(session.store.get(errorStateAtom)).toEqual(noError)
  })

  it('that a sign-out has ended leaves the PIN by which its user comes back', async () => {
    const { id: userId, accountId } = signedInUser()
    const { over, arrive, signOut } = await startSwitch()
    const lockKey = btoa('k'.repeat(32))
    await setPin({ userId, accountId, initials: 'IM', pin: '482137', days: 7, mark: 'm', lockKey })
    await signOut()
    arrive()
    await over
    expect(await pinHolders()).toEqual([{ userId, label: 'IM' }])
    await forgetPin(userId)
  })

  it('ends with a colleague who signs in after it: the colleague stays', async () => {
    const { over, arrive, signOut, session } = await startSwitch()
    await signOut()
    const colleague = signedInUser({ id: '01900000-0000-7000-8000-000000000002', email: 'paul@demo.example' })
    session.keep({ ...colleague, sessionExpiresAt: '2026-12-01T00:00:00.000Z' }, new Date())
    arrive()
    await over
    expect(session.user()?.email).toBe('paul@demo.example')
  })

  it('ends with a user whose permissions are gone', async () => {
    const { over, arrive, session, dismiss } = await startSwitch()
    await dismiss()
    arrive()
    await over
    expect(session.user()).toBeNull()
  })
})

describe('a client that the platform opens', () => {
  it('is asked for with the device, which keeps a grant of that client alone (QUEUE-10)', async () => {
    const user = signedInUser({ isOfPlatform: true, module: 'root', userType: 'admin', modules: { root: 'admin' } })
    const http = vi.fn(async (_call: unknown, { body }: { body: { deviceId: string } }) => ({
      ...user,
      viewedAccountId: 'client',
      grant: { token: 'token', deviceId: body.deviceId, module: 'root', expiresAt: '2036-01-01T00:00:00.000Z' },
    }))
    const ready = Promise.withResolvers<(target: SessionTarget) => Promise<void>>()
    const Screen = () => {
      const { switchTo } = useSwitchSession(() => undefined)
      useEffect(() => ready.resolve(switchTo))
      return null
    }
    const { screen } = overPages(Screen, ['/home'])
    const { session } = await drawScreen(screen, { http: http as unknown as Http, user })
    await (
      await ready.promise
    )({ accountId: 'client' })
    const { deviceId, ...body } = http.mock.lastCall![1].body
    expect(body).toEqual({ accountId: 'client' })
    expect(session.user()?.viewedAccountId).toBe('client')
    const grants = await withOutbox((outbox) => outbox.liveGrants())
    expect(grants.map(({ queue }) => queue)).toEqual([`${deviceId}|${user.id}|root|client`])
    await dropGrants(user.id)
  })
})
