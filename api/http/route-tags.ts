/** Parts of the description, in the order in which they are shown, by the first words of the paths they hold. */
const parts = {
  access: [
    'Signing in, sessions, passwords and the token of visitors',
    ['login', 'logout', 'session', 'password', 'set-up', 'open-id', 'passkeys', 'webtoken-with-account-and-ord'],
  ],
  organization: [
    'Entities, users, branding and settings',
    [
      'accounts',
      'assignable-user-types',
      'platform',
      'branding',
      'connector-organizations',
      'connectors',
      'design',
      'legal-files',
      'organization-root-details',
      'setup-guide',
      'organizations',
      'payment',
      'pictures',
      'sftp-access',
      'text-pictures',
      'users',
      'white-label',
    ],
  ],
  catalog: [
    'Products, what the public site shows and how it is searched',
    [
      'buyback-settings',
      'catalog-templates',
      'categories',
      'diagnostic-questions',
      'home-page',
      'internal',
      'own-prices',
      'products',
      'products.csv',
      'public',
      'search',
    ],
  ],
  buyback: [
    'Buybacks, carts, quotes, proposals and papers',
    [
      'buybacks',
      'buybacks.csv',
      'cart',
      'corrections',
      'counter',
      'customers',
      'dashboard-data',
      'proposals',
      'quotes',
      'store',
      'tracking',
    ],
  ],
  circuit: [
    'Circuits with the categories that they are given to, shipping methods and payment modes',
    ['circuit-options', 'circuits', 'dispatch-circuit-rules', 'payment-modes', 'relay-points', 'shipping-methods'],
  ],
  payment: [
    'Payments, files of transfers, the register of purchases and jobs',
    [
      'jobs',
      'jobs.csv',
      'payer',
      'payment-releases',
      'payment-releases.csv',
      'payment-events',
      'payment-files',
      'payment-files.csv',
      'payments',
      'payments.csv',
      'register',
    ],
  ],
  warehouse: [
    'The floor: items, stocks, quarantine, evidence, dispatch, transports and carriers',
    [
      'carrier-events',
      'carriers',
      'delivery-events',
      'evidence',
      'quarantine',
      'stock-counts',
      'stocks',
      'transports',
      'transports.csv',
      'warehouse',
      'warehouse-dispatch',
      'warehouse-dispatch-rules',
    ],
  ],
  refurb: ['Steps and questions of the workshop', ['refurb-places', 'refurb-questions', 'refurb-steps']],
  document: [
    'Labels and slips, the printers that take them, and the terms of transfer orders',
    ['documents', 'printers', 'transfer-order-terms'],
  ],
  sync: ['The conversation of devices that work offline', ['sync']],
  server: [
    'Health of the server, this description, and what content rules have stopped',
    ['docs', 'health', 'openapi.json', 'policy-reports', 'ready'],
  ],
} as const satisfies Readonly<Record<string, readonly [about: string, starts: readonly string[]]>>

/** A part of the description. */
export type RouteTag = keyof typeof parts

const names = Object.keys(parts) as readonly RouteTag[]

/** The parts with what they are about. */
export const routeTags = names.map((name) => ({ name, description: parts[name][0] }))

/** The part that a path belongs to; null for a path that none names. */
export function tagOf(path: string): RouteTag | null {
  const start = path.split('/')[2] ?? ''
  return names.find((name) => (parts[name][1] as readonly string[]).includes(start)) ?? null
}
