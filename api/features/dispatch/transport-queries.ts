import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { likeText } from '#api/db/like-pattern.ts'
import { orderedBy } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { ParcelState } from '#domain/delivery/parcel.ts'
import { isUuid } from '#domain/kernel/uuid.ts'
import { searchedNumber } from '#domain/item/item-code.ts'
import type { exportTransportsCall, listTransportsCall, TransportAnswer } from '#sync/calls/dispatch.ts'
import type { DispatchScope } from './dispatch-queries.ts'

type Tx = Transaction<Tables>
type ListQuery = z.output<typeof listTransportsCall.query>
type ExportQuery = z.output<typeof exportTransportsCall.query>

const orderColumns = { createdAt: 'transport.created_at', buybackNumber: 'buyback.identification_number' } as const
const exportLimit = 50_000

/** Transports that pass the filters, the latest first unless asked otherwise (EXP-06). */
export async function listTransports(
  tx: Tx,
  scope: DispatchScope,
  query: ListQuery,
): Promise<{ readonly members: readonly TransportAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const filtered = filter(tx, scope, query)
  const rows = await ordered(filtered, query).limit(limit).offset(offset).execute()
  const total = await totalOf(tx, filtered.select('transport.id'), query)
  return { members: rows.map(answerOf), total }
}

/** The same as CSV with a head of field names; cells that a spreadsheet would compute are marked as text. */
export async function transportsCsv(tx: Tx, scope: DispatchScope, query: ExportQuery): Promise<string> {
  const rows = await ordered(filter(tx, scope, query), query)
    .limit(exportLimit)
    .execute()
  const lines = rows
    .map(answerOf)
    .map((row) => [
      row.id,
      row.createdAt,
      row.buybackNumber,
      row.packageNumber ?? '',
      row.orderLink ?? '',
      row.deliveryStatus ?? '',
      row.labelState,
    ])
  const head = ['id', 'createdAt', 'buybackNumber', 'packageNumber', 'orderLink', 'deliveryStatus', 'labelState']
  return [head, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** The carrier's page of a parcel. */
const orderLink = sql<string | null>`coalesce(transport.order_link, parcel.tracking_url)`

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function filter(tx: Tx, { accountId }: DispatchScope, query: Omit<ExportQuery, 'order'>) {
  let rows = tx
    .selectFrom('transport')
    .innerJoin('account', 'account.id', 'transport.account_id')
    .innerJoin('buyback', (join) =>
      join.onRef('buyback.account_id', '=', 'transport.account_id').onRef('buyback.id', '=', 'transport.buyback_id'),
    )
    .leftJoin('package', (join) =>
      join.onRef('package.account_id', '=', 'transport.account_id').onRef('package.id', '=', 'transport.package_id'),
    )
    // A product that goes back has the parcel of its return's label, and none of the way that it came.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('item_history as departure')
          .whereRef('departure.account_id', '=', 'transport.account_id')
          .whereRef('departure.item_id', '=', 'transport.item_id')
          .whereRef('departure.server_at', '=', 'transport.created_at')
          .where('departure.action', '=', 'ship_return')
          .where(sql.ref('transport.package_id'), 'is', null)
          .select((left) =>
            left
              .selectFrom('return_label')
              .whereRef('return_label.account_id', '=', 'departure.account_id')
              .whereRef('return_label.item_id', '=', 'departure.item_id')
              .whereRef('return_label.created_at', '<=', 'departure.server_at')
              .orderBy('return_label.created_at', 'desc')
              .limit(1)
              .select('return_label.id')
              .as('label_id'),
          )
          .select('departure.id')
          .limit(1)
          .as('return'),
      (join) => join.onTrue(),
    )
    .leftJoin('parcel', (join) =>
      join
        .onRef('parcel.account_id', '=', 'transport.account_id')
        .on((eb) =>
          eb.or([
            eb('parcel.package_id', '=', eb.ref('transport.package_id')),
            eb('parcel.return_label_id', '=', eb.ref('return.label_id')),
            eb.and([
              eb('transport.package_id', 'is', null),
              eb('return.id', 'is', null),
              eb('parcel.buyback_id', '=', eb.ref('transport.buyback_id')),
            ]),
          ]),
        ),
    )
    .where('transport.account_id', '=', accountId)
  const { search, createdFrom, createdTo } = query
  if (search !== undefined) {
    const number = searchedNumber(search)
    const beginning = `${likeText(number)}%`
    rows = rows.where((eb) =>
      eb.or([
        eb('buyback.identification_number', 'like', beginning),
        eb('package.number', '=', number),
        ...(isUuid(search.toLowerCase()) ? [eb('transport.id', '=', search.toLowerCase())] : []),
      ]),
    )
  }
  // Days are the account's, so that midnight is where its people see it.
  if (createdFrom !== undefined)
    rows = rows.where(
      sql<boolean>`transport.created_at >= ${createdFrom}::date::timestamp at time zone account.time_zone`,
    )
  if (createdTo !== undefined)
    rows = rows.where(
      sql<boolean>`transport.created_at < (${createdTo}::date + 1)::timestamp at time zone account.time_zone`,
    )
  const hasLink = query.exists?.orderLink
  if (hasLink !== undefined) rows = rows.where(orderLink, hasLink ? 'is not' : 'is', null)
  return rows
}

function ordered(filtered: ReturnType<typeof filter>, { order }: Pick<ExportQuery, 'order'>) {
  const page = filtered.select([
    'transport.id',
    'transport.created_at',
    'transport.buyback_id',
    orderLink.as('order_link'),
    // Where the label of this way has failed, what became of the product on another way says nothing of it.
    sql<DeliveryStatus | null>`case when parcel.state = 'failed' then 'ORDER_FAILED'
      else buyback.delivery_status end`.as('delivery_status'),
    sql<ParcelState>`coalesce(parcel.state, 'program')`.as('label_state'),
    'buyback.identification_number as buyback_number',
    'package.number as package_number',
  ])
  return orderedBy(page, orderColumns, order, { createdAt: 'desc' }).orderBy('transport.id', 'desc')
}

interface TransportRow {
  readonly id: string
  readonly created_at: Date
  readonly buyback_id: string
  readonly buyback_number: string
  readonly order_link: string | null
  readonly package_number: string | null
  readonly delivery_status: DeliveryStatus | null
  readonly label_state: ParcelState
}

function answerOf(row: TransportRow): TransportAnswer {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    buybackId: row.buyback_id,
    buybackNumber: row.buyback_number,
    orderLink: row.order_link,
    packageNumber: row.package_number,
    deliveryStatus: row.delivery_status,
    labelState: row.label_state,
  }
}
