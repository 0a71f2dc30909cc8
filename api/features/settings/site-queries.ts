import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { textIn } from '#domain/kernel/translations.ts'
import type { LegalFileDocument } from '#domain/settings/legal-file.ts'
import type { StoredText, TermsOfSale } from '#domain/settings/site-opening.ts'
import type { Assurance } from '#sync/calls/journey.ts'
import { readFiledTexts } from './white-label-queries.ts'

/** The terms of an account without which its public site is not open. */
export async function storedTexts(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string },
): Promise<Readonly<Record<TermsOfSale, StoredText>>> {
  const texts = await tx
    .selectFrom('organization_root_detail')
    .select(['eula', 'service_terms'])
    .where('account_id', '=', scope.accountId)
    .executeTakeFirst()
  return termsOf({ eula: texts?.eula, serviceTerms: texts?.service_terms }, await readFiledTexts(tx, scope))
}

/** What an account says for itself on home and offer, in each language of a reader; a place without a text is left out. */
export async function readAssurances(
  tx: Transaction<Tables>,
  { accountId }: { readonly accountId: string },
): Promise<(language: Language) => readonly Assurance[]> {
  const row = await tx
    .selectFrom('account')
    .select(['translations', 'reviews_text', 'reviews_url', 'data_erasure_text', 'data_erasure_url'])
    .select(['transit_insurance_text', 'transit_insurance_url'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return () => []
  const places = [
    ['reviewsText', row.reviews_text, row.reviews_url],
    ['dataErasureText', row.data_erasure_text, row.data_erasure_url],
    ['transitInsuranceText', row.transit_insurance_text, row.transit_insurance_url],
  ] as const
  return (language) =>
    places.flatMap(([field, own, url]) => {
      const text = textIn(own, row.translations, field, language)
      return text === null ? [] : [{ text, url }]
    })
}

/** Whether an account is active: visitors keep their token when it is made inactive. */
export async function isAtWork(
  tx: Transaction<Tables>,
  { accountId }: { readonly accountId: string },
): Promise<boolean> {
  const account = await tx.selectFrom('account').select('status').where('id', '=', accountId).executeTakeFirst()
  return account?.status === 'active'
}

/** The same of texts and files that are at hand. */
export function termsOf(
  texts: Readonly<Record<TermsOfSale, string | null | undefined>>,
  files: readonly LegalFileDocument[],
): Readonly<Record<TermsOfSale, StoredText>> {
  const stored = (document: LegalFileDocument, text: string | null | undefined): StoredText => ({
    text: text ?? null,
    hasFile: files.includes(document),
  })
  return { eula: stored('eula', texts.eula), serviceTerms: stored('service-terms', texts.serviceTerms) }
}
