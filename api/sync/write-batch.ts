import { kyselyOnClient } from '#api/db/kysely-on-client.ts'
import type { CapturedSale } from '#api/db/sync-counter.ts'
import { readyOperation, type FindOperation } from '#sync/operations/registry.ts'
import { roundOf } from '#sync/operations/round-of.ts'
import type { RefusalResolution } from '#sync/records.ts'
import { factsOfFloor } from '#sync/wire/item-facts.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Operation, Outcome } from '#sync/wire/operation.ts'
import type { AccountSql, Statement } from './account-sql.ts'
import { packageWrites, packageWriteSql } from './package-write.ts'
import type { BatchToWrite } from './batch-to-write.ts'

const writeText = (more: string): string => `with item_rows as materialized (
    select * from jsonb_to_recordset($2::jsonb) r (id uuid, status text, stock_id uuid, warehouse_id uuid,
      destination_warehouse_id uuid, tested boolean, left_status text, latest_move_at timestamptz, op_id uuid, op_type text, op_actor uuid,
      op_before jsonb, steps integer, buyback_status text, facts jsonb, imei text, serial_number text, is_tested boolean,
      controlled_grade text, controlled_price_cents integer, validated_grade text, validated_price_cents integer)
  ), items as (
    update item i set version = i.version + r.steps, status = r.status, stock_id = r.stock_id, warehouse_id = r.warehouse_id,
      destination_warehouse_id = r.destination_warehouse_id, tested = r.tested,
      left_status = r.left_status, latest_move_at = r.latest_move_at, last_op_id = r.op_id, last_op_type = r.op_type,
      last_op_actor = r.op_actor, last_op_before = r.op_before, facts = r.facts, imei = r.imei,
      serial_number = r.serial_number
    from item_rows r where i.account_id = $1 and i.id = r.id
    returning i.buyback_id, r.*
  ), buybacks as (
    update buyback b set status = i.buyback_status,
      controlled_grade = case when i.is_tested then i.controlled_grade else b.controlled_grade end,
      controlled_price_cents = case when i.is_tested then i.controlled_price_cents else b.controlled_price_cents end,
      validated_grade = coalesce(i.validated_grade, b.validated_grade),
      validated_price_cents = coalesce(i.validated_price_cents, b.validated_price_cents),
      settled_at = case when i.buyback_status like 'bb_completed%' then coalesce(b.settled_at, $10::timestamptz)
        else b.settled_at end
    from items i
    where b.account_id = $1 and b.id = i.buyback_id and (b.status <> i.buyback_status or i.is_tested)
  ), history as (
    insert into item_history (account_id, id, item_id, action, device_at, server_at, actor_id, actor_name,
      warehouse_id, from_status, to_status, from_stock_id, to_stock_id, op_id, comment, details)
    select $1, r.id, r.item_id, r.action, r.device_at, $10::timestamptz, r.actor_id, r.actor_name, r.warehouse_id,
      r.from_status, r.to_status, r.from_stock_id, r.to_stock_id, r.op_id, r.comment, r.details
    from jsonb_to_recordset($3::jsonb) r (id uuid, item_id uuid, action text, device_at timestamptz,
      actor_id uuid, actor_name text, warehouse_id uuid, from_status text, to_status text,
      from_stock_id uuid, to_stock_id uuid, op_id uuid, comment text, details jsonb)
  ), rounds as (
    insert into check_in_round as c (account_id, id, warehouse_id, device_id, user_id, started_at, ended_at,
      typed_count, distinct_count, known_count, comment)
    select $1, r.id, r.warehouse_id, r.device_id, r.user_id,
      coalesce((select min(o.captured_at) from sync_op o where o.account_id = $1 and o.round_id = r.id), r.captured_at),
      r.ended_at, r.typed_count, r.distinct_count, r.known_count, r.comment
    from jsonb_to_recordset($4::jsonb) r (id uuid, warehouse_id uuid, device_id uuid, user_id uuid,
      captured_at timestamptz, ended_at timestamptz, typed_count integer, distinct_count integer, known_count integer,
      comment text)
    on conflict (account_id, id) do update set ended_at = excluded.ended_at, typed_count = excluded.typed_count,
      distinct_count = excluded.distinct_count, known_count = excluded.known_count, comment = excluded.comment
  ), counts as (
    insert into stock_count (account_id, id, warehouse_id, stock_id, device_id, user_id, ended_at, expected_count,
      present_count, missing_count, unexpected_count, comment)
    select $1, r.id, r.warehouse_id, r.stock_id, r.device_id, r.user_id, r.ended_at, r.expected_count,
      r.present_count, r.missing_count, r.unexpected_count, r.comment
    from jsonb_to_recordset($11::jsonb) r (id uuid, warehouse_id uuid, stock_id uuid, device_id uuid, user_id uuid,
      ended_at timestamptz, expected_count integer, present_count integer, missing_count integer,
      unexpected_count integer, comment text)
  ), ${more}queue as (
    update sync_device set acked_seq = $6::bigint, last_push_at = $10::timestamptz
    where account_id = $1 and device_id = $7::uuid and user_id = $8::uuid and module = $9::text
  )
  insert into sync_op (account_id, op_id, device_id, user_id, module, seq, type, v, args, lanes, depends_on, comes_after,
    refused_as, based_on, payload_hash, status, code, cause_op, result, captured_at, received_at, decided_at, resolved_at, resolved_by,
    resolution, round_id)
  select $1, r.op_id, r.device_id, r.user_id, r.module, r.seq, r.type, r.v, r.args, r.lanes,
    coalesce(r.depends_on, '{}'), coalesce(r.comes_after, '{}'), r.refused_as, r.based_on,
    decode(r.hash, 'hex'), r.status, r.code, r.cause_op, r.result, r.captured_at, $10::timestamptz,
    case when r.status <> 'held' then $10::timestamptz end,
    r.resolved_at, r.resolved_by, r.resolution, r.round_id
  from jsonb_to_recordset($5::jsonb) r (op_id uuid, device_id uuid, user_id uuid, module text, seq bigint, type text,
    v integer, args jsonb, lanes text[], depends_on uuid[], comes_after uuid[], refused_as text, based_on integer, hash text,
    status text, code text, cause_op uuid, result jsonb, captured_at timestamptz, resolved_at timestamptz,
    resolved_by uuid, resolution text, round_id uuid)`

