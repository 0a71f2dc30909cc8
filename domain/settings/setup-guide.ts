import type { Permission } from '../access/permission.ts'
import { isCarried } from '../circuit/circuit-carrier.ts'
import type { CircuitType } from '../circuit/circuit-type.ts'
import { termsOfSale } from './site-opening.ts'

/** Something of an account by its name. */
export interface SetupNamed {
  readonly id: string
  readonly name: string
}

/** A buyer of the account, or one that a category names, as contracts print it. */
export interface SetupBuyer {
  /** Of its entity; null for a client of its own, which says it itself. */
  readonly id: string | null
  readonly name: string
  readonly siret: string | null
  readonly capital: string | null
}

/** A circuit that customers or sellers can choose. */
export interface SetupCircuit extends SetupNamed {
  readonly type: CircuitType
  readonly hasShippingMethod: boolean
  readonly hasPaymentMode: boolean
  /** Whether customers would get a label that no carrier takes. */
  readonly lacksCarrier: boolean
}

/** A circuit that nobody can choose yet. */
export type SetupIdleCircuit = Omit<SetupCircuit, 'lacksCarrier'>

/** A payment mode that is active. */
export interface SetupPaymentMode {
  readonly id: string
  readonly label: string
  /** Whether files of bank transfers carry its payments out. */
  readonly isPaidByFile: boolean
  /** Whether it names a service that neither the installation nor the account reaches. */
  readonly isUnpaid: boolean
}

/** A text that the public site shows; null or empty where the account has none. */
export const setupTexts = ['eula', 'serviceTerms', 'faqAndContact', 'cookiesPolicy'] as const
export type SetupText = (typeof setupTexts)[number]

/** What an account has, as far as its first buyback depends on it. Only what is active counts. */
export interface SetupFacts {
  readonly isRetailer: boolean
  /** Whether it buys and supervises workshops. */
  readonly isBuyer: boolean
  readonly companyCountry: string
  readonly regions: number
  readonly stores: number
  readonly warehouses: number
  /** Whether products that no dispatch rule concerns have a warehouse to go to. */
  readonly hasDefaultWarehouse: boolean
  readonly buyers: readonly SetupBuyer[]
  /** Categories, and the incomplete ones: of those with published products, of all lowest ones before the first. */
  readonly categories: number
  readonly withoutBuyer: readonly SetupNamed[]
  readonly withoutCircuit: readonly SetupNamed[]
  readonly circuits: readonly SetupCircuit[]
  readonly idleCircuits: readonly SetupIdleCircuit[]
  readonly products: number
  readonly withoutPrice: number
  /** The first product of these by name; null where none is. */
  readonly firstWithoutPrice: string | null
  readonly paymentModes: readonly SetupPaymentMode[]
  /** The first payment mode that is not active; null where none is. */
  readonly idlePaymentMode: SetupNamed | null
  readonly hasPayer: boolean
  readonly missingTexts: readonly SetupText[]
  readonly sellers: number
  readonly operators: number
  /** Whether the installation delivers mails. */
  readonly sendsMail: boolean
  /** Host name of the public site. */
  readonly host: string | null
}

/** Steps on the way to the first paid buyback, in the order in which they can be taken. */
export const setupStepIds = [
  'address',
  'mail',
  'region',
  'store',
  'warehouse',
  'dispatch',
  'people',
  'paymentMode',
  'payer',
  'circuit',
  'carrier',
  'buyer',
  'category',
  'product',
  'texts',
] as const
export type SetupStepId = (typeof setupStepIds)[number]

/** What is wrong at a step. Each has words of its own on the screen, which name what it concerns. */
export const setupProblemCodes = [
  'MISSING',
  'NONE_ACTIVE',
  'NO_DEFAULT_WAREHOUSE',
  'NO_SELLER',
  'NO_OPERATOR',
  'NOT_PAID',
  'NO_SHIPPING_METHOD',
  'NO_PAYMENT_MODE',
  'NO_CARRIER',
  'NO_SIRET',
  'NO_CAPITAL',
  'NO_BUYER',
  'NO_CIRCUIT',
  'NO_PRICE',
  'NOT_OPEN',
  'NO_TEXT',
] as const
export type SetupProblemCode = (typeof setupProblemCodes)[number]

