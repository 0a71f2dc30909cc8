// @module-tag slow
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { createPaymentFileCall, PaymentFileAnswer } from '#sync/calls/payment.ts'
import { destroySecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { makeFile } from '#api/features/payment/transfer-file.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import type * as z from 'zod'

const world = preparePayments()
const { api, owner, manager, become, settled, runJobs, paymentOf, statusOf, markPaid, ledgerOf } = world

type Created = z.output<typeof createPaymentFileCall.answer>

const payer = {
  name: 'Maison Essai',
  iban: 'FR76 3000 6000 0112 3456 7890 189',
  bic: null,
  town: 'Paris',
  country: 'FR',
}
const post = (path: string, json: object = {}, by = manager()) => by.request(path, { method: 'POST', json })
const put = (json: object, by = manager()) => by.request('/api/payer', { method: 'PUT', json })
const make = async (json: object = {}) => {
  const response = await post('/api/payment-files', json)
  return { status: response.status, body: (await response.json()) as Created & { code?: string; details?: unknown } }
}
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code
const linesOf = async (id: string) => (await manager().request(`/api/payment-files/${id}/lines`)).json()
const download = async (id: string, by = manager()) => by.request(`/api/payment-files/${id}.xml`)

describe('a file of transfers', () => {
  it('needs to know whose money it debits, by an IBAN that is one', async () => {
    await settled({ mode: 'transfer' })
    expect(await make()).toMatchObject({ status: 409, body: { code: 'PAYMENT_PAYER_MISSING' } })
    const wrong = await put({ ...payer, iban: 'FR7630006000011234567890188' })
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([422, 'PAYMENT_IBAN_INVALID'])
    expect((await put({ ...payer, bic: '12345678' })).status).toBe(422)
    expect((await put({ ...payer, bic: 'AGRIFRPP882' })).status).toBe(200)
    expect((await put(payer)).status).toBe(200)
    expect(await (await manager().request('/api/payer')).json()).toEqual({
      payer: { ...payer, iban: 'FR7630006000011234567890189', version: expect.any(Number) },
      waiting: null,
    })
    // The page on which it is changed reads it with the file that would be made.
    expect(await (await manager().request('/api/payment-files/preview')).json()).toMatchObject({
      payer: { version: expect.any(Number) },
    })
    expect((await make()).status).toBe(200)
  })

  it('debits no account that another user has given in between', async () => {
    await put(payer)
    type Told = { readonly payer: { readonly version: number } }
    const { version } = ((await (await manager().request('/api/payer')).json()) as Told).payer
    const late = (name: string) =>
      manager().request('/api/payer', {
        method: 'PUT',
        json: { ...payer, name },
        headers: { 'if-match': `"${version}"` },
      })
    expect((await late('Maison Une')).status).toBe(200)
    const refused = await late('Maison Deux')
    expect([refused.status, await refused.json()]).toMatchObject([412, { code: 'REQUEST_VERSION_CONFLICT' }])
    expect(await (await manager().request('/api/payer')).json()).toMatchObject({ payer: { name: 'Maison Une' } })
    await put(payer)
  })

  it('debits the account of the first user, where several give the first one at once', async () => {
    await owner().query('delete from payer where account_id = $1', [world.account().id])
    const first = (name: string) =>
      manager().request('/api/payer', { method: 'PUT', json: { ...payer, name }, headers: { 'if-match': '"0"' } })
    // While nothing can be written, both find no payer, or the second one waits for the first.
    await owner().query('begin')
    await owner().query('lock table payer in share mode')
    const sent = ['Une', 'Deux'].map(first)
    await vi.waitFor(async () => {
      expect(await countLockWaiters(owner())).toBe(2)
    }, 10_000)
    await owner().query('commit')
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200, 412]))
    await put(payer)
  })

  it('asks the database as often for many transfers as for one', { tags: ['slow'] }, async () => {
    await put(payer)
    const queries = async (count: number) => {
      const ids = await Promise.all(Array.from({ length: count }, () => settled({ mode: 'transfer' })))
      const paymentIds = (await Promise.all(ids.map((id) => paymentOf(id)))).map(({ id }) => id)
      let asked = 0
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => ((asked += 1), node),
        transformResult: async ({ result }) => result,
      }
      const scope = { accountId: api().accounts.retailer.id, userId: newId() }
      const made = await inAccount(api().db, scope.accountId, (tx) =>
        makeFile(tx.withPlugin(counter), world.jobDeps(), scope, paymentIds),
      )
      expect(made).toMatchObject({ ok: true, value: { file: { count }, skipped: [] } })
      return asked
    }
    expect(await queries(7)).toBe(await queries(1))
  })

  it('takes what is due once, says what it left out, and is the same at each download', async () => {
    const due = await Promise.all([settled({ mode: 'transfer' }), settled({ mode: 'transfer', amountCents: 5 })])
    const without = await settled({ mode: 'transfer', iban: null })
    const manual = await settled()
    const payments = await Promise.all([...due, without, manual].map((id) => paymentOf(id)))
    const { status, body } = await make({ paymentIds: payments.map(({ id }) => id) })
    expect(status).toBe(200)
    expect(body.file).toMatchObject({ count: 2, totalCents: 12_350, currency: 'EUR', sentAt: null })
    expect(new Set(body.skipped.map(({ reason }) => reason))).toEqual(new Set(['no_iban', 'not_transferable']))
    expect(await statusOf(due[0]!)).toBe('payment_initiated')
    expect(await statusOf(without)).toBe('payment_created')
    expect((await paymentOf(due[0]!)).fileId).toBe(body.file.id)
    const file = await download(body.file.id)
    const xml = await file.text()
    expect(file.headers.get('content-type')).toContain('application/xml')
    expect(xml).toContain('<CtrlSum>123.50</CtrlSum>')
    expect(xml).toContain(`<EndToEndId>${payments[0]!.id.replaceAll('-', '')}-1</EndToEndId>`)
    expect(xml).toContain('<Nm>Zoe Muller + Son</Nm>')
    expect(await (await download(body.file.id)).text()).toBe(xml)
    expect((await markPaid(due[0]!)).status).toBe(409)
  })

  it('names each payee in letters that banks read, and leaves out whom it cannot name or reach, with the reason', async () => {
    await put(payer)
    const iban = 'DE89370400440532013000'
    const swiss = 'CH9300762011623852957'
    type Change = { readonly latin?: string; readonly holder?: string; readonly bic?: string }
    const owed = async (options: Parameters<typeof settled>[0], { latin, holder, bic }: Change = {}) => {
      const buybackId = await settled({ mode: 'transfer', ...options })
      await owner().query(
        `update customer c set last_name = case when $2::text is null then 'Müller' else 'Щербаков' end,
           latin_name = $2, account_holder = $3, account_bic = $4
         from buyback b where b.id = $1 and c.account_id = b.account_id and c.id = b.customer_id`,
        [buybackId, latin ?? null, holder ?? null, bic ?? null],
      )
      return (await paymentOf(buybackId)).id
    }
    const spelled = await owed({ firstName: 'Юрий' }, { latin: 'Yuriy Shcherbakov', holder: 'Юрий Щербаков' })
    const german = await owed({ firstName: 'Yıldız', iban })
    const named = await owed({ iban: swiss }, { bic: 'POFICHBEXXX' })
    const nameless = await owed({ firstName: '李' })
    const stranger = await owed({ firstName: 'Юрий' }, { latin: 'Yuriy Shcherbakov', holder: 'Анна Иванова' })
    const outside = await owed({ iban: 'UA213223130000026007233566001' })
    const bankless = await owed({ iban: swiss })
    const paymentIds = [spelled, german, named, nameless, stranger, outside, bankless]
    type Preview = { readonly transfers: readonly { readonly paymentId: string; readonly leftOut: string | null }[] }
    const preview = (await (await manager().request('/api/payment-files/preview')).json()) as Preview
    const reasonOf = (id: string) => preview.transfers.find(({ paymentId }) => paymentId === id)?.leftOut
    const reasons = [null, null, null, 'no_latin_name', 'no_latin_name', 'outside_sepa', 'no_bic']
    expect(paymentIds.map(reasonOf)).toEqual(reasons)
    const { body } = await make({ paymentIds })
    const told = new Map(body.skipped.map(({ paymentId, reason }) => [paymentId, reason]))
    expect(paymentIds.map((id) => told.get(id) ?? null)).toEqual(reasons)
    const xml = await (await download(body.file.id)).text()
    expect(new Set([...xml.matchAll(/<Cdtr><Nm>(.*?)<\/Nm>/g)].map(([, name]) => name))).toEqual(
      new Set(['Yildiz Mueller', 'Yuriy Shcherbakov', 'Zoe Muller']),
    )
    expect(xml.match(/<CdtrAgt>.*?<\/CdtrAgt>/g)).toEqual([
      '<CdtrAgt><FinInstnId><BICFI>POFICHBEXXX</BICFI></FinInstnId></CdtrAgt>',
    ])
  })

  it('debits no account outside SEPA, and nobody whose name a bank cannot read', async () => {
    const refused = async (change: object) => codeOf(await put({ ...payer, ...change }))
    expect(await refused({ iban: 'UA21 3223 1300 0002 6007 2335 6600 1' })).toBe('PAYMENT_IBAN_OUTSIDE_SEPA')
    expect(await refused({ name: 'Мой магазин' })).toBe('PAYMENT_NAME_NOT_LATIN')
    expect(await refused({ town: '東京' })).toBe('PAYMENT_NAME_NOT_LATIN')
    expect((await put({ ...payer, iban: 'IBAN\u00a0FR76\u202f3000 6000\t0112 3456 7890 189\u200b' })).status).toBe(200)
  })

  it('made twice at once takes each transfer once', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => settled({ mode: 'transfer' })))
    const answers = await Promise.all(Array.from({ length: 5 }, () => make()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toMatch(/^PAYMENT_FILE_(EMPTY|NOT_TRANSFERABLE)$/)
    const paymentIds = (await Promise.all(ids.map((id) => paymentOf(id)))).map(({ id }) => id)
    const attempts = await owner().query('select 1 from payment_attempt where payment_id = any ($1)', [paymentIds])
    expect(attempts.rows).toHaveLength(6)
  })

  it('once sent has paid everybody but whom the bank refused, and saying so again changes nothing', async () => {
    const [paid, refused] = [await settled({ mode: 'transfer' }), await settled({ mode: 'transfer' })]
    const { id: refusedId } = await paymentOf(refused)
    const { file } = (await make()).body
    const sent = () => post(`/api/payment-files/${file.id}/sent`, { refusedPaymentIds: [refusedId] })
    const answers = await Promise.all([sent(), sent(), sent()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(((await answers[0].json()) as PaymentFileAnswer).sentAt).not.toBeNull()
    expect([await statusOf(paid), await statusOf(refused)]).toEqual(['payment_completed', 'payment_failed'])
    expect((await ledgerOf(paid)).filter(({ kind }) => kind === 'paid')).toContainEqual({
      kind: 'paid',
      ledger: 'bank',
      cents: -12_345,
    })
    expect(await paymentOf(refused)).toMatchObject({ failure: 'refused_by_bank' })
    await world.tryAgain(refused)
    await runJobs(refused)
    const again = (await make({ paymentIds: [refusedId] })).body
    expect(await (await download(again.file.id)).text()).toContain(`${refusedId.replaceAll('-', '')}-2`)
  })

  it('is not sent, and nobody is paid, where a refused payment is none of it', async () => {
    const [first, second] = [await settled({ mode: 'transfer' }), await settled({ mode: 'transfer' })]
    const [mine, other] = [await paymentOf(first), await paymentOf(second)]
    const [file, another] = [
      (await make({ paymentIds: [mine.id] })).body.file,
      (await make({ paymentIds: [other.id] })).body.file,
    ]
    const sent = (refusedPaymentIds: string[]) => post(`/api/payment-files/${file.id}/sent`, { refusedPaymentIds })
    for (const foreign of [first, other.id, newId()]) {
      const answer = await sent([mine.id, foreign])
      expect([answer.status, await answer.json()]).toMatchObject([
        409,
        { code: 'PAYMENT_FILE_NOT_TRANSFERABLE', field: 'refusedPaymentIds', details: { paymentIds: [foreign] } },
      ])
    }
    expect([await statusOf(first), await statusOf(second)]).toEqual(['payment_initiated', 'payment_initiated'])
    expect(await (await sent([mine.id])).json()).toMatchObject({ refused: 1 })
    expect((await sent([other.id])).status).toBe(409)
    expect(await statusOf(first)).toBe('payment_failed')
    await post(`/api/payment-files/${another.id}/sent`)
  })

  it('says what the bank was told, also once its payment is owed again at another amount', async () => {
    const id = await settled({ mode: 'transfer' })
    const { file } = (await make()).body
    const [told, lines] = [await (await download(file.id)).text(), await linesOf(file.id)]
    await owner().query('update payment set amount_cents = 10000, owed_again_at = now() where buyback_id = $1', [id])
    expect(told).toContain('<CtrlSum>123.45</CtrlSum>')
    expect(await (await download(file.id)).text()).toBe(told)
    expect(await linesOf(file.id)).toEqual(lines)
    await post(`/api/payment-files/${file.id}/sent`)
  })

  it('that the bank refuses is owed no longer where its buyback was cancelled in the meantime', async () => {
    const ids = [await settled({ mode: 'transfer' }), await settled({ mode: 'transfer' })] as const
    const { file } = (await make()).body
    for (const id of ids) await become(id, 'bb_cancelled')
    const { id: refusedId } = await paymentOf(ids[0])
    await post(`/api/payment-files/${file.id}/sent`, { refusedPaymentIds: [refusedId] })
    expect([await statusOf(ids[0]), await statusOf(ids[1])]).toEqual(['payment_cancelled', 'payment_completed'])
    expect((await ledgerOf(ids[0])).reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    expect((await world.tryAgain(ids[0]))?.status).toBe(409)
    expect((await make({ paymentIds: [refusedId] })).body.code).toBe('PAYMENT_FILE_NOT_TRANSFERABLE')
  })

  it('holds no IBAN in the clear, and is known after its customer was erased', async () => {
    const id = await settled({ mode: 'transfer' })
    const { file } = (await make()).body
    const dump = await owner().query<{ text: string }>(
      `select coalesce(string_agg(row_to_json(t)::text, ''), '') as text from payment_attempt t where file_id = $1`,
      [file.id],
    )
    expect(dump.rows[0]!.text).not.toContain('7630006000011234567890189')
    expect(dump.rows[0]!.text).not.toContain(Buffer.from('FR7630006000011234567890189').toString('hex'))
    const before = await (await download(file.id)).text()
    const customer = await owner().query<{ id: string }>('select customer_id as id from buyback where id = $1', [id])
    const scope = { accountId: world.account().id, customerId: customer.rows[0]!.id }
    await inAccount(api().db, scope.accountId, (tx) => destroySecrets(tx, scope))
    expect(await (await download(file.id)).text()).toBe(before)
  })

  it('is for who may manage files, and stays in its account', async () => {
    await settled({ mode: 'transfer' })
    const { file } = (await make()).body
    const stranger = await api().signIn('admin@other.example')
    expect((await download(file.id, stranger)).status).toBe(404)
    expect((await post(`/api/payment-files/${file.id}/sent`, {}, stranger)).status).toBe(404)
    expect(await (await stranger.request('/api/payment-files')).json()).toMatchObject({ 'hydra:totalItems': 0 })
    expect((await download(newId())).status).toBe(404)
    for (const type of ['root_management_unit_analyst', 'buyer_manager', 'store_manager', 'warehouse_manager']) {
      const by = await api().signIn(type)
      expect((await download(file.id, by)).status, type).toBe(403)
      expect((await post('/api/payment-files', {}, by)).status, type).toBe(403)
      expect((await put(payer, by)).status, type).toBe(403)
      expect((await by.request('/api/payer')).status, type).toBe(403)
    }
    const list = (await (await manager().request('/api/payment-files?itemsPerPage=1')).json()) as {
      'hydra:member': PaymentFileAnswer[]
    }
    expect(list['hydra:member'].map(({ id }) => id)).toEqual([file.id])
  })
})

describe('a file of two buybacks of one customer, one of which is corrected at the same time,', () => {
  const contact = { clientEmail: 'new@customer.example', clientPhone: '06 39 98 12 34' }
  const correct = (id: string) =>
    manager().request(`/api/buybacks/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      json: { contact },
    })
  const waiting = () => countLockWaiters(owner())

  /** The later product's payment is the first one by its own id, and by the day that it is promised for. */
  async function twoOfOne() {
    const [first, second] = [await world.open({ mode: 'transfer' }), await world.open({ mode: 'transfer' })]
    await owner().query(
      'update buyback b set customer_id = a.customer_id from buyback a where a.id = $1 and b.id = $2',
      [first, second],
    )
    for (const id of [second, first]) {
      await become(id, 'bb_completed')
      await runJobs(id)
    }
    await owner().query('update buyback set promised_payment_on = promised_payment_on - 1 where id = $1', [second])
    const paymentIds = [(await paymentOf(first)).id, (await paymentOf(second)).id]
    return { first, second, paymentIds }
  }

  /** Corrects the first while the second product is held, so that it has one buyback and waits for the other. */
  async function meanwhile(first: string, second: string, run: () => Promise<number>) {
    const holder = await world.anotherOwner()
    try {
      await holder.query('begin')
      await holder.query('select 1 from item where buyback_id = $1 for update', [second])
      const corrected = correct(first)
      await expect.poll(waiting).toBe(1)
      const ran = run()
      await expect.poll(waiting).toBe(2)
      await holder.query('commit')
      return [(await corrected).status, await ran]
    } finally {
      await holder.end()
    }
  }

  it('is made once the correction is', { tags: ['slow'] }, async () => {
    await put(payer)
    const { first, second, paymentIds } = await twoOfOne()
    const run = async () => (await make({ paymentIds })).status
    expect(await meanwhile(first, second, run)).toEqual([200, 200])
    expect([await statusOf(first), await statusOf(second)]).toEqual(['payment_initiated', 'payment_initiated'])
  })

  it('is paid once the correction is', { tags: ['slow'] }, async () => {
    await put(payer)
    const { first, second, paymentIds } = await twoOfOne()
    const { file } = (await make({ paymentIds })).body
    const run = async () => (await post(`/api/payment-files/${file.id}/sent`)).status
    expect(await meanwhile(first, second, run)).toEqual([200, 200])
    expect([await statusOf(first), await statusOf(second)]).toEqual(['payment_completed', 'payment_completed'])
  })
})
