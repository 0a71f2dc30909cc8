// @module-tag slow
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { newId } from '#api/db/new-id.ts'
import type { JobAnswer, listQueuesCall } from '#sync/calls/job.ts'
import type {
  createPaymentFileCall,
  PaymentAnswer,
  PaymentDetailAnswer,
  previewPaymentFileCall,
  readPaymentFileCall,
} from '#sync/calls/payment.ts'
import { preparePayments } from '#tests/support/payment-world.ts'

const world = preparePayments()
const { api, owner, manager, settled, runJobs, become, paymentOf, statusOf, markPaid } = world

const get = async (path: string, by = manager()) => by.request(path)
const read = async <T>(path: string, by = manager()) => (await (await get(path, by)).json()) as T
const post = (path: string, json: object = {}, by = manager()) => by.request(path, { method: 'POST', json })
const givePayer = () =>
  manager().request('/api/payer', {
    method: 'PUT',
    json: { name: 'Maison', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' },
  })

describe('one payment', () => {
  it('is tried again by a buyer where it pays itself', async () => {
    world.server().behave('refuse')
    const id = await settled({ mode: 'http' })
    await world.assignToBuyer(id)
    const buyer = await world.api().signIn('buyer_manager')
    const pays = (issuer: string) =>
      world.owner().query('update account set payment_issuer = $2 where id = $1', [world.account().id, issuer])
    expect((await world.tryAgain(id, buyer))?.status).toBe(403)
    await pays('buyer')
    expect((await world.tryAgain(id, buyer))?.status).toBe(200)
    await pays('retailer')
    await runJobs(id)
    expect((await world.tryAgain(id, buyer))?.status).toBe(403)
    // The account lets its buyer pay in its place.
    const lets = (isEnabled: boolean) =>
      world
        .owner()
        .query('update organization_root_detail set buyer_payment_enabled = $2 where account_id = $1', [
          world.account().id,
          isEnabled,
        ])
    await lets(true)
    expect((await world.tryAgain(id, buyer))?.status).toBe(200)
    await lets(false)
    world.server().behave('complete')
    await runJobs(id)
  })

  const detail = async (buybackId: string) =>
    read<PaymentDetailAnswer>(`/api/payments/${(await paymentOf(buybackId)).id}`)

  it('tells of its attempts and of every posting, from which ledger to which', async () => {
    world.server().behave('refuse')
    const id = await settled({ mode: 'http' })
    world.server().behave('complete')
    await world.tryAgain(id)
    await runJobs(id)
    const found = await detail(id)
    expect(found.attemptList.map(({ number, provider, state }) => [number, provider, state])).toEqual([
      [1, 'http', 'failed'],
      [2, 'http', 'completed'],
    ])
    expect(found.attemptList[0]!.failure).toBeTruthy()
    expect(
      found.postings.map(({ kind, debited, credited, amountCents }) => [kind, debited, credited, amountCents]),
    ).toEqual([
      ['owed', 'purchases', 'customers', 12_345],
      ['paid', 'customers', 'provider', 12_345],
    ])
    expect(found).toMatchObject({
      status: 'payment_completed',
      hasIban: true,
      ibanEnd: '0189',
      voucher: null,
      markedBy: null,
    })
  })

  it('names who marked it as paid, and whether a bank account is known', async () => {
    const id = await settled({ iban: null })
    await markPaid(id)
    const markedBy = expect.stringMatching(/\S+ \S+/) as string
    expect(await detail(id)).toMatchObject({ hasIban: false, ibanEnd: null, markedBy })
  })

  it('holds of a manual payment the provider, the end of the IBAN and what was noted (BB-35)', async () => {
    const id = await settled()
    await markPaid(id, manager(), 'Chèque n° 12')
    expect(await detail(id)).toMatchObject({
      provider: 'manual',
      ibanEnd: '0189',
      complementaryInformation: 'Chèque n° 12',
    })
  })

  it('shows the end of a voucher’s code to the office, and the whole of it to who hands it out', async () => {
    const id = await settled({ mode: 'voucher' })
    const { voucher } = await detail(id)
    expect(voucher).toMatchObject({ type: 'voucher', amountCents: 12_345 })
    const path = `/api/buybacks/${id}/voucher`
    const handed = await read<{ voucher: { code: string } }>(path, await api().signIn('store_seller'))
    expect(handed.voucher.code).toMatch(/^[0-9A-Z]{28}$/)
    expect(voucher!.codeEnd).toBe(handed.voucher.code.slice(-4))
    expect((await get(path, await api().signIn('root_management_unit_analyst'))).status).toBe(403)
    expect((await get(path, await api().signIn('admin@other.example'))).status).toBe(404)
    expect(await read(`/api/buybacks/${await settled()}/voucher`)).toEqual({ voucher: null })
  })

  it('is unknown to who does not see its buyback', async () => {
    const { id } = await paymentOf(await settled())
    const path = `/api/payments/${id}`
    expect((await get(path, await api().signIn('admin@other.example'))).status).toBe(404)
    expect((await get(path, await api().signIn('buyer_manager'))).status).toBe(404)
    expect((await get(path, await api().signIn('store_manager'))).status).toBe(403)
    expect((await get(`/api/payments/${newId()}`)).status).toBe(404)
  })
})

describe('the list of payments', () => {
  const list = async (query: string) =>
    (await read<{ 'hydra:member': PaymentAnswer[] }>(`/api/payments${query}`))['hydra:member']

  it('is searched by words of the name, whatever their accents, and by the beginning of a code', async () => {
    const id = await settled({ firstName: 'Hélène-Zut' })
    const { buybackCode } = await paymentOf(id)
    const ids = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ buybackId }) => buybackId)
    expect(await ids('helene-zut mull')).toEqual([id])
    expect(await ids(buybackCode.slice(0, 12))).toContain(id)
    expect(await ids('helene-zut durand')).toEqual([])
    expect(await ids('100%')).toEqual([])
  })

  it('is cut by promised days, both included', async () => {
    const id = await settled({ settledAt: new Date('2021-03-01T09:00:00Z') })
    const { promisedOn } = await paymentOf(id)
    const found = await list(`?dueFrom=${promisedOn}&due=${promisedOn}`)
    expect(found.map(({ buybackId }) => buybackId)).toEqual([id])
    expect(await list(`?dueFrom=2021-01-01&due=2021-01-31`)).toEqual([])
  })

  it('comes as a CSV file in the language asked for, that no sheet runs', async () => {
    const id = await settled({ firstName: '=1+1' })
    await markPaid(id, manager(), 'Chèque')
    const response = await get('/api/payments.csv?language=fr-FR&status=payment_completed&q=Müller')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toContain('text/csv')
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toContain('Reprise;Client;Statut;Montant')
    expect(lines.every((line) => line.includes('Payée'))).toBe(true)
    expect(text).toContain("'=1+1")
    expect(text).toContain('123,45')
    expect((await get('/api/payments.csv', await api().signIn('store_manager'))).status).toBe(403)
  })

  it('of due ones says how many have missed their day, and what all of them come to', async () => {
    type Due = { readonly missed: number; readonly totalCents: number; readonly 'hydra:totalItems': number }
    const before = await read<Due>('/api/payments/due?itemsPerPage=1')
    await settled({ settledAt: new Date('2020-01-06T09:00:00Z'), amountCents: 4_321 })
    const after = await read<Due>('/api/payments/due?itemsPerPage=1')
    expect([after.missed, after['hydra:totalItems'], after.totalCents]).toEqual([
      before.missed + 1,
      before['hydra:totalItems'] + 1,
      before.totalCents + 4_321,
    ])
  })
})

