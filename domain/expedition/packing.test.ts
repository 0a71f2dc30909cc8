import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buybackStatuses, isClosed } from '../buyback/buyback-status.ts'
import { circuitTypes, type CircuitType } from '../circuit/circuit-type.ts'
import type { ItemState } from '../item/item-state.ts'
import { itemStatuses } from '../item/item-status.ts'
import { isInBlock, nextPackageNumber, packageNumber, packageSerial } from './package-number.ts'
import {
  checkClosing,
  checkPacking,
  decideHandOver,
  packableFrom,
  inTransitTo,
  type Package,
  type PackableItem,
} from './packing.ts'

const inStore: ItemState = {
  status: 'item_awaiting_inventory',
  buybackStatus: 'bb_awaiting_inventory',
  stockId: null,
  warehouseId: null,
  destinationWarehouseId: 'there',
  tested: false,
  leftStatus: null,
  keepsMoney: false,
}
const inWarehouse: ItemState = {
  ...inStore,
  status: 'item_completed',
  buybackStatus: 'bb_completed',
  stockId: 'shelf',
  warehouseId: 'here',
  destinationWarehouseId: 'here',
  tested: true,
}
const storePackage: Package = {
  id: 'p',
  origin: { type: 'store', storeId: 'store' },
  destinationWarehouseId: 'there',
  status: 'open',
  itemIds: [],
  number: null,
}
const warehousePackage: Package = { ...storePackage, origin: { type: 'warehouse', warehouseId: 'here' } }
const item = (state: ItemState, change: Partial<PackableItem> = {}): PackableItem => ({
  id: 'i',
  state,
  storeId: 'store',
  circuit: 'store_drop',
  openPackageId: null,
  ...change,
})

/** An item that its customer sends, of no store. */
const withCustomer = (circuit: CircuitType): PackableItem =>
  item({ ...inStore, status: 'item_created' }, { circuit, storeId: null })

describe('an item goes into a package', () => {
  it('of its store for its destination, or of its warehouse', () => {
    expect(checkPacking(item(inStore), storePackage).ok).toBe(true)
    expect(checkPacking(item({ ...inStore, status: 'item_lost_store' }), storePackage).ok).toBe(true)
    expect(checkPacking(item(inWarehouse), warehousePackage).ok).toBe(true)
    const toForward: ItemState = { ...inStore, status: 'item_registered_in_warehouse', warehouseId: 'here' }
    expect(checkPacking(item(toForward), warehousePackage).ok).toBe(true)
  })

  it.each(['store_drop_label', 'store_collect'] as const)(
    'once it is found in its store after a loss, which ended the label or the collection of its circuit (%s)',
    (circuit) => {
      const found = item({ ...inStore, status: 'item_lost_store', buybackStatus: 'bb_completed' }, { circuit })
      expect(checkPacking(found, storePackage).ok).toBe(true)
      expect(checkClosing({ ...storePackage, itemIds: ['i'] }, ['i'], [found]).ok).toBe(true)
    },
  )

  it.each<[string, PackableItem, Package, string]>([
    ['not twice', item(inStore, { openPackageId: 'p' }), storePackage, 'BB_ALREADY_FILLED'],
    ['not while another holds it', item(inStore, { openPackageId: 'q' }), storePackage, 'BB_ALREADY_PROCESSED'],
    [
      'not once it is on its way',
      item({ ...inStore, status: 'item_in_transit' }),
      storePackage,
      'BB_ALREADY_PROCESSED',
    ],
    [
      'not while it does not await sending',
      item({ ...inStore, status: 'item_created' }),
      storePackage,
      'BB_DOES_NOT_EXIST',
    ],
    ['not of another store', item(inStore, { storeId: 'other' }), storePackage, 'BB_DOES_NOT_EXIST'],
    [
      'not out of quarantine',
      item({ ...inWarehouse, status: 'item_in_quarantine' }),
      warehousePackage,
      'BB_DOES_NOT_EXIST',
    ],
    [
      'not out of another warehouse',
      item({ ...inWarehouse, warehouseId: 'there' }),
      warehousePackage,
      'ITEM_IN_OTHER_WAREHOUSE',
    ],
    [
      'not out of the quarantine of another warehouse',
      item({ ...inWarehouse, warehouseId: 'there', status: 'item_in_quarantine' }),
      warehousePackage,
      'ITEM_IN_OTHER_WAREHOUSE',
    ],
    [
      'not once another warehouse has it, though it was packed here',
      item({ ...inWarehouse, warehouseId: 'there' }, { openPackageId: 'p' }),
      warehousePackage,
      'ITEM_IN_OTHER_WAREHOUSE',
    ],
    [
      'not with a label of its own',
      item(inStore, { circuit: 'store_drop_label' }),
      storePackage,
      'ITEM_DROP_LABEL_NOT_SHIPPABLE',
    ],
    [
      'not where the carrier collects',
      item(inStore, { circuit: 'store_collect' }),
      storePackage,
      'BB_EXPEDITION_NOT_NEEDED',
    ],
    ['not where the customer posts', withCustomer('web_post'), storePackage, 'BB_EXPEDITION_NOT_NEEDED'],
    ['not of a web label', withCustomer('web_drop_label'), storePackage, 'BB_EXPEDITION_NOT_NEEDED'],
    ['not where the customer is called on', withCustomer('web_collect'), storePackage, 'BB_EXPEDITION_NOT_NEEDED'],
    [
      'not where the carrier collects it from another store',
      item(inStore, { circuit: 'store_collect', storeId: 'other' }),
      storePackage,
      'BB_DOES_NOT_EXIST',
    ],
    [
      'not for another warehouse',
      item({ ...inStore, destinationWarehouseId: 'x' }),
      storePackage,
      'PACKAGE_OTHER_DESTINATION',
    ],
    ['not once it is closed', item(inStore), { ...storePackage, status: 'closed' }, 'PACKAGE_CLOSED'],
    [
      'not beyond its limit',
      item(inStore),
      { ...storePackage, itemIds: Array.from({ length: 200 }, (_, at) => `${at}`) },
      'PACKAGE_FULL',
    ],
  ])('%s', (_title, each, into, error) => {
    expect(checkPacking(each, into)).toEqual({ ok: false, error })
  })
})

