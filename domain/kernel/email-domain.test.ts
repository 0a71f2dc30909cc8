import { expect, it } from 'vitest'
import { domainOf, mailboxOf } from './email-domain.ts'

it('the domain of an e-mail is what stands behind its last at sign', () => {
  expect(domainOf('Zoe@Shop.Example')).toBe('shop.example')
  expect(domainOf('"a@b"@shop.example')).toBe('shop.example')
})

it.each([
  ['Zoe+shop@Shop.Example', 'zoe@shop.example'],
  ['zoe.k@shop.example', 'zoe.k@shop.example'],
  ['zoe_k@shop.example', 'zoe_k@shop.example'],
  ['z.o.e+1+2@googlemail.com', 'zoe@gmail.com'],
  ['zoe_k@gmail.com', 'zoe_k@gmail.com'],
  ['z-o_e.k@PM.me', 'zoek@proton.me'],
  ['zoe.k@mac.com', 'zoe.k@icloud.com'],
  ['+zoe@shop.example', '+zoe@shop.example'],
])('the mailbox that %s leads to is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
