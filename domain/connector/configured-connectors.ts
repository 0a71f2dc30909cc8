import type { ConnectorProperty, PropertyKind } from './connector-property.ts'

/** Bounds that the services which programs of ours call have in common. */
export const serviceBounds = {
  url: { min: 8, max: 500 },
  apiKey: { min: 8, max: 500 },
  /** What a service signs its events with. */
  eventSecret: { min: 32, max: 500 },
  /** Circuits, or shipping methods, of one carrier. */
  ids: { min: 0, max: 100 },
} as const

interface Bounds {
  readonly min: number
  readonly max: number
}

const none = { min: 0, max: 0 }

function property(name: string, kind: PropertyKind, bounds: Bounds): ConnectorProperty {
  return { name, kind, isRequired: true, ...bounds, choices: [] }
}

function optional(one: ConnectorProperty): ConnectorProperty {
  return { ...one, isRequired: false }
}

function choice(name: string, choices: readonly string[]): ConnectorProperty {
  return { ...property(name, 'choice', { min: 1, max: 64 }), choices }
}

const code = { min: 1, max: 64 }
const url = property('url', 'url', serviceBounds.url)
const apiKey = property('apiKey', 'secret', serviceBounds.apiKey)
const eventSecret = property('eventSecret', 'secret', serviceBounds.eventSecret)
/** Highest amount of a gift card in whole units of the account's currency: that of a product's price. */
const highestCard = 50_000

/**
 * The connectors that are configured by properties (CONN-08): payment, gift card, SFTP import, transport, recommerce
 * buyer, refurb and scan search.
 */
export const configuredConnectors = [
  {
    id: 'payment',
    name: 'Payout service',
    type: 'payment_mode',
    home: 'stored',
    isUsed: true,
    eventsAt: '/api/payment-events',
    properties: [url, apiKey, eventSecret],
  },
  {
    id: 'gift_card',
    name: 'Gift card issuer',
    type: 'payment_mode',
    home: 'stored',
    isUsed: false,
    eventsAt: null,
    properties: [
      url,
      apiKey,
      property('brand', 'text', { min: 2, max: 80 }),
      optional(property('lowestAmount', 'number', { min: 1, max: highestCard })),
      optional(property('highestAmount', 'number', { min: 1, max: highestCard })),
    ],
  },
  {
    id: 'sftp_import',
    name: 'Import by SFTP',
    type: 'scheduled',
    home: 'stored',
    isUsed: false,
    eventsAt: null,
    properties: [
      property('host', 'text', { min: 1, max: 253 }),
      property('port', 'number', { min: 1, max: 65_535 }),
      property('userName', 'text', { min: 1, max: 80 }),
      property('password', 'secret', { min: 1, max: 500 }),
      optional(property('fingerprint', 'text', { min: 10, max: 120 })),
      property('folder', 'text', { min: 1, max: 255 }),
      choice('fileType', ['categories', 'products', 'buyback_diagnostic']),
      choice('strategy', ['generic', 'recommerce', 'uuid']),
      choice('frequency', ['hourly', 'daily', 'weekly']),
    ],
  },
  {
    id: 'transport',
    name: 'Carrier',
    type: 'transport',
    home: 'carrier',
    isUsed: true,
    eventsAt: '/api/carrier-events',
    properties: [
      url,
      apiKey,
      eventSecret,
      optional(property('servesPackages', 'flag', none)),
      optional(property('circuitIds', 'circuits', serviceBounds.ids)),
      optional(property('shippingMethodIds', 'shipping_methods', serviceBounds.ids)),
    ],
  },
  {
    id: 'recommerce_buyer',
    name: 'Recommerce buyer',
    type: 'buyer',
    home: 'stored',
    isUsed: false,
    eventsAt: null,
    properties: [url, apiKey, property('buyerCode', 'text', code)],
  },
  {
    id: 'refurb',
    name: 'Refurbishment workshop',
    type: 'scheduled',
    home: 'stored',
    isUsed: false,
    eventsAt: null,
    properties: [url, apiKey, optional(property('workshopCode', 'text', code))],
  },
  {
    id: 'scan_search',
    name: 'Search by scan',
    type: 'premium_feature',
    home: 'stored',
    isUsed: false,
    eventsAt: null,
    properties: [url, apiKey, optional(property('timeoutSeconds', 'number', { min: 1, max: 30 }))],
  },
] as const

/** What names a connector that is configured by properties. */
export type ConfiguredConnectorId = (typeof configuredConnectors)[number]['id']

/** Connectors whose configurations are kept, and nothing in the program goes by; their pages say what is done instead. */
export const unusedConnectors = configuredConnectors.flatMap((each) => (each.isUsed ? [] : [each.id]))