/** Something that would go wrong for a customer or on a paper. */
export interface SetupProblem {
  readonly code: SetupProblemCode
  /** Names of what it concerns; texts by their keys. */
  readonly names: readonly string[]
  /** How many it concerns. */
  readonly count: number
  /** Id of the first that it concerns, by which its page is found; null where that is none of the account's own. */
  readonly firstId: string | null
}

/** A step with what is still open at it; done without problems. */
export interface SetupStep {
  readonly id: SetupStepId
  readonly problems: readonly SetupProblem[]
}

interface Rule {
  readonly permission: Permission
  /** Whether an account has this step at all. */
  readonly isAsked: (facts: SetupFacts) => boolean
  readonly findProblems: (facts: SetupFacts) => readonly SetupProblem[]
}

const always = (): boolean => true
const sells = ({ isRetailer }: SetupFacts): boolean => isRetailer
// The platform's own account does neither: its administrators send mails, and take nothing in.
const trades = ({ isRetailer, isBuyer }: SetupFacts): boolean => isRetailer || isBuyer

function problem(code: SetupProblemCode, count = 0): SetupProblem {
  return { code, names: [], count, firstId: null }
}

/** A problem of those that a test picks, by name; none where it picks nothing. */
function each<T extends { readonly id: string | null }>(
  code: SetupProblemCode,
  all: readonly T[],
  isWrong: (one: T) => boolean,
  name: (one: T) => string,
): readonly SetupProblem[] {
  const wrong = all.filter(isWrong)
  const [first] = wrong
  if (first === undefined) return []
  return [{ code, names: wrong.map(name), count: wrong.length, firstId: first.id }]
}

const textsWhere = (code: SetupProblemCode, texts: readonly SetupText[], isMeant: (text: SetupText) => boolean) =>
  each(
    code,
    texts.filter(isMeant).map((id) => ({ id })),
    always,
    ({ id }) => id,
  )

const missingWhere = (isMissing: boolean): readonly SetupProblem[] => (isMissing ? [problem('MISSING')] : [])

/** Nothing is active: the one that is there to be, or that there is none at all. */
function noneActive(idle: SetupNamed | undefined): readonly SetupProblem[] {
  return idle === undefined
    ? [problem('MISSING')]
    : [{ code: 'NONE_ACTIVE', names: [idle.name], count: 1, firstId: idle.id }]
}

/**
 * The order in which circuits are opened: first what the public site needs least for. Customers drop off on the web only
 * where a store takes products in, and a collection needs a carrier.
 */
const openingOrder: readonly CircuitType[] = [
  'web_post',
  'store_drop',
  'web_drop',
  'store_drop_label',
  'web_drop_label',
  'web_collect',
  'store_collect',
]

/** Of the circuits that nobody can choose yet, the one that lacks least. */
function nearestCircuit(idle: readonly SetupIdleCircuit[]): SetupIdleCircuit | undefined {
  const gaps = (one: SetupIdleCircuit): number => Number(!one.hasShippingMethod) + Number(!one.hasPaymentMode)
  const place = ({ type }: SetupIdleCircuit): number => openingOrder.indexOf(type)
  return [...idle].sort((one, other) => gaps(one) - gaps(other) || place(one) - place(other))[0]
}

