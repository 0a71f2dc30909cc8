import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitType } from '#domain/configuration/circuit-type.ts'
import { travelsByOwnLabel } from '#domain/document/buyback-document.ts'
import type { ReadConnectorAnswer } from '#sync/calls/connector.ts'

type Tx = Transaction<Tables>
type Options = ReadConnectorAnswer['options'][string]

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
