import { sql, type Transaction } from 'kysely'
import type { ValidatedPrice } from '#domain/compliance/compliance.ts'
import type { ItemState } from '#domain/item/item-state.ts'
import { newId } from './new-id.ts'
import type { Tables } from './tables.ts'

type Tx = Transaction<Tables>

/** Who acts on an item through the server, and when. */
export interface ChangeActor {
  readonly accountId: string
  /** Null where the customer acts. */
  readonly userId: string | null
  readonly at: Date
}

/** An item with its buyback, locked, as it stands before a change. */
export interface ChangedItem extends ItemState {
  readonly itemId: string
  readonly buybackId: string
}

/** A change of an item and its buyback that no device made; none may undo what lies before it. */
export interface ServerChange {
  readonly action: string
  readonly next: ItemState
  readonly validated: ValidatedPrice | null
  readonly comment?: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Writes a change: the item out of the open package that holds it where it leaves its place, item and buyback, and the
 * line of the history. Versions, the change log, proposals and payments are the triggers' business.
 */
export async function writeServerChange(
  tx: Tx,
  by: ChangeActor,
  before: ChangedItem,
  change: ServerChange,
): Promise<void> {
  const { accountId, at } = by
  const { next, validated } = change
  const { rows: left } = await sql`
    update package set item_ids = array_remove(item_ids, ${before.itemId}::uuid)
    where account_id = ${accountId} and status = 'open' and item_ids @> array[${before.itemId}]::uuid[]
      and id = (select (i.facts ->> 'packageId')::uuid from item i
        where i.account_id = ${accountId} and i.id = ${before.itemId})
    returning id`.execute(tx)
  const facts = { ...(left.length > 0 && { packageId: null }), ...(validated !== null && { validated }) }
  await sql`
    update item set status = ${next.status}, tested = ${next.tested}, stock_id = ${next.stockId},
      warehouse_id = ${next.warehouseId}, left_status = ${next.leftStatus},
      latest_move_at = case when stock_id is distinct from ${next.stockId}::uuid
        or warehouse_id is distinct from ${next.warehouseId}::uuid then ${at}::timestamptz else latest_move_at end,
      facts = case when ${JSON.stringify(facts)} = '{}' then facts
        else coalesce(facts, '{}') || ${JSON.stringify(facts)}::jsonb end,
      last_op_id = null, last_op_type = null, last_op_actor = null, last_op_before = null
    where account_id = ${accountId} and id = ${before.itemId}`.execute(tx)
  await sql`
    update buyback b set status = ${next.buybackStatus},
      validated_grade = coalesce(${validated?.grade ?? null}, b.validated_grade),
      validated_price_cents = coalesce(${validated?.priceCents ?? null}::integer, b.validated_price_cents),
      settled_at = case when ${next.buybackStatus}::text like 'bb_completed%' then coalesce(b.settled_at, ${at}::timestamptz)
        else b.settled_at end
    where b.account_id = ${accountId} and b.id = ${before.buybackId}`.execute(tx)
  await insertLine(tx, by, before, change)
}

/**
 * Appends a line to an item's history that no operation of a device writes, and that changes nothing else of the item.
 * Its version rises all the same: devices read the history of items that changed, and of no others.
 */
export async function appendHistory(
  tx: Tx,
  by: ChangeActor,
  before: ChangedItem,
  line: Pick<ServerChange, 'action' | 'next' | 'comment' | 'details'>,
): Promise<void> {
  await insertLine(tx, by, before, line)
  await sql`update item set product_id = product_id
    where account_id = ${by.accountId} and id = ${before.itemId}`.execute(tx)
}

async function insertLine(
  tx: Tx,
  { accountId, userId, at }: ChangeActor,
  before: ChangedItem,
  { action, next, comment, details }: Pick<ServerChange, 'action' | 'next' | 'comment' | 'details'>,
): Promise<void> {
  await sql`
    insert into item_history (account_id, id, item_id, action, server_at, actor_id, actor_name, warehouse_id, from_status,
      to_status, from_stock_id, to_stock_id, comment, details)
    select ${accountId}, ${newId()}, ${before.itemId}, ${action}, ${at}, ${userId},
      (select u.first_name || ' ' || u.last_name from user_account u
        where u.account_id = ${accountId} and u.id = ${userId}),
      ${before.warehouseId}, ${before.status}, ${next.status}, ${before.stockId}, ${next.stockId}, ${comment ?? null},
      ${JSON.stringify(details)}::jsonb`.execute(tx)
}
