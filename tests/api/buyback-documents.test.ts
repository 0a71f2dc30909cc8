import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVault } from '#api/adapters/vault/vault.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { queueBuybackDocuments, renewBuybackDocuments } from '#api/documents/buyback-document-queries.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { createBuybackDocuments } from '#api/jobs/buyback-documents.ts'
import { queueConfirmationMail, queuePaymentMail } from '#api/mail/buyback-mails.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { hasGs1CheckDigit } from '#domain/kernel/check-digit.ts'
import type { BuybackDocumentsAnswer } from '#sync/calls/buyback-document.ts'
import { createTestApi, testOrigin, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestAccount } from '#tests/support/factories.ts'

let api: TestApi
let owner: pg.Client
let account: TestAccount
let seller: TestSession
const vault = createVault(Buffer.alloc(32, 7))
const circuits: Record<string, string> = {}
const modes: Record<string, string> = {}
const [questionId, answerId, questionnaireId] = [newId(), newId(), newId()]
const warnings: unknown[] = []
let mailed = 0

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  account = await furnishRetailer(owner, api.accounts.retailer)
  seller = await api.signIn('store_seller')
  for (const type of ['store_drop', 'web_drop', 'web_post', 'web_drop_label']) {
    circuits[type] = newId()
    await owner.query(
      `insert into circuit (account_id, id, type, name, transfer_order_number_of_copy) values ($1, $2, $3, $3, $4)`,
      [account.id, circuits[type], type, type === 'store_drop' ? 2 : 1],
    )
    await owner.query(
      `insert into circuit_instruction (account_id, id, circuit_id, sequence, type, label)
        values ($1, $2, $3, 1, 'print', 'Imprimez le bon'), ($1, $4, $3, 2, 'insert', 'Glissez-le dans le colis')`,
      [account.id, newId(), circuits[type], newId()],
    )
  }
  for (const type of ['bank_transfer', 'voucher', 'gift_card']) {
    modes[type] = newId()
    await owner.query(
      `insert into payment_mode (account_id, id, type, label, mail_content) values ($1, $2, $3, $3, 'Deux jours plus tard.')`,
      [account.id, modes[type], type],
    )
  }
  const questions = [
    {
      id: questionId,
      title: 'Intact ?',
      answers: [{ id: answerId, name: 'Oui', bestGrade: 'grade_a', impact: { type: 'none' } }],
    },
  ]
  await owner.query(`insert into questionnaire (account_id, id, category_id, content) values ($1, $2, $3, $4)`, [
    account.id,
    questionnaireId,
    account.categoryId,
    JSON.stringify({ questions }),
  ])
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const make = createJob()

function createJob(): () => Promise<number> {
  return () =>
    createBuybackDocuments({
      database: api.db,
      vault,
      now: () => new Date(),
      log: { warn: (...said: unknown[]) => void warnings.push(said) },
      trackingLink,
      mailQueued: () => void (mailed += 1),
    })()
}

function trackingLink(buyback: { readonly accountId: string; readonly buybackId: string }): string {
  return `${testOrigin}/buyback/tracking/${trackingToken(vault, buyback)}`
}

interface Wish {
  readonly circuit?: string
  readonly mode?: string
  readonly status?: string
  readonly email?: string | null
  readonly language?: string | null
  readonly storeId?: string
}

/** A buyback declared at 100 euros with a bonus of 10 %. */
async function buyback(wish: Wish = {}): Promise<{ id: string; code: string; customerId: string }> {
  const { circuit = 'web_post', mode = 'bank_transfer', status = 'bb_awaiting_inventory', language = null } = wish
  const [item] = await createItems(owner, account, 1)
  const declaration: Declaration = {
    productId: account.productId,
    simple: false,
    prices: { grade_a: 10_000 },
    questionnaireId,
    answers: [{ questionId, answerId }],
    grade: 'grade_a',
    priceCents: 10_000,
    absorption: null,
    modifiers: [{ source: 'circuit', label: 'Bonus', impact: { type: 'percentage', percent: 10, capCents: null } }],
  }
  const customerId = newId()
  await owner.query(
    `insert into customer (account_id, id, first_name, last_name, email, street, zip_code, city, country, language)
      values ($1, $2, 'Anna', 'Martin', $3, '1 rue Neuve', '69001', 'Lyon', 'FR', $4)`,
    [account.id, customerId, wish.email === undefined ? 'anna@customer.example' : wish.email, language],
  )
  await owner.query(
    `update buyback set declaration = $3, customer_id = $4, status = $5, circuit_id = $6, payment_mode_id = $7,
      declared_price_cents = 10000, declared_grade = 'grade_a', store_id = $8,
      cancel_reason = case when $5 = 'bb_cancelled' then 'other' end where account_id = $1 and id = $2`,
    [
      account.id,
      item!.buybackId,
      JSON.stringify(declaration),
      customerId,
      status,
      circuits[circuit],
      modes[mode],
      wish.storeId ?? account.storeId,
    ],
  )
  return { id: item!.buybackId, code: item!.buybackCode, customerId }
}

