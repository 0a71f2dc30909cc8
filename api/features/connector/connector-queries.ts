import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import { travelsByOwnLabel } from '#domain/circuit/circuit-carrier.ts'
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
      ? sql`select account_id, id, type, name, status from circuit`
      : sql`select account_id, id, type, coalesce(nullif(description, ''), type) as name, status from shipping_method`
  // What is archived is shown as long as a carrier serves it.
  const column = sql.ref(kind === 'circuits' ? 's.circuit_id' : 's.shipping_method_id')
  const { rows } = await sql<Options[number] & { type: CircuitType }>`
    select id, type, name from (${named} where account_id = ${accountId}) o
    where status <> 'archived'
      or exists (select from carrier_service s where s.account_id = o.account_id and ${column} = o.id)
    order by lower(name), id`.execute(tx)
  return rows.filter(({ type }) => travelsByOwnLabel(type)).map(({ id, name }) => ({ id, name }))
}
