import { describe, expect, it } from 'vitest'
import { saleReceiptSheet, type ReceiptLine } from './sale-receipt.ts'
import type { Mark, Sheet } from './sheet.ts'

const texts = {
  title: 'Reçu de reprise',
  total: 'Total promis',
  payment: 'Le paiement part dans les 5 jours ouvrés suivant la validation du produit.',
  keep: 'Gardez ce reçu : son code-barres retrouve votre reprise.',
}
const line = (number: string): ReceiptLine => ({
  number,
  product: 'Samsung Galaxy S22 Ultra 256 Go',
  identifier: '356938035643809',
  price: '315,00 €',
})
const receipt = (count: number) =>
  saleReceiptSheet(
    {
      account: 'Maison Reprise',
      store: 'Lyon Part-Dieu',
      soldOn: '22/11/2026 10:04',
      lines: Array.from({ length: count }, (_, at) => line(`200000000000${at}`)),
      total: '315,00 €',
    },
    texts,
  )
const barsOf = ({ pages }: Sheet) => pages.map((marks) => marks.filter(({ kind }) => kind === 'code128').length)

describe('the receipt of a sale', () => {
  it('has the bars of every product, two a page', () => {
    expect(barsOf(receipt(1))).toEqual([1])
    expect(barsOf(receipt(5))).toEqual([2, 2, 1])
  })

  it('names the total once, at its end', () => {
    const said = receipt(3).pages.map((marks) =>
      marks.some((mark) => mark.kind === 'text' && mark.lines.includes('Total promis')),
    )
    expect(said).toEqual([false, true])
  })

  it('stays on its paper', () => {
    const bottom = (mark: Mark): number => {
      if (mark.kind === 'text') return mark.yMm + mark.lines.length * mark.sizeMm * 1.2
      return mark.yMm + (mark.kind === 'datamatrix' ? mark.sizeMm : mark.heightMm)
    }
    for (const { pages, heightMm } of [receipt(1), receipt(2), receipt(5)])
      for (const marks of pages) expect(Math.max(...marks.map(bottom))).toBeLessThanOrEqual(heightMm - 4)
  })
})