const rules: Readonly<Record<SetupStepId, Rule>> = {
  address: {
    permission: 'client.update',
    isAsked: sells,
    findProblems: ({ host }) => missingWhere(host === null),
  },
  mail: {
    permission: 'client.update',
    isAsked: always,
    findProblems: ({ sendsMail }) => missingWhere(!sendsMail),
  },
  region: {
    permission: 'organization.write',
    isAsked: sells,
    findProblems: ({ regions }) => missingWhere(regions === 0),
  },
  store: {
    permission: 'organization.write',
    isAsked: sells,
    findProblems: ({ stores }) => missingWhere(stores === 0),
  },
  warehouse: {
    permission: 'organization.write',
    isAsked: trades,
    findProblems: ({ warehouses }) => missingWhere(warehouses === 0),
  },
  dispatch: {
    permission: 'warehouse_dispatch_rule.manage',
    isAsked: sells,
    findProblems: ({ hasDefaultWarehouse }) => (hasDefaultWarehouse ? [] : [problem('NO_DEFAULT_WAREHOUSE')]),
  },
  people: {
    permission: 'user.write',
    isAsked: trades,
    findProblems: ({ isRetailer, sellers, operators }) => [
      ...(isRetailer && sellers === 0 ? [problem('NO_SELLER')] : []),
      ...(operators === 0 ? [problem('NO_OPERATOR')] : []),
    ],
  },
  paymentMode: {
    permission: 'payment_mode.update',
    isAsked: sells,
    findProblems: ({ paymentModes, idlePaymentMode }) => [
      ...(paymentModes.length === 0 ? noneActive(idlePaymentMode ?? undefined) : []),
      ...each('NOT_PAID', paymentModes, ({ isUnpaid }) => isUnpaid, labelOf),
    ],
  },
  payer: {
    permission: 'payment_file.manage',
    isAsked: ({ isRetailer, paymentModes }) => isRetailer && paymentModes.some(({ isPaidByFile }) => isPaidByFile),
    findProblems: ({ hasPayer }) => missingWhere(!hasPayer),
  },
  circuit: {
    permission: 'circuit.update',
    isAsked: sells,
    findProblems: ({ circuits, idleCircuits }) => [
      ...(circuits.length === 0 ? noneActive(nearestCircuit(idleCircuits)) : []),
      ...each('NO_SHIPPING_METHOD', circuits, ({ hasShippingMethod }) => !hasShippingMethod, nameOf),
      ...each('NO_PAYMENT_MODE', circuits, ({ hasPaymentMode }) => !hasPaymentMode, nameOf),
    ],
  },
  carrier: {
    // A circuit says which carrier takes its parcels, or that the label is without postage.
    permission: 'circuit.update',
    isAsked: ({ isRetailer, circuits }) => isRetailer && circuits.some(({ type }) => isCarried(type)),
    findProblems: ({ circuits }) => each('NO_CARRIER', circuits, ({ lacksCarrier }) => lacksCarrier, nameOf),
  },
  buyer: {
    permission: 'organization.write',
    isAsked: sells,
    findProblems: ({ buyers, companyCountry }) => [
      ...missingWhere(buyers.length === 0),
      ...each('NO_SIRET', buyers, ({ siret }) => companyCountry === 'FR' && siret === null, nameOf),
      ...each('NO_CAPITAL', buyers, ({ capital }) => companyCountry === 'FR' && capital === null, nameOf),
    ],
  },
  category: {
    permission: 'category.write',
    isAsked: sells,
    findProblems: ({ categories, withoutBuyer, withoutCircuit }) => [
      ...missingWhere(categories === 0),
      ...each('NO_BUYER', withoutBuyer, always, nameOf),
      ...each('NO_CIRCUIT', withoutCircuit, always, nameOf),
    ],
  },
  product: {
    permission: 'product.write',
    isAsked: sells,
    findProblems: ({ products, withoutPrice, firstWithoutPrice }) => [
      ...missingWhere(products === 0),
      ...(withoutPrice > 0 ? [{ ...problem('NO_PRICE', withoutPrice), firstId: firstWithoutPrice }] : []),
    ],
  },
  texts: {
    permission: 'settings.update',
    isAsked: sells,
    // Without some of them the site is closed, without the others it has a page that says nothing.
    findProblems: ({ missingTexts }) => [
      ...textsWhere('NOT_OPEN', missingTexts, isTermOfSale),
      ...textsWhere('NO_TEXT', missingTexts, (text) => !isTermOfSale(text)),
    ],
  },
}

function isTermOfSale(text: SetupText): boolean {
  return termsOfSale.some((term) => term === text)
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}

function labelOf({ label }: SetupPaymentMode): string {
  return label
}

/** The steps of an account in their order; those that it does not have are left out. */
export function setupGuide(facts: SetupFacts): readonly SetupStep[] {
  return setupStepIds
    .filter((id) => rules[id].isAsked(facts))
    .map((id) => ({ id, problems: rules[id].findProblems(facts) }))
}

/** The permission that taking a step needs. */
export function permissionOfStep(id: SetupStepId): Permission {
  return rules[id].permission
}
