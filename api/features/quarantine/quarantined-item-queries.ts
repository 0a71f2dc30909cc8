import { sql, type Transaction } from 'kysely'
import type { ChangedItem } from '#api/db/item-change.ts'
import { labelOfReturn } from '#api/db/label-of-return.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { Currency, Language } from '#domain/kernel/languages.ts'
import type { SiteAddress } from '#domain/organization/site-address.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'

/** An item of an account. */
export interface ItemScope {
  readonly accountId: string
  readonly itemId: string
}

/** An item with its buyback and customer, locked until the transaction ends. */
export interface LockedItem extends ChangedItem {
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
  /** Where the account's public site answers. */
  readonly site: SiteAddress
  /** Of the customer, else of the account. */
  readonly language: Language
  readonly currency: Currency
  readonly timeZone: string
}

interface Named {
  readonly brand: string | null
  readonly productLabel: string
}

/** Locks an item with its buyback and payment; null for an unknown one. */
export async function lockItem(tx: Transaction<Tables>, { accountId, itemId }: ItemScope): Promise<LockedItem | null> {
  await lockBuybacks(tx, sql`i.account_id = ${accountId} and i.id = ${itemId}`)
  const { rows } = await sql<Omit<LockedItem, 'productName'> & Named>`
    select i.id as "itemId", i.buyback_id as "buybackId", b.identification_number as "buybackCode", i.status,
      b.status as "buybackStatus", i.stock_id as "stockId", i.warehouse_id as "warehouseId",
      i.destination_warehouse_id as "destinationWarehouseId", i.tested, i.left_status as "leftStatus",
      i.keeps_money as "keepsMoney", i.facts, b.declaration, p.brand, p.label as "productLabel",
      c.first_name as "firstName", c.email, c.street, c.zip_code as "zipCode", c.city, c.country,
      a.name as "accountName", a.main_color as "mainColor",
      json_build_object('host', a.host, 'webChannelUrl', a.web_channel_url) as site, coalesce(c.language, a.language) as language, a.currency,
      a.time_zone as "timeZone"
    from item i
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    join account a on a.id = i.account_id
    left join customer c on c.account_id = b.account_id and c.id = b.customer_id
    where i.account_id = ${accountId} and i.id = ${itemId}`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const { brand, productLabel, ...item } = row
  return { ...item, productName: productName({ brand, productLabel }) ?? productLabel }
}

/** The label for the way back of an item. */
export interface ReturnLabelRow {
  readonly number: string
  readonly createdAt: Date
}

/** Reads the label of an item's present return; null where none was made for it. */
export async function readReturnLabel(tx: Transaction<Tables>, scope: ItemScope): Promise<ReturnLabelRow | null> {
  const { rows } = await sql<ReturnLabelRow>`
    select l.number, l.created_at as "createdAt" from item i
    join return_label l on l.account_id = i.account_id and l.id = ${labelOfReturn}
    where i.account_id = ${scope.accountId} and i.id = ${scope.itemId}`.execute(tx)
  return rows[0] ?? null
}

/** Keeps the label of an item's present return, and lets the devices know that there is one. */
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
