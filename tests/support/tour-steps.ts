import type { TestSession } from './api.ts'
import { callBuybacks, callCounter, callSales } from './tour-of-buybacks.ts'
import { callCircuits, callPaymentModes, callShippingMethods } from './tour-of-circuits.ts'
import { callClients } from './tour-of-clients.ts'
import { callConnectors, callPremiumActions } from './tour-of-connectors.ts'
import { callDevices } from './tour-of-devices.ts'
import { callEntities } from './tour-of-entities.ts'
import { callExports } from './tour-of-exports.ts'
import { callListWorkbooks } from './tour-of-list-workbooks.ts'
import { callPaymentOffice, callPayments } from './tour-of-payments.ts'
import { callFace, callSettings } from './tour-of-settings.ts'
import { callSetUp, callSignIns } from './tour-of-signing-in.ts'
import { callOpenId } from './tour-of-sso.ts'
import { callImports } from './tour-of-the-catalog.ts'
import {
  callCarriers,
  callDispatch,
  callItemsAndStocks,
  callPapers,
  callQuarantine,
  callRefurb,
} from './tour-of-the-floor.ts'
import { callServer, callSite } from './tour-of-the-site.ts'
import { callUsers } from './tour-of-users.ts'
import type { Tour } from './tour.ts'

/** Who calls on the tour. */
export interface TourPeople {
  readonly admin: TestSession
  readonly seller: TestSession
  readonly manager: TestSession
  readonly office: TestSession
}

/** A part of the tour: what its operations are of, and what calls them. */
export type TourStep = readonly [name: string, run: (tour: Tour, people: TourPeople) => Promise<void>]

/** Signs in who calls on the tour. */
export async function peopleOf(tour: Tour): Promise<TourPeople> {
  const [admin, seller, manager, office] = [
    await tour.person('admin'),
    await tour.person('store_seller'),
    await tour.person('warehouse_manager'),
    await tour.person('root_management_unit_manager'),
  ]
  return { admin, seller, manager, office }
}

const stepsOfTheOffice: readonly TourStep[] = [
  ['signing in', (tour) => callSignIns(tour)],
  ['setting an installation up', (tour) => callSetUp(tour)],
  ['signing in with the organisation', (tour, { admin }) => callOpenId(tour, admin)],
  ['entities', (tour, { admin }) => callEntities(tour, admin)],
  ['users', (tour, { admin }) => callUsers(tour, admin)],
  ['lists in workbooks', (tour, { admin }) => callListWorkbooks(tour, admin)],
  ['circuits', (tour, { office }) => callCircuits(tour, office)],
  ['payment modes', (tour, { office }) => callPaymentModes(tour, office)],
  ['shipping methods', (tour, { office }) => callShippingMethods(tour, office)],
  ['premium actions', (tour, { office }) => callPremiumActions(tour, office)],
  ['connectors', (tour, { admin }) => callConnectors(tour, admin)],
  ['client administration', (tour, { admin }) => callClients(tour, admin)],
  ['exports', (tour, { admin }) => callExports(tour, admin)],
  ['imports', (tour, { admin }) => callImports(tour, admin)],
]

const stepsOfTheTrade: readonly TourStep[] = [
  ['settings', (tour, { admin, seller }) => callSettings(tour, admin, seller)],
  ['the public site', (tour, { admin }) => callSite(tour, admin)],
  ['sales by visitors', (tour) => callSales(tour)],
  ['buybacks of stores and of the office', (tour, { admin, seller }) => callBuybacks(tour, admin, seller)],
  ['the account’s face', (tour, { admin }) => callFace(tour, admin)],
  ['payments, the register and jobs', (tour, { admin, seller }) => callPayments(tour, admin, seller)],
  ['items and stocks', callItemsAndStocks],
  ['quarantine', callQuarantine],
  ['dispatch and transports', callDispatch],
  ['carriers and deliveries', callCarriers],
  ['refurbishing', callRefurb],
  ['papers and printers', callPapers],
  ['devices', (tour, { admin }) => callDevices(tour, admin)],
  ['the counter', (tour, { seller }) => callCounter(tour, seller)],
  ['the payment office', (tour, { admin }) => callPaymentOffice(tour, admin)],
  ['the server itself', (tour) => callServer(tour)],
]

/** The parts of the tour in two halves, neither of which needs what the other one makes; each in its order. */
export const halvesOfTheTour = { office: stepsOfTheOffice, trade: stepsOfTheTrade } as const

/** Every part of the tour, in its order. */
export const tourSteps: readonly TourStep[] = [...stepsOfTheOffice, ...stepsOfTheTrade]
