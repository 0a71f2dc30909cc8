import { sql, type Transaction } from 'kysely'
import { modifierColumns, modifierOf } from '#api/db/modifier-sql.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitInUse } from '#domain/configuration/circuit-use.ts'
import type { CircuitAnswer, CircuitOptions, CircuitPatch } from '#sync/calls/circuit.ts'

type Tx = Transaction<Tables>

/** The account whose circuits are meant. */
export interface CircuitScope {
  readonly accountId: string
}

/** One circuit; null for an id that names none. */
export async function readCircuit(tx: Tx, { accountId }: CircuitScope, id: string): Promise<CircuitAnswer | null> {
  const { rows } = await sql<CircuitAnswer>`
    select c.id, c.version, c.name, c.type, c.channel, c.deposit, c.status, c.description,
      c.transfer_order_number_of_copy as "transferOrderNumberOfCopy", c.eligible_countries as "eligibleCountries",
      ${modifierOf('c')} as modifier,
      array(select x.payment_mode_id from circuit_payment_mode x
        join payment_mode m on m.account_id = x.account_id and m.id = x.payment_mode_id
        where x.account_id = c.account_id and x.circuit_id = c.id order by m.position, m.id) as "paymentModeIds",
      array(select x.shipping_method_id from circuit_shipping_method x
        where x.account_id = c.account_id and x.circuit_id = c.id order by x.shipping_method_id) as "transportOptionIds",
      coalesce((select json_agg(json_build_object('id', i.id, 'sequence', i.sequence, 'label', i.label, 'type', i.type)
          order by i.sequence)
        from circuit_instruction i where i.account_id = c.account_id and i.circuit_id = c.id), '[]')
        as "defaultInstructions",
      coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name, k.id) from category k
        where k.account_id = c.account_id and k.id in (select y.category_id from dispatch_circuit_rule r
          join dispatch_circuit_rule_category y on y.account_id = r.account_id and y.rule_id = r.id
          where r.account_id = c.account_id and r.circuit_id = c.id and r.status = 'enabled')), '[]') as categories
    from circuit c where c.account_id = ${accountId} and c.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Lets one change of the account's circuits happen at a time, because what one may be depends on the others. */
export async function lockCircuits(tx: Tx, { accountId }: CircuitScope): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** Every circuit of the account with the categories that its enabled rules give it to. */
export async function readCircuitsInUse(
  tx: Tx,
  { accountId }: CircuitScope,
): Promise<readonly (CircuitInUse & { readonly name: string })[]> {
  const { rows } = await sql<CircuitInUse & { readonly name: string }>`
    select c.id, c.name, c.type, c.status, array(select distinct y.category_id from dispatch_circuit_rule r
        join dispatch_circuit_rule_category y on y.account_id = r.account_id and y.rule_id = r.id
        where r.account_id = c.account_id and r.circuit_id = c.id and r.status = 'enabled') as "categoryIds"
    from circuit c where c.account_id = ${accountId} order by c.type, c.name, c.id`.execute(tx)
  return rows
}

/** Names and places in the tree of the account's categories, by their ids. */
export async function readCategoryPlaces(
  tx: Tx,
  { accountId }: CircuitScope,
): Promise<ReadonlyMap<string, { readonly name: string; readonly path: readonly string[] }>> {
  const rows = await tx
    .selectFrom('category')
    .select(['id', 'name', 'path'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** What the account's circuits may offer. */
export async function readOptions(tx: Tx, { accountId }: CircuitScope): Promise<CircuitOptions> {
  const { rows: paymentModes } = await sql<CircuitOptions['paymentModes'][number]>`
    select m.id, m.label, m.type, m.status = 'active' as active from payment_mode m
    where m.account_id = ${accountId} order by m.position, m.label, m.id`.execute(tx)
  const { rows: shippingMethods } = await sql<CircuitOptions['shippingMethods'][number]>`
    select s.id, s.channel, s.type, s.description, ${modifierOf('s')} as modifier, s.status = 'active' as active,
      s.available_countries as "availableCountries",
      array(select distinct p.payment_mode_id from circuit_shipping_method x
        join circuit_payment_mode p on p.account_id = x.account_id and p.circuit_id = x.circuit_id
        where x.account_id = s.account_id and x.shipping_method_id = s.id order by 1) as "paymentMethods",
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id)
        from circuit_shipping_method x join circuit c on c.account_id = x.account_id and c.id = x.circuit_id
        where x.account_id = s.account_id and x.shipping_method_id = s.id), '[]') as circuits
    from shipping_method s where s.account_id = ${accountId} order by s.type, s.created_at, s.id`.execute(tx)
  return { paymentModes, shippingMethods }
}

/** Writes the fields that a patch names; the circuit's own row is always written, since its version stands for all. */
export async function updateCircuit(
  tx: Tx,
  scope: CircuitScope,
  present: CircuitAnswer,
  patch: CircuitPatch,
): Promise<void> {
  const { id } = present
  if (patch.defaultInstructions !== undefined) await writeInstructions(tx, scope, present, patch.defaultInstructions)
  if (patch.paymentModeIds !== undefined) await writePaymentModes(tx, scope, id, patch.paymentModeIds)
  if (patch.transportOptions !== undefined) await writeTransport(tx, scope, id, patch.transportOptions)
  await tx
    .updateTable('circuit')
    .set({
      id,
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.description === undefined ? {} : { description: patch.description }),
      ...(patch.status === undefined ? {} : { status: patch.status }),
      ...(patch.transferOrderNumberOfCopy === undefined
        ? {}
        : { transfer_order_number_of_copy: patch.transferOrderNumberOfCopy }),
      ...(patch.eligibleCountries === undefined ? {} : { eligible_countries: [...patch.eligibleCountries] }),
      ...(patch.modifier === undefined ? {} : modifierColumns(patch.modifier)),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute()
}

async function writeInstructions(
  tx: Tx,
  { accountId }: CircuitScope,
  { id: circuitId, defaultInstructions }: CircuitAnswer,
  instructions: NonNullable<CircuitPatch['defaultInstructions']>,
): Promise<void> {
  await tx
    .deleteFrom('circuit_instruction')
    .where('account_id', '=', accountId)
    .where('circuit_id', '=', circuitId)
    .execute()
  if (instructions.length === 0) return
  const own = new Set(defaultInstructions.map(({ id }) => id))
  const rows = instructions.map(({ id, type, label }, at) => ({
    account_id: accountId,
    // An id that is not this circuit's, or stands twice, is another instruction's.
    id: id !== undefined && own.delete(id) ? id : newId(),
    circuit_id: circuitId,
    sequence: at + 1,
    type,
    label,
  }))
  await tx.insertInto('circuit_instruction').values(rows).execute()
}

async function writePaymentModes(
  tx: Tx,
  { accountId }: CircuitScope,
  circuitId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('circuit_payment_mode')
    .where('account_id', '=', accountId)
    .where('circuit_id', '=', circuitId)
    .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('circuit_payment_mode')
    .values(ids.map((id) => ({ account_id: accountId, circuit_id: circuitId, payment_mode_id: id })))
    .execute()
}

async function writeTransport(
  tx: Tx,
  { accountId }: CircuitScope,
  circuitId: string,
  options: NonNullable<CircuitPatch['transportOptions']>,
): Promise<void> {
  await tx
    .deleteFrom('circuit_shipping_method')
    .where('account_id', '=', accountId)
    .where('circuit_id', '=', circuitId)
    .execute()
  if (options.length === 0) return
  await tx
    .insertInto('circuit_shipping_method')
    .values(options.map(({ id }) => ({ account_id: accountId, circuit_id: circuitId, shipping_method_id: id })))
    .execute()
  const priced = options.filter(({ feeCents }) => feeCents !== undefined)
  const fees = priced.map(({ feeCents }) => feeCents ?? 0)
  await sql`update shipping_method s set modifier_value = f.fee, modifier_cap_cents = null,
      modifier_type = case when f.fee = 0 then 'none' else 'fixed' end
    from unnest(${priced.map(({ id }) => id)}::uuid[], ${fees}::int[]) f (id, fee)
    where s.account_id = ${accountId} and s.id = f.id
      and (s.modifier_type = 'percentage' or s.modifier_value <> f.fee)`.execute(tx)
}

/** How many of these ids are payment modes of the account. */
export function countPaymentModes(tx: Tx, scope: CircuitScope, ids: readonly string[]): Promise<number> {
  return countOf(tx, 'payment_mode', scope, ids)
}

/** How many of these ids are shipping methods of the account. */
export function countShippingMethods(tx: Tx, scope: CircuitScope, ids: readonly string[]): Promise<number> {
  return countOf(tx, 'shipping_method', scope, ids)
}

async function countOf(
  tx: Tx,
  table: 'payment_mode' | 'shipping_method',
  { accountId }: CircuitScope,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return rows.length
}
