import { sql, type Transaction } from 'kysely'
import * as z from 'zod'
import { openOfCustomer, sealOfCustomer, type CustomerScope, type SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CorrectionFacts, CorrectionKind, CorrectionState } from '#domain/buyback/buyback-correction.ts'
import type { AddressDetails, BankForm } from '#domain/customer/customer.ts'
import { correctedAddress } from '#sync/calls/buyback-correction.ts'
import type { BuybackDetail } from './buyback-detail-queries.ts'

type Tx = Transaction<Tables>

/** What is corrected, once it has passed the rules of the form. */
export interface Correction {
  /** The address that the mail went to. */
  readonly recipient: string
  readonly bank: BankForm | null
  readonly address: AddressDetails | null
}

const sealedCorrection = z.object({
  recipient: z.string(),
  bank: z
    .object({ iban: z.string(), accountHolder: z.string(), bic: z.string().nullable() })
    .transform(({ bic, ...bank }): BankForm => ({ ...bank, ...(bic !== null && { bic }) }))
    .nullable(),
  address: correctedAddress.nullable(),
})

/** A correction as it is kept. */
export interface CorrectionRow {
  readonly id: string
  readonly buybackId: string
  readonly customerId: string
  readonly kind: CorrectionKind
  readonly sealed: Buffer | null
  readonly expiresAt: Date
  readonly outcome: 'applied' | 'replaced' | null
}

/** A correction of an account. */
export interface CorrectionScope {
  readonly accountId: string
  readonly id: string
}

/** The correction that the token of a mail's link names; null for a token that names none. */
export async function findCorrection(database: Pick<Database, 'app'>, token: string): Promise<CorrectionScope | null> {
  if (!isToken(token, 'correction')) return null
  const { rows } = await sql<CorrectionScope>`
    select account_id as "accountId", id from correction_by_token(${hashToken(token)})`.execute(database.app)
  return rows[0] ?? null
}