describe('a package closes', () => {
  const filled: Package = { ...storePackage, itemIds: ['i'] }

  it('as it was seen, and its items are on their way', () => {
    expect(checkClosing(filled, ['i'], [item(inStore, { openPackageId: 'p' })]).ok).toBe(true)
    expect(inTransitTo(inStore, 'there')).toMatchObject({
      status: 'item_in_transit',
      destinationWarehouseId: 'there',
      buybackStatus: 'bb_in_transit',
      leftStatus: inStore.status,
    })
  })

  it.each<[string, Package, readonly string[], ItemState, string]>([
    ['not empty', storePackage, [], inStore, 'PACKAGE_CANT_BE_CLOSED'],
    ['not with other content than seen', filled, ['x'], inStore, 'PACKAGE_CONTENT_CHANGED'],
    ['not with more than seen', { ...filled, itemIds: ['i', 'j'] }, ['i'], inStore, 'PACKAGE_CONTENT_CHANGED'],
    [
      'not with an item that was cancelled since',
      filled,
      ['i'],
      { ...inStore, status: 'item_cancelled' },
      'PACKAGE_CANT_BE_CLOSED',
    ],
    ['not twice', { ...filled, status: 'closed' }, ['i'], inStore, 'PACKAGE_CLOSED'],
  ])('%s', (_title, into, seen, state, error) => {
    expect(checkClosing(into, seen, [item(state)])).toEqual({ ok: false, error })
  })
})

describe('a package that holds nothing', () => {
  it('is not closed, whatever was seen in it', () => {
    expect(checkClosing(storePackage, [], [])).toEqual({ ok: false, error: 'PACKAGE_CANT_BE_CLOSED' })
  })
})

