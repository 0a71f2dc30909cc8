import { describe, expect, it } from 'vitest'
import type { CountDifferenceAnswer } from '#sync/calls/stock.ts'
import { countCsv } from './count-csv.ts'

const difference: CountDifferenceAnswer = {
  itemId: 'item',
  code: '20000001',
  brand: 'Fairphone',
  productLabel: '5; 256 "Go"',
  resolution: 'moved',
  fromStockName: 'Étagère',
  actorName: '=cmd()',
  at: '2026-11-21T10:00:00Z',
}
const texts = {
  title: (column: string) => column.toUpperCase(),
  resolution: ({ resolution, fromStockName }: CountDifferenceAnswer) => `${resolution} ${fromStockName ?? ''}`.trim(),
  at: (moment: string) => moment.slice(0, 10),
  separator: ';' as const,
}

describe('the differences of a count as CSV', () => {
  it('have a line each below their titles, with the product as one name', () => {
    const found = { ...difference, resolution: 'found' as const, fromStockName: null, actorName: null, brand: null }
    expect(countCsv([difference, found], texts).split('\r\n')).toEqual([
      '\uFEFFCODE;PRODUCT;RESOLUTION;BY;AT',
      `20000001;"Fairphone 5; 256 ""Go""";moved Étagère;'=cmd();2026-11-21`,
      '20000001;"5; 256 ""Go""";found;;2026-11-21',
      '',
    ])
  })

  it('name a brand once', () => {
    const named = { ...difference, productLabel: 'Fairphone 5' }
    expect(countCsv([named], { ...texts, separator: ',' })).toContain('\r\n20000001,Fairphone 5,')
  })

  it('of a count without any are their titles alone', () => {
    expect(countCsv([], texts)).toBe('\uFEFFCODE;PRODUCT;RESOLUTION;BY;AT\r\n')
  })
})
