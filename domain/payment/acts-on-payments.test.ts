import { expect, it } from 'vitest'
import { modules } from '../organization/module.ts'
import { actsOnPayments } from './acts-on-payments.ts'

it('a buyer acts on the payments of an account where it pays itself, everybody else in either case', () => {
  expect(modules.filter((module) => actsOnPayments(module, 'retailer'))).toEqual(['root', 'tim', 'rps'])
  expect(modules.filter((module) => actsOnPayments(module, 'buyer'))).toEqual([...modules])
})
