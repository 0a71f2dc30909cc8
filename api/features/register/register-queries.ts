import { sql, type RawBuilder, type Transaction } from 'kysely'
import { buybacksKnownAs } from '#api/db/customer-named.ts'
import { openRegisterIdentity, type RegisterIdentity, type SecretSealer } from '#api/db/customer-secrets.ts'
import { chainPage, checkChain, recordedAtText, type ChainLine, type ChainReport } from '#api/db/register-chain.ts'
import type { Tables } from '#api/db/tables.ts'
import { mapInSlices } from '#api/http/run-in-slices.ts'
import type { SellerIdentity } from '#domain/register/seller-identity.ts'
import { registerLineSchema, type PurchaseLine } from '#domain/register/register-line.schema.ts'
import type { RegisterEntryAnswer } from '#sync/calls/register.ts'

/** The days of a register, both included, in the account's time zone. */
export interface RegisterScope {
  readonly accountId: string
  readonly from: string
  readonly to: string
  /** What a person typed; lines that have nothing of it are left out. */
  readonly q?: string | undefined
}

/** Lines of those days by number; `descending` turns them round. */
export async function readRegister(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  scope: RegisterScope,
  page: { readonly limit: number; readonly offset: number; readonly descending: boolean },
): Promise<readonly RegisterEntryAnswer[]> {
  const found = await sql<{ content: string; hash: Buffer }>`
    select r.content, r.hash from ${days(scope)}
    order by r.number ${page.descending ? sql`desc` : sql`asc`}
    limit ${page.limit} offset ${page.offset}`.execute(tx)
  return mapInSlices(found.rows, ({ content, hash }) =>
    answerOf(vault, scope.accountId, registerLineSchema.parse(JSON.parse(content)), hash),
  )
}

/** How many lines those days have. */
export async function countRegister(tx: Transaction<Tables>, scope: RegisterScope): Promise<number> {
  const found = await sql<{ total: number }>`select count(*)::int as total from ${days(scope)}`.execute(tx)
  return found.rows[0]?.total ?? 0
}

/** A month of the account's calendar that has purchases. */
export interface RegisterMonth {
  /** `YYYY-MM`. */
  readonly month: string
  /** Its first and its last day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  readonly count: number
  readonly lastAt: Date
}

/** The months that have purchases, the first one first. */
export async function readMonths(tx: Transaction<Tables>, accountId: string): Promise<readonly RegisterMonth[]> {
  const found = await sql<RegisterMonth>`
    select to_char(m.start, 'YYYY-MM') as month, to_char(m.start, 'YYYY-MM-DD') as "from",
      to_char(m.start + interval '1 month -1 day', 'YYYY-MM-DD') as "to", m.count, m.last as "lastAt"
    from (
      select date_trunc('month', r.recorded_at at time zone a.time_zone) as start, count(*)::int as count,
        max(r.recorded_at) as last
      from purchase_register r join account a on a.id = r.account_id
      where r.account_id = ${accountId} group by 1) m
    order by m.start`.execute(tx)
  return found.rows
}

/** Follows the account's own register to its end. */
export async function verifyRegister(tx: Transaction<Tables>, accountId: string): Promise<ChainReport> {
  const heads = await sql<{ number: string; hash: Buffer }>`
    select number::text, hash from purchase_register_head where account_id = ${accountId}`.execute(tx)
  const [head] = heads.rows
  const readLines = async (after: number): Promise<readonly ChainLine[]> => {
    const found = await sql<Omit<ChainLine, 'number'> & { readonly number: string }>`
      select r.number::text, r.buyback_id as "buybackId",
        ${sql.raw(recordedAtText)} as "recordedAt", r.content, r.previous_hash as "previousHash", r.hash
      from purchase_register r where r.account_id = ${accountId} and r.number > ${after}
      order by r.number limit ${chainPage}`.execute(tx)
    return found.rows.map((row) => ({ ...row, number: Number(row.number) }))
  }
  return checkChain(accountId, head === undefined ? null : { ...head, number: Number(head.number) }, readLines)
}

function days({ accountId, from, to, q }: RegisterScope) {
  return sql`purchase_register r join account a on a.id = r.account_id
    where r.account_id = ${accountId}
      and r.recorded_at >= ${from}::date::timestamp at time zone a.time_zone
      and r.recorded_at < (${to}::date + 1)::timestamp at time zone a.time_zone
      and ${q === undefined ? sql`true` : saysAs(accountId, q)}`
}

/**
 * Whether line `r` has what a person typed. Sellers whose names are sealed in the line are found as the customers that
 * they are; an erased one is not. Each of the three is found by an index, which `or` would not allow.
 */
function saysAs(accountId: string, q: string): RawBuilder<unknown> {
  const number = /^\d{1,15}$/.test(q) ? Number(q) : null
  return sql`r.number in (select purchases_told(${q.split(/\s+/u).join(' ')}) union select ${number}::bigint
    union select k.number from purchase_register k
      where k.account_id = ${accountId} and k.buyback_id in ${buybacksKnownAs(accountId, q)})`
}

function answerOf(vault: SecretSealer, accountId: string, line: PurchaseLine, hash: Buffer): RegisterEntryAnswer {
  const identity =
    line.sealedIdentity === null
      ? null
      : openRegisterIdentity(vault, accountId, Buffer.from(line.sealedIdentity.slice(2), 'hex'))
  const seller = identity ?? line.seller
  return {
    number: line.number,
    recordedAt: line.recordedAt,
    buybackCode: line.buybackCode,
    description: line.description,
    serialNumber: line.serialNumber,
    imei: line.imei,
    sellerName: joined([seller?.firstName, seller?.lastName], ' '),
    sellerAddress: joined([seller?.street, seller?.streetMore, joined([seller?.zipCode, seller?.city], ' ')], ', '),
    sellerCountry: seller?.country ?? null,
    sellerIdentity: identity === null ? null : documentOf(identity),
    priceCents: line.priceCents,
    currency: line.currency,
    paymentMeans: line.paymentMeans,
    hash: hash.toString('hex'),
  }
}

function documentOf({ type, number, issuedOn, authority }: RegisterIdentity): SellerIdentity | null {
  return type === null && number === null && issuedOn === null && authority === null
    ? null
    : { type, number, issuedOn, authority }
}

function joined(parts: readonly (string | null | undefined)[], between: string): string | null {
  const said = parts.filter((part) => part !== null && part !== undefined && part !== '')
  return said.length === 0 ? null : said.join(between)
}
