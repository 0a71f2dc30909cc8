import { stepActions } from '#domain/refurb/refurb-step.ts'
import type { ItemStatus, NativeStock } from '#domain/item/item-status.ts'
import { inStockStatuses } from '#domain/item/item-transitions.ts'

const completed: readonly ItemStatus[] = [
  'item_completed',
  'item_completed_by_price',
  'item_completed_with_absorption',
  'item_completed_with_negociation',
]
const packable: readonly ItemStatus[] = [...completed, 'item_refurb_completed', 'item_registered_in_warehouse']
const inStore: readonly ItemStatus[] = ['item_awaiting_inventory', 'item_lost_store']

const lost: readonly ItemStatus[] = ['item_lost_store', 'item_lost_transport', 'item_lost_warehouse']
const expected: readonly ItemStatus[] = [
  'item_created',
  'item_awaiting_inventory',
  'item_awaiting_store_drop',
  'item_in_transit',
  'item_registered_in_warehouse',
  ...lost,
]
/** The rows of check-in: untested, tested and back, cancelled or returned. */
const checkIn: readonly (readonly [from: readonly ItemStatus[], to: readonly ItemStatus[]])[] = [
  [expected, ['item_awaiting_compliancy_tests', 'item_registered_in_warehouse']],
  [
    ['item_in_transit', 'item_lost_transport'],
    [...completed, 'item_refurb_completed'],
  ],
  [['item_lost_transport'], ['item_to_return']],
  [['item_lost_warehouse'], inStockStatuses],
  [
    ['item_cancelled', 'item_returned'],
    ['item_to_return', 'item_in_quarantine'],
  ],
]

type Row = readonly [from: readonly ItemStatus[] | 'any', to: readonly ItemStatus[] | 'same' | 'any']

/** The lifecycle table once more (lifecycle, section 2): where each action of a history may lead. */
const table: Readonly<Record<string, readonly Row[]>> = {
  check_in: checkIn,
  undo_check_in: checkIn.flatMap(([from, to]) => to.map((status): Row => [[status], from])),
  compliance_test: [
    [
      // Where check-in is not mandatory, all that it accepts at the destination.
      ['item_awaiting_compliancy_tests', ...expected],
      ['item_completed', 'item_completed_by_price', 'item_completed_with_absorption', 'item_in_quarantine'],
    ],
  ],
  quarantine_test_again: [[['item_in_quarantine'], ['item_awaiting_compliancy_tests']]],
  quarantine_kept: [[['item_in_quarantine'], ['item_to_reintegrate_to_stock']]],
  quarantine_returned: [[['item_in_quarantine'], ['item_to_return']]],
  ship_return: [[['item_to_return'], ['item_returned']]],
  move: [
    [['item_to_reintegrate_to_stock'], ['item_completed']],
    [inStockStatuses.filter((status) => status !== 'item_to_reintegrate_to_stock'), 'same'],
  ],
  undo_move: [
    [['item_completed'], ['item_to_reintegrate_to_stock']],
    [inStockStatuses, 'same'],
  ],
  stock_count: [[inStockStatuses, 'same']],
  refurb_diagnosis_start: [[completed, ['item_refurb_diagnostic_in_progress']]],
  undo_refurb_diagnosis_start: [[['item_refurb_diagnostic_in_progress'], completed]],
  refurb_diagnosis_end: [
    [['item_refurb_diagnostic_in_progress'], ['item_refurb_in_progress', 'item_refurb_completed']],
  ],
  ...Object.fromEntries(
    stepActions.map((action): [string, readonly Row[]] => [
      `refurb_step_${action}`,
      [[['item_refurb_in_progress'], 'same']],
    ]),
  ),
  undo_refurb_step: [[['item_refurb_in_progress'], 'same']],
  refurb_confirm: [[['item_refurb_in_progress'], ['item_refurb_completed']]],
  put_in_package: [[packable, 'same']],
  take_out_of_package: [['any', 'same']],
  undo_package: [['any', 'same']],
  close_package: [[packable, ['item_in_transit']]],
  put_in_package_of_store: [[inStore, 'same']],
  close_package_of_store: [[inStore, ['item_in_transit']]],
  hand_over: [[['item_awaiting_inventory'], ['item_in_transit']]],
}

/** Whether an action of the floor may lead from one status to another; where check-in is mandatory, no test comes before it. */
export function isInTable(
  action: string,
  from: ItemStatus,
  to: ItemStatus,
  checkIn: 'mandatory' | 'optional' = 'optional',
): boolean {
  if (checkIn === 'mandatory' && action === 'compliance_test' && from !== 'item_awaiting_compliancy_tests') return false
  return (table[action] ?? []).some(([before, after]) => {
    const starts = before === 'any' || before.includes(from)
    if (after === 'any') return starts
    return starts && (after === 'same' ? from === to : after.includes(to))
  })
}

/** The stocks that the page names: into which an action puts an item that it leads from one status to another. */
const targets: readonly (readonly [
  action: string,
  from: readonly ItemStatus[] | 'any',
  to: ItemStatus,
  native: NativeStock,
])[] = [
  ['check_in', expected, 'item_awaiting_compliancy_tests', 'awaiting_control'],
  ['check_in', ['item_cancelled', 'item_returned'], 'item_to_return', 'customer_return'],
  ['check_in', ['item_cancelled', 'item_returned'], 'item_in_quarantine', 'in_quarantine'],
  ['compliance_test', 'any', 'item_in_quarantine', 'in_quarantine'],
  ['quarantine_test_again', 'any', 'item_awaiting_compliancy_tests', 'awaiting_control'],
  ['quarantine_returned', 'any', 'item_to_return', 'customer_return'],
  ['refurb_diagnosis_end', 'any', 'item_refurb_completed', 'refurbishment_completed'],
  ['refurb_confirm', 'any', 'item_refurb_completed', 'refurbishment_completed'],
]

/** The native stock into which the table puts an item with an action; null where it is chosen, or stays as it is. */
export function stockInTable(action: string, from: ItemStatus, to: ItemStatus): NativeStock | null {
  const row = targets.find(
    ([name, before, after]) => name === action && after === to && (before === 'any' || before.includes(from)),
  )
  return row?.[3] ?? null
}

/** Whether an item stands in a stock. */
export function isInStock({ status }: { readonly status: ItemStatus }): boolean {
  return inStockStatuses.includes(status)
}
