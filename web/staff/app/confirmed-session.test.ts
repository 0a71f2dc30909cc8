import { expect, it, vi } from 'vitest'
import { user } from '#web/lib/session.fixture.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { isConfirmedByServer } from './confirmed-session.ts'

const { grant: _grant, moreGrants: _grants, ...stored } = user

function asked(of: StoredUser, answer: Response | Error, cookie = '') {
  const fetch = vi.fn(async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  const isVouched = isConfirmedByServer(of, { cookie } as Document, { idleSeconds: () => 3 }, fetch)
  return { fetch, isVouched }
}

const named = (changes: object = {}): Response => Response.json({ ...user, ...changes })

it('a user is vouched for where the server names the same one, in the same module and account', async () => {
  const { fetch, isVouched } = asked(stored, named())
  expect(await isVouched).toBe(true)
  expect(fetch).toHaveBeenCalledWith('/api/session', expect.objectContaining({ credentials: 'same-origin' }))
  for (const changes of [{ id: 'u2' }, { module: 'tim' }, { viewedAccountId: 'a2' }])
    expect(await asked(stored, named(changes)).isVouched).toBe(false)
})

it('a user is not where the session has ended, or the server is not reached', async () => {
  const over = Response.json({ code: 'ACCESS_SESSION_REQUIRED' }, { status: 401 })
  expect(await asked(stored, over).isVouched).toBe(false)
  expect(await asked(stored, new TypeError('no network')).isVouched).toBe(false)
})

it('nobody is asked about a user whom a PIN has let in, or who has signed out here', async () => {
  for (const { fetch, isVouched } of [
    asked({ ...stored, byPin: true }, named()),
    asked(stored, named(), 'reprise-signed-out=d1'),
  ]) {
    expect(await isVouched).toBe(false)
    expect(fetch).not.toHaveBeenCalled()
  }
})
