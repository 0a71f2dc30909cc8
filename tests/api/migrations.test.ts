import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { migrations } from '#api/db/migrations/list.ts'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { moduleUserTypes, modules } from '#domain/organization/module.ts'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { premiumFeatures } from '#domain/organization/premium-feature.ts'
import { checkInRequirements, itemStatuses, nativeStocks } from '#domain/item/item-status.ts'
import { releaseStates, releaseSubjects } from '#domain/payment/payment-release.ts'
import { inStockStatuses, isInsideWarehouse } from '#domain/item/item-transitions.ts'
import { migrateToBefore, migrationRoles as roles, query } from '../support/earlier-database.ts'
import { connectAsOwner, createAccount, createItems } from '../support/factories.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'

const opened: TestDatabase[] = []

afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  opened.push(database)
  return database
}

const all = migrations.map((migration) => migration.name)

describe('migrateToLatest', () => {
  it('runs every migration on an empty database, and nothing the second time', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    expect(await migrateToLatest({ ownerUrl, ...roles })).toEqual({ applied: all, rightsChanged: true })
    expect(await migrateToLatest({ ownerUrl, ...roles })).toEqual({ applied: [], rightsChanged: false })
  })

  it('lets two processes start at once and migrates once', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    const results = await Promise.all([1, 2, 3].map(() => migrateToLatest({ ownerUrl, ...roles })))
    expect(results.flatMap((result) => result.applied)).toEqual(all)
    expect(results.filter((result) => result.rightsChanged)).toHaveLength(1)
  })

  it('leaves nothing of a migration that fails, and goes on from there later', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    const broken = {
      name: '9999-broken',
      up: (run: (sql: string) => Promise<void>) => run('create table half (); oops'),
    }
    await expect(migrateToLatest({ ownerUrl, ...roles, migrations: [...migrations, broken] })).rejects.toThrow('oops')
    const left = await query(ownerUrl, `select name from schema_migration where name = '9999-broken'`)
    const half = await query(ownerUrl, `select 1 from pg_class where relname = 'half'`)
    expect([left, half]).toEqual([[], []])
    expect((await migrateToLatest({ ownerUrl, ...roles })).applied).toEqual([])
  })

  it('carries the operators of dispatch rules over', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToBefore(ownerUrl, '0011-dispatch-operators')
    const [account, rule] = [crypto.randomUUID(), crypto.randomUUID()]
    const brands = (operator: string) => ({ attribute: 'brand', operator, values: ['not_in'] })
    await query(
      ownerUrl,
      `set app.system = 'on';
       insert into account (id, name, is_retailer) values ('${account}', 'Earlier', true);
       insert into warehouse_dispatch_rule (account_id, id, title, position, conditions)
         values ('${account}', '${rule}', 'Rule', 1, '${JSON.stringify([brands('not_in'), brands('in')])}')`,
    )
    await migrateToLatest({ ownerUrl, ...roles })
    const client = new pg.Client({ connectionString: ownerUrl, options: '-c app.system=on' })
    await client.connect()
    const { rows } = await client.query('select conditions from warehouse_dispatch_rule')
    await client.end()
    expect(rows).toEqual([{ conditions: [brands('notIn'), brands('in')] }])
  })

  it(
    'owes no more what a bank refused of cancelled buybacks, and keeps products whose payment may still be made',
    { tags: ['slow'] },
    async () => {
      const { ownerUrl } = await emptyDatabase()
      await migrateToBefore(ownerUrl, '0025-money-under-way')
      const owner = await connectAsOwner(ownerUrl)
      try {
        const items = await createItems(owner, await createAccount(owner, 'Earlier'), 3)
        const [refused, open, failed] = items.map(({ buybackId }) => buybackId)
        const become = (id: string | undefined, payment: string, status = 'bb_completed') =>
          owner.query(
            `update buyback set payment_status = $2, status = $3::text, settled_at = now(), validated_price_cents = 1,
             bonus_cents = 0, cancel_reason = case when $3::text = 'bb_cancelled' then 'other' end where id = $1`,
            [id, payment, status],
          )
        await become(refused, 'payment_initiated', 'bb_cancelled')
        await become(refused, 'payment_failed', 'bb_cancelled')
        await become(open, 'payment_cancel_failed', 'bb_cancelled')
        await become(failed, 'payment_failed')
        for (const table of ['buyback', 'item'])
          await owner.query(`alter table ${table} enable row level security; alter table ${table} force row level security;
          create policy system on ${table} using (current_setting('app.system', true) = 'on')`)
        await migrateToLatest({ ownerUrl, ...roles })
        const { rows } = await owner.query(
          `select b.payment_status as status, i.keeps_money as keeps from unnest($1::uuid[]) with ordinality x (id, at)
         join buyback b on b.id = x.id join item i on i.buyback_id = x.id order by x.at`,
          [[refused, open, failed]],
        )
        expect(rows).toEqual([
          { status: 'payment_cancelled', keeps: false },
          { status: 'payment_cancel_failed', keeps: true },
          { status: 'payment_failed', keeps: false },
        ])
      } finally {
        await owner.end()
      }
    },
  )

  it(
    'mends modules of entities and fractions of cents, and leaves who works elsewhere',
    { tags: ['slow'] },
    async () => {
      const { ownerUrl } = await emptyDatabase()
      await migrateToBefore(ownerUrl, '0061-places-of-people')
      const owner = await connectAsOwner(ownerUrl)
      try {
        const { id, userId, storeId } = await createAccount(owner, 'Earlier')
        const run = (text: string, ...values: unknown[]) => owner.query(text, [id, ...values])
        await run(`update organization set module_type = 'lcm' where account_id = $1 and type = 'store'`)
        await run(`update category set absorption_type = 'value', absorption_value = 150.50 where account_id = $1`)
        await run('update user_module set organization_id = $2 where account_id = $1', storeId)
        await migrateToLatest({ ownerUrl, ...roles })
        const stands = `select (select string_agg(distinct type || ' ' || module_type, ', ' order by type || ' ' || module_type)
          from organization where account_id = $1) as places,
        (select absorption_value::text from category where account_id = $1) as cents,
        (select organization_id from user_module where account_id = $1 and user_id = $2) as place`
        await run(`update user_module set user_type = 'warehouse_manager' where account_id = $1`)
        expect((await run(stands, userId)).rows).toEqual([
          {
            places: 'management_unit root, root_management_unit root, store tim, warehouse rps',
            cents: '151.00',
            place: storeId,
          },
        ])
      } finally {
        await owner.end()
      }
    },
  )

  it('counts a label for the way back as used where its product has left with it', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToBefore(ownerUrl, '0026-label-of-each-return')
    const owner = await connectAsOwner(ownerUrl)
    try {
      const account = await createAccount(owner, 'Earlier')
      const labels = await createItems(owner, account, 3)
      for (const [at, { id }] of labels.entries())
        await owner.query(
          `with labelled as (update item set facts = '{"hasReturnLabel": true}',
             status = case when $4 = 2 then 'item_returned' else status end where id = $2)
           insert into return_label (account_id, id, item_id, number) values ($1, gen_random_uuid(), $2, $3)`,
          [account.id, id, `904${String(at).padStart(15, '0')}`, at],
        )
      const [unused, cameBack] = labels
      await owner.query(
        `insert into item_history (account_id, id, item_id, action, server_at)
         values ($1, gen_random_uuid(), $2, 'ship_return', '2026-05-04T09:00:00Z')`,
        [account.id, cameBack!.id],
      )
      const told = (id: string) =>
        owner.query(
          `insert into parcel (account_id, id, item_id, state) values ($1, gen_random_uuid(), $2, 'program')`,
          [account.id, id],
        )
      await told(unused!.id)
      await told(cameBack!.id)
      await migrateToLatest({ ownerUrl, ...roles })
      const { rows } = await owner.query(
        `select i.facts -> 'hasReturnLabel' as "hasLabel", l.left_at as "leftAt", p.return_label_id = l.id as "isItsParcel"
         from return_label l join item i on i.id = l.item_id left join parcel p on p.item_id = i.id order by l.number`,
      )
      expect(rows).toEqual([
        { hasLabel: true, leftAt: null, isItsParcel: true },
        { hasLabel: false, leftAt: new Date('2026-05-04T09:00:00Z'), isItsParcel: true },
        { hasLabel: false, leftAt: expect.any(Date), isItsParcel: null },
      ])
    } finally {
      await owner.end()
    }
  })

  it(
    'words past diagnoses by the questions and answers that are still there, and tells devices',
    { tags: ['slow'] },
    async () => {
      const { ownerUrl } = await emptyDatabase()
      await migrateToBefore(ownerUrl, '0037-wording-of-diagnoses')
      const owner = await connectAsOwner(ownerUrl)
      try {
        const account = await createAccount(owner, 'Earlier')
        const [done, begun, untouched] = await createItems(owner, account, 3)
        const [state, gone, weak, noisy, dropped] = Array.from({ length: 5 }, () => crypto.randomUUID())
        await owner.query(
          `insert into refurb_question (account_id, id, label, type, position) values ($1, $2, 'Battery', 'multiple', 1)`,
          [account.id, state],
        )
        await owner.query(`insert into refurb_answer values ($1, $3, $2, 'Weak', 1), ($1, $4, $2, 'Noisy', 2)`, [
          account.id,
          state,
          weak,
          noisy,
        ])
        const answers = [
          { questionId: gone, answerIds: [dropped] },
          { questionId: state, answerIds: [noisy, dropped, weak] },
          { questionId: state, answerIds: [] },
        ]
        const diagnosed = (id: string, said: readonly object[]) =>
          owner.query(`update item set facts = $2 where id = $1`, [
            id,
            { diagnosis: { startedAtMs: 1, answers: said } },
          ])
        await diagnosed(done!.id, answers)
        await diagnosed(begun!.id, [])
        const read = async () => {
          const { rows } = await owner.query<{ facts: unknown; version: number }>(
            `select facts, version::int from unnest($1::uuid[]) with ordinality x (id, at) join item using (id) order by at`,
            [[done, begun, untouched].map((item) => item!.id)],
          )
          return rows
        }
        const before = await read()
        for (const table of ['item', 'refurb_question', 'refurb_answer'])
          await owner.query(`alter table ${table} enable row level security; alter table ${table} force row level security;
          create policy system on ${table} using (current_setting('app.system', true) = 'on')`)
        await owner.query(`set app.system = 'off'`)
        await migrateToLatest({ ownerUrl, ...roles })
        await owner.query(`set app.system = 'on'`)
        const worded = [
          { ...answers[0], label: null, answerLabels: [null] },
          { ...answers[1], label: 'Battery', answerLabels: ['Noisy', null, 'Weak'] },
          { ...answers[2], label: 'Battery', answerLabels: [] },
        ]
        expect(await read()).toEqual([
          { facts: { diagnosis: { startedAtMs: 1, answers: worded } }, version: before[0]!.version + 1 },
          before[1],
          before[2],
        ])
        const { rows } = await owner.query(`select distinct entity_id from sync_change where version > $1`, [
          before[0]!.version,
        ])
        expect(rows).toEqual([{ entity_id: done!.id }])
      } finally {
        await owner.end()
      }
    },
  )

  it('brings rights back when the logins change', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToLatest({ ownerUrl, appRole: 'reprise_app' })
    const rights = (): Promise<{ may: boolean }[]> =>
      query(ownerUrl, `select has_table_privilege('reprise_admin', 'account', 'select') as may`)
    expect(await rights()).toEqual([{ may: false }])
    expect(await migrateToLatest({ ownerUrl, ...roles })).toEqual({ applied: [], rightsChanged: true })
    expect(await rights()).toEqual([{ may: true }])
  })

  it('refuses a login that would pass row-level security', async () => {
    const { ownerUrl } = await emptyDatabase()
    await expect(migrateToLatest({ ownerUrl, appRole: 'reprise_owner' })).rejects.toThrow('passes row-level security')
    await expect(migrateToLatest({ ownerUrl, appRole: 'postgres' })).rejects.toThrow('passes row-level security')
    await expect(migrateToLatest({ ownerUrl, appRole: 'nobody_at_all' })).rejects.toThrow('does not exist')
  })
})

