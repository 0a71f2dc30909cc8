import { expect } from 'vitest'
import type * as z from 'zod'
import type { readVoucherCall } from '#sync/calls/payment.ts'
import type { TestSession } from './api.ts'
import { signedEvent } from './payout-server.ts'
import * as facts from './tour-facts.ts'
import { callAccountPayouts } from './tour-of-connectors.ts'
import { callReleases } from './tour-of-releases.ts'
import type { Tour } from './tour.ts'

const post = (json: unknown = {}) => ({ json })

/** Operations of payments, the register and jobs. */
export async function callPayments(tour: Tour, admin: TestSession, seller: TestSession): Promise<void> {
  const { call } = tour
  const office = await tour.person('root_management_unit_manager')
  await tour.firstOf('get /api/payments', office)
  await call('get /api/payments/due', office)
  const failed = await facts.failedPayment(tour)
  await call('post /api/payments/{id}/try-again', office, { params: { id: failed.id }, json: {} })
  const paid = { params: { id: failed.buybackId }, json: {} }
  await call('post /api/buybacks/{id}/mark-as-paid', office, paid)
  await call('get /api/payer', office)
  const payer = { name: 'Maison Rivoli', iban: 'FR7630006000011234567890189', town: 'Paris', country: 'FR' }
  await call('put /api/payer', office, post(payer))
  await facts.giveBankAccounts(tour)
  const { file } = await call<{ file: { id: string } }>('post /api/payment-files', office, post())
  await tour.firstOf('get /api/payment-files', office)
  await call('get /api/payment-files/{file}', office, { params: { file: `${file.id}.xml` } })
  await call('post /api/payment-files/{id}/sent', office, { params: { id: file.id }, json: {} })
  const params = { id: await facts.buybackWithVoucher(tour, seller.user.currentOrganization!.id) }
  type HandedOut = z.output<typeof readVoucherCall.answer>
  const { voucher } = await call<HandedOut>('get /api/buybacks/{id}/voucher', seller, { params })
  expect(voucher?.code).toMatch(/^[0-9A-Z]{28}$/)
  const key = await tour.value(
    `select key from payment_attempt where account_id = $1 and provider = 'http' limit 1`,
    tour.accountId,
  )
  const event = signedEvent({ key, status: 'failed', reason: 'late' }, Date.now())
  await call('post /api/payment-events', 'nobody', { body: event.body, headers: event.headers })
  await callAccountPayouts(tour, admin)
  for (const format of ['json', 'csv', 'pdf'])
    await call('get /api/register', admin, { query: `from=2026-01-01&to=2126-12-31&format=${format}` })
  const job = await facts.failedJob(tour)
  await tour.firstOf('get /api/jobs', admin)
  await call('post /api/jobs/{id}/retry', admin, { params: { id: job }, json: {} })
}

/** Operations of the payment office, once there are files of transfers. */
export async function callPaymentOffice(tour: Tour, admin: TestSession): Promise<void> {
  const { call } = tour
  const office = await tour.person('root_management_unit_manager')
  const params = { id: await tour.firstOf('get /api/payments', office) }
  await call('get /api/payments/{id}', office, { params })
  await call('get /api/payments.csv', office)
  await call('get /api/payments/due.csv', office)
  await call('get /api/payment-files.csv', office)
  await callReleases(tour, office)
  await call('get /api/jobs.csv', admin)
  await call('get /api/payment-files/preview', office)
  const file = await tour.firstOf('get /api/payment-files', office)
  await call('get /api/payment-files/{id}/lines', office, { params: { id: file } })
  await call('get /api/jobs/queues', admin)
  await call('get /api/jobs/tasks', admin)
  await call('get /api/register/verification', admin)
  const buyback = { id: await tour.firstOf('get /api/buybacks', office) }
  await call('get /api/buybacks/{id}/delivery', office, { params: buyback })
  await call('get /api/carriers', admin)
}
