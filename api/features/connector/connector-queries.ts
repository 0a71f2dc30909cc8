import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitType } from '#domain/configuration/circuit-type.ts'
import { travelsByOwnLabel } from '#domain/document/buyback-document.ts'
import type { ReadConnectorAnswer } from '#sync/calls/connector.ts'

type Tx = Transaction<Tables>
type Options = ReadConnectorAnswer['options'][string]

/** The entity at the top of an account's tree, which its configurations are of; null where it has none. */
export async function readTopEntity(tx: Tx, accountId: string): Promise<string | null> {
  const found = await sql<{ id: string }>`
    select id from organization where account_id = ${accountId} and type = 'root_management_unit'
    order by created_at, id limit 1`.execute(tx)
  return found.rows[0]?.id ?? null
}

/** Circuits, or shipping methods, whose products travel in a parcel of their own, by name. */
export async function readTravelling(
  tx: Tx,
  accountId: string,
  kind: 'circuits' | 'shipping_methods',
): Promise<Options> {
  const named =
    kind === 'circuits'
      ? sql`select id, type, name from circuit`
      : sql`select id, type, coalesce(nullif(description, ''), type) as name from shipping_method`
  const { rows } = await sql<Options[number] & { type: CircuitType }>`
    select id, type, name from (${named} where account_id = ${accountId}) o order by lower(name), id`.execute(tx)
  return rows.filter(({ type }) => travelsByOwnLabel(type)).map(({ id, name }) => ({ id, name }))
}