describe('a product handed over with its own label', () => {
  const labels = { hasTransportLabel: true, transportLabelFailed: false, hasReturnLabel: true }

  it('is on its way, or returned to its customer', () => {
    expect(decideHandOver(item(inStore, { circuit: 'store_drop_label' }), labels)).toMatchObject({
      value: { status: 'item_in_transit' },
    })
    const toReturn: ItemState = { ...inWarehouse, status: 'item_to_return', buybackStatus: 'bb_not_completed' }
    expect(decideHandOver(item(toReturn), labels)).toMatchObject({
      value: { status: 'item_returned', warehouseId: null, stockId: null, buybackStatus: 'bb_not_completed' },
    })
  })

  it.each<[string, PackableItem, boolean, string]>([
    [
      'not without the label',
      item(inStore, { circuit: 'store_drop_label' }),
      false,
      'TRANSPORT_LABEL_CANT_BE_DOWNLOADED',
    ],
    ['not where it needs none', item(inStore), true, 'ITEM_NOT_SHIPPABLE'],
    ['not where the carrier collects', item(inStore, { circuit: 'store_collect' }), true, 'BB_EXPEDITION_NOT_NEEDED'],
    ['not where the customer posts', withCustomer('web_post'), true, 'BB_EXPEDITION_NOT_NEEDED'],
    ['not of a web label', withCustomer('web_drop_label'), true, 'BB_EXPEDITION_NOT_NEEDED'],
    ['not twice', item({ ...inStore, status: 'item_in_transit' }), true, 'BB_ALREADY_PROCESSED'],
    ['not from elsewhere', item(inWarehouse), true, 'BB_DOES_NOT_EXIST'],
  ])('%s', (_title, each, has, error) => {
    expect(decideHandOver(each, { ...labels, hasTransportLabel: has, hasReturnLabel: has })).toEqual({
      ok: false,
      error,
    })
  })
})

describe('any sending', () => {
  const state = fc.record<ItemState>({
    status: fc.constantFrom(...itemStatuses),
    buybackStatus: fc.constantFrom(...buybackStatuses),
    stockId: fc.constantFrom(null, 'shelf'),
    warehouseId: fc.constantFrom(null, 'here', 'there'),
    destinationWarehouseId: fc.constantFrom('here', 'there'),
    tested: fc.boolean(),
    leftStatus: fc.constant(null),
    keepsMoney: fc.boolean(),
  })

  it('starts in a status of the table, and ends outside a warehouse', () => {
    fc.assert(
      fc.property(
        state,
        fc.constantFrom(...circuitTypes),
        fc.constantFrom(storePackage, warehousePackage),
        (from, circuit, into) => {
          const each = item(from, { circuit })
          if (checkPacking(each, into).ok) expect(packableFrom).toContain(from.status)
          const away = inTransitTo(from, into.destinationWarehouseId)
          expect([away.warehouseId, away.stockId]).toEqual([null, null])
          if (isClosed(from.buybackStatus)) expect(away.buybackStatus).toBe(from.buybackStatus)
          const handed = decideHandOver(each, {
            hasTransportLabel: true,
            transportLabelFailed: false,
            hasReturnLabel: true,
          })
          if (handed.ok) expect(['item_in_transit', 'item_returned']).toContain(handed.value.status)
        },
      ),
    )
  })
})

describe('a package number', () => {
  it('has 13 digits, begins with 04 and names its serial', () => {
    expect(packageNumber(12)).toMatch(/^040000000012\d$/)
    fc.assert(
      fc.property(fc.nat(9_999_999_999), (serial) => {
        expect(packageSerial(packageNumber(serial))).toBe(serial)
      }),
    )
  })

  it('is none with a wrong check digit or of another kind', () => {
    const last = Number(packageNumber(12).at(-1))
    expect(packageSerial(`${packageNumber(12).slice(0, -1)}${(last + 1) % 10}`)).toBeNull()
    expect(packageSerial('2000000000008')).toBeNull()
    expect(() => packageNumber(-1)).toThrow()
  })

  it('is the next free one of the device’s blocks, until none is left', () => {
    const blocks = [
      { firstSerial: 7, lastSerial: 7 },
      { firstSerial: 20, lastSerial: 21 },
    ]
    const used = new Set<string>()
    const taken = [0, 1, 2].map(() => {
      const number = nextPackageNumber(blocks, used)!
      used.add(number)
      return packageSerial(number)
    })
    expect(taken).toEqual([7, 20, 21])
    expect(nextPackageNumber(blocks, used)).toBeNull()
    expect(isInBlock(packageNumber(20), blocks[1]!)).toBe(true)
    expect(isInBlock(packageNumber(22), blocks[1]!)).toBe(false)
  })
})
