import { expect, it } from 'vitest'
import { codeProblem } from '#domain/item/item-code.ts'
import { refusedMove, refusedScan } from '../move/move-verdict.ts'
import { isAboutProduct } from './about-product.ts'

const inTransit = { status: 'item_in_transit', warehouseId: null } as const

it('a scan that found a product is about it, although it stands in no stock of this place', () => {
  expect(isAboutProduct('20000001', refusedMove('ITEM_STATUS_NOT_ELIGIBLE', inTransit, null))).toBe(true)
  expect(isAboutProduct('20000001', refusedMove('STOCK_OTHER_WAREHOUSE', inTransit, null))).toBe(true)
})

it('a code that names no product, and the barcode of a stock, are about none', () => {
  expect(isAboutProduct('20000001', refusedScan('ITEM_UNKNOWN'))).toBe(false)
  expect(isAboutProduct('123', refusedScan(codeProblem('123')))).toBe(false)
  expect(isAboutProduct('', refusedMove('STOCK_OTHER_WAREHOUSE', null, null))).toBe(false)
})