const decidedText = (rows: string): string => `decided as (
    update sync_op o set status = coalesce(r.status, o.status), code = case when r.status is null then o.code else r.code end,
      cause_op = case when r.status is null then o.cause_op else r.cause_op end,
      result = coalesce(r.result, o.result), v = coalesce(r.v, o.v), args = coalesce(r.args, o.args),
      round_id = coalesce(r.round_id, o.round_id), decided_at = coalesce(r.decided_at, o.decided_at),
      resolved_at = coalesce(o.resolved_at, r.resolved_at), resolved_by = coalesce(o.resolved_by, r.resolved_by),
      resolution = coalesce(o.resolution, r.resolution)
    from jsonb_to_recordset(${rows}::jsonb) r (op_id uuid, status text, code text, cause_op uuid, result jsonb,
      v integer, args jsonb, round_id uuid, decided_at timestamptz, resolved_at timestamptz, resolved_by uuid, resolution text)
    where o.account_id = $1 and o.op_id = r.op_id
  ), `

/** Most batches decide new operations alone; the statement for them spares the search for known ones. */
const writeNew: Statement = { name: 'sync-write-new', text: writeText('') }
const writeAll: Statement = { name: 'sync-write-all', text: writeText(decidedText('$12')) }
/** Few batches touch packages or send items away; the others spare these parts. */
const writePackages: Statement = {
  name: 'sync-write-packages',
  text: writeText(packageWriteSql('$12', '$13') + decidedText('$14')),
}

/**
 * Writes a decided batch in one statement: items with their buybacks, histories, rounds, the ledger and the queue.
 * Each operation is a version of its item, as on the devices; the change log is the database's triggers' business. `result` of a known operation that is decided
 * now comes from its decision; a resolution alone changes nothing but who settled it and how.
 */
export async function writeBatch(sql: AccountSql, batch: BatchToWrite): Promise<void> {
  const sales = salesOf(batch)
  const { counter, sold } = batch
  if (sales.length === 0 || counter === undefined || sold === undefined) return writeRows(sql, batch)
  await kyselyOnClient(sql.client, async (tx) => {
    const at = new Date(batch.atMs)
    const written = await counter.write(tx, { accountId: batch.accountId, at, sales, sold })
    await writeRows(sql, batch)
    await written.announce()
  })
}

function salesOf({ decisions }: BatchToWrite): readonly CapturedSale[] {
  return decisions.flatMap(({ op, writes }) =>
    (writes.sales ?? []).map((sale) => ({ sale, userId: op.actor, deviceAt: capturedAt(op) })),
  )
}

