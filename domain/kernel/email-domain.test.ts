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
  ['zoe@bücher.example', 'zoe@xn--bcher-kva.example'],
  ['Zoe@BU\u0308CHER.example', 'zoe@xn--bcher-kva.example'],
  ['zoe@XN--BCHER-KVA.example', 'zoe@xn--bcher-kva.example'],
  ['z.oe@ｇmail。com', 'zoe@gmail.com'],
  ['zoe@b\u0443cher.example', 'zoe@xn--bcher-eze.example'],
  ['zoe@xn--a.example', 'zoe@xn--a.example'],
])('the mailbox that %s leads to is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
