import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitScope } from './circuit-queries.ts'

type Tx = Transaction<Tables>

/** What circuits offer, with the table that says so and its column. */
const offers = {
  payment_mode: { table: 'circuit_payment_mode', column: 'payment_mode_id' },
  shipping_method: { table: 'circuit_shipping_method', column: 'shipping_method_id' },
} as const
export type OfferKind = keyof typeof offers

/** Enabled circuits that would offer nothing of a kind without this one: it stays while there are any. */
export async function readCircuitsNeeding(
  tx: Tx,
  { accountId }: CircuitScope,
  kind: OfferKind,
  id: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { table, column } = offers[kind]
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from circuit c where c.account_id = ${accountId} and c.status = 'enabled'
      and exists (select from ${sql.table(table)} x
        where x.account_id = c.account_id and x.circuit_id = c.id and x.${sql.ref(column)} = ${id})
      and not exists (select from ${sql.table(table)} x
        join ${sql.table(kind)} o on o.account_id = x.account_id and o.id = x.${sql.ref(column)} and o.status = 'active'
        where x.account_id = c.account_id and x.circuit_id = c.id and x.${sql.ref(column)} <> ${id})
    order by c.name, c.id`.execute(tx)
  return rows
}

/** Takes what is archived from the circuits that offer it; what it was used for keeps it. */
export async function withdrawOffer(tx: Tx, { accountId }: CircuitScope, kind: OfferKind, id: string): Promise<void> {
  const { table, column } = offers[kind]
  await sql`with taken as (
      delete from ${sql.table(table)} where account_id = ${accountId} and ${sql.ref(column)} = ${id} returning circuit_id)
    update circuit c set id = c.id from taken where c.account_id = ${accountId} and c.id = taken.circuit_id`.execute(tx)
}
