import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { externalWebsiteLink } from '#api/db/website-link.ts'
import type { AccountAnswer } from '#sync/calls/session-answers.ts'
import type { Module } from '#domain/organization/module.ts'
import type { CurrentOrganization, AssignedModule, SignedInUser } from './authenticated-user.ts'
import { mailLanguage } from '#api/mail/mail-texts.ts'
import { defaultLanguage, type Language } from '#domain/kernel/languages.ts'
import { offlineDays } from '#domain/access/offline-pin.ts'
import { issuerInEffect } from '#domain/payment/acts-on-payments.ts'

/** The user with modules, entity of the given module, and account; null when there is none or it is inactive. */
export async function loadSignedInUser(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly userId: string; readonly module: Module },
): Promise<SignedInUser | null> {
  const user = await tx
    .selectFrom('user_account')
    .innerJoin('account', 'account.id', 'user_account.account_id')
    .select(['user_account.id', 'email', 'first_name', 'last_name', 'user_account.status', 'force_sso'])
    .select(['user_account.language', 'account.language as account_language', 'account.is_platform'])
    .leftJoin('sign_in_rule', 'sign_in_rule.account_id', 'user_account.account_id')
    .select(['access_epoch', 'password_hash', 'offline_days'])
    .where('user_account.account_id', '=', scope.accountId)
    .where('user_account.id', '=', scope.userId)
    .where('user_account.status', '=', 'active')
    .executeTakeFirst()
  if (user === undefined) return null
  const assigned = await loadAssignedModules(tx, scope)
  const entityId = assigned.find((one) => one.module === scope.module)?.organizationId
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    status: user.status,
    language: mailLanguage(user.language, mailLanguage(user.account_language, defaultLanguage)),
    hasOwnLanguage: user.language !== null,
    offline: { days: user.offline_days ?? offlineDays.byDefault, mark: markOf(user.access_epoch, user.password_hash) },
    forceSso: user.force_sso,
    accountId: scope.accountId,
    isPlatform: user.is_platform,
    assigned,
    organization:
      entityId === undefined ? null : await loadCurrentOrganization(tx, { ...scope, organizationId: entityId }),
  }
}

/** Changes with the password and with each end of the access; says nothing of either. */
function markOf(accessEpoch: number, passwordHash: string | null): string {
  return createHash('sha256')
    .update(`offline ${accessEpoch} ${passwordHash ?? ''}`)
    .digest('base64url')
    .slice(0, 22)
}

/** The modules of a user, each with type and entity. */
export async function loadAssignedModules(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly userId: string },
): Promise<readonly AssignedModule[]> {
  const rows = await tx
    .selectFrom('user_module')
    .select(['module', 'user_type', 'organization_id'])
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .execute()
  return rows.map((row) => ({ module: row.module, userType: row.user_type, organizationId: row.organization_id }))
}

/** An entity with its account, as the shell shows it. */
export async function loadCurrentOrganization(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly organizationId: string; readonly module: Module },
): Promise<CurrentOrganization | null> {
  const row = await tx
    .selectFrom('organization')
    .select(['id', 'common_name', 'type'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.organizationId)
    .executeTakeFirst()
  const account = await loadAccount(tx, scope.accountId)
  if (row === undefined || account === null) return null
  return { id: row.id, commonName: row.common_name, type: row.type, moduleType: scope.module, account }
}

/** The account worked in (ORG-09). */
export async function loadAccount(tx: Transaction<Tables>, accountId: string): Promise<AccountAnswer | null> {
  const row = await tx
    .selectFrom('account')
    .select(['id', 'name', 'company_country', 'language', 'currency', 'time_zone', 'email_dpo', 'main_color'])
    .select(['logo', 'favicon', 'is_buyer_and_workshops_supervisor', 'is_retailer'])
    .select(['external_website_url', 'external_website_text'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    name: row.name,
    companyCountry: row.company_country,
    language: row.language,
    currency: row.currency,
    timeZone: row.time_zone,
    emailDPO: row.email_dpo,
    mainColor: row.main_color,
    logo: row.logo,
    favicon: row.favicon,
    isBuyerAndWorkshopsSupervisor: row.is_buyer_and_workshops_supervisor,
    isRetailer: row.is_retailer,
    externalWebsiteLink: externalWebsiteLink(row),
  }
}

/** What the back office needs of the account whose data is worked on. */
export async function loadViewedAccount(tx: Transaction<Tables>, accountId: string) {
  const row = await tx
    .selectFrom('account')
    .leftJoin('organization_root_detail', 'organization_root_detail.account_id', 'account.id')
    .select([
      'currency',
      'account.language',
      'time_zone as timeZone',
      'payment_issuer',
      'company_country as companyCountry',
    ])
    .select(({ fn, val }) =>
      fn.coalesce('warehouse_checkin_requirement', val('optional' as const)).as('checkinRequirement'),
    )
    .select('buyer_payment_enabled')
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { payment_issuer: issuer, buyer_payment_enabled: isEnabled, ...facts } = row
  return { ...facts, paymentIssuer: issuerInEffect(issuer, isEnabled === true) }
}

/** Premium features that an account has switched on. */
export async function loadPremiumFeatures(tx: Transaction<Tables>, accountId: string): Promise<readonly string[]> {
  const row = await tx
    .selectFrom('organization_root_detail')
    .select('enabled_premium_features')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.enabled_premium_features ?? []
}

/** Whether an account is a retailer's. */
export async function isRetailer(tx: Transaction<Tables>, accountId: string): Promise<boolean> {
  const row = await tx.selectFrom('account').select('is_retailer').where('id', '=', accountId).executeTakeFirst()
  return row?.is_retailer ?? false
}

/** Active retailers that a buyer account works with, in order of their ids; a session on another one ends at once. */
export async function loadReachableAccounts(
  tx: Transaction<Tables>,
  buyerAccountId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return tx
    .selectFrom('account_link')
    .innerJoin('account', 'account.id', 'account_link.account_id')
    .select(['account.id', 'account.name'])
    .where('buyer_account_id', '=', buyerAccountId)
    .where('account_link.status', '=', 'active')
    .where('account.status', '=', 'active')
    .orderBy('account.id')
    .execute()
}

/** The name of an account that the caller may read. */
export async function loadAccountName(tx: Transaction<Tables>, accountId: string): Promise<string> {
  const row = await tx.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()
  return row.name
}

/** Writes which language a user reads. */
export async function updateLanguage(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly userId: string },
  language: Language,
): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({ language })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.userId)
    .execute()
}

/** Remembers a sign-in. */
export async function markSignedIn(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly userId: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({ last_login_at: now })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.userId)
    .execute()
}