const queue = (...buybackIds: readonly string[]) =>
  inAccount(api.db, account.id, (tx) => queueBuybackDocuments(tx, { accountId: account.id, buybackIds }))

async function made(wish: Wish = {}) {
  const found = await buyback(wish)
  await queue(found.id)
  await make()
  return found
}

const linkOf = (id: string) => `/api/tracking/${trackingToken(vault, { accountId: account.id, buybackId: id })}`

async function statesOf(id: string, by: TestSession | null = seller): Promise<Record<string, string>> {
  const answer =
    by === null ? await api.request(`${linkOf(id)}/documents`) : await by.request(`/api/buybacks/${id}/documents`)
  expect(answer.status).toBe(200)
  const { documents } = (await answer.json()) as BuybackDocumentsAnswer
  return Object.fromEntries(documents.map(({ kind, state }) => [kind, state]))
}

const head = async (id: string) => {
  const answer = await seller.request(`/api/buybacks/${id}/shipping-label`, { method: 'HEAD' })
  expect(await answer.text()).toBe('')
  return answer.status
}

async function pdf(id: string, kind: string): Promise<string> {
  const answer = await seller.request(`/api/buybacks/${id}/documents/${kind}.pdf`)
  expect(answer.status, kind).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

const pagesOf = (text: string) => text.match(/\/Type \/Page\b/g)?.length ?? 0

const lettersOf = async (kind: string, buybackId: string) => {
  const { rows } = await owner.query<{ subject: string; body_text: string; body_html: string; language: string }>(
    `select subject, body_text, body_html, language from mail_message where kind = $1 and dedupe_key = $1 || ':' || $2`,
    [kind, buybackId],
  )
  return rows
}

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

  it('are made once, whoever asks how often and however many make them', async () => {
    const { id } = await buyback()
    await Promise.all(Array.from({ length: 5 }, () => queue(id)))
    const counts = await Promise.all(Array.from({ length: 5 }, () => make()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    const { rows } = await owner.query(`select attempts from buyback_document where buyback_id = $1`, [id])
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1])
    expect(await lettersOf('shipping_label', id)).toHaveLength(1)
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

  it('wait for the store where the web has only predeclared it, and are made anew once it has finalised it', async () => {
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
    expect(JSON.stringify(warnings)).not.toContain('Martin')
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
    expect(mailed).toBeGreaterThan(0)
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

describe('who may read the papers', () => {
  const paths = (id: string) => [
    `/api/buybacks/${id}/documents`,
    `/api/buybacks/${id}/documents/tracking_sheet.pdf`,
    `/api/buybacks/${id}/shipping-label`,
  ]
  const statusesFor = async (session: TestSession, id: string) =>
    Promise.all(paths(id).map(async (path) => (await session.request(path)).status))

  it.each([
    'admin',
    'super_admin',
    'root_management_unit_manager',
    'management_unit_manager',
    'store_manager',
    'store_seller',
  ])('%s may, in the own part of the account', async (type) => {
    const { id } = await made()
    expect(await statusesFor(await api.signIn(type), id)).toEqual([200, 200, 200])
  })

  it.each(['root_management_unit_analyst', 'management_unit_analyst', 'warehouse_manager', 'warehouse_operator'])(
    '%s sees the buyback, but not its papers',
    async (type) => {
      const { id } = await made()
      expect(await statusesFor(await api.signIn(type), id)).toEqual([403, 403, 403])
    },
  )

  it('nobody may of another store, another account, or a visitor’s', async () => {
    const { id } = await made()
    for (const who of ['south@retailer.example', 'admin@other.example'])
      expect(await statusesFor(await api.signIn(who), id), who).toEqual([404, 404, 404])
  })

  it('the visitor may who made it, and no other visitor', async () => {
    const { id } = await made()
    const [mine, stranger] = [await visitor(), await visitor()]
    const cartId = newId()
    await owner.query(
      `insert into cart (account_id, id, visitor_id, created_at, validated_at) values ($1, $2, $3, now(), now())`,
      [account.id, cartId, mine.visitorId],
    )
    await owner.query(
      `insert into cart_line (account_id, cart_id, in_cart_id, position, buyback_id, total_cents, seller_mac, body_mac,
        answer, created_at) values ($1, $2, $3, 1, $4, 11000, $5, $5, '{}', now())`,
      [account.id, cartId, newId(), id, Buffer.alloc(32)],
    )
    const ask = async (token: string) =>
      Promise.all(
        paths(id).map(
          async (path) => (await api.request(path, { headers: { authorization: `Bearer ${token}` } })).status,
        ),
      )
    expect(await ask(mine.token)).toEqual([200, 200, 200])
    expect(await ask(stranger.token)).toEqual([404, 404, 404])
    expect(await Promise.all(paths(id).map(async (path) => (await api.request(path)).status))).toEqual([401, 401, 401])
  })

  it('whoever holds the private link may, without signing in; a changed one opens nothing', async () => {
    const { id } = await made()
    expect(await statesOf(id, null)).toMatchObject({ shipping_label: 'ready' })
    const link = linkOf(id)
    expect((await api.request(`${link}/shipping-label`, { method: 'HEAD' })).status).toBe(200)
    const paper = await api.request(`${link}/documents/transfer_order.pdf`)
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const changed = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
    for (const path of [`${link.slice(0, -4)}/documents`, `${changed}/documents`, `${changed}/shipping-label`])
      expect((await api.request(path)).status).toBe(404)
  })

  it('no kind beside the known ones, no other ending', async () => {
    const { id } = await made()
    for (const file of ['tracking_sheet', 'tracking_sheet.zpl', 'strange.pdf', 'constructor.pdf'])
      expect((await seller.request(`/api/buybacks/${id}/documents/${file}`)).status, file).toBe(404)
  })
})

describe('mails about buybacks', () => {
  const deps = { now: () => new Date(), trackingLink }
  const confirm = (...buybackIds: readonly string[]) =>
    inAccount(api.db, account.id, (tx) => queueConfirmationMail(tx, deps, { accountId: account.id, buybackIds }))

  it('confirm one buyback with its price and what to do, once', async () => {
    const { id, code } = await buyback()
    await Promise.all([confirm(id), confirm(id)])
    const letters = await lettersOf('buyback_confirmation', id)
    expect(letters).toHaveLength(1)
    const text = letters[0]!.body_text.replaceAll(/\s+/g, ' ')
    for (const part of [
      'Bonjour Anna,',
      code,
      '110,00 €',
      '1. Imprimez le bon 2. Glissez-le',
      trackingLink({ accountId: account.id, buybackId: id }),
    ])
      expect(text).toContain(part)
    expect(letters[0]!.subject).toContain(code)
  })

  it('confirm the buybacks of a cart together, each with its own link', async () => {
    const all = [
      await buyback({ language: 'nl-BE' }),
      await buyback({ language: 'nl-BE' }),
      await buyback({ language: 'nl-BE' }),
    ]
    const idsOf = all.map(({ id }) => id)
    expect(await confirm(...idsOf)).toBe(true)
    const [letter] = await lettersOf('buyback_confirmation', idsOf.toSorted()[0]!)
    expect(letter).toMatchObject({ language: 'nl-BE' })
    expect(letter?.subject).toMatch(/\(\+2\)$/)
    for (const { id, code } of all) {
      expect(letter?.body_text).toContain(code)
      expect(letter?.body_html).toContain(`href="${trackingLink({ accountId: account.id, buybackId: id })}"`)
    }
  })

  it('name no product as markup, and leave out who has no address', async () => {
    await owner.query(`update product set label = '<b>Phone & co</b>' where account_id = $1 and id = $2`, [
      account.id,
      account.productId,
    ])
    const { id } = await buyback()
    await confirm(id)
    const [letter] = await lettersOf('buyback_confirmation', id)
    expect(letter?.body_html).toContain('&lt;b&gt;Phone &amp; co&lt;/b&gt;')
    expect(letter?.body_html).not.toContain('<b>Phone')
    const silent = await buyback({ email: null })
    expect(await confirm(silent.id)).toBe(false)
    expect(await confirm(newId())).toBe(false)
  })

  it('tell that a buyback was paid, with the payment mode’s words, once', async () => {
    const { id } = await buyback({ language: 'en-GB' })
    await owner.query(
      `insert into payment (account_id, id, buyback_id, amount_cents, currency) values ($1, $2, $3, 9900, 'EUR')`,
      [account.id, newId(), id],
    )
    for (let time = 0; time < 2; time++)
      await inAccount(api.db, account.id, (tx) => queuePaymentMail(tx, deps, { accountId: account.id, buybackId: id }))
    const letters = await lettersOf('payment', id)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.body_text).toContain('€99.00 by bank transfer')
    expect(letters[0]?.body_text).toContain('Deux jours plus tard.')
  })
})

async function visitor(): Promise<{ token: string; visitorId: string }> {
  const body = new URLSearchParams({ url: 'https://retailer.example/home' })
  const answer = await api.request('/api/webtoken-with-account-and-ord', { method: 'POST', body })
  const { token } = (await answer.json()) as { token: string }
  const claims = /^v_([\w-]+)\./.exec(token)?.[1] ?? ''
  const { visitor: visitorId } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { visitor: string }
  return { token, visitorId }
}
