import { expect, it } from 'vitest'
import { workKinds, type WorkKind } from '#domain/item/next-work.ts'
import { otherWarehouse, row, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { styleOfWork, findWork } from './find-work.ts'

const operators = workKinds.filter((kind) => kind !== 'release')

it('what a code means on the work queue looks and sounds as on every other screen', () => {
  const faceOf = (items: Parameters<typeof findWork>[0], kinds: readonly WorkKind[] = operators) =>
    styleOfWork(findWork(items, [warehouse], kinds, false))

  expect(faceOf([testedRow(1)])).toEqual(scanResultStyles.accepted)
  expect(faceOf([testedRow(1, { warehouseId: otherWarehouse })])).toEqual(scanResultStyles.elsewhere)
  expect(faceOf([row(1, { status: 'item_in_transit', destinationWarehouseId: otherWarehouse })])).toEqual(
    scanResultStyles.elsewhere,
  )
  expect(faceOf([row(1, { status: 'item_in_quarantine' })])).toEqual(scanResultStyles.quarantine)
  expect(faceOf([row(1, { status: 'item_in_quarantine' })], workKinds)).toEqual(scanResultStyles.accepted)
  expect(faceOf([testedRow(1)], [])).toEqual(scanResultStyles.wrong)
  expect(faceOf([row(1, { status: 'item_cancelled', warehouseId: null })])).toEqual(scanResultStyles.wrong)
  expect(faceOf([])).toEqual(scanResultStyles.refused)
  expect(faceOf([row(1), row(2)])).toEqual(scanResultStyles.choice)
})

it('what arrives is tested at once by those who check nothing in, and waits for others once it is tested', () => {
  const kinds = operators.filter((kind) => kind !== 'check_in')
  const arriving = row(1, { status: 'item_in_transit', warehouseId: null })
  const back = testedRow(2, { status: 'item_in_transit', warehouseId: null, destinationWarehouseId: warehouse })
  expect(findWork([arriving], [warehouse], kinds, true)).toEqual({ face: 'work', item: arriving, kind: 'test' })
  expect(findWork([back], [warehouse], kinds, true)).toEqual({ face: 'forbidden', item: back, kind: 'check_in' })
  expect(findWork([arriving], [warehouse], operators, false)).toMatchObject({ face: 'work', kind: 'check_in' })
})
