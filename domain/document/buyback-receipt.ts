import type { BuybackContent } from './buyback-content.ts'
import type { DocumentTexts } from './document-content.ts'
import { mediaMm } from './document-kind.ts'
import { numberBars, value } from './paper-parts.ts'
import { onA4, rule, textMark, type Mark, type Sheet } from './sheet.ts'

/** What the customer takes home from the counter: one label's size, in the corner of a sheet. */
export function receiptSheet(content: BuybackContent, texts: DocumentTexts): Sheet {
  const words = texts.buyback
  const [xMm, widthMm] = [6, 88]
  const facts: readonly (readonly [string, string | null])[] = [
    [texts.itemLabel.imei, content.imei],
    [texts.itemLabel.serialNumber, content.serialNumber],
    [texts.itemLabel.grade, content.grade === null ? null : texts.condition[content.grade]],
    [words.payment, content.paymentLabel],
    [words.store, content.store?.name ?? null],
    [words.date, content.createdOn],
  ]
  const known = facts.filter(([, said]) => said !== null && said !== '')
  const marks: Mark[] = [
    textMark(content.accountName, { ...value(xMm, 6, widthMm), sizeMm: 4, bold: false }),
    textMark(words.receipt, { ...value(xMm, 11.5, widthMm), sizeMm: 6.5 }),
    textMark(content.customer.name, { ...value(xMm, 20.5, widthMm), sizeMm: 4, bold: false }),
    rule(xMm, 27, widthMm),
    textMark(content.product, { ...value(xMm, 29.5, widthMm), maxLines: 2, sizeMm: 5 }),
    ...known.flatMap(([word, said], index) => [
      textMark(word, { ...value(xMm, 43 + index * 6, 34), sizeMm: 3.2, bold: false }),
      textMark(said ?? '', { ...value(xMm + 36, 42.6 + index * 6, widthMm - 36), sizeMm: 3.8, align: 'end' }),
    ]),
    rule(xMm, 80, widthMm),
    textMark(words.total, { ...value(xMm, 83, 50), sizeMm: 3.6, bold: false }),
    textMark(content.total, { ...value(xMm + 50, 81.8, widthMm - 50), sizeMm: 6.5, align: 'end' }),
    rule(xMm, 92, widthMm),
    ...numberBars(content.number, words.number, { xMm, yMm: 95, widthMm, heightMm: 24 }),
    textMark(words.receiptHint, { ...value(xMm, 136, widthMm), maxLines: 2, sizeMm: 3.4, bold: false }),
  ]
  return onA4({ title: `${words.receipt} ${content.number}`, ...mediaMm['100x150'], pages: [marks] })
}
