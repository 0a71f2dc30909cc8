// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { readBuybackContent } from '#api/documents/buyback-content-queries.ts'
import { claimBuybackDocuments, renewBuybackDocuments } from '#api/documents/buyback-document-queries.ts'
import { hasGs1CheckDigit } from '#domain/kernel/check-digit.ts'
import type { BuybackDocumentsAnswer } from '#sync/calls/buyback-document.ts'
import { createPaperWorld, type PaperWorld } from '#tests/support/paper-world.ts'

let world: PaperWorld
let api: PaperWorld['api']
let owner: PaperWorld['owner']
let account: PaperWorld['account']
let seller: PaperWorld['seller']
let buyback: PaperWorld['buyback']
let queue: PaperWorld['queue']
let make: PaperWorld['make']
let made: PaperWorld['made']
let statesOf: PaperWorld['statesOf']
let lettersOf: PaperWorld['lettersOf']
let trackingLink: PaperWorld['trackingLink']

beforeAll(async () => {
  world = await createPaperWorld()
  ;({ api, owner, account, seller, buyback, queue, make, made, statesOf, lettersOf, trackingLink } = world)
})
afterAll(() => world.close())

const head = async (id: string) => {
  const answer = await seller.request(`/api/buybacks/${id}/shipping-label`, { method: 'HEAD' })
  expect(await answer.text()).toBe('')
  return answer.status
}

