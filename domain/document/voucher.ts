import type { VoucherContent } from './buyback-content.ts'
import { heading, paperMm } from './buyback-parts.ts'
import type { DocumentTexts } from './document-content.ts'
import { mediaMm } from './document-kind.ts'
import { createPageFlow } from './page-flow.ts'
import { caption, value } from './paper-parts.ts'
import { barsMark, filled, groupedCode, rule, textMark, type Mark, type Sheet } from './sheet.ts'

/** A voucher or gift card that the program issued: its worth, its code in letters and as bars, its conditions. */
export function voucherSheet(voucher: VoucherContent, texts: DocumentTexts): Sheet {
  const words = texts.buyback
  const title = voucher.kind === 'voucher' ? words.voucher : words.giftCard
  const card = { xMm: paperMm.margin, yMm: 18, widthMm: paperMm.width, heightMm: 96 }
  const xMm = card.xMm + 8
  const widthMm = card.widthMm - 16
  const marks: Mark[] = [
    { kind: 'box', ...card },
    textMark(voucher.accountName, { ...value(xMm, card.yMm + 7, widthMm / 2), sizeMm: 5, bold: false }),
    textMark(title, { ...value(xMm, card.yMm + 14, widthMm / 2), sizeMm: 9, minSizeMm: 5 }),
    caption(words.amount, xMm + widthMm / 2 + 2, card.yMm + 7, widthMm / 2 - 2),
    textMark(voucher.amount, {
      ...value(xMm + widthMm / 2 + 2, card.yMm + 11, widthMm / 2 - 2),
      sizeMm: 14,
      minSizeMm: 6,
    }),
    rule(xMm, card.yMm + 31, widthMm),
    caption(words.code, xMm, card.yMm + 34.5, widthMm),
    textMark(voucher.code.replaceAll(/(.{4})(?=.)/g, '$1 '), {
      ...value(xMm, card.yMm + 39, widthMm),
      sizeMm: 9,
      minSizeMm: 5,
    }),
    barsMark(voucher.code, { xMm, yMm: card.yMm + 54, widthMm, heightMm: 20 }, 0.5),
    textMark(words.keepCode, { ...value(xMm, card.yMm + 78, widthMm), sizeMm: 3.4, bold: false }),
    textMark(filled(words.issuedOn, { date: voucher.issuedOn }), {
      ...value(xMm, card.yMm + 86, widthMm / 2),
      sizeMm: 3.4,
      bold: false,
    }),
    textMark(`${words.number} ${groupedCode(voucher.buybackNumber)}`, {
      ...value(xMm + widthMm / 2, card.yMm + 86, widthMm / 2),
      sizeMm: 3.4,
      bold: false,
      align: 'end',
    }),
  ]
  const flow = createPageFlow({ topMm: 122, nextTopMm: 18, bottomMm: paperMm.bottom })
  if (voucher.conditions !== null) {
    heading(flow, words.conditions)
    flow.text(voucher.conditions, { xMm: paperMm.margin, widthMm: paperMm.width, sizeMm: 3.4 })
  }
  const [first = [], ...rest] = flow.pages()
  return { title: `${title} ${voucher.buybackNumber}`, ...mediaMm.a4, pages: [[...marks, ...first], ...rest] }
}
