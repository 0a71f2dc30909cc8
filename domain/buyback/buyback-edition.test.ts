import { describe, expect, it } from 'vitest'
import { imeiProblem, openEditionSteps, type EditionFacts } from './buyback-edition.ts'

const fresh: EditionFacts = {
  status: 'bb_in_transit',
  tested: false,
  paymentStatus: 'awaiting_payment',
  paymentType: 'bank_transfer',
  hasCustomer: true,
  hasWholeAddress: true,
}
const steps = (change: Partial<EditionFacts>) => openEditionSteps({ ...fresh, ...change })

describe('the edition of a buyback', () => {
  it('has every step before the test', () => {
    expect(steps({})).toEqual(['product', 'contact', 'bank'])
  })

  it.each([
    ['a tested product', { tested: true }],
    ['a settled buyback', { status: 'bb_completed', paymentStatus: 'payment_created' }],
  ] as const)('leaves the numbers of %s as they were found', (_what, change) => {
    expect(steps(change)).toEqual(['contact', 'bank'])
  })

  it.each(['payment_initiated', 'payment_completed', 'payment_cancel_failed'] as const)(
    'takes no other bank account once the payment is %s',
    (paymentStatus) => {
      expect(steps({ status: 'bb_completed', paymentStatus })).toEqual(['contact'])
    },
  )

  it('takes another bank account after a payment that failed', () => {
    expect(steps({ status: 'bb_completed', paymentStatus: 'payment_failed' })).toContain('bank')
  })

  it('lets an address that lacks something be completed, also of a product that goes back (F28)', () => {
    expect(steps({ hasWholeAddress: false })).toEqual(['product', 'contact', 'bank', 'address'])
    expect(steps({ status: 'bb_not_completed', hasWholeAddress: false })).toEqual(['address'])
    expect(steps({ status: 'bb_not_completed', hasWholeAddress: false, hasCustomer: false })).toEqual([])
  })

  it('asks for a bank account only where the money goes to one', () => {
    expect(steps({ paymentType: 'voucher' })).toEqual(['product', 'contact'])
  })

  it('has no step for what is cancelled or not completed, and none of a customer who was erased', () => {
    expect(steps({ status: 'bb_cancelled', paymentStatus: 'payment_cancelled' })).toEqual([])
    expect(steps({ status: 'bb_not_completed', paymentStatus: 'payment_cancelled' })).toEqual([])
    expect(steps({ hasCustomer: false })).toEqual(['product'])
  })

  it.each(['payment_created', 'payment_failed'] as const)(
    'asks where the money goes that is owed for a kept product of a cancelled buyback, once it is %s',
    (paymentStatus) => {
      expect(steps({ status: 'bb_cancelled', tested: true, paymentStatus })).toEqual(['contact', 'bank'])
      expect(steps({ status: 'bb_cancelled', tested: true, paymentStatus, paymentType: 'voucher' })).toEqual([
        'contact',
      ])
      expect(steps({ status: 'bb_cancelled', tested: true, paymentStatus, hasCustomer: false })).toEqual([])
    },
  )

  it.each([
    [null, null],
    ['35693803564380', 'IMEI_MALFORMED'],
    ['356938035643809', null],
    ['35693803564380901', null],
    ['356938035643809012', 'IMEI_MALFORMED'],
    ['35-6938035643809', 'IMEI_MALFORMED'],
    ['', 'IMEI_MALFORMED'],
  ])('finds in the IMEI %s: %s', (imei, problem) => {
    expect(imeiProblem(imei)).toBe(problem)
  })
})
