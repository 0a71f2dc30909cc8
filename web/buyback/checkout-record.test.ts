import { describe, expect, it } from 'vitest'
import { storageOf } from '#tests/support/storage-of.ts'
import { findCheckout, forgetCheckout, isHeld, keepCheckout, leaveCheckout } from './checkout-record.ts'

describe('the record of a checkout', () => {
  it('comes back as it was kept, until it is forgotten', () => {
    const storage = storageOf()
    const record = { cartId: 'cart', sent: ['1'], confirmed: ['1', '2'], isClosing: true }
    keepCheckout(storage, record)
    expect(findCheckout(storage)).toEqual(record)
    forgetCheckout(storage)
    expect(findCheckout(storage)).toBeNull()
  })

  it('holds what may be sold already, and nothing else', () => {
    const storage = storageOf()
    keepCheckout(storage, { cartId: 'cart', sent: ['1'], confirmed: ['1'], isClosing: false })
    expect(isHeld(storage, '1')).toBe(false)
    keepCheckout(storage, { cartId: 'cart', sent: ['1'], confirmed: ['1'], isClosing: true })
    expect([isHeld(storage, '1'), isHeld(storage, '2')]).toEqual([true, false])
  })

  it('is left with the cart, unless its end is not known', () => {
    const storage = storageOf()
    keepCheckout(storage, { cartId: 'cart', sent: ['1'], confirmed: ['1'], isClosing: true })
    leaveCheckout(storage)
    expect(findCheckout(storage)).not.toBeNull()
    keepCheckout(storage, { cartId: 'cart', sent: ['1'], confirmed: ['1'], isClosing: false })
    leaveCheckout(storage)
    expect(findCheckout(storage)).toBeNull()
  })

  it.each([
    '',
    'null',
    '[',
    '7',
    '{}',
    '{"cartId":"","sent":[],"isClosing":false}',
    '{"cartId":"a","sent":[1],"isClosing":true}',
    '{"cartId":"a","sent":[],"confirmed":7,"isClosing":true}',
  ])('is none where the browser keeps %s', (checkout) => {
    expect(findCheckout(storageOf({ checkout }))).toBeNull()
  })

  it('costs nothing but the reload where the browser refuses it', () => {
    const storage = {
      ...storageOf(),
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(() => keepCheckout(storage, { cartId: 'cart', sent: [], confirmed: [], isClosing: false })).not.toThrow()
  })
})
