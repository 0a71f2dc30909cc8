import { expect, it, vi } from 'vitest'
import type { PaymentDetailAnswer } from '#sync/calls/payment.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { PaymentPage } from './payment-page.tsx'
import { paymentRow } from './payment.fixture.ts'

it.each([
  ['payment_cancel_failed', 'Le service a refusé d’annuler'],
  ['payment_failed', 'La tentative a été refusée'],
] as const)('a payment in %s says what to do next', async (status, words) => {
  const payment: PaymentDetailAnswer = {
    ...paymentRow,
    status,
    provider: 'http',
    attemptList: [],
    postings: [],
    voucher: null,
    hasIban: false,
    ibanEnd: null,
    markedBy: null,
  }
  const { place } = await openOffice(() => <PaymentPage id="p1" />, {
    answer: ({ path }) =>
      path === '/api/payments/p1' ? payment : Response.json({ code: 'REQUEST_NOT_FOUND' }, { status: 404 }),
    texts: ['payment', 'buyback'],
    pages: ['/payments/$id', '/payments', '/buyback/$id'],
    at: '/payments/p1',
  })
  await vi.waitFor(() => expect(place.textContent).toContain(words), { timeout: 10_000 })
})

it('a payment that is under way is followed to what its service answers', { tags: ['slow'] }, async () => {
  const asked = {
    ...paymentRow,
    provider: 'http' as const,
    attemptList: [],
    postings: [],
    voucher: null,
    hasIban: false,
    ibanEnd: null,
    markedBy: null,
  }
  const statuses = ['payment_initiated', 'payment_failed'] as const
  let times = 0
  const { place } = await openOffice(() => <PaymentPage id="p1" />, {
    answer: ({ path }) =>
      path === '/api/payments/p1'
        ? ({ ...asked, status: statuses[Math.min(times++, statuses.length - 1)]! } satisfies PaymentDetailAnswer)
        : Response.json({ code: 'REQUEST_NOT_FOUND' }, { status: 404 }),
    texts: ['payment', 'buyback'],
    pages: ['/payments/$id', '/payments', '/buyback/$id'],
    at: '/payments/p1',
  })
  await vi.waitFor(() => expect(place.textContent).toContain('La tentative a été refusée'), { timeout: 25_000 })
})
