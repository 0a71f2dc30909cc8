import { describe, expect, it } from 'vitest'
import {
  correctionClosure,
  correctionKinds,
  maskedIban,
  maskedMailbox,
  type CorrectionFacts,
} from './buyback-correction.ts'
import { paymentStatuses } from './payment-status.ts'

const sold: CorrectionFacts = {
  status: 'bb_awaiting_inventory',
  paymentStatus: 'awaiting_payment',
  paymentType: 'bank_transfer',
  hasMailbox: true,
  isMarked: false,
  isCarrierOrdered: false,
  isServed: true,
}
const bank = (change: Partial<CorrectionFacts>) => correctionClosure('bank', { ...sold, ...change })
const address = (change: Partial<CorrectionFacts>) => correctionClosure('address', { ...sold, ...change })

describe('what a customer corrects', () => {
  it.each(correctionKinds)('is open before the payment: %s', (kind) => {
    expect(correctionClosure(kind, sold)).toBeNull()
  })

  it.each(paymentStatuses)('of a buyback whose payment is %s', (paymentStatus) => {
    const expected = ['awaiting_payment', 'payment_created', 'payment_failed'].includes(paymentStatus)
      ? null
      : ['payment_cancelled', 'payment_not_needed'].includes(paymentStatus)
        ? 'ended'
        : 'payment_begun'
    const status = 'bb_completed'
    expect([bank({ status, paymentStatus }), address({ status, paymentStatus })]).toEqual([expected, expected])
  })

  it('ends where a person says that the money has been paid by hand', () => {
    expect(bank({ status: 'bb_completed', paymentStatus: 'payment_created', isMarked: true })).toBe('payment_begun')
  })

  it.each(['bb_cancelled', 'bb_not_completed'] as const)('ends with %s, but for money that is still due', (status) => {
    expect(bank({ status })).toBe('ended')
    expect(bank({ status, paymentStatus: 'payment_failed' })).toBeNull()
  })

  it('is the bank account of a transfer alone', () => {
    for (const paymentType of ['voucher', 'gift_card', 'no_iban_transfer', null] as const)
      expect([bank({ paymentType }), address({ paymentType })]).toEqual(['not_transfer', null])
  })

  it('is no address to which a carrier is on its way', () => {
    const isCarrierOrdered = true
    expect([address({ isCarrierOrdered }), bank({ isCarrierOrdered })]).toEqual(['carrier_comes', null])
  })

  it('is no address where the products are sent from different countries', () => {
    const isServed = false
    expect([address({ isServed }), bank({ isServed })]).toEqual(['not_served', null])
  })

  it('needs a mailbox that is known', () => {
    expect(bank({ hasMailbox: false })).toBe('no_mailbox')
  })
})

it('an IBAN shows its country and its end, and a mailbox its first letters', () => {
  expect(maskedIban('DE89370400440532013000')).toBe('DE•• •••• 3000')
  expect(maskedMailbox('anna.martin@exemple.fr')).toBe('a•••@e•••.fr')
  expect(maskedMailbox('"a@b"@mail.exemple.co.uk')).toBe('"•••@m•••.uk')
})
