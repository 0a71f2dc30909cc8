import { describe, expect, it, vi } from 'vitest'
import { permissionsOf } from '#domain/access/permission.ts'
import { readSessionCall } from '#sync/calls/access.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { openSession, userAtom } from '#web/lib/session.ts'
import { refreshSession } from './refresh-session.ts'
import { signedInUser } from '../staff/app/signed-in-user.fixture.ts'

const offline = new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

async function refresh(answer: () => Promise<unknown>, part: Partial<StoredUser> = {}) {
  const values = new Map<string, string>()
  const session = openSession({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  })
  session.store.set(userAtom, signedInUser({ frontPermissions: { rps: ['warehouse.check_in'] }, ...part }))
  const http = ((call: unknown) => (call === readSessionCall ? answer() : Promise.reject(offline))) as unknown as Http
  const dismiss = vi.fn()
  const reload = vi.fn()
  await refreshSession({ session, http } as Platform, dismiss, reload)
  const stored = JSON.parse(values.get('user') ?? 'null') as StoredUser | null
  return { user: session.user(), dismiss, reload, stored }
}

describe('the session at the start', () => {
  it('takes the permissions of the moment from the server', async () => {
    const { user, dismiss } = await refresh(async () => signedInUser())
    expect(user?.frontPermissions.rps).toEqual(permissionsOf('warehouse_operator'))
    expect(dismiss).not.toHaveBeenCalled()
  })

  it('of a user whom a PIN has let in is none to ask for: the one before must not go on without a password', async () => {
    const answer = vi.fn(async () => signedInUser())
    const { user } = await refresh(answer, { byPin: true })
    expect(answer).not.toHaveBeenCalled()
    expect(user).toMatchObject({ byPin: true })
  })

  it('of a user whose permissions are empty ends (AUTH-31)', async () => {
    for (const frontPermissions of [{ rps: [] }, {}, { tim: ['warehouse.check_in'] }]) {
      const { dismiss } = await refresh(async () => signedInUser({ frontPermissions }))
      expect(dismiss).toHaveBeenCalledOnce()
    }
  })

  it('goes on as the server knows it: the page of another account is begun again, and stays of its own until then', async () => {
    const before = signedInUser()
    const { user, reload, stored } = await refresh(async () => signedInUser({ viewedAccountId: 'another' }))
    expect([user?.viewedAccountId, stored?.viewedAccountId]).toEqual([before.viewedAccountId, 'another'])
    expect(reload).toHaveBeenCalledOnce()
    const same = await refresh(async () => signedInUser())
    expect(same.reload).not.toHaveBeenCalled()
  })

  it('stays as it was stored without network', async () => {
    const { user, dismiss } = await refresh(() => Promise.reject(offline))
    expect(user?.frontPermissions).toEqual({ rps: ['warehouse.check_in'] })
    expect(dismiss).not.toHaveBeenCalled()
  })
})
