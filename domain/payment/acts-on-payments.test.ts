import { expect, it } from 'vitest'
import { modules } from '../organization/module.ts'
import { actsOnPayments, issuerInEffect } from './acts-on-payments.ts'

it('a buyer acts on the payments of an account where it pays itself, everybody else in either case', () => {
  expect(modules.filter((module) => actsOnPayments(module, 'retailer'))).toEqual(['root', 'tim', 'rps'])
  expect(modules.filter((module) => actsOnPayments(module, 'buyer'))).toEqual([...modules])
})

it('a buyer pays as the issuer, and where the account lets it pay in its place', () => {
  expect([issuerInEffect('retailer', false), issuerInEffect('buyer', false)]).toEqual(['retailer', 'buyer'])
  expect([issuerInEffect('retailer', true), issuerInEffect('buyer', true)]).toEqual(['buyer', 'buyer'])
})
