import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { ConfigurationRepository, AccountConfiguration } from '#api/http/connector-home.ts'
import { refuse } from '#api/http/failure.ts'
import { connectorOf } from '#domain/connector/connector.ts'
import { succeed } from '#domain/kernel/result.ts'
import { hasFeature, premiumFeatures, type PremiumFeature } from '#domain/organization/premium-feature.ts'
import type { OrganizationRootDetail } from '#sync/calls/settings.ts'
import { readRootDetail, updateRootDetail } from './root-detail-queries.ts'

/**
 * The premium features of an account as configurations of their connectors: each is always there, and active where the
 * account has the feature. Their version is that of the account's settings, in which the features stand.
 */
export function createFeatureRepository(): ConfigurationRepository {
  const features = async (
    tx: Transaction<Tables>,
    accountId: string,
    options: { readonly forUpdate?: boolean } = {},
  ): Promise<readonly AccountConfiguration[]> => {
    const detail = await readRootDetail(tx, { accountId }, options)
    return detail === null ? [] : premiumFeatures.map((feature) => held(detail, feature))
  }
  return {
    list: features,
    lock: async (tx, accountId, id) =>
      (await features(tx, accountId, { forUpdate: true })).find((feature) => feature.id === id) ?? null,
    change: async (tx, accountId, { id, name }, change) => {
      if (change.name !== undefined && change.name !== name)
        return refuse('CONNECTOR_KEPT_ELSEWHERE', { field: 'name' })
      const enabled = (await features(tx, accountId)).filter(({ status }) => status === 'active').map((each) => each.id)
      const status = change.status ?? (enabled.includes(id) ? 'active' : 'inactive')
      const isEnabled = (feature: PremiumFeature): boolean =>
        feature === id ? status === 'active' : hasFeature(enabled, feature)
      await updateRootDetail(tx, accountId, { enabledPremiumFeatures: premiumFeatures.filter(isEnabled) })
      return succeed(undefined)
    },
    owned: null,
    failures: {},
  }
}

function held(
  { version, enabledPremiumFeatures }: OrganizationRootDetail,
  feature: PremiumFeature,
): AccountConfiguration {
  return {
    id: feature,
    version,
    connectorId: feature,
    name: connectorOf(feature)?.name ?? feature,
    status: hasFeature(enabledPremiumFeatures, feature) ? 'active' : 'inactive',
    properties: [],
  }
}
