import { sql, type Transaction } from 'kysely'
import { modifierOf } from '#api/db/modifier-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitOptions } from '#sync/calls/circuit.ts'
import type { CircuitScope } from './circuit-queries.ts'
import { withOwnType, type WithCircuitType } from './shipping-method-queries.ts'

type Tx = Transaction<Tables>

/** What the account's circuits may offer. */
export async function readOptions(tx: Tx, { accountId }: CircuitScope): Promise<CircuitOptions> {
  const { rows: paymentModes } = await sql<CircuitOptions['paymentModes'][number]>`
    select m.id, m.label, m.type, m.status = 'active' as active from payment_mode m
    where m.account_id = ${accountId} and m.status <> 'archived' order by m.position, m.label, m.id`.execute(tx)
  const { rows } = await sql<WithCircuitType<CircuitOptions['shippingMethods'][number]>>`
    select s.id, s.channel, s.type, s.description, ${modifierOf('s')} as modifier, s.status = 'active' as active,
      s.available_countries as "availableCountries",
      array(select distinct p.payment_mode_id from circuit_shipping_method x
        join circuit_payment_mode p on p.account_id = x.account_id and p.circuit_id = x.circuit_id
        where x.account_id = s.account_id and x.shipping_method_id = s.id order by 1) as "paymentMethods",
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id)
        from circuit_shipping_method x join circuit c on c.account_id = x.account_id and c.id = x.circuit_id
        where x.account_id = s.account_id and x.shipping_method_id = s.id), '[]') as circuits
    from shipping_method s where s.account_id = ${accountId} and s.status <> 'archived'
    order by s.type, s.created_at, s.id`.execute(tx)
  return { paymentModes, shippingMethods: rows.map(withOwnType) }
}

/** How many of these ids are payment modes of the account that are not archived. */
export function countPaymentModes(tx: Tx, scope: CircuitScope, ids: readonly string[]): Promise<number> {
  return countOf(tx, 'payment_mode', scope, ids)
}

/** How many of these ids are shipping methods of the account that are not archived. */
export function countShippingMethods(tx: Tx, scope: CircuitScope, ids: readonly string[]): Promise<number> {
  return countOf(tx, 'shipping_method', scope, ids)
}

/** Whether one of these payment modes or shipping methods of the account is active. */
export async function hasActiveOption(
  tx: Tx,
  scope: CircuitScope,
  table: OptionTable,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return false
  const found = await optionsAmong(tx, scope, table, ids).where('status', '=', 'active').limit(1).executeTakeFirst()
  return found !== undefined
}

type OptionTable = 'payment_mode' | 'shipping_method'

async function countOf(tx: Tx, table: OptionTable, scope: CircuitScope, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await optionsAmong(tx, scope, table, ids).where('status', '<>', 'archived').execute()
  return rows.length
}

function optionsAmong(tx: Tx, { accountId }: CircuitScope, table: OptionTable, ids: readonly string[]) {
  return tx.selectFrom(table).select('id').where('account_id', '=', accountId).where('id', 'in', ids)
}
