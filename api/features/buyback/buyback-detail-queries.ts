import { sql, type RawBuilder, type Transaction } from 'kysely'
import { relayPointOf } from '#api/db/relay-point-sql.ts'
import { sendByOfBuyback } from '#api/db/send-by-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { CancelReason } from '#domain/buyback/cancel-reason.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import { isWholeAddress, type ReturnAddress } from '#domain/expedition/return-label-number.ts'
import { openEditionSteps, type EditionStep } from '#domain/buyback/buyback-edition.ts'
import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import type { Grade } from '#domain/catalog/grade.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import type { Currency, Language } from '#domain/kernel/languages.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import type { ItemStatus } from '#domain/item/item-status.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import type { ItemHistoryAnswer } from '#sync/calls/item.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'

type Tx = Transaction<Tables>

/** A buyback with everything that its page shows. */
export interface BuybackDetail {
  readonly id: string
  readonly version: number
  readonly identificationNumber: string
  readonly externalCode: string | null
  readonly status: BuybackStatus
  readonly deliveryStatus: DeliveryStatus | null
  readonly paymentStatus: PaymentStatus
  readonly accountName: string
  readonly language: Language
  readonly currency: Currency
  readonly circuit: { readonly id: string; readonly name: string; readonly type: CircuitType }
  readonly category: { readonly id: string; readonly name: string }
  readonly product: BuybackAnswer['product']
  readonly categoryTranslations: Translations
  readonly productTranslations: Translations
  readonly predeclaredGrade: Grade | null
  readonly predeclaredPriceCents: number | null
  readonly declaredGrade: Grade | null
  readonly declaredPriceCents: number | null
  readonly controlledGrade: Grade | null
  readonly controlledPriceCents: number | null
  readonly validatedGrade: Grade | null
  readonly validatedPriceCents: number | null
  readonly bonusCents: number
  readonly declaration: Declaration | null
  readonly createdAt: Date
  readonly settledAt: Date | null
  readonly promisedPaymentOn: string | null
  readonly sendBy: string | null
  readonly payment: {
    readonly id: string
    readonly completedAt: string | null
    readonly information: string | null
    readonly isWaiting: boolean
  } | null
  readonly customerId: string | null
  readonly customer: {
    readonly firstname: string
    readonly lastname: string
    readonly erased: boolean
    readonly address: ReturnAddress
  } | null
  readonly shippingMethod: BuybackAnswer['shippingMethod']
  readonly paymentMode: BuybackAnswer['paymentMode']
  readonly store: BuybackAnswer['store']
  readonly pickup: NonNullable<BuybackAnswer['pickup']> | null
  readonly relayPoint: NonNullable<BuybackAnswer['relayPoint']> | null
  readonly buyer: BuybackAnswer['buyer']
  readonly destinationWarehouse: BuybackAnswer['destinationWarehouse']
  readonly item: Omit<BuybackAnswer['item'], 'status'> & { readonly status: ItemStatus }
  readonly tested: boolean
  readonly facts: Partial<ItemFacts> | null
  readonly cancelReason: CancelReason | null
  readonly cancelComment: string | null
}

const place = (row: string): RawBuilder<unknown> =>
  sql.raw(`case when ${row}.id is not null then json_build_object('id', ${row}.id, 'name', ${row}.common_name) end`)