async function pdf(id: string, kind: string): Promise<string> {
  const answer = await seller.request(`/api/buybacks/${id}/documents/${kind}.pdf`)
  expect(answer.status, kind).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  // The browser shows it in a page of its own, which has inline styles.
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

const pagesOf = (text: string) => text.match(/\/Type \/Page\b/g)?.length ?? 0

describe('papers of a buyback', () => {
  it('wait until the job has made them after the commit, and are then as they were made', async () => {
    const { id } = await buyback()
    await queue(id)
    const due = { transfer_order: 'awaiting', tracking_sheet: 'awaiting', shipping_label: 'awaiting' }
    const others = { receipt: 'none', voucher: 'none', gift_card: 'none' }
    expect(await statesOf(id)).toEqual({ ...due, ...others })
    const early = await seller.request(`/api/buybacks/${id}/documents/transfer_order.pdf`)
    expect([early.status, await early.json()]).toMatchObject([409, { code: 'DOCUMENT_NOT_READY' }])
    expect(await make()).toBe(3)
    expect(await statesOf(id)).toEqual({
      transfer_order: 'ready',
      tracking_sheet: 'ready',
      shipping_label: 'ready',
      ...others,
    })
    const first = await pdf(id, 'transfer_order')
    await owner.query(`update customer set last_name = 'Other' where account_id = $1`, [account.id])
    expect(await make()).toBe(0)
    expect(await pdf(id, 'transfer_order')).toBe(first)
    const missing = await seller.request(`/api/buybacks/${id}/documents/voucher.pdf`)
    expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'DOCUMENT_NOT_DUE' }])
  })

  it('are made once, however often they are asked for and however many make them', async () => {
    const { id } = await buyback()
    await Promise.all(Array.from({ length: 5 }, () => queue(id)))
    const counts = await Promise.all(Array.from({ length: 5 }, () => make()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    const { rows } = await owner.query(`select attempts from buyback_document where buyback_id = $1`, [id])
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1])
    expect(await lettersOf('shipping_label', id)).toHaveLength(1)
  })

  it('are taken as many as are asked for however the planner joins, so that none waits out a lease', async () => {
    const { id } = await buyback()
    await queue(id)
    await make()
    // With figures of a single row the planner walks through the table and asks for what is due beside each row.
    await owner.query(`delete from buyback_document where id <> (select min(id::text)::uuid from buyback_document)`)
    await owner.query('vacuum analyze buyback_document')
    await queue((await buyback()).id)
    expect(await claimBuybackDocuments(api.db, 1, 180)).toHaveLength(1)
    await owner.query(`delete from buyback_document`)
  })

  it('of a buyback that nobody asked for are asked for by the first who looks', async () => {
    const { id } = await buyback()
    expect(await head(id)).toBe(425)
    await make()
    expect(await head(id)).toBe(200)
  })

  it('of the counter hold a receipt and as many transfer orders as the circuit wants', async () => {
    const { id } = await made({ circuit: 'store_drop' })
    expect(await statesOf(id)).toMatchObject({ transfer_order: 'ready', receipt: 'ready', shipping_label: 'none' })
    expect(pagesOf(await pdf(id, 'transfer_order'))).toBe(2)
    expect(pagesOf(await pdf(id, 'receipt'))).toBe(1)
  })

  it('tell nobody to print a label for a product that a store takes', async () => {
    const stepsOf = async (circuit: string) => {
      const scope = { accountId: account.id, buybackId: (await buyback({ circuit })).id }
      return (await inAccount(api.db, account.id, (tx) => readBuybackContent(tx, scope)))?.content.instructions
    }
    expect(await stepsOf('web_post')).toEqual(['Imprimez le bon', 'Glissez-le dans le colis'])
    for (const circuit of ['web_drop', 'store_drop'])
      expect(await stepsOf(circuit), circuit).toEqual(['Glissez-le dans le colis'])
  })

  it('wait for the store where the web has only predeclared it, and are made again once it has finalised it', async () => {
    const { id } = await made({ circuit: 'web_drop', status: 'bb_awaiting_store_drop' })
    expect(await statesOf(id)).toMatchObject({
      tracking_sheet: 'ready',
      transfer_order: 'awaiting',
      receipt: 'awaiting',
    })
    const before = await pdf(id, 'tracking_sheet')
    await owner.query(`update buyback set status = 'bb_awaiting_inventory', declared_grade = 'grade_c' where id = $1`, [
      id,
    ])
    await inAccount(api.db, account.id, (tx) => renewBuybackDocuments(tx, { accountId: account.id, buybackId: id }))
    expect(await statesOf(id)).toMatchObject({ tracking_sheet: 'awaiting', transfer_order: 'awaiting' })
    expect(await make()).toBe(3)
    expect(await statesOf(id)).toMatchObject({ tracking_sheet: 'ready', transfer_order: 'ready', receipt: 'ready' })
    expect(await pdf(id, 'tracking_sheet')).not.toBe(before)
  })

  it('say which of them are due already, and which later', async () => {
    const dueOf = async (id: string) => {
      const answer = await seller.request(`/api/buybacks/${id}/documents`)
      const { documents } = (await answer.json()) as BuybackDocumentsAnswer
      return Object.fromEntries(documents.map(({ kind, isDue }) => [kind, isDue]))
    }
    const { id: told } = await made({ circuit: 'web_drop', status: 'bb_awaiting_store_drop', mode: 'voucher' })
    expect(await dueOf(told)).toMatchObject({ tracking_sheet: true, transfer_order: false, voucher: false })
    const { id: sold } = await made({ circuit: 'store_drop', mode: 'voucher' })
    expect(await dueOf(sold)).toMatchObject({ transfer_order: true, receipt: true, voucher: false, gift_card: false })
  })

  it('that were asked for are not made once the buyback has ended', async () => {
    const { id } = await buyback()
    await queue(id)
    await owner.query(`update buyback set status = 'bb_cancelled', cancel_reason = 'other' where id = $1`, [id])
    expect(await make()).toBe(0)
    expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(['none']))
  })

  it.each(['voucher', 'gift_card'])('hold the %s once it is issued, with its code', async (mode) => {
    const { id } = await made({ mode })
    expect(await statesOf(id)).toMatchObject({ [mode]: 'awaiting' })
    const paymentId = newId()
    await owner.query(
      `insert into payment (account_id, id, buyback_id, amount_cents, currency) values ($1, $2, $3, 11000, 'EUR')`,
      [account.id, paymentId, id],
    )
    await owner.query(
      `insert into voucher (account_id, id, payment_id, type, code, amount_cents, currency, issued_at)
        values ($1, $2, $3, $4, $5, 11000, 'EUR', now())`,
      [account.id, newId(), paymentId, mode, mode === 'voucher' ? '7K2M9XQ4T8W3B5C6D1FG' : '8K2M9XQ4T8W3B5C6D1FG'],
    )
    await queue(id)
    await make()
    expect(await statesOf(id)).toMatchObject({ [mode]: 'ready' })
    expect(pagesOf(await pdf(id, mode))).toBe(1)
  })

  it.each([
    ['a payment by hand', `payment_status = 'payment_completed'`],
    ['nothing to pay', `payment_status = 'payment_not_needed'`],
  ])('hold no voucher any more after %s', async (_what, change) => {
    const { id } = await made({ mode: 'voucher' })
    expect(await statesOf(id)).toMatchObject({ voucher: 'awaiting' })
    await owner.query(`update buyback set ${change} where id = $1`, [id])
    expect(await statesOf(id)).toMatchObject({ voucher: 'none' })
  })

  it('hold no voucher where another party hands it over', async () => {
    const { id } = await made({ mode: 'voucher' })
    const give = (provider: string) =>
      owner.query(
        `update payment_mode m set provider = $2 from buyback b
         where b.id = $1 and m.account_id = b.account_id and m.id = b.payment_mode_id`,
        [id, provider],
      )
    await give('other')
    expect(await statesOf(id)).toMatchObject({ voucher: 'none' })
    await give('none')
    expect(await statesOf(id)).toMatchObject({ voucher: 'awaiting' })
  })

  it('are tried again later when they cannot be made, and have failed after the last attempt', async () => {
    const { id } = await buyback({ circuit: 'store_drop' })
    await owner.query(`update buyback set declaration = '{"modifiers": 5, "answers": null}' where id = $1`, [id])
    await queue(id)
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await statesOf(id)).toMatchObject({ transfer_order: 'awaiting' })
      await make()
      expect(await make()).toBe(0)
      await owner.query(`update buyback_document set next_attempt_at = now() where buyback_id = $1`, [id])
    }
    expect(await statesOf(id)).toMatchObject({ transfer_order: 'failed', tracking_sheet: 'failed', receipt: 'failed' })
    const answer = await seller.request(`/api/buybacks/${id}/documents/transfer_order.pdf`)
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'DOCUMENT_NOT_MADE' }])
    expect(JSON.stringify(world.warnings)).not.toContain('Martin')
  })

  it('go with a customer who is erased', async () => {
    const { id, customerId } = await made()
    await inAccount(api.db, account.id, (tx) =>
      tx.updateTable('customer').set({ erased_at: new Date() }).where('id', '=', customerId).execute(),
    )
    expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(['none']))
    const { rows } = await owner.query(`select 1 from buyback_document where buyback_id = $1 and bytes is not null`, [
      id,
    ])
    expect(rows).toEqual([])
  })
})

