import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import { migrateToBefore } from '#tests/support/earlier-database.ts'
import { connectAsOwner, createAccount, createItems } from '#tests/support/factories.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts'

// What the owner's policies are in a database that has run once: they bind the migrations, too.
const ownersPolicies = ['account', 'buyback', 'item', 'payment_mode', 'product', 'category', 'customer']
  .map(
    (table) => `alter table ${table} enable row level security; alter table ${table} force row level security;
      create policy system on ${table} using ((select current_setting('app.system', true) = 'on'
        or current_setting('search_path') = 'pg_catalog, public, pg_temp'));`,
  )
  .join('\n')

describe('a database from before payments', () => {
  let database: TestDatabase
  let owner: pg.Client
  const buybacks = new Map<string, string>()

  const statusOf = async (name: string) =>
    (
      await owner.query<{ status: string }>('select payment_status as status from buyback where id = $1', [
        buybacks.get(name),
      ])
    ).rows[0]!.status

  const ledgerOf = async (name: string) =>
    (
      await owner.query<{ kind: string; ledger: string; cents: number }>(
        `select e.kind, e.ledger, e.amount_cents as cents from ledger_entry e
         join payment p on p.id = e.payment_id where p.buyback_id = $1 order by e.kind, e.amount_cents desc`,
        [buybacks.get(name)],
      )
    ).rows

  beforeAll(async () => {
    database = await createEmptyDatabase()
    const { ownerUrl } = database
    await migrateToBefore(ownerUrl, '0013-statistics')
    owner = await connectAsOwner(ownerUrl)
    const account = await createAccount(owner, 'Earlier')
    const settle = async (name: string, status: string, cents: number, payment = 'awaiting_payment') => {
      const [item] = await createItems(owner, account, 1)
      buybacks.set(name, item!.buybackId)
      await owner.query(
        `update buyback set status = $2::text, payment_status = $4, validated_price_cents = $3, bonus_cents = 0,
           cancel_reason = case when $2::text = 'bb_cancelled' then 'other' end,
           settled_at = case when $2::text like 'bb_completed%' then '2026-05-04T09:00:00Z'::timestamptz end
         where id = $1`,
        [item!.buybackId, status, cents, payment],
      )
    }
    await settle('due', 'bb_completed', 12_000)
    await settle('priced', 'bb_completed_by_price', 3_000)
    await settle('nothing', 'bb_completed', 0)
    await settle('paid', 'bb_completed', 5_000, 'payment_completed')
    await settle('open', 'bb_in_processing', 7_000)
    await settle('cancelled', 'bb_cancelled', 7_000)
    await owner.query(ownersPolicies)
    await migrateToLatest({ ownerUrl, appRole: 'reprise_app', adminRole: 'reprise_admin' })
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })

  it('owes what was settled, by hand, and asks for its promised day', async () => {
    expect([await statusOf('due'), await statusOf('priced')]).toEqual(['payment_created', 'payment_created'])
    const { rows } = await owner.query(
      `select p.amount_cents as cents, p.provider from payment p where p.buyback_id = any ($1) order by 1`,
      [[buybacks.get('due'), buybacks.get('priced')]],
    )
    expect(rows).toEqual([
      { cents: 3_000, provider: 'manual' },
      { cents: 12_000, provider: 'manual' },
    ])
    expect(await ledgerOf('due')).toEqual([
      { kind: 'owed', ledger: 'purchases', cents: 12_000 },
      { kind: 'owed', ledger: 'customers', cents: -12_000 },
    ])
    const jobs = await owner.query(
      `select 1 from pgboss.job j join payment p on p.id::text = j.data ->> 'paymentId'
       where p.buyback_id = any ($1) and j.name = 'payment-start'`,
      [[...buybacks.values()]],
    )
    expect(jobs.rows).toHaveLength(3)
  })

  it('owes nothing for nothing, and nothing twice', async () => {
    expect(await statusOf('nothing')).toBe('payment_not_needed')
    expect(await ledgerOf('nothing')).toEqual([])
    expect(await statusOf('paid')).toBe('payment_completed')
    expect((await ledgerOf('paid')).map(({ kind, cents }) => [kind, cents])).toEqual([
      ['owed', 5_000],
      ['owed', -5_000],
      ['paid', 5_000],
      ['paid', -5_000],
    ])
  })

  it('leaves what is not settled alone', async () => {
    expect([await statusOf('open'), await statusOf('cancelled')]).toEqual(['awaiting_payment', 'awaiting_payment'])
    const { rows } = await owner.query('select 1 from payment where buyback_id = any ($1)', [
      [buybacks.get('open'), buybacks.get('cancelled')],
    ])
    expect(rows).toEqual([])
  })

  it('records each purchase once, in a chain that verifies', async () => {
    const { rows } = await owner.query<{ cents: number }>(
      `select (content::jsonb ->> 'priceCents')::int as cents from purchase_register order by number`,
    )
    expect(rows.map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([0, 3_000, 5_000, 12_000])
    expect(await verifyRegisters(database.ownerUrl)).toEqual([expect.objectContaining({ lines: 4, fault: null })])
  })

  it('knows when a buyback ended that was closed before anybody counted', async () => {
    const { rows } = await owner.query<{ ended: boolean }>(
      'select ended_at is not null as ended from buyback where id = $1',
      [buybacks.get('cancelled')],
    )
    expect(rows).toEqual([{ ended: true }])
  })
})

describe('a database from before payments by hand in other currencies', () => {
  let database: TestDatabase
  let owner: pg.Client
  let providers: readonly (readonly [string, string])[]

  beforeAll(async () => {
    database = await createEmptyDatabase()
    const { ownerUrl } = database
    await migrateToBefore(ownerUrl, '0135-no-files-of-other-currencies')
    owner = await connectAsOwner(ownerUrl)
    const account = await createAccount(owner, 'Earlier')
    for (const [currency, status, provider] of [
      ['GBP', 'payment_created', 'transfer_file'],
      ['GBP', 'payment_completed', 'transfer_file'],
      ['GBP', 'payment_created', 'program'],
      ['EUR', 'payment_created', 'transfer_file'],
    ] as const) {
      const [item] = await createItems(owner, account, 1)
      await owner.query(
        `insert into payment (account_id, id, buyback_id, amount_cents, currency, provider)
         select account_id, gen_random_uuid(), id, 1000, $2, $3 from buyback where id = $1`,
        [item!.buybackId, currency, provider],
      )
      await owner.query('update buyback set payment_status = $2 where id = $1', [item!.buybackId, status])
    }
    await owner.query(ownersPolicies)
    await migrateToLatest({ ownerUrl, appRole: 'reprise_app', adminRole: 'reprise_admin' })
    const { rows } = await owner.query<{ kind: string; provider: string }>(
      `select concat(p.currency, ' ', b.payment_status) as kind, p.provider from payment p
       join buyback b on b.id = p.buyback_id order by 1, 2`,
    )
    providers = rows.map(({ kind, provider }) => [kind, provider])
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })

  it('makes by hand what waited for a file of euros, and nothing else', () => {
    expect(providers).toEqual([
      ['EUR payment_created', 'transfer_file'],
      ['GBP payment_completed', 'transfer_file'],
      ['GBP payment_created', 'manual'],
      ['GBP payment_created', 'program'],
    ])
  })
})

describe('a database from before absorbed payments', () => {
  let database: TestDatabase
  let owner: pg.Client
  const buybacks = new Map<string, string>()

  const ledgerOf = async (name: string) =>
    (
      await owner.query<{ line: string; cents: number }>(
        `select concat(e.kind, ' ', e.ledger) as line, e.amount_cents as cents from ledger_entry e
         join payment p on p.id = e.payment_id where p.buyback_id = $1 order by e.posted_at, e.amount_cents desc`,
        [buybacks.get(name)],
      )
    ).rows.map(({ line, cents }) => [line, cents] as const)

  beforeAll(async () => {
    database = await createEmptyDatabase()
    const { ownerUrl } = database
    await migrateToBefore(ownerUrl, '0119-absorbed-payments')
    owner = await connectAsOwner(ownerUrl)
    const account = await createAccount(owner, 'Earlier')
    for (const [name, status, absorbed] of [
      ['paid', 'bb_completed_with_absorption', 700],
      ['open', 'bb_completed_with_absorption', 300],
      ['whole', 'bb_completed_with_absorption', 9_000],
      ['other', 'bb_completed', 700],
    ] as const) {
      const [item] = await createItems(owner, account, 1, {
        facts: { control: { absorbedCents: absorbed } },
      })
      buybacks.set(name, item!.buybackId)
      await owner.query(
        `update buyback set status = $2, validated_price_cents = 1000, settled_at = now() where id = $1`,
        [item!.buybackId, status],
      )
    }
    await owner.query(`update buyback set payment_status = 'payment_completed' where id = $1`, [buybacks.get('paid')])
    await owner.query(ownersPolicies)
    await migrateToLatest({ ownerUrl, appRole: 'reprise_app', adminRole: 'reprise_admin' })
    await owner.query(`select set_config('app.system', 'on', false)`)
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })

  it('says of each what was absorbed, and of no other', async () => {
    const absorbedOf = async (name: string) =>
      (
        await owner.query<{ cents: number }>('select absorbed_cents as cents from payment where buyback_id = $1', [
          buybacks.get(name),
        ])
      ).rows[0]!.cents
    expect(await absorbedOf('paid')).toBe(700)
    expect(await absorbedOf('open')).toBe(300)
    expect(await absorbedOf('whole')).toBe(1_000)
    expect(await absorbedOf('other')).toBe(0)
  })

  it('takes back what was posted, where it is cancelled after that', async () => {
    expect(await ledgerOf('open')).toEqual([
      ['owed purchases', 1_000],
      ['owed customers', -1_000],
    ])
    await owner.query(`update buyback set status = 'bb_cancelled', cancel_reason = 'other' where id = $1`, [
      buybacks.get('open'),
    ])
    expect(Object.fromEntries((await ledgerOf('open')).slice(2))).toEqual({
      'cancelled customers': 1_000,
      'cancelled purchases': -1_000,
    })
  })
})
