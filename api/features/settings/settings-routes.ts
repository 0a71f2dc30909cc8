import { succeed } from '#domain/kernel/result.ts'
import { textIn } from '#domain/kernel/translations.ts'
import { hasSameFeatures } from '#domain/organization/premium-feature.ts'
import type { HtmlCleaner } from '#api/db/html/html-cleaner.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import { allAccounts } from '#api/db/public-versions.ts'
import { acceptedLanguage } from '#api/http/accept-language.ts'
import { cleanedBody } from '#api/http/cleaned-body.ts'
import { refuse } from '#api/http/failure.ts'
import type { ResponseCache } from '#api/http/response-cache.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import {
  activePremiumFeaturesCall,
  brandingCall,
  buyerPaymentAvailableCall,
  legalHtmlFields,
  patchRootDetailCall,
  patchWhiteLabelCall,
  readRootDetailCall,
  readWhiteLabelCall,
  settingsBytes,
  whiteLabelBytes,
  whiteLabelConfigCall,
  type OrganizationRootDetail,
  type RootDetailPatch,
} from '#sync/calls/settings.ts'
import { brandingOfAccount, whiteLabelOf } from './branding.ts'
import type { SiteHosts } from './site-hosts.ts'
import { hasLinkedBuyer } from './buyer-payment-queries.ts'
import { createClientPagesRoutes } from './client-pages-routes.ts'
import { readEditedDetail, readRootDetail, updateRootDetail } from './root-detail-queries.ts'
import { readWhiteLabel, updateWhiteLabel } from './white-label-queries.ts'

/** What the configuration routes are built from. */
export interface ConfigurationDeps {
  readonly database: Database
  readonly hosts: Pick<SiteHosts, 'accountOf'>
  /** Answers of pages of the public site. */
  readonly pages: ResponseCache
  readonly html: HtmlCleaner
}

/** Branding and white label by host, and the organisation root details of an account. */
export function createConfigurationRoutes({
  database,
  hosts,
  pages,
  html,
}: ConfigurationDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...brandingCall, permission: 'none', summary: 'The public face of this host', conditional: true },
      async ({ http: { host } }) =>
        pages.answer({ scope: allAccounts, key: [host], call: brandingCall }, async () =>
          succeed(brandingOfAccount(await hosts.accountOf(host))),
        ),
    ),

    route(
      {
        ...whiteLabelConfigCall,
        permission: 'none',
        summary: 'White label of this host',
        refusals: ['ACCESS_WEB_ADDRESS_UNKNOWN'],
        conditional: true,
      },
      async ({ http: { host, headers } }) => {
        const language = acceptedLanguage(headers.get('accept-language'))
        return pages.answer({ scope: allAccounts, key: [host, language], call: whiteLabelConfigCall }, async () => {
          const account = await hosts.accountOf(host)
          if (account === null) return refuse('ACCESS_WEB_ADDRESS_UNKNOWN')
          const { id: accountId, cookies_policy: own } = account
          const edited = await inAccount(database, accountId, (tx) => readWhiteLabel(tx, { accountId }))
          const cookiesPolicy = textIn(own, edited?.translations ?? null, 'cookiesPolicy', language)
          return succeed({ ...whiteLabelOf(account), cookiesPolicy })
        })
      },
    ),

    // The public site asks for them as it starts, so that a visitor who is no longer known finds out at once.
    route(
      { ...activePremiumFeaturesCall, permission: 'visitor', summary: 'Premium features that are active' },
      async ({ caller: { accountId }, query: { values } }) => {
        const detail = await inAccount(database, accountId, (tx) => readRootDetail(tx, { accountId }))
        const active = detail?.enabledPremiumFeatures ?? []
        return succeed({ premiumFeatures: active.filter((one) => values?.includes(one) ?? true) })
      },
    ),

    // Every screen follows these settings, so every signed-in user reads them; changing them takes the permission.
    route({ ...readRootDetailCall, permission: 'session', summary: 'Settings of an account' }, async (call) => {
      const { accountId } = call.caller
      if (call.params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
      const detail = await inAccount(database, accountId, (tx) => readEditedDetail(tx, { accountId }))
      return versioned(call.answerHeaders, detail)
    }),

    route(
      { ...buyerPaymentAvailableCall, permission: 'session', summary: 'Whether a buyer can pay the customers' },
      async ({ caller: { accountId }, params }) => {
        if (params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
        const linked = await inAccount(database, accountId, (tx) => hasLinkedBuyer(tx, { accountId }))
        return succeed({ byBuyerFeatureAvailable: linked })
      },
    ),

    route(
      {
        ...patchRootDetailCall,
        permission: 'settings.update',
        summary: 'Change settings',
        maxBodyBytes: settingsBytes,
        refusals: ['REQUEST_VERSION_CONFLICT', 'PREMIUM_FEATURE_PLATFORM_ONLY'],
      },
      async (call) => {
        const { accountId } = call.caller
        const body = await cleanedBody(html, { schema: patchRootDetailCall.body, fields: legalHtmlFields }, call.body)
        if (!body.ok) return body
        const result = await inAccount(database, accountId, async (tx) => {
          const present = await readEditedDetail(tx, { accountId, id: call.params.id }, { forUpdate: true })
          const fresh = checkVersion(call.http.headers, present)
          if (!fresh.ok) return fresh
          if (setsFeatures(call.body, fresh.value) && !call.caller.permissions.includes('connector.manage'))
            return refuse('PREMIUM_FEATURE_PLATFORM_ONLY', { field: 'enabledPremiumFeatures' })
          await updateRootDetail(tx, accountId, body.value)
          return succeed((await readEditedDetail(tx, { accountId })) ?? fresh.value)
        })
        return result.ok ? versioned(call.answerHeaders, result.value) : result
      },
    ),

    ...createWhiteLabelRoutes(database, html),
    ...createClientPagesRoutes(database, html),
  ]
}

