import type { ItemHistoryAnswer, KeptHistoryAnswer } from '#sync/calls/item.ts'
import { uuid } from './rows.ts'

/** A line of an item's history that another user's operation wrote; its ids follow from its number. */
export function historyLine(number: number, overrides: Partial<ItemHistoryAnswer> = {}): ItemHistoryAnswer {
  return {
    id: uuid(8, number),
    action: 'move',
    deviceAt: null,
    serverAt: '2026-11-21T08:00:00.000Z',
    actorName: 'Nadia Colleague',
    warehouseId: null,
    fromStatus: null,
    toStatus: null,
    fromStockId: null,
    toStockId: null,
    opId: uuid(6, number),
    comment: null,
    details: null,
    ...overrides,
  }
}

/** The history of an item, read for a version of it. */
export function keptHistory(id: string, version = 1, overrides: Partial<KeptHistoryAnswer> = {}): KeptHistoryAnswer {
  return {
    id,
    version,
    storeName: 'North store',
    circuitName: 'Collect',
    comment: `Version ${version}`,
    validatedPriceCents: null,
    controlledGrade: null,
    controlledPriceCents: null,
    foundProduct: null,
    lines: [historyLine(version)],
    ...overrides,
  }
}
