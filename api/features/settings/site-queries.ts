import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { LegalFileDocument } from '#domain/settings/legal-file.ts'
import type { StoredText, TermsOfSale } from '#domain/settings/site-opening.ts'
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