describe('the checks of closed lists', () => {
  it('hold exactly the values that the domain knows', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToLatest({ ownerUrl, ...roles })
    const checks = await query<{ name: string; values: string[] }>(
      ownerUrl,
      `select conname as name, array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g') m)
         as values from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
    )
    const valuesOf = (name: string): readonly string[] =>
      [...new Set(checks.find((check) => check.name === name)?.values)].toSorted()
    const known: Readonly<Record<string, readonly string[]>> = {
      item_status_check: itemStatuses,
      item_left_status_check: itemStatuses,
      item_history_from_status_check: itemStatuses,
      item_history_to_status_check: itemStatuses,
      item_place: [...inStockStatuses, ...itemStatuses.filter((status) => isInsideWarehouse(status))],
      buyback_status_check: buybackStatuses,
      buyback_payment_status_check: paymentStatuses,
      buyback_delivery_status_check: deliveryStatuses,
      stock_native_check: nativeStocks,
      organization_type_check: organizationTypes,
      organization_root_detail_warehouse_checkin_requirement_check: checkInRequirements,
      organization_root_detail_enabled_premium_features_check: premiumFeatures,
      account_language_check: languages,
      account_currency_check: currencies,
      payment_release_subject_check: releaseSubjects,
      payment_release_state_check: releaseStates,
      user_module_module_check: modules,
      user_module_admits: [...modules, ...Object.values(moduleUserTypes).flat()],
    }
    for (const [name, values] of Object.entries(known))
      expect(valuesOf(name), name).toEqual([...new Set(values)].toSorted())
  })
})
