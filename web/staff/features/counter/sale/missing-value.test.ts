import { expect, it } from 'vitest'
import type { Predeclared } from '../catalog/sale-facts.ts'
import { missingCents } from './missing-value.ts'

const cart = { minimumCartValue: 5_000 }

it('lets a sale wait for the least value of a cart', () => {
  expect(missingCents(cart, { predeclared: null, missing: null, totalCents: 4_200 })).toBe(800)
  expect(missingCents(cart, { predeclared: null, missing: null, totalCents: 5_000 })).toBe(0)
})

it('asks no least value of what the web has predeclared', () => {
  expect(missingCents(cart, { predeclared: {} as Predeclared, missing: null, totalCents: 4_200 })).toBe(0)
})

it('asks no least value of a file that cannot be finalised', () => {
  expect(missingCents(cart, { predeclared: null, missing: 'gone', totalCents: 0 })).toBe(0)
})
