import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import type { CarrierAnswer, createCarrierCall, listCarriersCall, patchCarrierCall } from '#sync/calls/delivery.ts'
import type { SealedColumn } from '#api/db/sealed-column.ts'

type Tx = Transaction<Tables>

/** A carrier of an account. */
export interface CarrierScope {
  readonly accountId: string
  readonly carrierId: string
}

/** A carrier with its opened secrets; the caller keeps them out of logs and answers. */
export interface OpenedCarrier {
  readonly url: string
  readonly apiKey: string
  readonly eventSecret: string
}

const columns = sql`c.id, c.version, c.name, c.url, c.status, c.serves_packages as "servesPackages",
  array(select s.circuit_id from carrier_service s where s.account_id = c.account_id and s.carrier_id = c.id
    and s.circuit_id is not null order by s.circuit_id) as "circuitIds",
  array(select s.shipping_method_id from carrier_service s where s.account_id = c.account_id and s.carrier_id = c.id
    and s.shipping_method_id is not null order by s.shipping_method_id) as "shippingMethodIds",
  '/api/carrier-events/' || c.id as "eventPath"`

/** Carriers of an account by name. */
export async function listCarriers(
  tx: Tx,
  accountId: string,
  query: z.output<typeof listCarriersCall.query>,
): Promise<{ readonly members: readonly CarrierAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const direction = query.order.name === 'desc' ? sql`desc` : sql`asc`
  const { rows } = await sql<CarrierAnswer>`
    select ${columns} from carrier c where c.account_id = ${accountId}
    order by lower(c.name) ${direction}, c.id limit ${limit} offset ${offset}`.execute(tx)
  if (query.partial) return { members: rows, total: null }
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from carrier where account_id = ${accountId}`.execute(tx)
  return { members: rows, total: counted.rows[0]?.total ?? 0 }
}

/** One carrier; null where the account has none of this id. */
export async function readCarrier(tx: Tx, { accountId, carrierId }: CarrierScope): Promise<CarrierAnswer | null> {
  const { rows } = await sql<CarrierAnswer>`
    select ${columns} from carrier c where c.account_id = ${accountId} and c.id = ${carrierId}`.execute(tx)
  return rows[0] ?? null
}

/** Opens the secrets of a carrier; null where the account has none of this id. */
export async function openSecretsOf(
  tx: Tx,
  vault: SecretSealer,
  { accountId, carrierId }: CarrierScope,
): Promise<OpenedCarrier | null> {
  const row = await tx
    .selectFrom('carrier')
    .select(['url', 'api_key', 'event_secret'])
    .where('account_id', '=', accountId)
    .where('id', '=', carrierId)
    .executeTakeFirst()
  if (row === undefined) return null
  const open = (sealed: Buffer, kind: keyof typeof labels) =>
    vault.openFor(keyOwner(accountId), sealed, labelOf({ carrierId }, kind))
  return { url: row.url, apiKey: open(row.api_key, 'apiKey'), eventSecret: open(row.event_secret, 'eventSecret') }
}

/** The account of a carrier; null for an id that is none of ours. */
export async function accountOfCarrier(tx: Pick<Tx, 'getExecutor'>, carrierId: string): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from carrier_account(${carrierId})`.execute(tx)
  return rows[0]?.accountId ?? null
}

/** Adds a carrier without services; answers its id. */
export async function insertCarrier(
  tx: Tx,
  vault: SecretSealer,
  accountId: string,
  body: z.output<typeof createCarrierCall.body>,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('carrier')
    .values({
      account_id: accountId,
      id,
      name: body.name,
      url: body.url,
      api_key: sealed(vault, { accountId, carrierId: id }, 'apiKey', body.apiKey),
      event_secret: sealed(vault, { accountId, carrierId: id }, 'eventSecret', body.eventSecret),
    })
    .execute()
  return id
}

/** Changes a carrier's own fields; secrets that are not given stay. The version rises even where nothing is given. */
export async function updateCarrier(
  tx: Tx,
  vault: SecretSealer,
  scope: CarrierScope,
  body: z.output<typeof patchCarrierCall.body>,
): Promise<void> {
  const { name, url, status, servesPackages, apiKey, eventSecret } = body
  const values = {
    id: scope.carrierId,
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(status !== undefined && { status }),
    ...(servesPackages !== undefined && { serves_packages: servesPackages }),
    ...(apiKey !== undefined && { api_key: sealed(vault, scope, 'apiKey', apiKey) }),
    ...(eventSecret !== undefined && { event_secret: sealed(vault, scope, 'eventSecret', eventSecret) }),
  }
  await tx
    .updateTable('carrier')
    .set(values)
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.carrierId)
    .execute()
}

/** Locks a carrier for a change. */
export async function lockCarrier(tx: Tx, { accountId, carrierId }: CarrierScope): Promise<void> {
  await tx
    .selectFrom('carrier')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', carrierId)
    .forUpdate()
    .execute()
}

/** Deletes a carrier with what it serves. Foreign keys refuse it once a parcel or an event names it. */
export async function deleteCarrier(tx: Tx, { accountId, carrierId }: CarrierScope): Promise<void> {
  await tx.deleteFrom('carrier').where('account_id', '=', accountId).where('id', '=', carrierId).execute()
}

/** The circuit types of circuits or shipping methods by id; ids that the account does not have are left out. */
export async function readServiceTypes(
  tx: Tx,
  accountId: string,
  table: 'circuit' | 'shipping_method',
  ids: readonly string[],
): Promise<ReadonlyMap<string, CircuitType>> {
  const { rows } = await sql<{ id: string; type: CircuitType }>`
    select id, type from ${sql.table(table)} where account_id = ${accountId} and id = any (${[...ids]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/** Replaces the circuits, or the shipping methods, that a carrier serves. */
export async function replaceServices(
  tx: Tx,
  { accountId, carrierId }: CarrierScope,
  column: 'circuit_id' | 'shipping_method_id',
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('carrier_service')
    .where('account_id', '=', accountId)
    .where('carrier_id', '=', carrierId)
    .where(column, 'is not', null)
    .execute()
  if (ids.length === 0) return
  const none = { circuit_id: null, shipping_method_id: null }
  await tx
    .insertInto('carrier_service')
    .values([...new Set(ids)].map((id) => ({ account_id: accountId, carrier_id: carrierId, ...none, [column]: id })))
    .execute()
}

const labels = { apiKey: 'api key', eventSecret: 'event secret' } as const

/** What a new master key seals again. */
export const sealedOfCarriers: readonly SealedColumn[] = (['api_key', 'event_secret'] as const).map((column) => ({
  table: 'carrier',
  column,
  id: 'id',
  owner: keyOwner,
  label: (carrierId) => labelOf({ carrierId }, column === 'api_key' ? 'apiKey' : 'eventSecret'),
}))

function sealed(vault: SecretSealer, scope: CarrierScope, kind: keyof typeof labels, secret: string): Buffer {
  return vault.sealFor(keyOwner(scope.accountId), secret, labelOf(scope, kind))
}

function labelOf({ carrierId }: Pick<CarrierScope, 'carrierId'>, kind: keyof typeof labels): string {
  return `${labels[kind]} of ${carrierId}`
}

function keyOwner(accountId: string): string {
  return `carriers of ${accountId}`
}
