import type pg from 'pg'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { ItemStatus, NativeStock } from '#domain/item/item-status.ts'
import type { NumberBlock } from '#domain/expedition/package-number.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'

/** An operation of the ledger. Times are PostgreSQL's, as texts that sort. */
export interface LedgerRow {
  readonly opId: string
  readonly deviceId: string
  readonly userId: string
  readonly seq: number
  /** Version of the item that its author saw; 0 where the device did not know it. */
  readonly basedOn: number
  readonly type: string
  readonly status: string
  readonly code: string | null
  readonly causeOp: string | null
  readonly args: Readonly<Record<string, unknown>>
  readonly roundId: string | null
  readonly xid: string
  readonly decidedAt: string | null
  readonly resolvedAt: string | null
}

/** A line of an item's history. */
export interface HistoryRow {
  readonly itemId: string
  readonly action: string
  readonly from: ItemStatus | null
  readonly to: ItemStatus | null
  readonly fromStock: string | null
  readonly toStock: string | null
  readonly opId: string | null
  readonly actorId: string | null
  /** Where the item was afterwards, else before. */
  readonly warehouseId: string | null
  /** Times of the device that captured it, which nobody but a device has, and of the server, in Unix milliseconds. */
  readonly deviceAtMs: number | null
  readonly serverAtMs: number
  readonly comment: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}

/** An item with its buyback. */
export interface ItemStateRow {
  readonly id: string
  readonly status: ItemStatus
  readonly version: number
  readonly stockId: string | null
  readonly warehouseId: string | null
  readonly destinationId: string
  readonly storeId: string | null
  readonly tested: boolean
  readonly lastOpId: string | null
  readonly facts: ItemFacts | null
  readonly buyback: BuybackStatus
  readonly validatedCents: number | null
}

export interface PackageStateRow {
  readonly id: string
  readonly version: number
  readonly status: 'open' | 'closed'
  readonly itemIds: readonly string[]
  readonly number: string | null
  readonly destinationId: string
  /** The warehouse or store that it leaves. */
  readonly originId: string
}

/** Everything of an account that promises are judged by, as of one moment. */
export interface ServerState {
  readonly ledger: ReadonlyMap<string, LedgerRow>
  /** In the order in which it was written. */
  readonly history: readonly HistoryRow[]
  readonly items: readonly ItemStateRow[]
  readonly packages: readonly PackageStateRow[]
  readonly blocks: readonly NumberBlock[]
  readonly stocks: readonly { readonly id: string; readonly warehouseId: string; readonly native: NativeStock | null }[]
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`
const time = (column: string) => `to_char(${column} at time zone 'utc', 'YYYYMMDDHH24MISSUS')`

/** Reads an account past row-level security. */
export async function readServerState(owner: pg.Pool, accountId: string): Promise<ServerState> {
  const where = `account_id = '${accountId}'`
  const results = (await owner.query(`begin isolation level repeatable read; set local app.system = 'on';
    select op_id as "opId", device_id as "deviceId", user_id as "userId", seq::int, based_on as "basedOn", type, status, code, args,
      cause_op as "causeOp", round_id as "roundId", xid::text, ${time('decided_at')} as "decidedAt", ${time('resolved_at')} as "resolvedAt"
      from sync_op where ${where};
    select item_id as "itemId", action, from_status as "from", to_status as "to", from_stock_id as "fromStock",
      to_stock_id as "toStock", op_id as "opId", actor_id as "actorId", warehouse_id as "warehouseId",
      ${ms('device_at')} as "deviceAtMs", ${ms('server_at')} as "serverAtMs", comment, details
      from item_history where ${where} order by id;
    select i.id, i.status, i.version, i.stock_id as "stockId", i.warehouse_id as "warehouseId", i.facts,
      i.destination_warehouse_id as "destinationId", i.last_op_id as "lastOpId",
      i.store_id as "storeId", i.tested,
      b.status as buyback, b.validated_price_cents as "validatedCents"
      from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id where i.${where};
    select id, version, status, item_ids as "itemIds", number, destination_warehouse_id as "destinationId",
      coalesce(origin_store_id, origin_warehouse_id) as "originId"
      from package where ${where};
    select id, warehouse_id as "warehouseId", native from stock where ${where};
    select first_serial::float8 as "firstSerial", last_serial::float8 as "lastSerial"
      from package_number_block where ${where};
    commit`)) as unknown as readonly pg.QueryResult[]
  const [ledger, history, items, packages, stocks, blocks] = results.slice(2, 8).map(({ rows }) => rows as unknown)
  return {
    ledger: new Map((ledger as LedgerRow[]).map((row) => [row.opId, row])),
    history: history as HistoryRow[],
    items: items as ItemStateRow[],
    packages: packages as PackageStateRow[],
    blocks: blocks as NumberBlock[],
    stocks: stocks as ServerState['stocks'],
  }
}