/** Reads the buyback `b` of a condition; null where there is none. */
export async function readDetail(tx: Tx, condition: RawBuilder<unknown>): Promise<BuybackDetail | null> {
  const { rows } = await sql<BuybackDetail>`
    select b.id, b.version, b.identification_number as "identificationNumber", b.external_code as "externalCode",
      b.status, b.delivery_status as "deliveryStatus", b.payment_status as "paymentStatus",
      a.name as "accountName", coalesce(u.language, a.language) as language, a.currency,
      json_build_object('id', k.id, 'name', k.name, 'type', k.type) as circuit,
      json_build_object('id', c.id, 'name', c.name) as category,
      json_build_object('id', p.id, 'label', p.label, 'brand', p.brand, 'modele', p.manufacturer_model,
        'eanCode', p.gtin, 'reference', p.buyer_reference, 'image', p.image, 'simple', p.simple) as product,
      c.translations as "categoryTranslations", p.translations as "productTranslations",
      b.predeclared_grade as "predeclaredGrade", b.predeclared_price_cents as "predeclaredPriceCents",
      b.declared_grade as "declaredGrade", b.declared_price_cents as "declaredPriceCents",
      b.controlled_grade as "controlledGrade", b.controlled_price_cents as "controlledPriceCents",
      b.validated_grade as "validatedGrade", b.validated_price_cents as "validatedPriceCents",
      b.bonus_cents as "bonusCents", b.declaration, b.created_at as "createdAt", b.settled_at as "settledAt",
      b.promised_payment_on::text as "promisedPaymentOn", ${sendByOfBuyback('b', 'i')} as "sendBy", b.customer_id as "customerId",
      case when z.id is not null then json_build_object('id', z.id, 'completedAt', z.completed_at,
        'information', z.complementary_information, 'isWaiting', exists (select from payment_release w
          where w.account_id = z.account_id and w.payment_id = z.id and w.state = 'waiting')) end as payment,
      case when u.id is not null then json_build_object('firstname', u.first_name, 'lastname', u.last_name,
        'erased', u.erased_at is not null, 'address', json_build_object('street', u.street, 'zipCode', u.zip_code,
          'city', u.city, 'country', u.country)) end as customer,
      case when h.id is not null then json_build_object('id', h.id, 'type', h.type, 'description', h.description)
        end as "shippingMethod",
      case when m.id is not null then json_build_object('id', m.id, 'type', m.type, 'label', m.label) end
        as "paymentMode",
      (select json_build_object('day', t.day::text, 'opens', t.opens, 'closes', t.closes) from pickup_booking t
        where t.account_id = b.account_id and t.buyback_id = b.id and t.day is not null) as pickup,
      ${relayPointOf('b')} as "relayPoint",
      ${place('s')} as store, ${place('y')} as buyer, ${place('w')} as "destinationWarehouse",
      json_build_object('id', i.id, 'code', i.identification_number, 'status', i.status, 'imei', i.imei,
        'serialNumber', i.serial_number, 'warehouse', ${place('n')}, 'comment', i.comment,
        'stock', case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'native', t.native) end) as item,
      i.tested, i.facts, b.cancel_reason as "cancelReason", b.cancel_comment as "cancelComment"
    from buyback b
    join item i on i.account_id = b.account_id and i.buyback_id = b.id
    join account a on a.id = b.account_id
    join circuit k on k.account_id = b.account_id and k.id = b.circuit_id
    join category c on c.account_id = b.account_id and c.id = b.category_id
    join product p on p.account_id = b.account_id and p.id = b.product_id
    join organization w on w.account_id = i.account_id and w.id = i.destination_warehouse_id
    left join organization n on n.account_id = i.account_id and n.id = i.warehouse_id
    left join stock t on t.account_id = i.account_id and t.id = i.stock_id
    left join organization s on s.account_id = b.account_id and s.id = b.store_id
    left join organization y on y.account_id = b.account_id and y.id = b.buyer_organization_id
    left join customer u on u.account_id = b.account_id and u.id = b.customer_id
    left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
    left join payment z on z.account_id = b.account_id and z.buyback_id = b.id
    left join shipping_method h on h.account_id = b.account_id and h.id = b.shipping_method_id
    where ${condition}`.execute(tx)
  return rows[0] ?? null
}

/**
 * The steps of a buyback that its state leaves open to a correction, regardless of the caller's permissions (BB-12).
 */
export function openStepsOf({ customer, paymentMode, ...detail }: BuybackDetail): readonly EditionStep[] {
  return openEditionSteps({
    ...detail,
    paymentType: paymentMode?.type ?? null,
    hasCustomer: customer !== null && !customer.erased,
    hasWholeAddress: customer !== null && isWholeAddress(customer.address),
  })
}

