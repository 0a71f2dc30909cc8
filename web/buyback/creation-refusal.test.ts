import { describe, expect, it } from 'vitest'
import { CallError } from '#web/lib/http.ts'
import { creationFailure } from './creation-refusal.ts'

const refused = (code: string, details: unknown = null, status = 422) =>
  creationFailure(new CallError('refused', { code, status, details }))

describe('a failed creation, whichever call it was (PUB-37)', () => {
  it.each([
    ['BUYBACK_CANCELLED', 'takeOut'],
    ['PRICE_NOT_DEFINED', 'takeOut'],
    ['PRODUCT_NOT_PUBLISHED', 'takeOut'],
    ['CIRCUIT_NO_PAYMENT_MODE', 'declareAgain'],
    ['DIAGNOSTIC_UNANSWERED', 'declareAgain'],
  ])('%s is of one product, and is cured by %s', (code, cure) => {
    const refusal = { code, cure, current: null }
    expect(refused(code)).toEqual({ kind: 'product', refusal, inCartId: null })
    expect(refused(code, { inCartId: 'line' })).toEqual({ kind: 'product', refusal, inCartId: 'line' })
  })

  it('a changed price brings the one of today', () => {
    const current = { estimatedPriceCents: 100, impactPriceEntries: [], totalPriceCents: 100 }
    expect(refused('BUYBACK_PRICE_CHANGED', { current })).toMatchObject({ refusal: { cure: 'newPrice', current } })
  })

  it('a code without words of its own takes the product out with the general ones', () => {
    expect(refused('SOMETHING_NEW')).toMatchObject({ refusal: { code: null, cure: 'takeOut' } })
  })

  it.each([
    ['CUSTOMER_INVALID', { faults: [] }, 422, { kind: 'customer', faults: [] }],
    ['CART_FULL', null, 409, { kind: 'cart', code: 'CART_FULL' }],
    ['CART_EXPIRED', null, 409, { kind: 'otherCart', code: 'CART_EXPIRED' }],
    ['ACCESS_THROTTLED', null, 429, { kind: 'interrupted', by: 'throttle' }],
    ['PUBLIC_SITE_NOT_OPEN', null, 503, { kind: 'interrupted', by: 'closed' }],
    ['SERVER_ERROR', null, 500, { kind: 'interrupted', by: 'server' }],
  ])('%s is not of a product', (code, details, status, expected) => {
    expect(refused(code, details, status)).toEqual(expected)
  })
})
