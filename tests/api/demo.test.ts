// @module-tag slow
import { isValidIBAN } from 'ibantools'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRegisterIdentity } from '#api/db/customer-secrets.ts'
import { loadDemo, type DemoResult } from '#api/db/demo/load-demo.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { estimate } from '#domain/catalog/estimate.ts'
import type { Questionnaire } from '#domain/catalog/questionnaire.ts'
import { checkPicture } from '#domain/settings/picture.ts'
import { transferOrderTermsSchema } from '#domain/document/transfer-order-terms.schema.ts'
import { checkIdentification } from '#domain/customer/customer.ts'
import { hasGs1CheckDigit, luhnDigit } from '#domain/kernel/check-digit.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import { itemStatuses } from '#domain/item/item-status.ts'
import { createPublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import { promisedDay } from '#domain/payment/working-days.ts'
import { testVault } from '#tests/support/vault.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { connectAsOwner } from '../support/factories.ts'

let test: TestDatabase
let owner: pg.Client
let demo: DemoResult

beforeAll(async () => {
  test = await createDatabase()
  owner = await connectAsOwner(test.ownerUrl)
  demo = await loadDemo({ ownerUrl: test.ownerUrl, vault: testVault })
})

afterAll(async () => {
  await owner.end()
  await test.drop()
})

async function column(sql: string): Promise<readonly unknown[]> {
  const found = await owner.query({ text: sql, values: [demo.accountId], rowMode: 'array' })
  return found.rows.map((row: readonly unknown[]) => row[0])
}

it('holds 2,000 items in every status, and at least 120 in transit to the first warehouse', async () => {
  expect(demo.itemsTotal).toBe(2000)
  expect(new Set(await column('select distinct status from item where account_id = $1'))).toEqual(new Set(itemStatuses))
  const bound = await column(
    `select count(*)::int from item i join organization o on o.account_id = i.account_id
       and o.id = i.destination_warehouse_id and o.common_name = 'Atelier Lyon'
     where i.account_id = $1 and i.status = 'item_in_transit' and not i.tested`,
  )
  expect(bound[0]).toBeGreaterThanOrEqual(120)
})

it('promises payments on the days that the product itself promises them on', async () => {
  const isHoliday = await createPublicHolidays()('FR')
  const { rows } = await owner.query<{ settled: string; promised: string }>(
    `select distinct (settled_at at time zone 'Europe/Paris')::date::text as settled,
       promised_payment_on::text as promised
     from buyback where settled_at is not null`,
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const { settled, promised } of rows)
    expect([settled, promised]).toEqual([settled, promisedDay(settled, isHoliday)])
})

it('has a picture for each product, category and question, drawn by shape and colour, none above 12 kB', async () => {
  const { rows } = await owner.query<{ image: string; bytes: Buffer }>(
    `select s.image, k.bytes from (select account_id, image from product union all select account_id, image from category
       union all select account_id, image from question) s
     left join picture k on k.account_id = s.account_id and '/api/pictures/' || k.id = s.image`,
  )
  expect(rows.length).toBeGreaterThan(400)
  for (const { bytes } of rows) {
    expect(bytes.length).toBeLessThanOrEqual(12_000)
    expect(checkPicture(bytes, 'product')).toMatchObject({ ok: true, value: { sizes: [{ width: 400, height: 400 }] } })
  }
  // One that is replaced leaves the others as they are.
  expect(new Set(rows.map(({ image }) => image)).size).toBe(rows.length)
  expect(new Set(rows.map(({ bytes }) => bytes.toString('base64'))).size).toBeGreaterThan(80)
})

/** What follows from the seed alone: every product, person, buyback and item, without ids and times. */
async function drawn(client: pg.Client): Promise<readonly unknown[]> {
  const { rows } = await client.query({
    text: `select i.identification_number, i.status, i.imei, p.label, b.status, b.payment_status, b.declared_grade,
        b.declared_price_cents, m.label, k.name, c.last_name, c.email, s.common_name
      from item i
      join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
      join product p on p.account_id = i.account_id and p.id = i.product_id
      join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
      join circuit k on k.account_id = b.account_id and k.id = b.circuit_id
      join customer c on c.account_id = b.account_id and c.id = b.customer_id
      left join organization s on s.account_id = b.account_id and s.id = b.store_id
      order by i.identification_number`,
    rowMode: 'array',
  })
  return rows
}

it('is the same of the same seed on another day, and another of another seed', async () => {
  const load = async (seed: number, now: Date): Promise<readonly unknown[]> => {
    const database = await createDatabase()
    const client = await connectAsOwner(database.ownerUrl)
    await loadDemo({ ownerUrl: database.ownerUrl, seed, now, items: 200, vault: testVault })
    const found = await drawn(client)
    await client.end()
    await database.drop()
    return found
  }
  const first = await load(7, new Date('2026-03-02T09:30:00Z'))
  expect(first.length).toBeGreaterThanOrEqual(200)
  expect(await load(7, new Date('2026-11-21T23:45:12Z'))).toEqual(first)
  expect(await load(8, new Date('2026-03-02T09:30:00Z'))).not.toEqual(first)
})

it('is there whole or not at all, so that a start that was broken off loads it the next time', async () => {
  const database = await createDatabase()
  const client = await connectAsOwner(database.ownerUrl)
  const left = async () =>
    (
      await client.query(
        'select (select count(*)::int from account) as accounts, count(*)::int as users from user_account',
      )
    ).rows
  const none = await left()
  const breakOff = (): void => {
    throw new Error('broken off')
  }
  const load = loadDemo({ ownerUrl: database.ownerUrl, items: 50, onProgress: breakOff, vault: testVault })
  await expect(load).rejects.toThrow('broken off')
  expect(await left()).toEqual(none)
  await client.end()
  await database.drop()
})

it('is a retailer with three stores, two warehouses and a buyer whom it is linked to', async () => {
  const types = await column(`select type from organization where account_id = $1 and status = 'active'`)
  expect(Object.groupBy(types.map(String), (type) => type)).toMatchObject({
    store: ['store', 'store', 'store'],
    warehouse: ['warehouse', 'warehouse'],
    buyer: ['buyer'],
  })
  const buyers = await column(
    `select b.name from account_link l join account b on b.id = l.buyer_account_id
       join organization o on o.account_id = l.account_id and o.buyer_account_id = b.id
      where l.account_id = $1 and l.status = 'active'`,
  )
  expect(buyers).toEqual(['Rachat Nova'])
})

it('signs in one user of each type', async () => {
  const emails = await column(
    `select email from user_account where email like '%@demo.example' and $1::uuid is not null`,
  )
  for (const type of userTypes.filter((each) => each !== 'pseudo_anonymous'))
    expect(emails).toContain(`${type}@demo.example`)
})

it('has at least 400 products, and valid check digits on every code', async () => {
  const gtins = await column('select gtin from product where account_id = $1')
  const codes = await column('select identification_number from item where account_id = $1')
  const buybacks = await column('select identification_number from buyback where account_id = $1')
  const imeis = await column('select imei from item where account_id = $1 and imei is not null')
  expect(gtins.length).toBeGreaterThanOrEqual(400)
  expect(imeis.length).toBeGreaterThan(100)
  expect([...gtins, ...codes, ...buybacks].filter((code) => !hasGs1CheckDigit(String(code)))).toEqual([])
  expect(imeis.map(String).filter((imei) => luhnDigit(imei.slice(0, 14)) !== imei[14])).toEqual([])
})

it('tells a history that ends in the present status and never goes back in time or ahead of it', async () => {
  const wrong = await owner.query(
    `select i.id from item i join lateral (
       select to_status, to_stock_id, server_at from item_history h where h.account_id = i.account_id and h.item_id = i.id
       order by server_at desc, id desc limit 1) last on true
     where last.to_status <> i.status or last.to_stock_id is distinct from i.stock_id or last.server_at > now()
     union all
     select item_id from (
       select item_id, from_status, lag(to_status) over (partition by account_id, item_id order by server_at, id) as before
       from item_history) h
     where from_status is distinct from before`,
  )
  expect(wrong.rows).toEqual([])
})

it('declares every buyback with the price that the estimate gives, below it for what waits in quarantine', async () => {
  const found = await owner.query<{
    declaration: Declaration
    cents: number
    controlled: number | null
    status: string
  }>(
    `select b.declaration, b.declared_price_cents as cents, b.controlled_price_cents as controlled, i.status
     from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id where b.account_id = $1`,
    [demo.accountId],
  )
  const questionnaires = await owner.query<{ id: string; questions: Questionnaire['questions'] }>(
    `select id, content -> 'questions' as questions from questionnaire where account_id = $1`,
    [demo.accountId],
  )
  const byId = new Map(questionnaires.rows.map((each) => [each.id, each]))
  expect(found.rows).toHaveLength(2000)
  for (const { declaration, cents, controlled, status } of found.rows) {
    const questionnaire = byId.get(declaration.questionnaireId ?? '') ?? { id: '', questions: [] }
    const estimated = estimate({ ...declaration, questionnaire }, declaration.answers ?? [], 'refused')
    expect(estimated).toMatchObject({ ok: true, value: { priceCents: cents, grade: declaration.grade } })
    if (status === 'item_in_quarantine' && !declaration.simple) expect(controlled).toBeLessThan(cents)
  }
})

/** Settled buybacks without a payment, payments of others, and postings out of balance. */
async function unpaid(): Promise<readonly unknown[]> {
  return column(
    `select b.id from buyback b left join payment p on p.account_id = b.account_id and p.buyback_id = b.id
     where b.account_id = $1 and (b.status like 'bb_completed%') <> (p.id is not null)
     union all
     select posting_id from ledger_entry where account_id = $1 group by posting_id having sum(amount_cents) <> 0
     union all
     select p.id from payment p join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
       left join ledger_entry e on e.account_id = p.account_id and e.payment_id = p.id and e.ledger = 'customers'
     where p.account_id = $1 group by p.id, p.amount_cents, b.payment_status
     having coalesce(sum(e.amount_cents), 0) <> case when b.payment_status = 'payment_completed' then 0 else - p.amount_cents end`,
  )
}
async function register() {
  return (await verifyRegisters(test.ownerUrl)).find(({ accountId }) => accountId === demo.accountId)
}

it('pays what is settled, posts it in balance, and keeps a register that is whole', async () => {
  expect(await unpaid()).toEqual([])
  expect(await register()).toMatchObject({ lines: 300, fault: null })
})

it('gives every customer a bank account of the own country, sealed as a real one', async () => {
  const { rows } = await owner.query<{ id: string; country: string; wrapped: Buffer; sealed: Buffer }>(
    `select c.id, c.country, k.wrapped_key as wrapped, s.sealed from customer c
       join customer_key k on k.account_id = c.account_id and k.customer_id = c.id
       join customer_secret s on s.account_id = c.account_id and s.customer_id = c.id and s.kind = 'iban'
     where c.account_id = $1 and c.account_holder = c.first_name || ' ' || c.last_name`,
    [demo.accountId],
  )
  expect(rows).toHaveLength(1500)
  const wrong = rows.filter(({ id, country, wrapped, sealed }) => {
    const name = `customer ${demo.accountId} ${id}`
    const iban = testVault.open(testVault.unwrap(wrapped, name), sealed, `${name} iban`)
    return !isValidIBAN(iban) || !iban.startsWith(country)
  })
  expect(wrong).toEqual([])
})

it('gives every customer an identity document that the counter would take, sealed as a real one', async () => {
  const { rows } = await owner.query<{
    id: string
    type: string
    issued: string
    authority: string
    wrapped: Buffer
    sealed: Buffer
    register: Buffer
  }>(
    `select c.id, c.identification_type as type, c.identification_issued_on::text as issued,
       c.identification_authority as authority, k.wrapped_key as wrapped, s.sealed, c.register_identity as register
     from customer c
       join customer_key k on k.account_id = c.account_id and k.customer_id = c.id
       join customer_secret s on s.account_id = c.account_id and s.customer_id = c.id and s.kind = 'identity_number'
     where c.account_id = $1`,
    [demo.accountId],
  )
  expect(rows).toHaveLength(1500)
  const today = new Date().toISOString().slice(0, 10)
  const wrong = rows.filter(({ id, type, issued, authority, wrapped, sealed, register }) => {
    const name = `customer ${demo.accountId} ${id}`
    const number = testVault.open(testVault.unwrap(wrapped, name), sealed, `${name} identity_number`)
    const kept = openRegisterIdentity(testVault, demo.accountId, register)
    const checked = checkIdentification(
      {
        clientNationalIdentificationType: type,
        clientNationalIdentification: number,
        clientNationalIdentificationDeliveryDate: issued,
        clientNationalIdentificationAutorityDelivery: authority,
      },
      today,
    )
    return !checked.ok || kept.number !== number || kept.type !== type || kept.lastName === ''
  })
  expect(wrong).toEqual([])
  const lines = await owner.query(
    `select 1 from purchase_register where account_id = $1 and content::jsonb ->> 'sealedIdentity' is not null`,
    [demo.accountId],
  )
  expect(lines.rows).toHaveLength(300)
})

it('tells every stock by a short name and where it stands', async () => {
  const { rows } = await owner.query<{ all: number; told: number; names: number }>(
    `select count(*)::int as all, count(s.location)::int as told,
       count(distinct (s.warehouse_id, s.identifier))::int as names
     from stock s where s.account_id = $1`,
    [demo.accountId],
  )
  expect(rows).toEqual([{ all: 14, told: 14, names: 14 }])
})

it('changes nothing when it is loaded again, and adds what is missing to a larger number', async () => {
  expect(await loadDemo({ ownerUrl: test.ownerUrl })).toMatchObject({ existed: true, itemsAdded: 0, itemsTotal: 2000 })
  await owner.query(`insert into dashboard_week values ($1, '2020-01-06', now())`, [demo.accountId])
  const more = await loadDemo({ ownerUrl: test.ownerUrl, items: 2500 })
  expect(more).toMatchObject({ existed: true, itemsAdded: 500, itemsTotal: 2500 })
  // What is added is as whole as what was there: paid, in the register, on its way, and counted by the dashboard.
  expect(await unpaid()).toEqual([])
  const { lines, fault } = (await register())!
  expect([lines > 300, fault]).toEqual([true, null])
  expect(await column('select week_from from dashboard_week where account_id = $1')).toEqual([])
  const numbers = await column(
    `select number from buyback_document where account_id = $1 and kind = 'shipping_label' and number is not null`,
  )
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('loads a large number with every key, index and trigger put back, and a new epoch', async () => {
  const shape = async (): Promise<unknown> =>
    (
      await owner.query(
        `select pg_get_indexdef(indexrelid) as line from pg_index where indrelid = 'item'::regclass
         union all select conname::text || pg_get_constraintdef(oid) from pg_constraint where conrelid = 'item'::regclass
         union all select tgname::text || tgenabled::text from pg_trigger where tgrelid = 'item'::regclass and not tgisinternal
         order by 1`,
      )
    ).rows
  const epoch = async (): Promise<unknown> => (await owner.query('select current_sync_epoch() as epoch')).rows[0].epoch
  const before = { shape: await shape(), epoch: await epoch() }
  expect((await loadDemo({ ownerUrl: test.ownerUrl, items: 28_000 })).itemsTotal).toBe(28_000)
  expect(await unpaid()).toEqual([])
  expect(await shape()).toEqual(before.shape)
  expect(await epoch()).not.toBe(before.epoch)
}, 120_000)

it('has refurb steps that cost something in both warehouses, and items whose diagnosis made some due', async () => {
  const costs = await column(
    'select distinct warehouse_id from refurb_step_cost where account_id = $1 and cost_cents > 0',
  )
  expect(costs).toHaveLength(2)
  const open = await column(
    `select status || ' ' || (facts -> 'steps' -> 0 ->> 'status') from item
      where account_id = $1 and status in ('item_refurb_in_progress', 'item_refurb_completed')
        and jsonb_array_length(facts -> 'steps') > 0 group by 1`,
  )
  expect(new Set(open)).toEqual(new Set(['item_refurb_in_progress to_do', 'item_refurb_completed completed']))
  const unplanned = await column(
    `select id from item where account_id = $1 and status = 'item_refurb_in_progress'
        and coalesce(jsonb_array_length(facts -> 'steps'), 0) = 0`,
  )
  expect(unplanned).toEqual([])
})

it('has a public home whose products can be searched, and questions frozen as they are asked today', async () => {
  expect(await column(`select type from home_widget where account_id = $1 order by position`)).toEqual([
    'search_banner',
    'featured_products',
    'html',
    'html',
  ])
  const featured = await column(
    `select h.product_id from home_widget_product h
     join searched_product s on s.account_id = h.account_id and s.product_id = h.product_id where h.account_id = $1`,
  )
  expect(featured).toHaveLength(8)
  const changed = await column(
    `select q.id from questionnaire q where q.account_id = $1
       and q.content is distinct from questionnaire_content($1, q.category_id)`,
  )
  expect(changed).toEqual([])
})

it('says what customers read in each language: legal texts, cookies, the terms of the paper and the home', async () => {
  const untranslated = await column(
    `select t.name || ' ' || l.language from (
       select c.field as name, s.translations from organization_root_detail s, translated_columns() c
         where s.account_id = $1 and c.table_name = 'organization_root_detail'
       union all select c.field, a.translations from account a, translated_columns() c
         where a.id = $1 and c.table_name = 'account'
       union all select c.field, w.translations from home_widget w, translated_columns() c
         where w.account_id = $1 and c.table_name = 'home_widget' and to_jsonb(w) ->> c.column_name is not null
     ) t (name, translations), unnest('{en-GB,nl-BE,de-DE}'::text[]) l (language)
     where t.translations -> l.language ->> t.name is null`,
  )
  expect(untranslated).toEqual([])
  const terms = await column(
    `select t.texts ->> 'terms' from organization_root_detail s, jsonb_each(s.translations) t (language, texts)
     where s.account_id = $1`,
  )
  expect(terms.map((each) => transferOrderTermsSchema.safeParse(each).success)).toEqual([true, true, true])
})