// A program that writes all settings back names the features too; naming them as they are changes nothing.
function setsFeatures({ enabledPremiumFeatures }: RootDetailPatch, present: OrganizationRootDetail): boolean {
  if (enabledPremiumFeatures === undefined) return false
  return !hasSameFeatures(enabledPremiumFeatures, present.enabledPremiumFeatures)
}

/** The white label of an account as the office edits it (SET-09). */
function createWhiteLabelRoutes(database: Database, html: HtmlCleaner): readonly DeclaredRoute[] {
  return [
    route(
      { ...readWhiteLabelCall, permission: 'settings.read', summary: 'White label of an account' },
      async (call) => {
        const { accountId } = call.caller
        if (call.params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
        const whiteLabel = await inAccount(database, accountId, (tx) => readWhiteLabel(tx, { accountId }))
        return versioned(call.answerHeaders, whiteLabel)
      },
    ),

    route(
      {
        ...patchWhiteLabelCall,
        permission: 'settings.update',
        summary: 'Change the white label',
        maxBodyBytes: whiteLabelBytes,
        refusals: ['REQUEST_VERSION_CONFLICT'],
      },
      async (call) => {
        const { accountId } = call.caller
        if (call.params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
        const body = await cleanedBody(html, { schema: patchWhiteLabelCall.body, fields: legalHtmlFields }, call.body)
        if (!body.ok) return body
        const result = await inAccount(database, accountId, async (tx) => {
          const present = await readWhiteLabel(tx, { accountId }, { forUpdate: true })
          const fresh = checkVersion(call.http.headers, present)
          if (!fresh.ok) return fresh
          await updateWhiteLabel(tx, { accountId }, body.value)
          return succeed((await readWhiteLabel(tx, { accountId })) ?? fresh.value)
        })
        return result.ok ? versioned(call.answerHeaders, result.value) : result
      },
    ),
  ]
}
