import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { AbsorptionRule } from '#domain/buyback/absorption.ts'
import type { ProductTerms } from '#domain/catalog/estimate.ts'
import type { Modifier } from '#domain/buyback/modifiers.ts'
import type { ChosenAnswer } from '#domain/catalog/questionnaire.ts'

/** What an offer was made with; it never changes. */
export interface QuoteContent {
  readonly terms: ProductTerms
  readonly answers: readonly ChosenAnswer[]
  readonly imei: string | null
  readonly absorption: AbsorptionRule | null
  readonly modifiers: readonly Modifier[]
  readonly options: {
    readonly circuitId: string
    readonly shippingMethodId: string
    readonly paymentModeId: string
  } | null
}

/** A locked offer. */
export interface QuoteRow {
  readonly content: QuoteContent
  readonly priceVersion: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Whether it has become a buyback that is not cancelled. */
  readonly isSold: boolean
}

/** Keeps an offer under the hash of its token. */
export async function insertQuote(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly id: string; readonly tokenHash: Buffer },
  { content, priceVersion, createdAt, expiresAt }: Omit<QuoteRow, 'isSold'>,
): Promise<void> {
  await tx
    .insertInto('quote')
    .values({
      account_id: scope.accountId,
      id: scope.id,
      token_hash: scope.tokenHash,
      product_id: content.terms.productId,
      content: JSON.stringify(content),
      price_version: priceVersion,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute()
}

/** Reads an offer by its token; null for an unknown one. */
export async function readQuoteRow(
  tx: Transaction<Tables>,
  { accountId, tokenHash }: { readonly accountId: string; readonly tokenHash: Buffer },
): Promise<QuoteRow | null> {
  const row = await tx
    .selectFrom('quote')
    .select(['content', 'price_version as priceVersion', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select(
      sql<boolean>`exists (select from buyback b where b.account_id = quote.account_id and b.id = quote.buyback_id
        and b.status <> 'bb_cancelled')`.as('isSold'),
    )
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, content: row.content as QuoteContent }
}

/** What is to be sold at a kept price, and the line of the cart that it is. */
export interface QuotedLine {
  readonly quoteHash?: string | undefined
  readonly inCartId: string
}

/**
 * Holds the kept prices that lines name until the transaction ends, so that no other sale takes them, and
 * answers the line whose price is sold already, to another buyback or to an earlier line; null where each is free.
 * It comes before any lock of a buyback, and takes the prices in one order: sales of the same ones wait and never cross.
 */
export async function holdQuotes(
  tx: Transaction<Tables>,
  accountId: string,
  lines: readonly QuotedLine[],
): Promise<QuotedLine | null> {
  const hashes = lines.flatMap(({ quoteHash }) => (quoteHash === undefined ? [] : [quoteHash]))
  if (hashes.length === 0) return null
  const named = sql<boolean>`account_id = ${accountId}
    and token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)`
  await sql`select from quote where ${named} order by token_hash for update`.execute(tx)
  // Read by a statement of its own: one that waited for a lock does not see the buyback that it waited for.
  const { rows } = await sql<{ readonly hash: string }>`
    select encode(token_hash, 'hex') as hash from quote where ${named} and exists (
      select from buyback b where b.account_id = quote.account_id and b.id = quote.buyback_id
        and b.status <> 'bb_cancelled')`.execute(tx)
  const taken = new Set(rows.map(({ hash }) => hash))
  for (const line of lines) {
    if (line.quoteHash === undefined) continue
    if (taken.has(line.quoteHash)) return line
    taken.add(line.quoteHash)
  }
  return null
}

/** Notes what was sold by offers: each by the hash of its token, which `holdQuotes` has found free. */
export async function markQuotesSold(
  tx: Transaction<Tables>,
  accountId: string,
  sold: readonly { readonly buybackId: string; readonly quoteHash?: string | undefined }[],
): Promise<void> {
  for (const { buybackId, quoteHash } of sold) {
    if (quoteHash === undefined) continue
    await tx
      .updateTable('quote')
      .set({ buyback_id: buybackId })
      .where('account_id', '=', accountId)
      .where('token_hash', '=', Buffer.from(quoteHash, 'hex'))
      .execute()
  }
}
