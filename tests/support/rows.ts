import { nativeStocks } from '#domain/item/item-status.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Operation } from '#sync/wire/operation.ts'
import type { Config } from '#sync/wire/pull.ts'

/** A UUID whose last digits are a number. */
export function uuid(kind: number, number = 0): string {
  return `${String(kind).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

export const warehouseId = uuid(2, 1)
export const otherWarehouseId = uuid(2, 2)

/** Two warehouses with their native stocks. */
export const config: Config = {
  stocks: [...stocksOf(warehouseId, 0), ...stocksOf(otherWarehouseId, 10)],
  warehouses: [
    { id: warehouseId, name: 'Lyon', city: 'Lyon' },
    { id: otherWarehouseId, name: 'Lille', city: 'Lille' },
  ],
  settings: {
    warehouseCheckinRequirement: 'optional',
    isWarehouseCommentMandatory: false,
    timeZone: 'Europe/Paris',
    currency: 'EUR',
  },
}

/** The native stocks of a warehouse, numbered from a first one on. */
export function stocksOf(warehouse: string, first: number, idOf = (at: number) => uuid(3, at)): Config['stocks'] {
  return nativeStocks.map((native, at) => ({
    id: idOf(first + at),
    warehouseId: warehouse,
    name: native,
    native,
    location: null,
  }))
}

/** An item on its way to the warehouse; its codes follow from its number. */
export function itemRow(number: number, overrides: Partial<ItemRow> = {}): ItemRow {
  return {
    id: uuid(4, number),
    version: 1,
    level: 'full',
    code: String(10_000_000 + number),
    buybackCode: String(2_000_000_000_000 + number),
    imei: String(350_000_000_000_000 + number),
    status: 'item_in_transit',
    buybackStatus: 'bb_in_transit',
    stockId: null,
    warehouseId: null,
    destinationWarehouseId: warehouseId,
    tested: false,
    leftStatus: null,
    keepsMoney: false,
    last: null,
    brand: 'Fairphone',
    productLabel: 'Fairphone 5',
    serialNumber: null,
    declaredGrade: 'grade_a',
    declaredPriceCents: 12_000,
    storeId: null,
    createdAtMs: 1_700_000_000_000,
    promisedOn: null,
    latestMoveAtMs: null,
    facts: null,
    ...overrides,
  }
}

/** An operation that the first operator captured; its id and place in the queue follow from its number. */
export function operationRow(
  number: number,
  type: string,
  args: Readonly<Record<string, unknown>>,
  overrides: Partial<Operation> = {},
): Operation {
  return {
    opId: uuid(6, number),
    deviceId: uuid(7),
    seq: number,
    lanes: ['x'],
    type,
    v: 1,
    args,
    actor: uuid(5, 1),
    module: 'rps',
    basedOn: 1,
    dependsOn: [],
    capturedAt: '2026-11-21T08:00:00.000Z',
    ...overrides,
  }
}

/** What makes an item one that is tested and lies in the warehouse, ready to be packed. */
export const testedInStock = {
  status: 'item_completed' as const,
  buybackStatus: 'bb_completed' as const,
  tested: true,
  warehouseId,
  stockId: config.stocks[1]!.id,
}