/** Reads a correction; null where it is gone. */
export async function readCorrectionRow(tx: Tx, { accountId, id }: CorrectionScope): Promise<CorrectionRow | null> {
  const row = await tx
    .selectFrom('customer_correction')
    .select(['id', 'buyback_id as buybackId', 'customer_id as customerId', 'kind', 'sealed', 'outcome'])
    .select('expires_at as expiresAt')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** What has become of a correction by now; whether it may still be made is the buyback's business. */
export function stateOfCorrection(
  { outcome, sealed, expiresAt }: Pick<CorrectionRow, 'outcome' | 'sealed' | 'expiresAt'>,
  now: Date,
): Exclude<CorrectionState, 'closed'> {
  if (outcome !== null) return outcome
  return sealed === null || expiresAt <= now ? 'expired' : 'open'
}

/** Keeps a correction in place of the open one of its kind, whose link works no more. */
export async function insertCorrection(
  tx: Tx,
  vault: SecretSealer,
  scope: CustomerScope & { readonly buybackId: string },
  asked: {
    readonly kind: CorrectionKind
    readonly correction: Correction
    readonly tokenHash: Buffer
    readonly at: Date
    readonly expiresAt: Date
  },
): Promise<string> {
  const { accountId, customerId, buybackId } = scope
  const { kind, correction, tokenHash, at, expiresAt } = asked
  const { recipient, bank, address } = correction
  const text = JSON.stringify({ recipient, bank: bank && { ...bank, bic: bank.bic ?? null }, address })
  const id = newId()
  const sealed = await sealOfCustomer(tx, vault, scope, { text, what: placeOf(id) })
  await replaceCorrections(tx, scope, [kind])
  await tx
    .insertInto('customer_correction')
    .values({
      account_id: accountId,
      id,
      customer_id: customerId,
      buyback_id: buybackId,
      kind,
      token_hash: tokenHash,
      sealed,
      created_at: at,
      expires_at: expiresAt,
      ended_at: null,
      outcome: null,
    })
    .execute()
  return id
}

/**
 * Ends the open corrections of a customer, in the transaction that writes what they would change: a link that was mailed
 * before does not write over what came later. A mail of theirs that was not sent goes with them.
 */
export async function replaceCorrections(
  tx: Tx,
  { accountId, customerId }: CustomerScope,
  kinds: readonly CorrectionKind[],
): Promise<void> {
  await sql`
    with ended as (
      update customer_correction set outcome = 'replaced', ended_at = now(), sealed = null
      where account_id = ${accountId} and customer_id = ${customerId} and kind = any (${[...kinds]}::text[])
        and ended_at is null
      returning id, kind
    )
    delete from mail_message m using ended e
    where m.account_id = ${accountId} and m.dedupe_key = e.kind || '_correction:' || e.id
      and m.status in ('queued', 'failed')`.execute(tx)
}

/** Opens what a correction says; null where it says nothing any more. */
export async function openCorrection(
  tx: Tx,
  vault: SecretSealer,
  accountId: string,
  { id, customerId, sealed }: CorrectionRow,
): Promise<Correction | null> {
  if (sealed === null) return null
  const text = await openOfCustomer(tx, vault, { accountId, customerId }, { sealed, what: placeOf(id) })
  return text === null ? null : sealedCorrection.parse(JSON.parse(text))
}

/** Notes that a correction was made; its content lies with the customer from now on. */
export async function endCorrection(tx: Tx, { accountId, id }: CorrectionScope, at: Date): Promise<void> {
  await sql`
    update customer_correction set outcome = 'applied', ended_at = ${at}, sealed = null
    where account_id = ${accountId} and id = ${id}`.execute(tx)
}

/**
 * What decides which corrections of a buyback are open, and the countries of an address: those from which it, and every
 * other product of the customer that is still at home, may be sent; none: all. A customer has one address for them.
 */
export async function readCorrectionFacts(
  tx: Tx,
  accountId: string,
  detail: BuybackDetail,
): Promise<CorrectionFacts & { readonly countries: readonly string[] }> {
  const { rows } = await sql<{
    hasMailbox: boolean
    isMarked: boolean
    isCarrierOrdered: boolean
    served: readonly (readonly string[])[] | null
  }>`
    select coalesce(u.email, '') <> '' as "hasMailbox",
      exists (select from payment p join payment_release w on w.account_id = p.account_id and w.payment_id = p.id
        where p.account_id = b.account_id and p.buyback_id = b.id and w.subject = 'mark'
          and w.state = 'waiting') as "isMarked",
      exists (select from buyback n
        join item i on i.account_id = n.account_id and i.buyback_id = n.id
        join circuit c on c.account_id = n.account_id and c.id = n.circuit_id
        join parcel p on p.account_id = n.account_id and p.buyback_id = n.id
        where n.account_id = b.account_id and n.customer_id = b.customer_id and c.type = 'web_collect'
          and i.status = 'item_created' and p.state in ('ordering', 'ready')) as "isCarrierOrdered",
      (select json_agg(s.available_countries) from buyback n
        join item i on i.account_id = n.account_id and i.buyback_id = n.id
        join shipping_method s on s.account_id = n.account_id and s.id = n.shipping_method_id
        where n.account_id = b.account_id and n.customer_id = b.customer_id and cardinality(s.available_countries) > 0
          and (n.id = b.id or (n.status <> 'bb_cancelled'
            and i.status in ('item_created', 'item_awaiting_store_drop')))) as served
    from buyback b
    left join customer u on u.account_id = b.account_id and u.id = b.customer_id
    where b.account_id = ${accountId} and b.id = ${detail.id}`.execute(tx)
  const [row] = rows
  const served = row?.served ?? []
  const [first = []] = served
  const countries = first.filter((country) => served.every((others) => others.includes(country)))
  return {
    status: detail.status,
    paymentStatus: detail.paymentStatus,
    paymentType: detail.paymentMode?.type ?? null,
    hasMailbox: row?.hasMailbox ?? false,
    isMarked: row?.isMarked ?? false,
    isCarrierOrdered: row?.isCarrierOrdered ?? false,
    isServed: served.length === 0 || countries.length > 0,
    countries,
  }
}

/** All buybacks of a customer. */
export async function readOfCustomer(tx: Tx, { accountId, customerId }: CustomerScope): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('buyback')
    .select('id')
    .where('account_id', '=', accountId)
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Buybacks of a customer whose products are still at home: their papers say from where they come. */
export async function readAtHome(tx: Tx, { accountId, customerId }: CustomerScope): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
    where b.account_id = ${accountId} and b.customer_id = ${customerId} and b.status <> 'bb_cancelled'
      and i.status in ('item_created', 'item_awaiting_store_drop') order by b.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Forgets corrections that nobody has confirmed in time, and those that ended long ago, of every account. */
export async function sweepCorrections(
  database: Pick<Database, 'app'>,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`select sweep_corrections(${now}, ${before}) as forgotten`.execute(
    database.app,
  )
  return rows[0]?.forgotten ?? 0
}

function placeOf(id: string): string {
  return `correction ${id}`
}
