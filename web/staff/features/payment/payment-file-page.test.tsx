import { afterEach, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import type { PaymentFileAnswer, PaymentFileLineAnswer } from '#sync/calls/payment.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { PaymentFilePage } from './payment-file-page.tsx'

const emulate = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media })
afterEach(() => emulate(''))

const file: PaymentFileAnswer = {
  id: 'f1',
  messageId: 'M1',
  createdAt: '2026-11-29T10:00:00.000Z',
  createdBy: 'Ada',
  executeOn: '2026-11-30',
  count: 20,
  totalCents: 20_000,
  currency: 'EUR',
  sentAt: null,
  refused: 0,
  releaseState: 'not_needed',
}
const lines = Array.from({ length: file.count }, (_, index): PaymentFileLineAnswer => {
  const number = 10 + index
  const rest = { amountCents: 1_000, ibanEnd: '0189', state: 'started' as const, isClosed: false }
  return {
    paymentId: `p${number}`,
    buybackId: `b${number}`,
    buybackCode: `20000000000${number}`,
    payeeName: `Payee ${number}`,
    reference: `R${number}`,
    ...rest,
  }
})

it('prints every line of the file, whatever is looked for on screen', { tags: ['slow'] }, async () => {
  const { rows, fill } = await openOffice(() => <PaymentFilePage id="f1" left={0} />, {
    answer: () => ({ file, lines }),
    texts: ['payment'],
    pages: ['/payment-files/$id', '/payment-files'],
  })
  const visible = () => rows().filter((row) => row.checkVisibility()).length
  await vi.waitFor(() => expect(visible()).toBe(20), { timeout: 10_000 })
  for (const [typed, found] of [
    ['Payee 17', 1],
    ['nobody', 0],
  ] as const) {
    await fill('Nom, n° de reprise, référence', typed)
    await vi.waitFor(() => expect(visible()).toBe(found))
    await emulate('print')
    expect(visible()).toBe(20)
    await emulate('')
  }
})
