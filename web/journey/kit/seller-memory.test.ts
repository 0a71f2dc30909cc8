import { expect, it } from 'vitest'
import { createSellerMemory } from './seller-memory.ts'

it('a page remembers the seller of its cart part by part', () => {
  const memory = createSellerMemory()
  memory.keep('cart', { secrets: { iban: 'FR76' } })
  memory.keep('cart', { demanded: { isDocument: true, accountBy: null } })
  expect(memory.of('cart')).toMatchObject({ secrets: { iban: 'FR76' }, demanded: { isDocument: true } })
})

it('the next cart is another one’s, and nothing is left of the one before', () => {
  const memory = createSellerMemory()
  memory.keep('cart', { secrets: { iban: 'FR76' }, demanded: { isDocument: true, accountBy: 'p' } })
  expect(memory.of('next')).toMatchObject({ secrets: {}, demanded: { isDocument: false, accountBy: null } })
  memory.keep('next', { secrets: { iban: 'BE68' } })
  expect(memory.of('cart').secrets).toEqual({})
})
