import { expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { PaymentsPage } from './payments-page.tsx'

const payment: PaymentAnswer = {
  id: 'p1',
  buybackId: 'b1',
  buybackCode: '2000000000017',
  customerName: 'Anna Martin',
  status: 'payment_created',
  amountCents: 33_000,
  currency: 'EUR',
  modeId: null,
  modeLabel: 'Virement',
  modeType: 'bank_transfer',
  provider: 'transfer_file',
  settledAt: '2026-11-06T10:00:00.000Z',
  promisedOn: '2026-11-13',
  completedAt: null,
  complementaryInformation: null,
  attempts: 0,
  failure: null,
  fileId: null,
}

it.each<readonly [UserType, number]>([
  ['root_management_unit_analyst', 0],
  ['admin', 1],
])('payments are read by %s, who is offered %i ways to mark them as paid', async (userType, ways) => {
  const { rows } = await openOffice(PaymentsPage, {
    answer: ({ path }) =>
      path === '/api/payments'
        ? { 'hydra:member': [payment], 'hydra:totalItems': 1 }
        : { 'hydra:member': [], 'hydra:totalItems': 0 },
    texts: ['payment', 'buyback', 'journey'],
    userType,
    pages: ['/payments', '/payments/$id'],
  })
  await vi.waitFor(() => expect(rows()).toHaveLength(1), { timeout: 10_000 })
  const deeds = [...document.querySelectorAll('button')].filter(({ textContent, ariaLabel }) =>
    (ariaLabel ?? textContent).startsWith('Marquer comme payée'),
  )
  expect(deeds).toHaveLength(ways)
})
