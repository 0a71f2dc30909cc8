import { describe, expect, it } from 'vitest'
import {
  readOpenIdLogoutAddress,
  readSession,
  restoreSession,
  sessionNumber,
  storageKeys,
  storedCartIds,
} from './local-storage.ts'
import { memory, now, user } from './session.fixture.ts'
import { openSession } from './session.ts'

describe('a browser that starts with the local storage of before, as one that was killed', () => {
  const copy = (storage: ReturnType<typeof memory>) => {
    const again = memory()
    for (const [key, text] of storage.values) again.setItem(key, text)
    return again
  }

  it('has the user who has signed in since, and nothing of the user before', () => {
    const storage = memory()
    const session = openSession(storage)
    session.keep(user, now)
    const before = copy(storage)
    before.setItem(storageKeys.cart, 'of the user before')
    session.keep({ ...user, id: 'u2', viaOpenid: true, openIdLogoutAddress: 'https://id.example/out' }, now)
    restoreSession(before, readSession(storage))
    expect(openSession(before).user()?.id).toBe('u2')
    expect(readOpenIdLogoutAddress(before, true)).toBe('https://id.example/out')
    expect(before.getItem(storageKeys.cart)).toBeNull()
  })

  it('has nobody after a sign-out', () => {
    const storage = memory()
    const session = openSession(storage)
    session.keep(user, now)
    const before = copy(storage)
    session.forget()
    restoreSession(before, { turn: sessionNumber(storage), values: {} })
    expect(openSession(before).user()).toBeNull()
  })

  it('keeps the cart of a user who was only read again', () => {
    const storage = memory()
    const session = openSession(storage)
    session.keep(user, now)
    const before = copy(storage)
    before.setItem(storageKeys.cart, 'in progress')
    session.keep({ ...user, lastname: 'Durand' }, now)
    restoreSession(before, readSession(storage))
    expect([openSession(before).user()?.lastname, before.getItem(storageKeys.cart)]).toEqual(['Durand', 'in progress'])
  })

  it('believes a local storage that is as late as what is kept, or later', () => {
    const storage = memory()
    const session = openSession(storage)
    session.keep(user, now)
    const kept = readSession(storage)
    restoreSession(storage, { ...kept, values: {} })
    expect(openSession(storage).user()?.id).toBe('u1')
    session.forget()
    restoreSession(storage, kept)
    expect(openSession(storage).user()).toBeNull()
  })

  it('names its cart by its id, and by the items of the web that it finalises', () => {
    const storage = memory()
    const line = { inCartId: 'i1', estimatedPrice: 1, totalPrice: 1, declaration: { product: { label: 'Phone' } } }
    const cart = { cartId: 'c1', storedAt: now.toISOString(), cartBuybacks: [line] }
    const idsOf = (stored: object) => {
      storage.setItem(storageKeys.cart, JSON.stringify(stored))
      return storedCartIds(storage)
    }
    expect(idsOf(cart)).toEqual({ cartId: 'c1', itemIds: [] })
    expect(idsOf({ ...cart, preDeclaredBuybackId: 'b1' })).toEqual({ cartId: 'c1', itemIds: ['i1'] })
    expect(idsOf({ ...cart, cartBuybacks: [] })).toBeNull()
  })
})

describe('where a sign-out of an OpenID session goes on to (AUTH-10, SHELL-57)', () => {
  const address = 'https://id.example/logout?client_id=reprise'
  const viaOpenid = { ...user, viaOpenid: true }

  it('is kept apart from the user, also when the user is read again, and goes with a sign-out', () => {
    const storage = memory()
    const session = openSession(storage)
    session.keep({ ...viaOpenid, openIdLogoutAddress: address }, now)
    session.keep(viaOpenid, now)
    expect(readOpenIdLogoutAddress(storage, true)).toBe(address)
    expect(storage.getItem(storageKeys.user)).not.toContain('id.example')
    session.forget()
    expect(readOpenIdLogoutAddress(storage, true)).toBeNull()
  })

  it('is not that of the user who was here before', () => {
    const storage = memory()
    const session = openSession(storage)
    for (const next of [user, { ...viaOpenid, id: 'u2' }]) {
      session.keep({ ...viaOpenid, openIdLogoutAddress: address }, now)
      session.keep(next, now)
      expect(readOpenIdLogoutAddress(storage, true)).toBeNull()
    }
  })

  it('is followed over https alone, but from a page that is not either', () => {
    const storage = memory()
    for (const [kept, isSecure, followed] of [
      ['http://id.example/', true, false],
      ['http://id.example/', false, true],
      ['javascript:alert(1)', false, false],
    ] as const) {
      storage.setItem(storageKeys.openIdLogoutAddress, JSON.stringify(kept))
      expect(readOpenIdLogoutAddress(storage, isSecure)).toBe(followed ? kept : null)
    }
  })
})
