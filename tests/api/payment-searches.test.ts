// @module-tag slow
import { expect, it } from 'vitest'
import type * as z from 'zod'
import type { JobAnswer } from '#sync/calls/job.ts'
import type { createPaymentFileCall, PaymentAnswer } from '#sync/calls/payment.ts'
import { preparePayments } from '#tests/support/payment-world.ts'

const world = preparePayments()
const { api, owner, manager, settled, paymentOf } = world

const get = async (path: string, by = manager()) => by.request(path)
const read = async <T>(path: string, by = manager()) => (await (await get(path, by)).json()) as T
const post = (path: string, json: object = {}) => manager().request(path, { method: 'POST', json })
const jobs = (query: string) => read<{ 'hydra:member': JobAnswer[] }>(`/api/jobs?itemsPerPage=200&${query}`)
const payer = { name: 'Maison', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' }

it('due payments are found by name, code, amount and promised day, and exported so', async () => {
  const id = await settled({
    firstName: 'Ingeborg',
    amountCents: 7_731,
    settledAt: new Date('2020-02-03T09:00:00Z'),
  })
  const { buybackCode, promisedOn } = await paymentOf(id)
  const found = async (q: string, by = manager()) => {
    const list = await read<{ 'hydra:member': PaymentAnswer[]; 'hydra:totalItems': number }>(
      `/api/payments/due?q=${encodeURIComponent(q)}`,
      by,
    )
    expect(list['hydra:totalItems']).toBe(list['hydra:member'].length)
    return list['hydra:member'].map(({ buybackId }) => buybackId)
  }
  const [year, month, day] = promisedOn!.split('-')
  for (const q of ['ingeborg', buybackCode, '77,31', `${day}/${month}/${year}`]) expect(await found(q), q).toEqual([id])
  // The wide sign folds to one of patterns.
  for (const q of ['ingeborg durand', '77,32', '31/11/2020', '%', '％', "'"]) expect(await found(q), q).toEqual([])
  expect(await found('ingeborg', await api().signIn('admin@other.example'))).toEqual([])
  const csv = await (await get('/api/payments/due.csv?language=en-GB&q=ingeborg')).text()
  const [head, line, ...others] = csv.trim().split('\r\n')
  expect(head).toContain('Working days left,Working days late,Buyback,Customer')
  expect([line?.includes('77.31'), others]).toEqual([true, []])
  expect(line).toMatch(/^0,[1-9]\d*,/)
  expect((await get('/api/payments/due.csv', await api().signIn('store_manager'))).status).toBe(403)
  for (const q of ['', '%20', 'x'.repeat(201)]) expect((await get(`/api/payments/due?q=${q}`)).status, q).toBe(422)
})

it('files of transfers are found by what they hold, who made them, the payer’s IBAN, sum and day', async () => {
  await manager().request('/api/payer', { method: 'PUT', json: payer })
  const id = await settled({ mode: 'transfer', firstName: 'Oleksandra', amountCents: 8_313 })
  const { id: paymentId, buybackCode } = await paymentOf(id)
  const { file } = (await (await post('/api/payment-files', { paymentIds: [paymentId] })).json()) as z.output<
    typeof createPaymentFileCall.answer
  >
  const found = async (q: string, by = manager()) => {
    const list = await read<{ 'hydra:member': { readonly id: string }[]; 'hydra:totalItems': number }>(
      `/api/payment-files?itemsPerPage=200&q=${encodeURIComponent(q)}`,
      by,
    )
    expect(list['hydra:totalItems']).toBe(list['hydra:member'].length)
    return list['hydra:member'].map((each) => each.id)
  }
  for (const q of [file.messageId, 'oleksandra', buybackCode, '83,13']) expect(await found(q), q).toEqual([file.id])
  for (const q of [file.createdBy!, '0189', '0 189', file.executeOn]) expect(await found(q), q).toContain(file.id)
  for (const q of ['0188', '189', '83,14', 'oleksandra durand', '2020-01-01', '%'])
    expect(await found(q), q).toEqual([])
  const other = await api().signIn('admin@other.example')
  expect(await found(file.messageId, other)).toEqual([])
  const csvOf = async (by = manager()) =>
    (await get(`/api/payment-files.csv?language=fr-FR&q=${file.messageId}`, by)).text()
  const [head, line, ...rest] = (await csvOf()).trim().split('\r\n')
  expect(head).toContain('Total;Devise;État;Transmis le;Refusés')
  expect([line?.startsWith(file.messageId), line?.includes('83,13'), rest]).toEqual([true, true, []])
  expect((await csvOf(other)).trim().split('\r\n')).toHaveLength(1)
  expect((await get('/api/payment-files.csv', await api().signIn('store_manager'))).status).toBe(403)
})

it('jobs of the server are found by code, recipient, failure and day, and exported so', async () => {
  const id = await settled({ mode: 'voucher' })
  const { buybackCode } = await paymentOf(id)
  const [mail] = (await jobs('queue=mail&state=waiting'))['hydra:member']
  await owner().query(
    `update mail_message set status = 'failed', recipient = 'Ute.Meier@kunde.example', last_error = 'Mailbox is full'
     where id = $1`,
    [mail!.id],
  )
  const found = async (q: string) => (await jobs(`q=${encodeURIComponent(q)}`))['hydra:member'].map((job) => job.id)
  for (const q of ['ute.meier@', 'full mailbox']) expect(await found(q), q).toEqual([mail!.id])
  const { 'hydra:member': ofBuyback } = await jobs(`q=${buybackCode}`)
  expect(ofBuyback.map((job) => job.buybackId)).toEqual(ofBuyback.map(() => id))
  expect(ofBuyback.length).toBeGreaterThan(0)
  for (const q of ['meier@', 'ute%', '2020-01-01']) expect(await found(q), q).toEqual([])
  const other = await api().signIn('admin@other.example')
  expect(await read('/api/jobs?q=ute.meier', other)).toMatchObject({ 'hydra:totalItems': 0 })
  const csvOf = async (by = manager()) => (await get('/api/jobs.csv?language=de-DE&q=ute.meier', by)).text()
  const [, line, ...rest] = (await csvOf()).trim().split('\r\n')
  expect([line?.includes('Mailbox is full'), line?.includes('Ute.Meier'), rest]).toEqual([true, false, []])
  expect((await csvOf(other)).trim().split('\r\n')).toHaveLength(1)
  expect((await get('/api/jobs.csv', await api().signIn('store_manager'))).status).toBe(403)
})
