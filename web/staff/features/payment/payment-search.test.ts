import { describe, expect, it } from 'vitest'
import { paymentFilters, paymentQuestionOf } from './payment-search.ts'

describe('the filters of payments', () => {
  it('take from an address only what makes sense', () => {
    expect(
      paymentFilters.read({
        status: ['payment_created', 'paid'],
        provider: 'http',
        from: '2026-02-30',
        to: '2026-02-28',
      }),
    ).toEqual({ status: ['payment_created'], provider: ['http'], to: '2026-02-28' })
    expect(paymentFilters.read({ status: 7, provider: [{}] })).toEqual({})
  })

  it('ask the server by promised day and by words', () => {
    expect(paymentQuestionOf({ from: '2026-02-01', status: ['payment_failed'] }, 'Durand')).toEqual({
      q: 'Durand',
      status: ['payment_failed'],
      provider: undefined,
      dueFrom: '2026-02-01',
      due: undefined,
    })
    expect(paymentQuestionOf({}, '')).not.toHaveProperty('q')
  })
})
