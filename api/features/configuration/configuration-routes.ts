import { succeed } from '#domain/kernel/result.ts'
import { hasSameFeatures } from '#domain/organization/premium-feature.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import { allAccounts } from '#api/db/public-versions.ts'
import { refuse } from '#api/http/failure.ts'
import type { KeptAnswers } from '#api/http/kept-answers.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/versions.ts'
import {
  activePremiumFeaturesCall,
  brandingCall,
  buyerPaymentAvailableCall,
  patchRootDetailCall,
  patchWhiteLabelCall,
  readRootDetailCall,
  readWhiteLabelCall,
  settingsBytes,
  whiteLabelBytes,
  whiteLabelConfigCall,
  type OrganizationRootDetail,
  type RootDetailPatch,
} from '#sync/calls/configuration.ts'
import { brandingOfAccount, whiteLabelOf } from './branding.ts'
import type { SiteHosts } from './site-hosts.ts'
import { hasLinkedBuyer } from './buyer-payment-queries.ts'
import { createClientPagesRoutes } from './client-pages-routes.ts'
import { readRootDetail, updateRootDetail } from './root-detail-queries.ts'
import { readWhiteLabel, updateWhiteLabel } from './white-label-queries.ts'

/** What the configuration routes are built from. */
export interface ConfigurationDeps {
  readonly database: Database
  readonly hosts: Pick<SiteHosts, 'accountOf'>
  /** Answers of pages of the public site. */
  readonly pages: KeptAnswers
}

/** Branding and white label by host, and the organisation root details of an account. */
export function createConfigurationRoutes({ database, hosts, pages }: ConfigurationDeps): readonly DeclaredRoute[] {
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
      async ({ http: { host } }) =>
        pages.answer({ scope: allAccounts, key: [host], call: whiteLabelConfigCall }, async () => {
          const account = await hosts.accountOf(host)
          return account === null ? refuse('ACCESS_WEB_ADDRESS_UNKNOWN') : succeed(whiteLabelOf(account))
        }),
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

    // Every screen follows these settings, so whoever is signed in reads them; changing them takes the permission.
    route({ ...readRootDetailCall, permission: 'session', summary: 'Settings of an account' }, async (call) => {
      const { accountId } = call.caller
      if (call.params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
      const detail = await inAccount(database, accountId, (tx) => readRootDetail(tx, { accountId }))
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
        const result = await inAccount(database, accountId, async (tx) => {
          const present = await readRootDetail(tx, { accountId, id: call.params.id }, { forUpdate: true })
          const fresh = checkVersion(call.http.headers, present)
          if (!fresh.ok) return fresh
          if (setsFeatures(call.body, fresh.value) && !call.caller.permissions.includes('connector.manage'))
            return refuse('PREMIUM_FEATURE_PLATFORM_ONLY', { field: 'enabledPremiumFeatures' })
          await updateRootDetail(tx, accountId, call.body)
          return succeed((await readRootDetail(tx, { accountId })) ?? fresh.value)
        })
        return result.ok ? versioned(call.answerHeaders, result.value) : result
      },
    ),

    ...createWhiteLabelRoutes(database),
    ...createClientPagesRoutes(database),
  ]
}

// A program that writes all settings back names the features too; naming them as they are changes nothing.
function setsFeatures({ enabledPremiumFeatures }: RootDetailPatch, present: OrganizationRootDetail): boolean {
  if (enabledPremiumFeatures === undefined) return false
  return !hasSameFeatures(enabledPremiumFeatures, present.enabledPremiumFeatures)
}

/** The white label of an account as the office edits it (SET-09). */
function createWhiteLabelRoutes(database: Database): readonly DeclaredRoute[] {
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
        const result = await inAccount(database, accountId, async (tx) => {
          const present = await readWhiteLabel(tx, { accountId }, { forUpdate: true })
          const fresh = checkVersion(call.http.headers, present)
          if (!fresh.ok) return fresh
          await updateWhiteLabel(tx, { accountId }, call.body)
          return succeed((await readWhiteLabel(tx, { accountId })) ?? fresh.value)
        })
        return result.ok ? versioned(call.answerHeaders, result.value) : result
      },
    ),
  ]
}
