import { describe, expect, it } from 'vitest'
import { productCodes, resolveCode } from '#domain/item/resolve-code.ts'
import { otherWarehouse, row, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { checkTyped, matchItem, problemStyles } from './find-item.ts'

describe('a typed code', () => {
  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['1234567', 'too_short'],
    ['12', 'too_short'],
    ['20 00 00 1', 'too_short'],
    ['123456789', 'malformed'],
    ['ABC_EFGH', 'malformed'],
  ])('%j is refused as %s', (raw, kind) => {
    expect(checkTyped(raw)).toEqual({ problem: { kind } })
  })

  it('is taken with 8, 13 or 15 characters, spaces aside', () => {
    expect(checkTyped('2000 0001')).toEqual({ code: '20000001' })
    expect(checkTyped('2000000000015')).toEqual({ code: '2000000000015' })
    expect(checkTyped('350000000000017')).toEqual({ code: '350000000000017' })
  })
})

describe('a scanned code', () => {
  it('is looked up once under each of its readings', () => {
    expect(productCodes(resolveCode('20000001', 'item'))).toEqual(['20000001'])
    expect(productCodes(resolveCode('RPR:NEXT', 'item'))).toEqual([])
  })
})

describe('what a code means for a diagnosis', () => {
  const at = (items: Parameters<typeof matchItem>[0]) => matchItem(items, warehouse, 'diagnosis').kind

  it('has an answer of its own for each case', () => {
    expect(at([])).toBe('not_found')
    expect(at([testedRow(1)])).toBe('item')
    expect(at([row(1)])).toBe('status')
    expect(at([testedRow(1, { status: 'item_refurb_completed' })])).toBe('already')
    expect(at([testedRow(1, { warehouseId: otherWarehouse })])).toBe('elsewhere')
    expect(at([testedRow(1), testedRow(2)])).toBe('several')
  })

  it.each([
    ['on its way', 'item_in_transit'],
    ['gone back to its customer', 'item_returned'],
  ] as const)('is its status where the product is %s, in no warehouse (REFURB-13)', (_name, status) => {
    expect(at([row(1, { status, warehouseId: null })])).toBe('status')
  })

  it('is asked where several have it, though one alone can be diagnosed: the other may be in hand (REFURB-12)', () => {
    expect(matchItem([row(1), testedRow(2)], warehouse, 'diagnosis')).toMatchObject({
      kind: 'several',
      items: [{ code: '20000001' }, { code: '20000002' }],
    })
  })
})

describe('what a code means for steps', () => {
  it('is a product in refurbishment, and no other', () => {
    const working = testedRow(1, { status: 'item_refurb_in_progress' })
    expect(matchItem([working], warehouse, 'steps').kind).toBe('item')
    expect(matchItem([testedRow(1)], warehouse, 'steps').kind).toBe('no_refurb')
    expect(matchItem([row(1, { status: 'item_in_transit', warehouseId: null })], warehouse, 'steps').kind).toBe(
      'no_refurb',
    )
  })
})

describe('the signal of a code that leads to no product to work on', () => {
  it.each(['diagnosis', 'steps'] as const)('is that of its situation (%s)', (purpose) => {
    const faceOf = (...items: Parameters<typeof matchItem>[0]) => {
      const { kind } = matchItem(items, warehouse, purpose)
      return kind === 'item' ? scanResultStyles.accepted : problemStyles[kind]
    }
    expect(faceOf(testedRow(1, { warehouseId: otherWarehouse }))).toEqual(scanResultStyles.elsewhere)
    expect(faceOf(testedRow(1, { status: 'item_in_quarantine' }))).toEqual(scanResultStyles.quarantine)
    expect(faceOf()).toEqual(scanResultStyles.refused)
  })
})
