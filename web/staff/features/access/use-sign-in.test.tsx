import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { expiredUserAtom } from '#web/lib/session.ts'
import { noteSignOut, hasSignOutNote } from './pending-sign-out.ts'
import { useSignIn, type Credentials } from './use-sign-in.ts'

/** Signs in against a server that refuses; answers what was asked of it. */
async function refusedSignIn(email: string, expired: { readonly email: string; readonly module: 'tim' } | null) {
  const http = vi.fn<(call: unknown, input: { readonly body: unknown }) => Promise<never>>(() =>
    Promise.reject(new Error('refused')),
  )
  const ready = Promise.withResolvers<(credentials: Credentials) => Promise<void>>()
  const Door = () => {
    const signIn = useSignIn()
    useEffect(() => ready.resolve(signIn))
    return null
  }
  const { session } = await drawScreen(<Door />, { http: http as unknown as Http })
  session.store.set(expiredUserAtom, expired)
  const signIn = await ready.promise
  await expect(signIn({ email, password: 'x' })).rejects.toThrow('refused')
  return http.mock.lastCall![1].body
}

describe('a sign-in after an ended session', () => {
  const expired = { email: 'Lucas@demo.example', module: 'tim' } as const

  it('goes on in the module that its user has left', async () => {
    expect(await refusedSignIn(' lucas@demo.example', expired)).toMatchObject({ module: 'tim' })
  })

  it('of somebody else names no module', async () => {
    expect(await refusedSignIn('sophie@demo.example', expired)).not.toHaveProperty('module')
    expect(await refusedSignIn('lucas@demo.example', null)).not.toHaveProperty('module')
  })
})

it('a sign-in that is refused leaves a sign-out to be told', async () => {
  noteSignOut(document, 'd1')
  await refusedSignIn('lucas@demo.example', null)
  expect(hasSignOutNote(document)).toBe(true)
})