async function writeRows(sql: AccountSql, batch: BatchToWrite): Promise<void> {
  const { accountId, queue, atMs } = batch
  const { inserted, updated } = operationRows(batch)
  const values = [
    accountId,
    asJson(itemRows(batch)),
    asJson(historyRows(batch)),
    asJson(roundRows(batch)),
    asJson(inserted),
    queue?.ackedSeq ?? 0,
    queue?.deviceId ?? null,
    queue?.userId ?? null,
    queue?.module ?? null,
    new Date(atMs).toISOString(),
    asJson(countRows(batch)),
  ]
  const sent = packageWrites(batch)
  if (sent !== null) {
    const { packages, transports } = sent
    await sql.rows(writePackages, [...values, asJson(packages), asJson(transports), asJson(updated)])
    return
  }
  if (updated.length === 0) await sql.rows(writeNew, values)
  else await sql.rows(writeAll, [...values, asJson(updated)])
}

type Row = Record<string, unknown>

/** Rows as a parameter, without what is null: a column that no row names is null, and PostgreSQL reads the less. */
function asJson(rows: readonly Row[]): string {
  for (const row of rows) for (const key in row) if (row[key] === null) row[key] = undefined
  return JSON.stringify(rows)
}

function itemRows({ decisions, atMs }: BatchToWrite): readonly Row[] {
  const latest = new Map<string, Row & { readonly steps: number }>()
  for (const { row } of decisions.flatMap(({ writes }) => writes.items)) {
    latest.set(row.id, {
      steps: (latest.get(row.id)?.steps ?? 0) + 1,
      id: row.id,
      status: row.status,
      stock_id: row.stockId,
      warehouse_id: row.warehouseId,
      destination_warehouse_id: row.destinationWarehouseId,
      tested: row.tested,
      left_status: row.leftStatus,
      latest_move_at: timeOf(row.latestMoveAtMs),
      op_id: row.last?.opId ?? null,
      op_type: row.last?.type ?? null,
      op_actor: row.last?.actor ?? null,
      op_before: beforeOf(row),
      buyback_status: row.buybackStatus,
      facts: ownFacts(row),
      imei: row.imei,
      serial_number: row.serialNumber,
      ...pricesOf(row, atMs),
    })
  }
  return [...latest.values()]
}

/** Facts before the action lie beside the state before it. */
function beforeOf({ last }: ItemRow): unknown {
  if (last === null || last.before === null) return null
  const facts = last.beforeFacts ?? {}
  return Object.keys(facts).length === 0 ? last.before : { ...last.before, facts }
}

/** The facts that the floor writes: those of product and buyback are columns of their own. Null where there are none. */
function ownFacts(row: ItemRow): unknown {
  const own = factsOfFloor(row.facts ?? {})
  return Object.keys(own).length === 0 ? null : own
}

function pricesOf({ facts }: ItemRow, atMs: number): Row {
  const { control, validated } = facts ?? {}
  return {
    is_tested: control?.atMs === atMs,
    controlled_grade: control?.grade ?? null,
    controlled_price_cents: control?.priceCents ?? null,
    validated_grade: validated?.grade ?? null,
    validated_price_cents: validated?.priceCents ?? null,
  }
}

function historyRows(batch: BatchToWrite): readonly Row[] {
  return batch.decisions.flatMap((decision) => {
    const common = {
      device_at: capturedAt(decision.op),
      actor_id: decision.op.actor,
      actor_name: decision.actorName,
      op_id: decision.op.opId,
    }
    const moves = decision.writes.items.map(({ row, entry }) => ({
      ...common,
      id: batch.newId(),
      item_id: row.id,
      action: entry.action,
      warehouse_id: entry.after.warehouseId ?? entry.before.warehouseId,
      from_status: entry.before.status,
      to_status: entry.after.status,
      from_stock_id: entry.before.stockId,
      to_stock_id: entry.after.stockId,
      comment: entry.comment,
      details: entry.details,
    }))
    const resolutions = decision.writes.resolutions.flatMap((resolved) => {
      const item = batch.itemOf.get(resolved.opId)
      return item === undefined ? [] : [{ ...common, id: batch.newId(), ...resolutionRow(resolved, item) }]
    })
    return [...moves, ...resolutions]
  })
}

