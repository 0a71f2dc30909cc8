import type { ItemRow } from '#sync/wire/item-row.ts'

const imei = '356938035643809'

function sample(at: number, part: Partial<ItemRow>): ItemRow {
  return {
    id: `01900000-0000-7000-8000-00000000000${at}`,
    version: 1,
    level: 'slim',
    code: `360000123456${at}`,
    buybackCode: `0000123${at}`,
    imei,
    last: null,
    brand: 'Apple',
    productLabel: 'iPhone 13 128 GB',
    serialNumber: null,
    declaredGrade: null,
    declaredPriceCents: null,
    storeId: null,
    createdAtMs: 0,
    promisedOn: null,
    latestMoveAtMs: null,
    status: 'item_in_transit',
    buybackStatus: 'bb_in_transit',
    stockId: null,
    warehouseId: null,
    destinationWarehouseId: '01900000-0000-7000-8000-0000000000cc',
    tested: false,
    leftStatus: null,
    keepsMoney: false,
    ...part,
  }
}

/** Two products that share an IMEI. */
export const sampleItems: readonly ItemRow[] = [
  sample(1, {}),
  sample(2, { brand: 'Samsung', productLabel: 'Galaxy S22', status: 'item_awaiting_inventory' }),
]