describe('a file of transfers', () => {
  it('is previewed with what it would leave out, and then holds just that', async () => {
    await givePayer()
    const [due, without] = [await settled({ mode: 'transfer' }), await settled({ mode: 'transfer', iban: null })]
    const preview = await read<z.output<typeof previewPaymentFileCall.answer>>('/api/payment-files/preview')
    const lineOf = (id: string) => preview.transfers.find(({ buybackId }) => buybackId === id)
    expect(lineOf(due)).toMatchObject({ hasIban: true, payeeName: 'Zoé Müller & Søn', amountCents: 12_345 })
    expect(lineOf(without)).toMatchObject({ hasIban: false })
    const made = (await (await post('/api/payment-files')).json()) as z.output<typeof createPaymentFileCall.answer>
    expect(made.file).toMatchObject({
      count: preview.count,
      totalCents: preview.totalCents,
      executeOn: preview.executeOn,
      refused: 0,
    })
    expect(made.skipped.map(({ paymentId }) => paymentId)).toContain(lineOf(without)!.paymentId)
  })

  it('is read line by line by the names that the bank knows, and tells what the bank refused', async () => {
    await givePayer()
    const [good, bad] = [await settled({ mode: 'transfer' }), await settled({ mode: 'transfer', amountCents: 5_000 })]
    const ids = [(await paymentOf(good)).id, (await paymentOf(bad)).id]
    const made = (await (await post('/api/payment-files', { paymentIds: ids })).json()) as z.output<
      typeof createPaymentFileCall.answer
    >
    const path = `/api/payment-files/${made.file.id}`
    const before = await read<z.output<typeof readPaymentFileCall.answer>>(`${path}/lines`)
    expect(before.lines).toHaveLength(2)
    expect(before.lines.find(({ buybackId }) => buybackId === bad)).toMatchObject({
      payeeName: 'Zoé Müller & Søn',
      ibanEnd: '0189',
      state: 'accepted',
      reference: `${ids[1]!.replaceAll('-', '')}-1`,
    })
    expect((await post(`${path}/sent`, { refusedPaymentIds: [ids[1]] })).status).toBe(200)
    const after = await read<typeof before>(`${path}/lines`)
    expect(after.file).toMatchObject({ refused: 1, sentAt: expect.any(String) as string })
    expect(after.lines.find(({ buybackId }) => buybackId === bad)!.state).toBe('failed')
    expect([await statusOf(good), await statusOf(bad)]).toEqual(['payment_completed', 'payment_failed'])
    expect((await get(`${path}/lines`, await api().signIn('admin@other.example'))).status).toBe(404)
    expect((await get(`${path}/lines`, await api().signIn('root_management_unit_analyst'))).status).toBe(403)
  })
})

