import { premiumFeatures, type PremiumFeature } from '../organization/premium-feature.ts'
import { configuredConnectors, type ConfiguredConnectorId } from './configured-connectors.ts'
import type { ConnectorProperty } from './connector-property.ts'

/** Types of connectors, in the order in which they are shown (CONN-06). */
export const connectorTypes = [
  'authentication',
  'buyer',
  'payment_mode',
  'premium_feature',
  'scheduled',
  'transport',
] as const
export type ConnectorType = (typeof connectorTypes)[number]

/** Statuses of a configuration (CONN-07). */
export const configurationStatuses = ['active', 'inactive'] as const
export type ConfigurationStatus = (typeof configurationStatuses)[number]

/** What names a connector. */
export type ConnectorId = 'openid' | PremiumFeature | ConfiguredConnectorId

/**
 * Where the configurations of a connector are kept: as rows of their own, as the account's carriers, as its enabled
 * premium features (one configuration each, which is always there), or with its single sign-on.
 */
export type ConfigurationHome = 'stored' | 'carrier' | 'feature' | 'sso'

/** Something outside, or an option of the program, that an account is connected with (CONN-05). */
export interface Connector {
  readonly id: ConnectorId
  /** In English, for readers of the API; the screens have words of their own. */
  readonly name: string
  readonly type: ConnectorType
  /** Its name among all connectors of all programs. */
  readonly fqn: string
  readonly home: ConfigurationHome
  /** Whether the program does anything with an active configuration. */
  readonly isUsed: boolean
  /** Where its service delivers events, before the id of the configuration; null where it has none to tell. */
  readonly eventsAt: string | null
  readonly properties: readonly ConnectorProperty[]
}

const featureNames: Readonly<Record<PremiumFeature, string>> = {
  custom_transfer_order: 'Custom transfer order',
  imei_search_and_collect: 'IMEI search and collect',
  multi_product_cart: 'Multi-product cart',
  payment_bonus: 'Payment bonus',
  absorption: 'Absorption',
  sftp_access: 'SFTP access',
}

const openId = { id: 'openid', name: 'OpenID Connect', type: 'authentication', home: 'sso', isUsed: true } as const
const features = premiumFeatures.map((id) => ({
  id,
  name: featureNames[id],
  type: 'premium_feature' as const,
  home: 'feature' as const,
  isUsed: true,
}))

/** The closed catalog of connectors (CONN-01), by type and name. */
export const connectors: readonly Connector[] = [
  ...[openId, ...features].map((each) => ({ ...each, eventsAt: null, properties: [] })),
  ...configuredConnectors,
]
  .map((each) => ({ ...each, fqn: `reprise.${each.type}.${each.id}` }))
  .toSorted((a, b) => connectorTypes.indexOf(a.type) - connectorTypes.indexOf(b.type) || (a.name < b.name ? -1 : 1))

/** Every id of a connector. */
export const connectorIds = connectors.map(({ id }) => id) as [ConnectorId, ...ConnectorId[]]

const byId: ReadonlyMap<string, Connector> = new Map(connectors.map((each) => [each.id, each]))

/** The connector of an id; null for an id that names none. */
export function connectorOf(id: string): Connector | null {
  return byId.get(id) ?? null
}
