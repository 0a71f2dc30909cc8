import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { likePattern } from '#api/db/like-pattern.ts'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import { modifierColumns, modifierOf } from '#api/db/modifier-sql.ts'
import { newId } from '#api/db/new-id.ts'
import { orderText } from '#api/db/order-of.ts'
import { relayOffered } from '#api/db/relay-point-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import { shippingMethodTypes } from '#domain/circuit/shipping-method-type.ts'
import type { listShippingMethodsCall, OfficeShippingMethod, ShippingMethodPatch } from '#sync/calls/shipping-method.ts'
import type { CircuitScope, WithModifier } from './circuit-queries.ts'

type Tx = Transaction<Tables>

/** A shipping method as the database has it: its type is that of a circuit. */
export type WithCircuitType<Method> = Omit<Method, 'type'> & { readonly type: CircuitType }

/** A shipping method whose type is called as the specification writes it (CIRC-17). */
export function withOwnType<Method extends { readonly type: CircuitType }>({ type, ...method }: Method) {
  return { ...method, type: shippingMethodTypes[type] }
}

const columns = sql`s.id, s.version, s.channel, s.type, s.description, s.translations, s.status, ${modifierOf('s')} as modifier,
  s.available_countries as "availableCountries", s.pickup, s.type = 'web_collect' and s.pickup is not null as "hasSlots",
  s.relay_points as "relayPoints", ${relayOffered('s')} as "hasRelayPoints",
  (select count(*)::int from relay_point r where r.account_id = s.account_id and r.shipping_method_id = s.id) as "relayPointCount",
  array(select distinct p.payment_mode_id from circuit_shipping_method x
    join circuit_payment_mode p on p.account_id = x.account_id and p.circuit_id = x.circuit_id
    where x.account_id = s.account_id and x.shipping_method_id = s.id order by 1) as "paymentMethods",
  coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id)
    from circuit_shipping_method x join circuit c on c.account_id = x.account_id and c.id = x.circuit_id
    where x.account_id = s.account_id and x.shipping_method_id = s.id), '[]') as circuits`

const orders = { description: sql`s.description`, type: sql`s.type`, status: sql`s.status` }

/** Shipping methods that pass the filters. */
export async function listShippingMethods(
  tx: Tx,
  { accountId }: CircuitScope,
  query: z.output<typeof listShippingMethodsCall.query>,
): Promise<{ readonly members: readonly OfficeShippingMethod[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const pattern = query.search === undefined ? null : likePattern(query.search)
  const passing = sql`from shipping_method s where s.account_id = ${accountId}
    and (s.status = 'archived') = ${query.archived === 'true'}
    and (${pattern}::text is null or s.description ilike ${pattern} or s.type ilike ${pattern})`
  const { rows } = await sql<WithCircuitType<OfficeShippingMethod>>`select ${columns} ${passing}
    order by ${orderText(orders, query.order, { type: 'asc' }, sql`s.created_at, s.id`)}
    limit ${limit} offset ${offset}`.execute(tx)
  return { members: rows.map(withOwnType), total: await totalOf(tx, sql`select s.id ${passing}`, query) }
}

/** One shipping method; null for an id that names none. */
export async function readShippingMethod(
  tx: Tx,
  { accountId }: CircuitScope,
  id: string,
): Promise<OfficeShippingMethod | null> {
  const { rows } = await sql<WithCircuitType<OfficeShippingMethod>>`select ${columns} from shipping_method s
    where s.account_id = ${accountId} and s.id = ${id}`.execute(tx)
  return rows[0] === undefined ? null : withOwnType(rows[0])
}

/** Adds an inactive shipping method of a type; a patch says the rest. */
export async function insertShippingMethod(tx: Tx, { accountId }: CircuitScope, type: CircuitType): Promise<string> {
  const id = newId()
  await tx
    .insertInto('shipping_method')
    .values({ account_id: accountId, id, type, description: null, status: 'inactive', modifier_cap_cents: null })
    .execute()
  return id
}

/** Writes the fields that a patch names. */
export async function updateShippingMethod(
  tx: Tx,
  { accountId }: CircuitScope,
  id: string,
  patch: WithModifier<ShippingMethodPatch>,
): Promise<void> {
  await tx
    .updateTable('shipping_method')
    .set({
      id,
      ...(patch.status === undefined ? {} : { status: patch.status }),
      ...(patch.description === undefined ? {} : { description: patch.description }),
      ...(patch.translations && {
        translations: mergedTranslations(accountId, patch.translations, sql.ref('translations')),
      }),
      ...(patch.availableCountries === undefined ? {} : { available_countries: [...patch.availableCountries] }),
      ...(patch.pickup === undefined ? {} : { pickup: patch.pickup === null ? null : JSON.stringify(patch.pickup) }),
      ...(patch.relayPoints === undefined ? {} : { relay_points: patch.relayPoints }),
      ...(patch.modifier === undefined ? {} : modifierColumns(patch.modifier)),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
