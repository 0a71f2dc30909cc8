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

/** Notes what was sold by offers: each by the hash of its token. */
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
