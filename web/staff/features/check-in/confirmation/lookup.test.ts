import { describe, expect, it } from 'vitest'
import type { CheckInPlace } from '#domain/check-in/check-in.ts'
import { inStockStatuses, returnCheckInFrom } from '#domain/item/item-transitions.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { styleOfLookup, lookUp } from './lookup.ts'

const place: CheckInPlace = {
  warehouseId: 'here',
  requirement: 'mandatory',
  bypassesRequirement: false,
  chosenStockId: null,
  nativeStock: (native) => `stock-${native}`,
}

const item = (change: Partial<ItemRow> = {}): ItemRow =>
  ({
    id: 'i1',
    status: 'item_in_transit',
    buybackStatus: 'bb_in_transit',
    stockId: null,
    warehouseId: null,
    destinationWarehouseId: 'here',
    tested: false,
    leftStatus: null,
    keepsMoney: false,
    ...change,
  }) as ItemRow

describe('a code on the confirmation screen', () => {
  it('is not recognised where no item carries it (WH-10)', () => {
    expect(lookUp([], place)).toEqual({ face: 'not_recognised' })
  })

  it('is not assigned to the workshop where its destination is another, and may be registered (WH-10)', () => {
    expect(lookUp([item({ destinationWarehouseId: 'there' })], place)).toMatchObject({
      face: 'ready',
      notice: 'not_assigned',
      checkIn: { kind: 'to_forward' },
    })
  })

  it('is not registered where no store finalised its buyback, and may be registered (WH-11)', () => {
    expect(lookUp([item({ status: 'item_awaiting_store_drop' })], place)).toMatchObject({
      face: 'ready',
      notice: 'not_registered',
    })
  })

  it('is of another warehouse where it lies in the stock of one (WH-12)', () => {
    for (const status of inStockStatuses)
      expect(
        lookUp([item({ status, warehouseId: 'there', tested: status !== 'item_awaiting_compliancy_tests' })], place)
          .face,
      ).toBe('elsewhere')
  })

  it('is of no eligible status where it was tested and is now where no tested product comes from (WH-12)', () => {
    for (const status of ['item_created', 'item_awaiting_inventory'] as const) {
      const found = lookUp([item({ status, tested: true })], place)
      expect(found, status).toMatchObject({ face: 'not_eligible', item: { status } })
      expect(styleOfLookup(found)).toEqual(scanResultStyles.refused)
    }
  })

  it('is already done where it stands here', () => {
    const state = item({ status: 'item_awaiting_compliancy_tests', warehouseId: 'here' })
    expect(lookUp([state], place).face).toBe('already')
  })

  it('asks where several items carry it', () => {
    expect(lookUp([item(), item({ id: 'i2' })], place)).toMatchObject({ face: 'choose' })
  })

  it('says why where check-in is disabled', () => {
    expect(lookUp([item()], { ...place, requirement: 'disabled' })).toMatchObject({
      face: 'refused',
      code: 'CHECKIN_DISABLED',
    })
  })
})

describe('the signal of a code on the confirmation screen', () => {
  const faceOf = (...items: readonly ItemRow[]) => styleOfLookup(lookUp(items, place))

  it('is that of its situation', () => {
    expect(faceOf(item())).toEqual(scanResultStyles.accepted)
    expect(faceOf(item({ status: 'item_awaiting_compliancy_tests', warehouseId: 'here' }))).toEqual(
      scanResultStyles.done,
    )
    expect(faceOf(item({ destinationWarehouseId: 'there' }))).toEqual(scanResultStyles.elsewhere)
    expect(faceOf(item({ status: 'item_awaiting_store_drop' }))).toEqual(scanResultStyles.wrong)
    expect(faceOf(item({ status: returnCheckInFrom[0]!, keepsMoney: true }))).toEqual(scanResultStyles.quarantine)
    expect(faceOf(item({ status: 'item_completed', warehouseId: 'there' }))).toEqual(scanResultStyles.elsewhere)
    expect(faceOf()).toEqual(scanResultStyles.refused)
    expect(faceOf(item(), item({ id: 'i2' }))).toEqual(scanResultStyles.choice)
  })
})
