import { describe, expect, it } from 'vitest'
import { paymentStatuses } from '../buyback/payment-status.ts'
import { holdsMailbox, payeeSteps } from './payee-steps.ts'

const transfer = { provider: 'transfer_file', mode: { type: 'bank_transfer', provider: 'bank_transfer' } } as const
const card = { type: 'no_iban_transfer', provider: 'card_payment' } as const

describe('the steps that say where owed money goes', () => {
  it.each([
    ['payment_created', ['bank']],
    ['payment_failed', ['bank']],
    ['payment_initiated', ['bank']],
    ['payment_cancel_failed', ['bank']],
    ['awaiting_payment', []],
    ['payment_completed', []],
    ['payment_cancelled', []],
    ['payment_not_needed', []],
  ] as const)('of a payment that is %s are %j', (status, steps) => {
    expect(payeeSteps([{ ...transfer, status }])).toEqual(steps)
  })

  it('are those of any payment to the customer', () => {
    const statuses = paymentStatuses.map((status) => ({ ...transfer, status }))
    expect(payeeSteps(statuses)).toEqual(['bank'])
    expect(payeeSteps([])).toEqual([])
  })

  it.each([
    ['a service that has been chosen', 'http', null],
    ['a service that will be chosen', null, card],
  ] as const)('hold the contact, too, where %s pays by name and e-mail', (_which, provider, mode) => {
    expect(payeeSteps([{ provider, mode, status: 'payment_created' }])).toEqual(['contact', 'bank'])
    expect(payeeSteps([{ provider, mode, status: 'awaiting_payment' }])).toEqual([])
  })

  it('leave the contact alone where a person pays by hand what a service would have paid', () => {
    expect(payeeSteps([{ provider: 'manual', mode: card, status: 'payment_created' }])).toEqual(['bank'])
  })
})

describe('the e-mail of a customer', () => {
  it.each(paymentStatuses)('is held as the bank account is, of a transfer that is %s', (status) => {
    const payment = { ...transfer, status }
    expect(holdsMailbox([{ ...transfer, status: 'awaiting_payment' }, payment])).toBe(payeeSteps([payment]).length > 0)
  })

  it('is held where a service pays its reader, and free where a person pays without it', () => {
    const status = 'payment_created'
    expect(holdsMailbox([{ provider: null, mode: card, status }])).toBe(true)
    expect(holdsMailbox([{ provider: 'manual', mode: card, status }])).toBe(false)
  })
})
