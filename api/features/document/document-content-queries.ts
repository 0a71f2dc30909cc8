import { sql, type Transaction } from 'kysely'
import { labelOfReturn } from '#api/db/label-of-return.ts'
import { readItemMeasures } from '#api/db/product-measures.ts'
import type { Tables } from '#api/db/tables.ts'
import { documentLanguage } from '#api/documents/document-texts.ts'
import { addressOf, dayOf, timeOf, type PlaceRow, type Reader } from '#api/documents/reader.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { Grade } from '#domain/catalog/grade.ts'
import { totalWeightGrams } from '#domain/catalog/product-measures.ts'
import type {
  ItemLabel,
  PackageContent,
  PackagePlace,
  ReturnLabel,
  SheetStock,
} from '#domain/document/document-content.ts'
import { measuresText, weightText } from '#domain/document/measures-text.ts'
import { labelGrade } from '#domain/document/label-grade.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import type { Control } from '#sync/wire/item-facts.ts'
import { isInReach, type Printing } from './document-scope.ts'

type Tx = Transaction<Tables>

/** The caller's language, or the account's, and the account's time zone. */
export async function readReader(tx: Tx, caller: Printing): Promise<Reader> {
  const row = await tx
    .selectFrom('account')
    .leftJoin('user_account', (join) =>
      join.onRef('user_account.account_id', '=', 'account.id').on('user_account.id', '=', caller.userId),
    )
    .select(['account.language', 'account.time_zone', 'user_account.language as own'])
    .where('account.id', '=', caller.accountId)
    .executeTakeFirst()
  return {
    language: documentLanguage(row?.own ?? null, row?.language ?? defaultLanguage),
    timeZone: row?.time_zone ?? 'Europe/Paris',
  }
}

interface ItemLabelRow {
  readonly code: string
  readonly buyback_code: string
  readonly brand: string | null
  readonly product: string
  readonly imei: string | null
  readonly serial_number: string | null
  readonly declared_grade: Grade | null
  readonly control: Control | null
  readonly stock: string | null
  readonly warehouse: string | null
  readonly created_at: Date
}

/** What the label of an item says; null for an item beyond the caller's reach. */
export async function readItemLabel(tx: Tx, caller: Printing, id: string, reader: Reader): Promise<ItemLabel | null> {
  const inReach = isInReach(caller, sql`i.store_id`, [sql`i.warehouse_id`, sql`i.destination_warehouse_id`])
  const { rows } = await sql<ItemLabelRow>`
    select i.identification_number as code, b.identification_number as buyback_code, p.brand, p.label as product,
      i.imei, i.serial_number, b.declared_grade, i.facts -> 'control' as control, s.name as stock, w.common_name as warehouse, b.created_at
    from item i
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    left join stock s on s.account_id = i.account_id and s.id = i.stock_id
    left join organization w on w.account_id = i.account_id and w.id = i.warehouse_id
    where i.account_id = ${caller.accountId} and i.id = ${id} and ${inReach}`.execute(tx)
  const row = rows[0]
  if (row === undefined) return null
  return {
    code: row.code,
    buybackCode: row.buyback_code,
    product: productName({ brand: row.brand, productLabel: row.product }) ?? row.product,
    imei: row.imei,
    serialNumber: row.serial_number,
    ...labelGrade(row.control, row.declared_grade),
    stock: row.stock,
    warehouse: row.warehouse,
    createdOn: dayOf(row.created_at, reader),
  }
}

interface ReturnLabelRow {
  readonly number: string
  readonly created_at: Date
  readonly code: string
  readonly brand: string | null
  readonly product: string
  readonly warehouse: PlaceRow | null
  readonly customer: PlaceRow
}

/** What the label of an item's present return says; null beyond the caller's reach, or where none was made. */
export async function readReturnLabelContent(
  tx: Tx,
  caller: Printing,
  id: string,
  reader: Reader,
): Promise<ReturnLabel | null> {
  const inReach = isInReach(caller, sql`i.store_id`, [sql`i.warehouse_id`, sql`i.destination_warehouse_id`])
  const { rows } = await sql<ReturnLabelRow>`
    select l.number, l.created_at, i.identification_number as code, p.brand, p.label as product,
      case when w.id is not null then json_build_object('common_name', w.common_name, 'street', w.street,
        'street_more', w.street_more, 'zip_code', w.zip_code, 'city', w.city, 'country', w.country) end as warehouse,
      json_build_object('common_name', coalesce(c.latin_name, c.first_name || ' ' || c.last_name), 'street', c.street,
        'street_more', c.street_more, 'zip_code', c.zip_code, 'city', c.city, 'country', c.country) as customer
    from item i
    join return_label l on l.account_id = i.account_id and l.id = ${labelOfReturn}
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join customer c on c.account_id = b.account_id and c.id = b.customer_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    left join organization w on w.account_id = i.account_id
      and w.id = coalesce(i.warehouse_id, i.destination_warehouse_id)
    where i.account_id = ${caller.accountId} and i.id = ${id} and ${inReach}`.execute(tx)
  const row = rows[0]
  if (row === undefined) return null
  const [measures] = await readItemMeasures(tx, caller.accountId, sql`i.id = ${id}`)
  return {
    number: row.number,
    from: row.warehouse === null ? { name: '', lines: [] } : addressOf(row.warehouse, reader.language),
    to: addressOf(row.customer, reader.language),
    product: productName({ brand: row.brand, productLabel: row.product }) ?? row.product,
    measures: measures === undefined ? null : measuresText(measures, reader.language),
    code: row.code,
    createdOn: dayOf(row.created_at, reader),
  }
}

