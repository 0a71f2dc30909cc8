import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentStatuses, type PaymentStatus } from '../buyback/payment-status.ts'
import {
  canCancelPayment,
  nextPaymentStatus,
  owedStatuses,
  paymentActions,
  type PaymentAction,
} from './payment-rules.ts'

const allowed: readonly (readonly [PaymentStatus, PaymentAction, PaymentStatus])[] = [
  ['awaiting_payment', 'owe', 'payment_created'],
  ['awaiting_payment', 'owe_nothing', 'payment_not_needed'],
  ['awaiting_payment', 'cancel', 'payment_cancelled'],
  ['payment_cancelled', 'owe', 'payment_created'],
  ['payment_cancelled', 'owe_nothing', 'payment_not_needed'],
  ['payment_not_needed', 'owe', 'payment_created'],
  ['payment_created', 'initiate', 'payment_initiated'],
  ['payment_created', 'mark_paid', 'payment_completed'],
  ['payment_created', 'cancel', 'payment_cancelled'],
  ['payment_initiated', 'complete', 'payment_completed'],
  ['payment_initiated', 'fail', 'payment_failed'],
  ['payment_initiated', 'refuse_cancel', 'payment_cancel_failed'],
  ['payment_cancel_failed', 'complete', 'payment_completed'],
  ['payment_cancel_failed', 'fail', 'payment_failed'],
  ['payment_failed', 'try_again', 'payment_created'],
  ['payment_failed', 'mark_paid', 'payment_completed'],
  ['payment_failed', 'cancel', 'payment_cancelled'],
]
const every = paymentStatuses.flatMap((status) => paymentActions.map((action) => [status, action] as const))
const refused = every.filter(([status, action]) => !allowed.some(([from, by]) => from === status && by === action))

describe('a payment', () => {
  it.each(allowed)('that is %s may %s and is %s', (status, action, next) => {
    expect(nextPaymentStatus(status, action)).toBe(next)
  })

  it.each(refused)('that is %s cannot %s', (status, action) => {
    expect(nextPaymentStatus(status, action)).toBeNull()
  })

  it('is paid at most once, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...paymentActions), { maxLength: 60 }), (actions) => {
        let status: PaymentStatus = 'awaiting_payment'
        let paid = 0
        for (const action of actions) {
          const next = nextPaymentStatus(status, action)
          if (next === null) continue
          if (next === 'payment_completed') paid += 1
          expect(status).not.toBe('payment_completed')
          status = next
        }
        expect(paid).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is owed from the settling to the money’s arrival, in every status in between', () => {
    expect(owedStatuses).toEqual(['payment_cancel_failed', 'payment_created', 'payment_failed', 'payment_initiated'])
  })

  it.each([
    ['awaiting_payment', true],
    ['payment_created', true],
    ['payment_failed', true],
    ['payment_cancelled', true],
    ['payment_not_needed', true],
    ['payment_initiated', false],
    ['payment_completed', false],
    ['payment_cancel_failed', false],
  ] as const)('that is %s lets its buyback be cancelled without force: %s', (status, can) => {
    expect(canCancelPayment(status)).toBe(can)
  })
})
