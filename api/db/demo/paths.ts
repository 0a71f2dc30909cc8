import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { ItemStatus, NativeStock } from '#domain/item/item-status.ts'

/** One step of an item's life, as its history tells it. */
export interface PathStep {
  readonly action: string
  readonly status: ItemStatus
  readonly buyback: BuybackStatus
  /** Warehouse that the item is in after it: its destination, another one, or none. */
  readonly place: 'destination' | 'other' | null
  readonly stock: NativeStock | null
  readonly actor: 'web' | 'store' | 'warehouse' | 'carrier' | 'customer'
  /** Hours since the step before. */
  readonly hours: number
}

/** A life from creation to a present status (lifecycle, section 2). */
export interface Path {
  readonly weight: number
  readonly circuits: readonly string[]
  readonly steps: readonly PathStep[]
  /** Days that an item may have stood in its present status. */
  readonly restsDays: number
  readonly tested?: true
  readonly keepsMoney?: true
}

const storeCircuits = ['store_drop', 'store_drop', 'store_drop', 'store_drop_label', 'store_collect']
const webCircuits = ['web_post', 'web_post', 'web_drop_label', 'web_collect']

const step = (
  action: string,
  status: ItemStatus,
  buyback: BuybackStatus,
  actor: PathStep['actor'],
  hours: number,
  place: PathStep['place'] = null,
  stock: NativeStock | null = null,
): PathStep => ({ action, status, buyback, actor, hours, place, stock })

const inStock = (
  action: string,
  status: ItemStatus,
  buyback: BuybackStatus,
  stock: NativeStock,
  hours: number,
  actor: PathStep['actor'] = 'warehouse',
): PathStep => step(action, status, buyback, actor, hours, 'destination', stock)

const inStore = [step('create', 'item_awaiting_inventory', 'bb_awaiting_inventory', 'store', 0)]
const online = [step('create', 'item_created', 'bb_awaiting_inventory', 'web', 0)]
const predeclared = [step('create', 'item_awaiting_store_drop', 'bb_awaiting_store_drop', 'web', 0)]
const dropped = [
  ...predeclared,
  step('finalise_in_store', 'item_awaiting_inventory', 'bb_awaiting_inventory', 'store', 60),
]
const packed = [...inStore, step('close_package', 'item_in_transit', 'bb_in_transit', 'store', 26)]
const posted = [...online, step('picked_up', 'item_in_transit', 'bb_in_transit', 'carrier', 40)]
const arrived = (way: readonly PathStep[]): readonly PathStep[] => [
  ...way,
  inStock('check_in', 'item_awaiting_compliancy_tests', 'bb_in_processing', 'awaiting_control', 52),
]

const conforming = [...arrived(packed), inStock('test', 'item_completed', 'bb_completed', 'to_refurbish', 20)]
const conformingWeb = [...arrived(posted), inStock('test', 'item_completed', 'bb_completed', 'to_refurbish', 20)]
const lower = [...arrived(posted), inStock('test', 'item_in_quarantine', 'bb_in_processing', 'in_quarantine', 22)]
const diagnosed = [
  ...conforming,
  inStock('start_diagnosis', 'item_refurb_diagnostic_in_progress', 'bb_completed', 'to_refurbish', 30),
]
const refurbishing = [
  ...diagnosed,
  inStock('finalise_diagnosis', 'item_refurb_in_progress', 'bb_completed', 'to_refurbish', 1),
]
const refurbished = [
  ...refurbishing,
  inStock('confirm_steps', 'item_refurb_completed', 'bb_completed', 'refurbishment_completed', 48),
]
const declined = [
  ...lower,
  inStock('decline_price', 'item_in_quarantine', 'bb_not_completed', 'in_quarantine', 30, 'customer'),
]
const returning = [
  ...declined,
  inStock('release_returned', 'item_to_return', 'bb_not_completed', 'customer_return', 18),
]
const cancelled = (way: readonly PathStep[]): readonly PathStep[] => [
  ...way,
  step('cancel', 'item_cancelled', 'bb_cancelled', 'store', 30),
]