describe('the register', () => {
  it('is verified by who may read it, each account its own', async () => {
    await settled()
    const found = await read<{ lines: number; fault: unknown }>('/api/register/verification')
    const { rows } = await owner().query<{ count: number }>(
      'select count(*)::int as count from purchase_register where account_id = $1',
      [world.account().id],
    )
    expect(found).toMatchObject({ lines: rows[0]!.count, fault: null })
    expect(await read('/api/register/verification', await api().signIn('admin@other.example'))).toMatchObject({
      lines: 0,
      fault: null,
    })
    expect((await get('/api/register/verification', await api().signIn('store_manager'))).status).toBe(403)
  })

  it('says which line was changed by a person with the disk in hand', async () => {
    await settled()
    await owner().query('alter table purchase_register disable trigger user')
    await owner().query('begin')
    const change = (from: string, to: string) =>
      owner().query('update purchase_register set content = replace(content, $1, $2) where number = 1', [from, to])
    await change('Phone one', 'Phone 111')
    await owner().query('commit')
    expect(await read('/api/register/verification')).toMatchObject({
      lines: 0,
      fault: { number: 1, reason: 'changed' },
    })
    await change('Phone 111', 'Phone one')
    await owner().query('alter table purchase_register enable trigger user')
    expect(await read('/api/register/verification')).toMatchObject({ fault: null })
  })
})

