import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { Currency, Language } from '#domain/kernel/languages.ts'
import type { ValidatedPrice } from '#domain/warehouse/compliance.ts'
import type { ItemState } from '#domain/warehouse/item-state.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'

/** An item of an account. */
export interface ItemScope {
  readonly accountId: string
  readonly itemId: string
}

/** An item with its buyback and customer, locked until the transaction ends. */
export interface LockedItem extends ItemState {
  readonly id: string
  readonly buybackId: string
  readonly buybackCode: string
  readonly facts: Partial<ItemFacts> | null
  readonly declaration: Declaration | null
  readonly productName: string
  readonly firstName: string | null
  readonly email: string | null
  readonly street: string | null
  readonly zipCode: string | null
  readonly city: string | null
  readonly country: string | null
  readonly accountName: string
  readonly mainColor: string | null
  readonly language: Language
  readonly currency: Currency
  readonly timeZone: string
}

/** Locks an item and its buyback, in that order, as a push does; null for an unknown one. */
export async function lockItem(tx: Transaction<Tables>, { accountId, itemId }: ItemScope): Promise<LockedItem | null> {
  const { rows } = await sql<LockedItem>`
    select i.id, i.buyback_id as "buybackId", b.identification_number as "buybackCode", i.status,
      b.status as "buybackStatus", i.stock_id as "stockId", i.warehouse_id as "warehouseId",
      i.destination_warehouse_id as "destinationWarehouseId", i.tested, i.left_status as "leftStatus",
      i.keeps_money as "keepsMoney", i.facts, b.declaration, concat_ws(' ', p.brand, p.label) as "productName",
      c.first_name as "firstName", c.email, c.street, c.zip_code as "zipCode", c.city, c.country,
      a.name as "accountName", a.main_color as "mainColor", a.language, a.currency, a.time_zone as "timeZone"
    from item i
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    join account a on a.id = i.account_id
    left join customer c on c.account_id = b.account_id and c.id = b.customer_id
    where i.account_id = ${accountId} and i.id = ${itemId}
    for update of i, b`.execute(tx)
  return rows[0] ?? null
}

/** A line of an item's history that no operation of a device wrote. */
export interface HistoryLine {
  readonly id: string
  readonly action: string
  readonly before: ItemState
  readonly after: ItemState
  /** Null where the customer acted. */
  readonly userId: string | null
  readonly at: Date
  readonly details: Readonly<Record<string, unknown>>
}

/** Appends a line to an item's history. */
export async function appendHistory(tx: Transaction<Tables>, scope: ItemScope, line: HistoryLine): Promise<void> {
  const { before, after } = line
  await sql`
    insert into item_history (account_id, id, item_id, action, server_at, actor_id, actor_name, warehouse_id, from_status,
      to_status, from_stock_id, to_stock_id, details)
    select ${scope.accountId}, ${line.id}, ${scope.itemId}, ${line.action}, ${line.at}, ${line.userId},
      (select u.first_name || ' ' || u.last_name from user_account u
        where u.account_id = ${scope.accountId} and u.id = ${line.userId}),
      ${before.warehouseId}, ${before.status}, ${after.status}, ${before.stockId}, ${after.stockId},
      ${JSON.stringify(line.details)}::jsonb`.execute(tx)
}

/** A change that the server itself makes to an item; no device may undo what lies before it. */
export interface ItemChangeRow {
  readonly next: ItemState
  readonly facts: Partial<ItemFacts>
  readonly validated: ValidatedPrice | null
  readonly at: Date
}

/** Writes an item's next state with its buyback's; versions and the change log are the triggers' business. */
export async function writeItem(tx: Transaction<Tables>, scope: ItemScope, change: ItemChangeRow): Promise<void> {
  const { accountId, itemId } = scope
  const { next, validated, at } = change
  await sql`
    with changed as (
      update item set status = ${next.status}, tested = ${next.tested}, stock_id = ${next.stockId},
        facts = coalesce(facts, '{}') || ${JSON.stringify(change.facts)}::jsonb,
        last_op_id = null, last_op_type = null, last_op_actor = null, last_op_before = null
      where account_id = ${accountId} and id = ${itemId}
      returning buyback_id
    )
    update buyback b set status = ${next.buybackStatus},
      validated_grade = coalesce(${validated?.grade ?? null}, b.validated_grade),
      validated_price_cents = coalesce(${validated?.priceCents ?? null}::integer, b.validated_price_cents),
      settled_at = case when ${next.buybackStatus}::text like 'bb_completed%' then coalesce(b.settled_at, ${at}::timestamptz)
        else b.settled_at end
    from changed where b.account_id = ${accountId} and b.id = changed.buyback_id`.execute(tx)
}

/** The label for the way back of an item. */
export interface ReturnLabelRow {
  readonly number: string
  readonly createdAt: Date
}

/** Reads an item's label; null where none was made. */
export async function readReturnLabel(tx: Transaction<Tables>, scope: ItemScope): Promise<ReturnLabelRow | null> {
  const row = await tx
    .selectFrom('return_label')
    .select(['number', 'created_at as createdAt'])
    .where('account_id', '=', scope.accountId)
    .where('item_id', '=', scope.itemId)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps an item's label, and lets the devices know that there is one. */
export async function insertReturnLabel(
  tx: Transaction<Tables>,
  scope: ItemScope,
  label: ReturnLabelRow & { readonly id: string; readonly userId: string },
): Promise<void> {
  await tx
    .insertInto('return_label')
    .values({
      account_id: scope.accountId,
      id: label.id,
      item_id: scope.itemId,
      number: label.number,
      created_at: label.createdAt,
      created_by: label.userId,
    })
    .execute()
  await sql`
    update item set facts = coalesce(facts, '{}') || '{"hasReturnLabel": true}'
    where account_id = ${scope.accountId} and id = ${scope.itemId}`.execute(tx)
}