function resolutionRow(resolved: RefusalResolution, item: ItemRow): Row {
  return {
    item_id: item.id,
    action: 'settle_refusal',
    warehouse_id: item.warehouseId,
    from_status: item.status,
    to_status: item.status,
    from_stock_id: item.stockId,
    to_stock_id: item.stockId,
    comment: resolved.reason,
    details: { targetOpId: resolved.opId, resolution: resolved.resolution },
  }
}

function countRows({ decisions }: BatchToWrite): readonly Row[] {
  return decisions.flatMap(({ op, writes }) =>
    (writes.counts ?? []).map((count) => ({
      id: count.id,
      warehouse_id: count.warehouseId,
      stock_id: count.stockId,
      device_id: op.deviceId,
      user_id: count.userId,
      ended_at: timeOf(count.endedAtMs),
      expected_count: count.expectedCount,
      present_count: count.presentCount,
      missing_count: count.missingCount,
      unexpected_count: count.unexpectedCount,
      comment: count.comment,
    })),
  )
}

function roundRows({ decisions }: BatchToWrite): readonly Row[] {
  return decisions.flatMap(({ op, writes }) =>
    writes.rounds.map((round) => ({
      id: round.id,
      warehouse_id: round.warehouseId,
      device_id: op.deviceId,
      user_id: round.userId,
      captured_at: capturedAt(op),
      ended_at: timeOf(round.endedAtMs),
      typed_count: round.typedCount,
      distinct_count: round.distinctCount,
      known_count: round.knownCount ?? null,
      comment: round.comment,
    })),
  )
}

function operationRows(batch: BatchToWrite): { readonly inserted: readonly Row[]; readonly updated: readonly Row[] } {
  const decidedAt = timeOf(batch.atMs)
  const inserted = new Map<string, Row>()
  const updated = new Map<string, Row>()
  const kept = (op: Operation, outcome: Outcome): Row => keptOf(op, outcome, batch.find ?? readyOperation)
  for (const { op, outcome, isNew } of batch.decisions) {
    const decision = {
      op_id: op.opId,
      status: outcome.status,
      code: outcome.code,
      cause_op: outcome.causeOp,
      result: outcome.result,
      decided_at: outcome.status === 'held' ? null : decidedAt,
    }
    if (isNew)
      inserted.set(op.opId, { ...decision, ...envelopeRow(op, batch.hashes.get(op.opId)), ...kept(op, outcome) })
    else updated.set(op.opId, { ...decision, ...(outcome.status === 'held' ? {} : kept(op, outcome)) })
  }
  for (const { op, writes } of batch.decisions) {
    for (const resolved of writes.resolutions) {
      const rows = inserted.has(resolved.opId) ? inserted : updated
      const known = rows.get(resolved.opId) ?? { op_id: resolved.opId }
      rows.set(resolved.opId, { ...known, ...resolvedRow(resolved, op.actor, decidedAt) })
    }
  }
  return { inserted: [...inserted.values()], updated: [...updated.values()] }
}

function resolvedRow(resolved: RefusalResolution, actor: string, at: string | null): Row {
  return { resolved_at: at, resolved_by: actor, resolution: resolved.resolution }
}

/**
 * What the ledger keeps of what an operation says, with its round. What was confided stays only while it waits for its
 * decision; the rest is in the words of the newest version then.
 */
function keptOf(op: Operation, { status }: Outcome, find: FindOperation): Row {
  const round = { round_id: roundId(op, find) }
  const ready = status === 'held' ? null : find(op)
  if (ready?.ok !== true) return { ...round, v: op.v, args: op.args }
  const { definition, args } = ready.value
  const decided = definition.decided?.(args)
  return { ...round, ...(decided === undefined ? { v: op.v, args: op.args } : { v: definition.v, args: decided }) }
}

function envelopeRow(op: Operation, hash: string | undefined): Row {
  return {
    device_id: op.deviceId,
    user_id: op.actor,
    module: op.module,
    seq: op.seq,
    type: op.type,
    lanes: op.lanes,
    depends_on: op.dependsOn.length === 0 ? null : op.dependsOn,
    comes_after: op.comesAfter ?? null,
    refused_as: op.refusedAs ?? null,
    based_on: Math.min(op.basedOn, 2_147_483_647),
    hash,
    captured_at: capturedAt(op),
  }
}

function roundId(op: Operation, find: FindOperation): string | null {
  const id = roundOf(op, find)
  return id !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : null
}

// PostgreSQL knows no year 0, which a wrong clock can say.
function capturedAt({ capturedAt: text }: Operation): string {
  return text.startsWith('0000') ? '0001-01-01T00:00:00Z' : text
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
