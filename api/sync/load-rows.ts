import { createMemoryRecords, type MemoryRecords } from '#sync/memory-records.ts'
import { readyOperation, type FindOperation } from '#sync/operations/registry.ts'
import { noNeeds, type Needs, type CountRow, type OperationAuthor, type RoundRow } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Operation, Outcome } from '#sync/wire/operation.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import type { AccountSql, Statement } from './account-sql.ts'
import { itemFactsSql, lastAction } from './item-sql.ts'
import { loadProductRows } from './product-sql.ts'
import { kyselyOnClient } from '#api/db/kysely-on-client.ts'
import type { SyncCounter } from '#api/db/sync-counter.ts'
import { loadCheckIns } from './load-check-ins.ts'
import { loadPackages } from './load-packages.ts'
import { productRefurbQuestionsSql, refurbQuestionsSql, refurbStepsSql } from '#api/db/refurb-sql.ts'
import type { Actors } from './decide-batch.ts'

interface LoadedRow {
  readonly items: readonly ItemRow[] | null
  readonly rounds: readonly RoundRow[] | null
  readonly stocks: readonly StockRow[] | null
  readonly questionnaires: Config['questionnaires'] | null
  readonly counts: readonly CountRow[] | null
  readonly refurbQuestions: Config['refurbQuestions'] | null
  readonly productRefurbQuestions: Config['productRefurbQuestions'] | null
  readonly refurbSteps: Config['refurbSteps'] | null
  readonly settings: Config['settings']
}

const loadStatement: Statement = {
  name: 'sync-load-rows',
  // Rows are locked in the order of their ids, so that two batches over the same items cannot wait for each other.
  text: `with picked as (
    select i.id, i.version, 'full' as level, i.identification_number as code, b.identification_number as "buybackCode",
      i.imei, i.status, b.status as "buybackStatus", i.stock_id as "stockId", i.warehouse_id as "warehouseId",
      i.destination_warehouse_id as "destinationWarehouseId", i.tested, i.left_status as "leftStatus",
      i.keeps_money as "keepsMoney",
      ${lastAction} as last, ${itemFactsSql} as facts,
      null as brand, null as "productLabel", i.serial_number as "serialNumber", b.declared_grade as "declaredGrade",
      b.declared_price_cents as "declaredPriceCents", i.store_id as "storeId",
      floor(extract(epoch from i.created_at) * 1000)::bigint as "createdAtMs", b.promised_payment_on as "promisedOn",
      floor(extract(epoch from i.latest_move_at) * 1000)::bigint as "latestMoveAtMs"
    from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
      join circuit c on c.account_id = b.account_id and c.id = b.circuit_id
    where i.account_id = $1 and i.id = any ($2::uuid[] || array(
      select c.id from item c where c.account_id = $1 and c.identification_number = any ($3::text[])
      union all select c.id from item c where c.account_id = $1 and c.imei = any ($3::text[])
      union all select c.id from buyback n join item c on c.account_id = n.account_id and c.buyback_id = n.id
        where n.account_id = $1 and n.identification_number = any ($3::text[])))
    order by i.id for update of i, b
  ), rounds as (
    select id, warehouse_id as "warehouseId", user_id as "userId",
      floor(extract(epoch from ended_at) * 1000)::bigint as "endedAtMs", typed_count as "typedCount",
      distinct_count as "distinctCount", comment
    from check_in_round where account_id = $1 and id = any ($4::uuid[]) order by id for update
  )
  select (select json_agg(picked) from picked) as items, (select json_agg(rounds) from rounds) as rounds,
    (select json_agg(json_build_object('id', q.id, 'questions', q.content -> 'questions')) from questionnaire q
      where q.account_id = $1
        and q.id in (select (picked.facts -> 'declaration' ->> 'questionnaireId')::uuid from picked)) as questionnaires,
    (select json_agg(json_build_object('id', n.id, 'warehouseId', n.warehouse_id, 'stockId', n.stock_id,
        'userId', n.user_id, 'endedAtMs', floor(extract(epoch from n.ended_at) * 1000)::bigint,
        'expectedCount', n.expected_count, 'presentCount', n.present_count, 'missingCount', n.missing_count,
        'unexpectedCount', n.unexpected_count, 'comment', n.comment))
      from stock_count n where n.account_id = $1 and n.id = any ($6::uuid[])) as counts,
    case when $7::boolean then ${refurbQuestionsSql} end as "refurbQuestions",
    case when $7::boolean then ${productRefurbQuestionsSql} end as "productRefurbQuestions",
    case when $7::boolean then ${refurbStepsSql} end as "refurbSteps",
    (select json_agg(json_build_object('id', s.id, 'warehouseId', s.warehouse_id, 'name', s.name, 'native', s.native,
        'location', s.location))
      from stock s where s.account_id = $1 and ($5::uuid[] is null or s.warehouse_id = any ($5))) as stocks,
    (select json_build_object('warehouseCheckinRequirement', coalesce(d.warehouse_checkin_requirement, 'optional'),
        'isWarehouseCommentMandatory', coalesce(d.is_warehouse_comment_mandatory, false),
        'timeZone', a.time_zone, 'currency', a.currency)
      from account a left join organization_root_detail d on d.account_id = a.id where a.id = $1) as settings`,
}

const findRefusedInRounds: Statement = {
  name: 'sync-find-refused-in-rounds',
  text: `select o.op_id as "opId", o.round_id as "of" from sync_op o
  where o.account_id = $1 and o.status in ('rejected', 'blocked_by') and o.resolved_at is null
    and o.round_id = any ($2::uuid[])
  order by o.received_at, o.seq`,
}

