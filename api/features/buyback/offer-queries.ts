import { CompiledQuery, sql, type Transaction } from 'kysely'
import { dispatchSql } from '#api/db/dispatch-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Offer } from '#domain/check-in/sale-destination.ts'

/** What is sold, how and where; ids. */
export interface OfferQuery {
  readonly accountId: string
  readonly productId: string
  /** Null before the options are chosen. */
  readonly circuitId: string | null
  /** Store where the product comes in; null where it comes from the customer. */
  readonly storeId: string | null
  /** The customer's country where it counts; rules of other countries are left out. */
  readonly country: string | null
}

const modifier = (row: string): string => `case when ${row}.modifier_type <> 'none' then json_build_object(
  'type', ${row}.modifier_type, 'value', ${row}.modifier_value, 'cappedAmount', ${row}.modifier_cap_cents) end`

const productText = `select json_build_object('id', p.id, 'status', p.status, 'label', p.label,
    'translations', p.translations, 'brand', p.brand,
    'image', p.image, 'categoryId', p.main_category_id, 'simple', p.simple,
    'zeroNotAllowed', p.buyback_zero_not_allowed, 'imeiCollect', p.imei_collect,
    'prices', coalesce((select json_object_agg(r.grade, r.price_cents) from product_price r
      where r.account_id = p.account_id and r.product_id = p.id), '{}'),
    'categoryPath', c.path,
    'questionnaire', case when not p.simple then (select json_build_object('id', q.id, 'questions', q.content -> 'questions')
      from questionnaire q where q.account_id = p.account_id and q.id = $6::uuid) end,
    'absorption', case when c.absorption_type <> 'none' and 'absorption' = any (d.enabled_premium_features)
      then json_build_object('type', c.absorption_type, 'value', c.absorption_value::float8,
        'maxCents', c.absorption_max_cents) end,
    -- The nearest category that names a buyer.
    'buyer', (select json_build_object('organizationId', k.buyer_organization_id, 'accountId', k.buyer_account_id,
        'isReachable', (k.buyer_account_id is null or exists (select 1 from account_link l
            join account x on x.id = l.buyer_account_id and x.status = 'active'
            where l.account_id = k.account_id and l.buyer_account_id = k.buyer_account_id and l.status = 'active'))
          and (k.buyer_organization_id is null or exists (select 1 from organization o
            where o.account_id = k.account_id and o.id = k.buyer_organization_id and o.status = 'active')))
      from category k where k.account_id = p.account_id and k.id = any (c.path)
        and (k.buyer_account_id is not null or k.buyer_organization_id is not null)
      order by cardinality(k.path) desc limit 1))
  from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id
  where p.account_id = $1 and p.id = $2`

// Whether an active circuit of a type is given to the category `c` or one above it, for the customer's country.
const hasRule = (type: string): string => `exists (select from dispatch_circuit_rule_category y
  join dispatch_circuit_rule r on r.account_id = y.account_id and r.id = y.rule_id and r.status = 'enabled'
  join circuit x on x.account_id = r.account_id and x.id = r.circuit_id and x.status = 'enabled'
  where y.account_id = c.account_id and y.category_id = any (c.path) and x.type = ${type}
    and ($3::uuid is null or x.type <> k.type or x.id = k.id)
    and ($5::text is null or r.eligible_countries = '{}' or $5 = any (r.eligible_countries)))`

const circuitText = `select json_build_object('id', k.id, 'type', k.type, 'name', k.name,
    'countries', k.eligible_countries, 'modifier', ${modifier('k')},
    'shippingMethods', coalesce((select json_agg(json_build_object('id', s.id,
        'label', coalesce(s.description, k.name), 'countries', s.available_countries, 'modifier', ${modifier('s')})
        order by s.created_at, s.id)
      from circuit_shipping_method x
      join shipping_method s on s.account_id = x.account_id and s.id = x.shipping_method_id
      where x.account_id = k.account_id and x.circuit_id = k.id and s.status = 'active'), '[]'),
    'paymentModes', coalesce((select json_agg(json_build_object('id', m.id, 'type', m.type, 'label', m.label,
        'modifier', case when 'payment_bonus' = any (d.enabled_premium_features) then ${modifier('m')} end)
        order by m.position, m.id)
      from circuit_payment_mode x
      join payment_mode m on m.account_id = x.account_id and m.id = x.payment_mode_id
      where x.account_id = k.account_id and x.circuit_id = k.id and m.status = 'active'), '[]'))
  from product p
  join category c on c.account_id = p.account_id and c.id = p.main_category_id
  join circuit k on k.account_id = p.account_id and k.id = $3::uuid and k.status = 'enabled'
  where p.account_id = $1 and p.id = $2 and ${hasRule('k.type')}
    -- What is sold on the web for a store to take needs a store that takes it.
    and (k.type <> 'web_drop' or ${hasRule("'store_drop'")})`

const offerText = `select json_build_object('features', d.enabled_premium_features,
  'identityRequired', d.customer_identity_document_required, 'cartMinCents', d.cart_min_value,
  'currency', a.currency, 'language', a.language, 'timeZone', a.time_zone,
  'product', (${productText}), 'circuit', (${circuitText}), 'dispatch', ${dispatchSql},
  'places', coalesce((select json_agg(json_build_object('id', o.id, 'coordinates',
      case when o.latitude is not null and o.longitude is not null
        then json_build_object('latitude', o.latitude, 'longitude', o.longitude) end) order by o.id)
    from organization o where o.account_id = $1 and (o.type = 'warehouse' or o.id = $4::uuid)), '[]'),
  'hasStore', exists (select 1 from organization o
    where o.account_id = $1 and o.id = $4::uuid and o.type = 'store' and o.status = 'active')) as offer
  from account a join organization_root_detail d on d.account_id = a.id where a.id = $1`

// A statement of its own: what it freezes the next one sees.
async function readAsked(tx: Transaction<Tables>, { accountId, productId }: OfferQuery): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select questionnaire_of_day(p.main_category_id) as id from product p
    where p.account_id = ${accountId} and p.id = ${productId} and p.status = 'published' and not p.simple`.execute(tx)
  return rows[0]?.id ?? null
}

/** Reads everything that the price and the way of a product depend on, in one query. */
export async function readOffer(tx: Transaction<Tables>, query: OfferQuery): Promise<Offer> {
  const { accountId, productId, circuitId, storeId, country } = query
  const asked = await readAsked(tx, query)
  const { rows } = await tx.executeQuery<{ offer: Offer }>(
    CompiledQuery.raw(offerText, [accountId, productId, circuitId, storeId, country, asked]),
  )
  const [row] = rows
  if (row === undefined) throw new Error('an account has its root details')
  return row.offer
}