const path = (
  weight: number,
  circuits: readonly string[],
  restsDays: number,
  steps: readonly PathStep[],
  more: Pick<Path, 'tested' | 'keepsMoney'> = {},
): Path => ({ weight, circuits, restsDays, steps, ...more })

const tested = { tested: true } as const

/** Every life that the demo draws from; each item status ends at least one. */
export const paths: readonly Path[] = [
  path(40, webCircuits, 6, online),
  path(35, ['web_drop'], 12, predeclared),
  path(55, storeCircuits, 4, inStore),
  path(15, ['web_drop'], 4, dropped),
  path(95, storeCircuits, 3, packed),
  path(55, webCircuits, 3, posted),
  path(
    12,
    storeCircuits,
    2,
    [...conforming, step('close_package', 'item_in_transit', 'bb_completed', 'warehouse', 40)],
    tested,
  ),
  path(28, storeCircuits, 5, [
    ...packed,
    step('check_in', 'item_registered_in_warehouse', 'bb_in_processing', 'warehouse', 50, 'other'),
  ]),
  path(60, storeCircuits, 3, arrived(packed)),
  path(50, webCircuits, 3, arrived(posted)),
  path(40, storeCircuits, 12, conforming, tested),
  path(25, webCircuits, 12, conformingWeb, tested),
  path(
    35,
    webCircuits,
    12,
    [...arrived(posted), inStock('test', 'item_completed_by_price', 'bb_completed_by_price', 'to_refurbish', 21)],
    tested,
  ),
  path(
    20,
    storeCircuits,
    12,
    [
      ...arrived(packed),
      inStock('test', 'item_completed_with_absorption', 'bb_completed_with_absorption', 'to_refurbish', 21),
    ],
    tested,
  ),
  path(
    25,
    webCircuits,
    12,
    [
      ...lower,
      inStock(
        'accept_price',
        'item_completed_with_negociation',
        'bb_completed_with_negociation',
        'in_quarantine',
        28,
        'customer',
      ),
      inStock('move', 'item_completed_with_negociation', 'bb_completed_with_negociation', 'to_refurbish', 12),
    ],
    tested,
  ),
  path(45, storeCircuits, 4, diagnosed, tested),
  path(60, storeCircuits, 8, refurbishing, tested),
  path(130, storeCircuits, 110, refurbished, tested),
  path(50, webCircuits, 10, lower),
  path(12, webCircuits, 6, declined),
  path(
    18,
    webCircuits,
    10,
    [...lower, inStock('release_kept', 'item_to_reintegrate_to_stock', 'bb_completed', 'in_quarantine', 34)],
    tested,
  ),
  path(18, webCircuits, 6, returning),
  path(8, storeCircuits, 10, [
    ...arrived(packed),
    inStock('cancel', 'item_to_return', 'bb_cancelled', 'customer_return', 16),
  ]),
  path(28, webCircuits, 60, [...returning, step('ship_return', 'item_returned', 'bb_not_completed', 'warehouse', 24)]),
  path(10, storeCircuits, 60, [...inStore, step('declare_lost', 'item_lost_store', 'bb_completed', 'store', 90)]),
  path(12, storeCircuits, 60, [
    ...packed,
    step('declare_lost', 'item_lost_transport', 'bb_completed', 'warehouse', 240),
  ]),
  path(
    10,
    storeCircuits,
    60,
    [...conforming, step('declare_lost', 'item_lost_warehouse', 'bb_completed', 'warehouse', 200)],
    tested,
  ),
  path(22, storeCircuits, 60, cancelled(inStore)),
  path(12, webCircuits, 60, cancelled(online)),
  path(4, storeCircuits, 20, cancelled(packed), { keepsMoney: true }),
]
