import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import { newId } from '#api/db/new-id.ts'
import { readItemMeasures } from '#api/db/product-measures.ts'
import { relayPointOf } from '#api/db/relay-point-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { LabelOrder } from '#api/adapters/carrier/carrier.ts'
import type { ParcelState } from '#domain/delivery/parcel.ts'
import { totalWeightGrams } from '#domain/catalog/product-measures.ts'

type Tx = Transaction<Tables>

/** A parcel of an account. */
export interface ParcelScope {
  readonly accountId: string
  readonly parcelId: string
}

/** A parcel as it stands. */
export interface ParcelRow {
  readonly id: string
  readonly carrierId: string | null
  readonly buybackId: string | null
  readonly packageId: string | null
  readonly itemId: string | null
  readonly state: ParcelState
  readonly attempt: number
}

const columns = sql`p.id, p.carrier_id as "carrierId", p.buyback_id as "buybackId", p.package_id as "packageId",
  p.item_id as "itemId", p.state, p.attempt`

/** Reads a parcel without locking it; null where the account has none. */
export async function readParcel(tx: Tx, { accountId, parcelId }: ParcelScope): Promise<ParcelRow | null> {
  const { rows } = await sql<ParcelRow>`
    select ${columns} from parcel p where p.account_id = ${accountId} and p.id = ${parcelId}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Items that travel in a parcel, as a condition on items `i`. Each kind of parcel finds its own by an index, and they
 * are a list before any item is read: an `or` of the three, or a join that misjudges how many there are, would read
 * every item of the account.
 */
export function inParcel({ accountId, parcelId }: ParcelScope): RawBuilder<unknown> {
  const parcel = sql`q.account_id = ${accountId} and q.id = ${parcelId}`
  return sql`i.id = any (array(
    select n.id from parcel q join item n on n.account_id = q.account_id and n.buyback_id = q.buyback_id where ${parcel}
    union all
    select q.item_id from parcel q where ${parcel} and q.item_id is not null
    union all
    select unnest(k.item_ids) from parcel q join package k on k.account_id = q.account_id and k.id = q.package_id
    where ${parcel}))`
}

/** Locks what travels in a parcel, and then the parcel; null where the account has none. */
export async function lockParcel(tx: Tx, scope: ParcelScope): Promise<ParcelRow | null> {
  await lockBuybacks(tx, sql`i.account_id = ${scope.accountId} and ${inParcel(scope)}`)
  return lockParcelAlone(tx, scope)
}

/** Locks a parcel for what changes nothing of its items and locks none of them afterwards; null where there is none. */
export async function lockParcelAlone(tx: Tx, { accountId, parcelId }: ParcelScope): Promise<ParcelRow | null> {
  const { rows } = await sql<ParcelRow>`
    select ${columns} from parcel p where p.account_id = ${accountId} and p.id = ${parcelId} for update`.execute(tx)
  return rows[0] ?? null
}

/** The parcel that a carrier names by its number or its order; null where it is none of that carrier's. */
export async function findCarrierParcel(
  tx: Tx,
  { accountId, carrierId }: { readonly accountId: string; readonly carrierId: string },
  named: { readonly number: string | null; readonly parcelId: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from parcel p where p.account_id = ${accountId} and p.carrier_id = ${carrierId}
      and (p.tracking_number = ${named.number} or p.id = ${named.parcelId}::uuid)
    order by p.tracking_number = ${named.number} desc nulls last limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** What travels under a number: a buyback's product, a package, or what goes back with its return label. */
export type ParcelSubject =
  | { readonly kind: 'parcel'; readonly id: string }
  | { readonly kind: 'own' | 'package' | 'return'; readonly id: string }

/** What travels under a number, within what the caller sees; null where nothing does. */
export async function findByNumber(
  tx: Tx,
  accountId: string,
  number: string,
  visible: RawBuilder<unknown>,
): Promise<ParcelSubject | null> {
  const { rows } = await sql<ParcelSubject>`
    with named as (
      select 1 as rank, 'parcel' as kind, p.id, coalesce(p.buyback_id, i.buyback_id) as buyback_id, p.package_id
      from parcel p left join item i on i.account_id = p.account_id and i.id = p.item_id
      where p.account_id = ${accountId} and p.tracking_number = ${number}
      union all
      select 2, 'own', d.buyback_id, d.buyback_id, null from buyback_document d
      where d.account_id = ${accountId} and d.number = ${number}
      union all
      select 3, 'package', k.id, null, k.id from package k where k.account_id = ${accountId} and k.number = ${number}
      union all
      select 4, 'return', l.id, i.buyback_id, null from return_label l
      join item i on i.account_id = l.account_id and i.id = l.item_id
      where l.account_id = ${accountId} and l.number = ${number}
    )
    select n.kind, n.id from named n where exists (select from buyback b where ${visible} and (b.id = n.buyback_id
      or b.id in (select t.buyback_id from transport t where t.account_id = b.account_id and t.package_id = n.package_id)))
    order by n.rank limit 1`.execute(tx)
  return rows[0] ?? null
}

const subjectColumns = { own: 'buyback_id', package: 'package_id', return: 'return_label_id' } as const

/** The id of the parcel of a subject; null where there is none yet. */
export async function findParcel(tx: Tx, accountId: string, subject: ParcelSubject): Promise<string | null> {
  if (subject.kind === 'parcel') return subject.id
  const row = await tx
    .selectFrom('parcel')
    .select('id')
    .where('account_id', '=', accountId)
    .where(subjectColumns[subject.kind], '=', subject.id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The id of the parcel of a subject; the first that is told of one with the program's own label makes it. */
export async function ensureParcel(tx: Tx, accountId: string, subject: ParcelSubject): Promise<string> {
  const known = await findParcel(tx, accountId, subject)
  if (known !== null || subject.kind === 'parcel') return known ?? subject.id
  await sql`
    insert into parcel (account_id, id, ${sql.ref(subjectColumns[subject.kind])}, item_id, state)
    values (${accountId}, ${newId()}, ${subject.id}, (select l.item_id from return_label l
      where l.account_id = ${accountId} and l.id = ${subject.kind === 'return' ? subject.id : null}::uuid), 'program')
    on conflict do nothing`.execute(tx)
  const made = await findParcel(tx, accountId, subject)
  if (made === null) throw new Error('a parcel was just made')
  return made
}

/** What a label says: our own code, where the parcel leaves and goes, and what it weighs. */
export type OrderContent = Omit<LabelOrder, 'key'>

const place = (alias: string, name: RawBuilder<unknown>) => sql`json_build_object('name', ${name},
  'street', ${sql.ref(`${alias}.street`)}, 'streetMore', ${sql.ref(`${alias}.street_more`)},
  'zipCode', ${sql.ref(`${alias}.zip_code`)}, 'city', ${sql.ref(`${alias}.city`)},
  'country', ${sql.ref(`${alias}.country`)})`
const organization = (alias: string) => place(alias, sql.ref(`${alias}.common_name`))

/** What the label of a parcel says; a product that a store sends by itself leaves there, else at its customer's. */
export async function readOrderContent(tx: Tx, { accountId, parcelId }: ParcelScope): Promise<OrderContent | null> {
  const { rows } = await sql<Pick<OrderContent, 'reference' | 'from' | 'to' | 'pickup' | 'relayPoint'>>`
    select b.identification_number as reference, case when t.day is not null then json_build_object(
        'day', t.day::text, 'opens', t.opens, 'closes', t.closes) end as pickup,
      ${relayPointOf('b')} as "relayPoint",
      case when s.id is not null then ${organization('s')}
        else ${place('c', sql`coalesce(c.latin_name, concat_ws(' ', c.first_name, c.last_name))`)} end as from, ${organization('w')} as to
    from parcel p
    join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
    join item i on i.account_id = b.account_id and i.buyback_id = b.id
    join organization w on w.account_id = i.account_id and w.id = i.destination_warehouse_id
    left join customer c on c.account_id = b.account_id and c.id = b.customer_id
    left join organization s on s.account_id = b.account_id and s.id = b.store_id
    left join pickup_booking t on t.account_id = b.account_id and t.buyback_id = b.id
    where p.account_id = ${accountId} and p.id = ${parcelId}
    union all
    select k.number, null, null, ${organization('o')}, ${organization('w')}
    from parcel p
    join package k on k.account_id = p.account_id and k.id = p.package_id
    join organization o on o.account_id = k.account_id and o.id = coalesce(k.origin_store_id, k.origin_warehouse_id)
    join organization w on w.account_id = k.account_id and w.id = k.destination_warehouse_id
    where p.account_id = ${accountId} and p.id = ${parcelId}`.execute(tx)
  const [content] = rows
  if (content === undefined) return null
  const products = await readItemMeasures(tx, accountId, inParcel({ accountId, parcelId }))
  return { ...content, products, weightGrams: totalWeightGrams(products) }
}

/** Whether a buyback is collected in the slot that its order has named, and in no other that is being asked for. */
export async function isSlotSettled(
  tx: Tx,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
  ordered: OrderContent['pickup'],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pickup_booking where account_id = ${accountId} and buyback_id = ${buybackId}
      and (asked_day is not null or day is distinct from ${ordered?.day ?? null}::date
        or opens is distinct from ${ordered?.opens ?? null})`.execute(tx)
  return rows.length === 0
}

/** Whether another parcel of the carrier has a number already. */
export async function isNumberTaken(
  tx: Tx,
  { accountId, parcelId }: ParcelScope,
  carrierId: string | null,
  number: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from parcel where account_id = ${accountId} and carrier_id = ${carrierId} and tracking_number = ${number}
      and id <> ${parcelId}`.execute(tx)
  return rows.length > 0
}

/** Makes a job with this transaction; one that waits already for the same parcel is brought forward instead. */
export async function sendCarrierJob(
  tx: Tx,
  queue: 'carrier-order' | 'carrier-cancel',
  { accountId, parcelId }: ParcelScope,
): Promise<void> {
  const data = JSON.stringify({ accountId, parcelId })
  await sql`select send_job_once(${queue}, ${data}::jsonb, interval '0')`.execute(tx)
}

/** Parcels of all accounts whose order or its cancelling is open while no job waits or runs, the oldest first. */
export async function parcelsWithoutJob(database: Database, limit: number): Promise<readonly ParcelScope[]> {
  const { rows } = await sql<ParcelScope>`
    select account_id as "accountId", parcel_id as "parcelId" from parcels_unasked(${limit})`.execute(database.app)
  return rows
}