describe('a buyback that was marked as paid', () => {
  it('tells staff when, and what was noted', async () => {
    const id = await settled()
    expect(await read<object>(`/api/buybacks/${id}`)).toMatchObject({
      payment: { completedAt: null, information: null },
    })
    await markPaid(id, manager(), 'Chèque 12')
    const { id: paymentId } = await paymentOf(id)
    expect(await read<object>(`/api/buybacks/${id}`)).toMatchObject({
      payment: { id: paymentId, completedAt: expect.any(String) as string, information: 'Chèque 12' },
    })
  })
})

describe('the jobs of the server', () => {
  const jobs = (query: string) => read<{ 'hydra:member': JobAnswer[] }>(`/api/jobs?itemsPerPage=200&${query}`)
  const queues = async () => (await read<z.output<typeof listQueuesCall.answer>>('/api/jobs/queues')).queues

  it('are payments, mails and papers, each with its buyback where it has one', async () => {
    const id = await world.open()
    await become(id, 'bb_completed')
    const { buybackCode } = await paymentOf(id)
    const found = (await jobs('queue=payment-start&state=waiting'))['hydra:member']
    const { id: paymentId } = await paymentOf(id)
    expect(found.find(({ buybackId }) => buybackId === id)).toMatchObject({ buybackCode, paymentId, kind: null })
    await settled({ mode: 'voucher' })
    expect((await jobs('queue=mail&state=waiting'))['hydra:member'][0]).toMatchObject({ kind: 'payment' })
    expect((await jobs('queue=document'))['hydra:member'].map(({ kind }) => kind)).toContain('voucher')
  })

  it('are counted by queue, also where nothing waits', async () => {
    const counted = await queues()
    expect(counted.map(({ queue }) => queue)).toEqual(
      expect.arrayContaining(['document', 'mail', 'payment-ask', 'payment-start']),
    )
    expect(counted.find(({ queue }) => queue === 'payment-ask')).toMatchObject({ failed: 0 })
    expect(counted.find(({ queue }) => queue === 'mail')!.oldestWaitingAt).not.toBeNull()
    const others = await read<z.output<typeof listQueuesCall.answer>>(
      '/api/jobs/queues',
      await api().signIn('admin@other.example'),
    )
    expect(others.queues.every(({ waiting, active, failed }) => waiting + active + failed === 0)).toBe(true)
  })

  it.each([
    ['mail', `update mail_message set status = 'failed', last_error = 'Error 550' where id = $1`],
    ['document', `update buyback_document set state = 'failed' where id = $1`],
  ])('a failed %s is tried again', async (queue, fail) => {
    await settled({ mode: 'voucher' })
    const [job] = (await jobs(`queue=${queue}&state=waiting`))['hydra:member']
    await owner().query(fail, [job!.id])
    expect((await queues()).find((each) => each.queue === queue)!.failed).toBe(1)
    const retry = () => post(`/api/jobs/${job!.id}/retry`)
    expect(await (await retry()).json()).toMatchObject({ id: job!.id, state: 'waiting' })
    expect((await retry()).status).toBe(200)
  })

  it.each([
    ['mail', `update mail_message set next_attempt_at = now() + interval '1 day' where id = $1`],
    ['document', `update buyback_document set next_attempt_at = now() + interval '1 day' where id = $1`],
  ])('a waiting %s is run now, and its mail tells no whole address', async (queue, postpone) => {
    await settled({ mode: 'voucher' })
    const [job] = (await jobs(`queue=${queue}&state=waiting`))['hydra:member']
    await owner().query(postpone, [job!.id])
    const answer = (await (await post(`/api/jobs/${job!.id}/retry`)).json()) as JobAnswer
    expect(Date.parse(answer.dueAt!)).toBeLessThan(Date.now() + 60_000)
    expect(answer.recipient).toEqual(queue === 'mail' ? expect.stringMatching(/^.…@/) : null)
  })

  it('that runs is not started again', async () => {
    await settled({ mode: 'voucher' })
    const [job] = (await jobs('queue=mail&state=waiting'))['hydra:member']
    await owner().query(`update mail_message set status = 'sending' where id = $1`, [job!.id])
    expect((await post(`/api/jobs/${job!.id}/retry`)).status).toBe(409)
  })
})
