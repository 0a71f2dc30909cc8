import { sql, type Selectable, type Transaction } from 'kysely'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import { patchColumns } from '#api/db/patch-columns.ts'
import type { Tables } from '#api/db/tables.ts'
import { onlyFields } from '#domain/kernel/translations.ts'
import type { PremiumFeature } from '#domain/organization/premium-feature.ts'
import {
  legalTextNames,
  type EditedRootDetail,
  type OrganizationRootDetail,
  type RootDetailPatch,
} from '#sync/calls/settings.ts'

type Row = Omit<
  Selectable<Tables['organization_root_detail']>,
  'transfer_order_terms' | 'refurb_start' | 'translations'
>

/** The settings of an account (SET-03 to SET-06), by account or by their own id. */
export async function readRootDetail(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly id?: string },
  options: { readonly forUpdate?: boolean } = {},
): Promise<OrganizationRootDetail | null> {
  const { id } = scope
  const row = await tx
    .selectFrom('organization_root_detail')
    .select(['id', 'account_id', 'version', 'seller_support_email', 'is_warehouse_comment_mandatory'])
    .select(['is_warehouse_comment_shared_to_client', 'enabled_premium_features', 'warehouse_checkin_requirement'])
    .select(['cart_min_value', 'category_navigation_enabled', 'customer_identity_document_required'])
    .select(['bar_code_enabled', 'tag_price_enabled', 'buyer_payment_enabled', 'eula', 'service_terms'])
    .select(['unanswered_proposal', 'same_imei_held', 'send_within_days'])
    .select(['faq_and_contact', 'buyback_zero_description', 'no_search_result_description'])
    .where('account_id', '=', scope.accountId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(options.forUpdate === true, (query) => query.forUpdate())
    .executeTakeFirst()
  return row === undefined ? null : rootDetail(row)
}

/** The settings of an account with what its texts say in other languages, which is read where they are edited. */
export async function readEditedDetail(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly id?: string },
  options: { readonly forUpdate?: boolean } = {},
): Promise<EditedRootDetail | null> {
  const detail = await readRootDetail(tx, scope, options)
  if (detail === null) return null
  const { translations } = await tx
    .selectFrom('organization_root_detail')
    .select('translations')
    .where('account_id', '=', scope.accountId)
    .executeTakeFirstOrThrow()
  return { ...detail, translations: onlyFields(translations, legalTextNames) }
}

/** Writes the fields that a patch names, and only these. */
export async function updateRootDetail(
  tx: Transaction<Tables>,
  accountId: string,
  { translations, ...patch }: RootDetailPatch,
): Promise<void> {
  const values = {
    ...patchColumns(columns, patch),
    ...(translations && { translations: mergedTranslations(accountId, translations, sql.ref('translations')) }),
  }
  if (Object.keys(values).length === 0) return
  await tx.updateTable('organization_root_detail').set(values).where('account_id', '=', accountId).execute()
}

function rootDetail(row: Row): OrganizationRootDetail {
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    sellerSupportEmail: row.seller_support_email,
    isWarehouseCommentMandatory: row.is_warehouse_comment_mandatory,
    isWarehouseCommentSharedToClient: row.is_warehouse_comment_shared_to_client,
    enabledPremiumFeatures: [...row.enabled_premium_features] as PremiumFeature[],
    warehouseCheckinRequirement: row.warehouse_checkin_requirement,
    unansweredProposal: row.unanswered_proposal,
    sameImeiHeld: row.same_imei_held,
    sendWithinDays: row.send_within_days,
    cartMinValue: row.cart_min_value,
    categoryNavigationEnabled: row.category_navigation_enabled,
    customerIdentityDocumentRequired: row.customer_identity_document_required,
    barCodeEnabled: row.bar_code_enabled,
    tagPriceEnabled: row.tag_price_enabled,
    buyerPaymentEnabled: row.buyer_payment_enabled,
    eula: row.eula,
    serviceTerms: row.service_terms,
    faqAndContact: row.faq_and_contact,
    buybackZeroDescription: row.buyback_zero_description,
    noSearchResultDescription: row.no_search_result_description,
  }
}

const columns = {
  sellerSupportEmail: 'seller_support_email',
  isWarehouseCommentMandatory: 'is_warehouse_comment_mandatory',
  isWarehouseCommentSharedToClient: 'is_warehouse_comment_shared_to_client',
  enabledPremiumFeatures: 'enabled_premium_features',
  warehouseCheckinRequirement: 'warehouse_checkin_requirement',
  unansweredProposal: 'unanswered_proposal',
  sameImeiHeld: 'same_imei_held',
  sendWithinDays: 'send_within_days',
  cartMinValue: 'cart_min_value',
  categoryNavigationEnabled: 'category_navigation_enabled',
  customerIdentityDocumentRequired: 'customer_identity_document_required',
  barCodeEnabled: 'bar_code_enabled',
  tagPriceEnabled: 'tag_price_enabled',
  buyerPaymentEnabled: 'buyer_payment_enabled',
  eula: 'eula',
  serviceTerms: 'service_terms',
  faqAndContact: 'faq_and_contact',
  buybackZeroDescription: 'buyback_zero_description',
  noSearchResultDescription: 'no_search_result_description',
} as const satisfies Record<Exclude<keyof RootDetailPatch, 'translations'>, keyof Row>