const findRefusedOfItems: Statement = {
  name: 'sync-find-refused-of-items',
  text: `select o.op_id as "opId", o.args ->> 'itemId' as "of" from sync_op o
  where o.account_id = $1 and o.status in ('rejected', 'blocked_by') and o.resolved_at is null
    and o.args ->> 'itemId' = any ($2::text[])
  order by o.received_at, o.seq`,
}

const findAuthors: Statement = {
  name: 'sync-find-authors',
  text: `select o.op_id as "opId", o.user_id as "userId", case when o.module = 'rps' then m.organization_id end as "warehouseId"
  from sync_op o
  left join user_module m on m.account_id = o.account_id and m.user_id = o.user_id and m.module = o.module
  where o.account_id = $1 and o.op_id = any ($2::uuid[])`,
}

/** What a batch of operations touches, by their definitions; unknown operations touch nothing. */
export function needsOf(ops: readonly Operation[], find: FindOperation = readyOperation): Needs {
  return ops.reduce<Needs>((all, op) => {
    const ready = find(op)
    if (!ready.ok) return all
    const needs = ready.value.definition.needs(ready.value.args)
    return {
      itemIds: [...all.itemIds, ...needs.itemIds],
      codes: [...all.codes, ...needs.codes],
      roundIds: [...all.roundIds, ...needs.roundIds],
      opIds: [...all.opIds, ...needs.opIds],
      refusedItemIds: [...(all.refusedItemIds ?? []), ...(needs.refusedItemIds ?? [])],
      refurb: all.refurb === true || needs.refurb === true,
      holders: all.holders === true || needs.holders === true,
      checkInRoundIds: [...(all.checkInRoundIds ?? []), ...(needs.checkInRoundIds ?? [])],
      countIds: [...(all.countIds ?? []), ...(needs.countIds ?? [])],
      packageIds: [...(all.packageIds ?? []), ...(needs.packageIds ?? [])],
      newPackageIds: [...(all.newPackageIds ?? []), ...(needs.newPackageIds ?? [])],
      packageNumbers: [...(all.packageNumbers ?? []), ...(needs.packageNumbers ?? [])],
      productIds: [...(all.productIds ?? []), ...(needs.productIds ?? [])],
      sales: [
        ...(all.sales ?? []),
        ...(needs.sales ?? []).map((sale) => ({
          ...sale,
          deviceId: op.deviceId,
          userId: op.actor,
          module: op.module,
          opId: op.opId,
        })),
      ],
    }
  }, noNeeds)
}

/** Loads and locks in one query what operations touch; stocks only of the warehouses that an actor works in. */
export async function loadRows(
  sql: AccountSql,
  accountId: string,
  needs: Needs,
  actors: Actors,
  outcomes: Iterable<Outcome>,
  counter?: SyncCounter,
  find?: FindOperation,
): Promise<MemoryRecords> {
  const places = [...actors.values()].map(({ actor }) => actor.warehouseIds)
  const warehouseIds = places.includes('all') ? null : places.flat()
  const values = [
    accountId,
    needs.itemIds,
    needs.codes,
    needs.roundIds,
    warehouseIds,
    needs.countIds ?? [],
    needs.refurb === true,
  ]
  const [row] = await sql.rows<LoadedRow>(loadStatement, values)
  if (row === undefined) throw new Error('the load answers one row')
  const others = await loadProductRows(sql, accountId, needs.productIds ?? [])
  const { warehouses, packages, packageBlocks } = await loadPackages(sql, accountId, needs, row.items ?? [])
  const sales = needs.sales ?? []
  const loaded =
    sales.length === 0 || counter === undefined
      ? undefined
      : await kyselyOnClient(sql.client, (tx) => counter.load(tx, accountId, sales, row.items ?? []))
  return createMemoryRecords({
    config: {
      stocks: [...(row.stocks ?? [])],
      warehouses: [...warehouses],
      settings: row.settings,
      questionnaires: [...(row.questionnaires ?? []), ...others.questionnaires],
      refurbQuestions: row.refurbQuestions ?? [],
      productRefurbQuestions: row.productRefurbQuestions ?? [],
      refurbSteps: row.refurbSteps ?? [],
    },
    items: row.items ?? [],
    products: others.products,
    rounds: row.rounds ?? [],
    checkIns: await loadCheckIns(sql, accountId, needs.checkInRoundIds ?? [], find),
    counts: row.counts ?? [],
    packages,
    packageBlocks,
    counter: loaded,
    outcomes,
    authors: await authorsOf(sql, accountId, needs.opIds),
    // Asked once everything is locked: what was refused while this waited for the locks counts too.
    refusedByRound: await refusedOf(sql, accountId, findRefusedInRounds, needs.roundIds),
    refusedByItem: await refusedOf(sql, accountId, findRefusedOfItems, needs.refusedItemIds ?? []),
  })
}

/** Refused, unresolved operations by the round or item that they hold up; asked for by what closes over these alone. */
async function refusedOf(
  sql: AccountSql,
  accountId: string,
  find: Statement,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.rows<{ readonly opId: string; readonly of: string }>(find, [accountId, ids])
  const byId = Map.groupBy(rows, (row) => row.of)
  return new Map([...byId].map(([id, ops]) => [id, ops.map(({ opId }) => opId)]))
}

/** Who captured the operations that a batch names, and where they work as the server's own tables say. */
async function authorsOf(
  sql: AccountSql,
  accountId: string,
  opIds: readonly string[],
): Promise<readonly (readonly [string, OperationAuthor])[]> {
  if (opIds.length === 0) return []
  const rows = await sql.rows<OperationAuthor & { readonly opId: string }>(findAuthors, [accountId, opIds])
  return rows.map(({ opId, userId, warehouseId }) => [opId, { userId, warehouseId }] as const)
}