/** The condition on buybacks `b` of a visitor: those of the visitor's own carts. */
export function ownBuybacks(accountId: string, visitorId: string): RawBuilder<unknown> {
  return sql`b.account_id = ${accountId} and exists (select from cart_line l
    join cart v on v.account_id = l.account_id and v.id = l.cart_id
    where l.account_id = b.account_id and l.buyback_id = b.id and v.visitor_id = ${visitorId})`
}

const historyLimit = 500

/** What happened to an item, the latest first. */
export async function readHistory(
  tx: Tx,
  { accountId, itemId }: { readonly accountId: string; readonly itemId: string },
): Promise<ItemHistoryAnswer[]> {
  const rows = await tx
    .selectFrom('item_history')
    .select(['id', 'action', 'device_at as deviceAt', 'server_at as serverAt', 'actor_name as actorName'])
    .select(['warehouse_id as warehouseId', 'from_status as fromStatus', 'to_status as toStatus'])
    .select(['from_stock_id as fromStockId', 'to_stock_id as toStockId', 'op_id as opId', 'comment', 'details'])
    .where('account_id', '=', accountId)
    .where('item_id', '=', itemId)
    .orderBy('server_at', 'desc')
    .orderBy('id', 'desc')
    .limit(historyLimit)
    .execute()
  return rows.map(({ deviceAt, serverAt, details, ...line }) => ({
    ...line,
    deviceAt: deviceAt?.toISOString() ?? null,
    serverAt: serverAt.toISOString(),
    details: details as ItemHistoryAnswer['details'],
  }))
}

/** Turning points of an item: each status that it has reached, the earliest first. */
export async function readReachedStatuses(
  tx: Tx,
  { accountId, itemId }: { readonly accountId: string; readonly itemId: string },
): Promise<readonly { readonly at: Date; readonly itemStatus: ItemStatus }[]> {
  const { rows } = await sql<{ at: Date; itemStatus: ItemStatus }>`
    select h.server_at as at, h.to_status as "itemStatus" from item_history h
    where h.account_id = ${accountId} and h.item_id = ${itemId} and h.to_status is not null
      and h.from_status is distinct from h.to_status
    order by h.server_at, h.id limit ${historyLimit}`.execute(tx)
  return rows
}

/** What a buyback's customer has been given or asked: the payment, its voucher's code, a price proposal that waits. */
export async function readPromises(
  tx: Tx,
  { accountId, buybackId, now }: { readonly accountId: string; readonly buybackId: string; readonly now: Date },
): Promise<{
  readonly paidAt: string | null
  readonly voucherCode: string | null
  readonly proposalUntil: string | null
}> {
  const { rows } = await sql<{ paidAt: Date | null; voucherCode: string | null; proposalUntil: Date | null }>`
    select
      (select max(p.completed_at) from payment p
        where p.account_id = ${accountId} and p.buyback_id = ${buybackId}) as "paidAt",
      (select v.code from payment p join voucher v on v.account_id = p.account_id and v.payment_id = p.id
        where p.account_id = ${accountId} and p.buyback_id = ${buybackId}
        order by v.issued_at desc limit 1) as "voucherCode",
      (select max(o.expires_at) from price_proposal o
        join buyback b on b.account_id = o.account_id and b.id = o.buyback_id
        join item i on i.account_id = o.account_id and i.id = o.item_id
        where o.account_id = ${accountId} and o.buyback_id = ${buybackId} and o.answer is null
          and o.voided_at is null and o.expires_at > ${now} and b.status = 'bb_in_processing'
          and i.status = 'item_in_quarantine') as "proposalUntil"`.execute(tx)
  const [row] = rows
  return {
    paidAt: row?.paidAt?.toISOString() ?? null,
    voucherCode: row?.voucherCode ?? null,
    proposalUntil: row?.proposalUntil?.toISOString() ?? null,
  }
}