describe('the terms of a transfer order', () => {
  const terms = (text: string | null, features: readonly string[]) =>
    owner.query(
      `update organization_root_detail set transfer_order_terms = $2, enabled_premium_features = $3 where account_id = $1`,
      [account.id, text, features],
    )
  const unknownOf = async (id: string) => {
    const answer = await seller.request(`/api/buybacks/${id}/documents`)
    const { documents } = (await answer.json()) as BuybackDocumentsAnswer
    return documents.find(({ kind }) => kind === 'transfer_order')?.unknownVariables
  }

  it('are the account’s own with the feature, and what is no variable in them is reported', async () => {
    await terms('Prix {{total_price}}, {{strange}}.', ['custom_transfer_order'])
    const own = await made()
    expect(await unknownOf(own.id)).toEqual(['strange'])
    await terms('Prix {{total_price}}, {{strange}}.', [])
    const plain = await made()
    expect(await unknownOf(plain.id)).toEqual([])
    await terms(null, [])
  })
})

describe('the shipping label', () => {
  it('answers HEAD with 425 until it is ready, then 200, and 404 where none is due (BB-40)', async () => {
    const { id } = await buyback()
    await queue(id)
    expect(await head(id)).toBe(425)
    await make()
    expect(await head(id)).toBe(200)
    expect(await head((await made({ circuit: 'store_drop' })).id)).toBe(404)
    expect(await head((await made({ status: 'bb_cancelled' })).id)).toBe(404)
    expect(await head(newId())).toBe(404)
  })

  it('goes with its buyback where it is the program’s own, unless the parcel is under way', async () => {
    const manager = await api.signIn('root_management_unit_manager')
    const json = { reason: 'customer_retraction', force: false }
    const cancel = async (id: string) => {
      expect((await manager.request(`/api/buybacks/${id}/cancel`, { method: 'POST', json })).status).toBe(200)
      const sql = 'select delivery_status as status from buyback where id = $1'
      return (await owner.query<{ status: string }>(sql, [id])).rows[0]?.status
    }
    const { id } = await made()
    expect(await head(id)).toBe(200)
    expect(await cancel(id)).toBe('ORDER_CANCELLED')
    expect(await head(id)).toBe(404)
    const unmade = await buyback()
    await queue(unmade.id)
    await cancel(unmade.id)
    await make()
    expect(await head(unmade.id)).toBe(404)
    const away = await made()
    await owner.query(`update buyback set delivery_status = 'DELIVERY_IN_TRANSIT' where id = $1`, [away.id])
    expect(await cancel(away.id)).toBe('DELIVERY_IN_TRANSIT')
  })

  it('of the program’s own names its customer no carrier whose news would never come', async () => {
    const { id } = await made()
    expect(await (await api.request(world.linkOf(id))).json()).toMatchObject({ parcel: null, deliveryEvents: [] })
    const office = (await (await seller.request(`/api/buybacks/${id}`)).json()) as {
      parcel: { trackingNumber: string }
    }
    expect(office.parcel.trackingNumber).toMatch(/^\d{18}$/)
  })

  it('stays not ready where it could not be made', async () => {
    const { id } = await buyback()
    await queue(id)
    await owner.query(`update buyback_document set state = 'failed' where buyback_id = $1`, [id])
    expect(await head(id)).toBe(425)
  })

  it('has a number of its own that lasts, tells the delivery, and is mailed in the customer’s language', async () => {
    const { id } = await made({ language: 'de-DE' })
    const read = async () => {
      const { rows } = await owner.query<{ number: string; delivery_status: string }>(
        `select d.number, b.delivery_status from buyback_document d join buyback b on b.id = d.buyback_id
          where d.buyback_id = $1 and d.kind = 'shipping_label'`,
        [id],
      )
      return rows[0]!
    }
    const { number, delivery_status } = await read()
    expect(number).toMatch(/^905\d{15}$/)
    expect(hasGs1CheckDigit(number)).toBe(true)
    expect(delivery_status).toBe('ORDER_LABEL_READY')
    const [letter] = await lettersOf('shipping_label', id)
    expect(letter).toMatchObject({ language: 'de-DE' })
    expect(letter?.body_text).toContain(number)
    expect(letter?.body_text).toContain(trackingLink({ accountId: account.id, buybackId: id }))
    expect(world.mailed()).toBeGreaterThan(0)
    await owner.query(`update buyback set delivery_status = 'DELIVERY_IN_TRANSIT' where id = $1`, [id])
    await inAccount(api.db, account.id, (tx) => renewBuybackDocuments(tx, { accountId: account.id, buybackId: id }))
    await make()
    expect(await read()).toEqual({ number, delivery_status: 'DELIVERY_IN_TRANSIT' })
    expect(await lettersOf('shipping_label', id)).toHaveLength(1)
  })

  it('is made without a mail where the customer has no address', async () => {
    const { id } = await made({ email: null })
    expect(await head(id)).toBe(200)
    expect(await lettersOf('shipping_label', id)).toEqual([])
  })
})
