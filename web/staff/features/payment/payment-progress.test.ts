import { expect, it } from 'vitest'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { isUnderWay } from './payment-progress.ts'
import { paymentRow } from './payment.fixture.ts'

it.each<[string, Partial<PaymentAnswer>, boolean]>([
  ['is due at a service', { provider: 'http' }, true],
  ['has just been settled', { provider: null }, true],
  ['was sent to a service', { provider: 'http', status: 'payment_initiated' }, true],
  ['waits for a file', {}, false],
  ['stands in a file', { status: 'payment_initiated' }, false],
  ['is paid by hand', { provider: 'manual' }, false],
  ['was refused', { provider: 'http', status: 'payment_failed' }, false],
  ['is paid', { provider: 'http', status: 'payment_completed' }, false],
  ['waits for a second person', { provider: 'http', releaseState: 'waiting' }, false],
  ['waits for somebody to ask again', { provider: 'http', mayAskAgain: true }, false],
])('a payment that %s goes on by itself: %o is %s', (_what, change, expected) => {
  expect(isUnderWay({ ...paymentRow, ...change })).toBe(expected)
})
