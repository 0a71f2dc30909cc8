import { expect, it } from 'vitest'
import { domainOf } from './email-domain.ts'

it('the domain of an e-mail is what stands behind its last at sign', () => {
  expect(domainOf('Zoe@Shop.Example')).toBe('shop.example')
  expect(domainOf('"a@b"@shop.example')).toBe('shop.example')
})