interface PackageRow {
  readonly number: string | null
  readonly item_ids: readonly string[]
  readonly origin_id: string
  readonly destination_id: string
  readonly closed_at: Date | null
}

/** What the papers of a package say; `open` while it has no number yet, null beyond the caller's reach. */
export async function readPackageContent(
  tx: Tx,
  caller: Printing,
  id: string,
  reader: Reader,
): Promise<PackageContent | 'open' | null> {
  const inReach = isInReach(caller, sql`p.origin_store_id`, [
    sql`p.origin_warehouse_id`,
    sql`p.destination_warehouse_id`,
  ])
  const { rows } = await sql<PackageRow>`
    select p.number, p.item_ids, coalesce(p.origin_store_id, p.origin_warehouse_id) as origin_id,
      p.destination_warehouse_id as destination_id, p.closed_at
    from package p where p.account_id = ${caller.accountId} and p.id = ${id} and ${inReach}`.execute(tx)
  const row = rows[0]
  if (row === undefined) return null
  if (row.number === null) return 'open'
  const places = await tx
    .selectFrom('organization')
    .select(['id', 'common_name', 'street', 'street_more', 'zip_code', 'city', 'country'])
    .where('account_id', '=', caller.accountId)
    .where('id', 'in', [row.origin_id, row.destination_id])
    .execute()
  const lines = await sql<{
    code: string
    buyback_code: string
    brand: string | null
    product: string
    imei: string | null
  }>`
    select i.identification_number as code, b.identification_number as buyback_code, p.brand, p.label as product, i.imei
    from unnest(${row.item_ids}::uuid[]) with ordinality scanned (item_id, place)
    join item i on i.account_id = ${caller.accountId} and i.id = scanned.item_id
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    order by scanned.place`.execute(tx)
  const grams = totalWeightGrams(
    await readItemMeasures(tx, caller.accountId, sql`i.id = any (${row.item_ids}::uuid[])`),
  )
  const placeOf = (placeId: string): PackagePlace => {
    const place = places.find(({ id: known }) => known === placeId)
    if (place === undefined) throw new Error('a package has an origin and a destination')
    return addressOf(place, reader.language)
  }
  return {
    number: row.number,
    from: placeOf(row.origin_id),
    to: placeOf(row.destination_id),
    closedOn: row.closed_at === null ? null : timeOf(row.closed_at, reader),
    weight: grams === null ? null : weightText(grams, reader.language),
    lines: lines.rows.map((line) => ({
      code: line.code,
      buybackCode: line.buyback_code,
      product: productName({ brand: line.brand, productLabel: line.product }) ?? line.product,
      imei: line.imei,
    })),
  }
}

/**
 * The label that a carrier made for a package: `due` while it is still to come or has failed, null where the label is
 * the program's own, or beyond the caller's reach.
 */
export async function readCarrierLabel(tx: Tx, caller: Printing, id: string): Promise<Buffer | 'due' | null> {
  const inReach = isInReach(caller, sql`k.origin_store_id`, [
    sql`k.origin_warehouse_id`,
    sql`k.destination_warehouse_id`,
  ])
  const { rows } = await sql<{ label: Buffer | null }>`
    select p.label from parcel p join package k on k.account_id = p.account_id and k.id = p.package_id
    where p.account_id = ${caller.accountId} and p.package_id = ${id} and p.carrier_id is not null
      and ${inReach}`.execute(tx)
  const row = rows[0]
  return row === undefined ? null : (row.label ?? 'due')
}

/** A place that works by scanned commands, with its stocks where it is a warehouse. */
export interface SheetPlace {
  readonly name: string
  readonly isWarehouse: boolean
  readonly stocks: readonly SheetStock[]
}

/** The place that a sheet of commands is for; null where the account has none of that id. */
export async function readSheetPlace(tx: Tx, { accountId }: Printing, placeId: string): Promise<SheetPlace | null> {
  const place = await tx
    .selectFrom('organization')
    .select(['common_name', 'type'])
    .where('account_id', '=', accountId)
    .where('id', '=', placeId)
    .executeTakeFirst()
  if (place === undefined) return null
  if (place.type !== 'warehouse') return { name: place.common_name, isWarehouse: false, stocks: [] }
  const stocks = await tx
    .selectFrom('stock')
    .select(['id', 'name', 'location'])
    .where('account_id', '=', accountId)
    .where('warehouse_id', '=', placeId)
    .orderBy(sql`native is null`)
    .orderBy('name')
    .execute()
  return { name: place.common_name, isWarehouse: true, stocks }
}
