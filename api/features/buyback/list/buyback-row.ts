import { relayPointOf } from '#api/db/relay-point-sql.ts'
import { sql } from 'kysely'
import { bonusOf, modifierLines, type Modifier } from '#domain/buyback/modifiers.ts'
import { cents } from '#domain/kernel/money.ts'
import type { ListedBuybackAnswer } from '#sync/calls/buyback-list.ts'

/** A row as `listedColumns` selects it. */
export type BuybackRow = Omit<ListedBuybackAnswer, 'createdAt'> & {
  readonly createdAt: Date
  /** Of the declaration; null where the contract froze none. */
  readonly modifiers: readonly Modifier[] | null
}

/** What the customer of a buyback `b` with its item `i` receives; null until it is final. */
export const paidPrice = `coalesce((i.facts -> 'validated' ->> 'paymentCents')::int, b.validated_price_cents)`

/** Columns of a listed buyback over `listedJoins`. */
export const listedColumns = sql`b.id, b.identification_number as "identificationNumber",
  b.external_code as "externalCode", b.status, b.delivery_status as "deliveryStatus",
  b.payment_status as "paymentStatus", i.id as "itemId", i.status as "itemStatus", i.imei,
  i.serial_number as "serialNumber", k.name as "circuitName", k.type as "circuitType", c.name as "categoryName",
  p.brand, p.id as "productId", p.label as "productLabel", u.first_name as "clientFirstName", u.last_name as "clientLastName",
  (select json_build_object('day', t.day::text, 'opens', t.opens, 'closes', t.closes) from pickup_booking t
    where t.account_id = b.account_id and t.buyback_id = b.id and t.day is not null) as pickup, ${relayPointOf('b')} as "relayPoint",
  s.common_name as "storeName", y.common_name as "buyerName", w.common_name as "warehouseName",
  m.label as "paymentModeName", h.type as "shippingMethodType",
  b.predeclared_price_cents as "predeclaredPriceCents", b.declared_price_cents as "declaredPriceCents",
  b.controlled_price_cents as "controlledPriceCents", b.validated_price_cents as "validatedPriceCents",
  b.promised_price_cents as "totalPriceCents", ${sql.raw(paidPrice)} as "paidPriceCents",
  b.bonus_cents as "bonusCents", b.declaration -> 'modifiers' as modifiers, b.cancel_reason as "cancelReason", b.cancel_comment as "cancelComment",
  b.created_at as "createdAt", b.promised_payment_on::text as "promisedPaymentOn"`

/** Everything that a listed buyback shows, joined to buybacks `b`. */
export const listedJoins = sql`
  join item i on i.account_id = b.account_id and i.buyback_id = b.id
  join circuit k on k.account_id = b.account_id and k.id = b.circuit_id
  join category c on c.account_id = b.account_id and c.id = b.category_id
  join product p on p.account_id = b.account_id and p.id = b.product_id
  left join customer u on u.account_id = b.account_id and u.id = b.customer_id
  left join organization s on s.account_id = b.account_id and s.id = b.store_id
  left join organization y on y.account_id = b.account_id and y.id = b.buyer_organization_id
  left join organization w on w.account_id = b.account_id and w.id = i.destination_warehouse_id
  left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
  left join shipping_method h on h.account_id = b.account_id and h.id = b.shipping_method_id`

/** The row as calls answer it: the bonus is that of the price that counts now, as the lines of the detail say it. */
export function answerOfBuyback({ modifiers, ...row }: BuybackRow): ListedBuybackAnswer {
  const price = row.validatedPriceCents ?? row.declaredPriceCents
  const lines = price === null ? [] : modifierLines(cents(price), modifiers ?? [])
  return {
    ...row,
    bonusCents: modifiers === null ? row.bonusCents : bonusOf(lines),
    createdAt: row.createdAt.toISOString(),
  }
}
