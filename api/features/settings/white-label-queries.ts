import { sql, type Transaction } from 'kysely'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import type { Tables } from '#api/db/tables.ts'
import type { ListedHosts } from '#api/http/security-headers.ts'
import type { LegalFileDocument } from '#domain/settings/legal-file.ts'
import type { WhiteLabelAnswer, WhiteLabelPatch } from '#sync/calls/settings.ts'
import { whiteLabelOf } from './branding.ts'

/** The white label of an account as the office edits it, with the account's version. */
export async function readWhiteLabel(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string },
  options: { readonly forUpdate?: boolean } = {},
): Promise<WhiteLabelAnswer | null> {
  const row = await tx
    .selectFrom('account')
    .select(['version', 'tag_manager_id', 'consent_tool_id', 'external_website_url', 'external_website_text'])
    .select(['drop_off_locations_map_enabled', 'cookies_policy', 'translations', 'image_hosts', 'tag_hosts'])
    .select(['reviews_text as reviewsText', 'reviews_url as reviewsUrl'])
    .select(['data_erasure_text as dataErasureText', 'data_erasure_url as dataErasureUrl'])
    .select(['transit_insurance_text as transitInsuranceText', 'transit_insurance_url as transitInsuranceUrl'])
    .where('id', '=', scope.accountId)
    .$if(options.forUpdate === true, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) return null
  const { version, translations, image_hosts: imageHosts, tag_hosts: tagHosts } = row
  const { reviewsText, reviewsUrl, dataErasureText, dataErasureUrl, transitInsuranceText, transitInsuranceUrl } = row
  const assurances = {
    reviewsText,
    reviewsUrl,
    dataErasureText,
    dataErasureUrl,
    transitInsuranceText,
    transitInsuranceUrl,
  }
  return { version, ...whiteLabelOf(row), ...assurances, translations, imageHosts, tagHosts }
}

/** The hosts that the public site of an account shows images of, and that its tags reach. */
export async function readListedHosts(
  tx: Transaction<Tables>,
  { accountId }: { readonly accountId: string },
): Promise<ListedHosts> {
  const columns = ['image_hosts as images', 'tag_hosts as tags'] as const
  const row = await tx.selectFrom('account').select(columns).where('id', '=', accountId).executeTakeFirst()
  return row ?? { images: [], tags: [] }
}

/** The legal texts of an account that it gives as a PDF in its own language. */
export async function readFiledTexts(
  tx: Transaction<Tables>,
  { accountId }: { readonly accountId: string },
): Promise<readonly LegalFileDocument[]> {
  const rows = await tx
    .selectFrom('legal_file as f')
    .innerJoin('account as a', (join) => join.onRef('a.id', '=', 'f.account_id').onRef('a.language', '=', 'f.language'))
    .select('f.document')
    .where('f.account_id', '=', accountId)
    .execute()
  return rows.map(({ document }) => document)
}

/** Writes the fields that a patch names, and only these. */
export async function updateWhiteLabel(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string },
  patch: WhiteLabelPatch,
): Promise<void> {
  const { externalWebsiteLink: link } = patch
  const values = {
    ...(patch.tagManagerId !== undefined && { tag_manager_id: patch.tagManagerId }),
    ...(patch.axeptioId !== undefined && { consent_tool_id: patch.axeptioId }),
    ...(link !== undefined && {
      external_website_url: link?.url ?? null,
      external_website_text: link?.text ?? null,
    }),
    ...(patch.dropOffLocationsMapEnabled !== undefined && {
      drop_off_locations_map_enabled: patch.dropOffLocationsMapEnabled,
    }),
    ...(patch.cookiesPolicy !== undefined && { cookies_policy: patch.cookiesPolicy }),
    ...(patch.reviewsText !== undefined && { reviews_text: patch.reviewsText }),
    ...(patch.reviewsUrl !== undefined && { reviews_url: patch.reviewsUrl }),
    ...(patch.dataErasureText !== undefined && { data_erasure_text: patch.dataErasureText }),
    ...(patch.dataErasureUrl !== undefined && { data_erasure_url: patch.dataErasureUrl }),
    ...(patch.transitInsuranceText !== undefined && { transit_insurance_text: patch.transitInsuranceText }),
    ...(patch.transitInsuranceUrl !== undefined && { transit_insurance_url: patch.transitInsuranceUrl }),
    ...(patch.translations && {
      translations: mergedTranslations(scope.accountId, patch.translations, sql.ref('translations')),
    }),
    ...(patch.imageHosts !== undefined && { image_hosts: patch.imageHosts }),
    ...(patch.tagHosts !== undefined && { tag_hosts: patch.tagHosts }),
  }
  if (Object.keys(values).length === 0) return
  await tx.updateTable('account').set(values).where('id', '=', scope.accountId).execute()
}
