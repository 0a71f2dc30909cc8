import { barsMark, groupedCode, heightOf, rule, textMark, type Mark, type Sheet } from './sheet.ts'
import { mediaMm } from './document-kind.ts'

/** What a receipt says of one product; prices as they are written. */
export interface ReceiptLine {
  readonly number: string
  readonly product: string
  /** IMEI or serial number. */
  readonly identifier: string | null
  readonly price: string
}

/** The receipt that a customer takes home from the counter, before any other paper is made. */
export interface SaleReceipt {
  readonly account: string
  /** Empty where the device knows the store no more. */
  readonly store: string
  readonly soldOn: string
  readonly lines: readonly ReceiptLine[]
  readonly total: string
}

/** Words of the receipt. */
export interface ReceiptTexts {
  readonly title: string
  readonly total: string
  /** What the customer is to know of the payment. */
  readonly payment: string
  /** What the bars are for. */
  readonly keep: string
}

const [marginMm, widthMm] = [6, 88]
/** Products on one page; the barcode of each has to be wide and high enough for a hand scanner. */
const perPage = 2

/** Lays the receipt out, two products a page, each with its own bars. */
export function saleReceiptSheet(receipt: SaleReceipt, texts: ReceiptTexts): Sheet {
  const pageCount = Math.max(1, Math.ceil(receipt.lines.length / perPage))
  const pages = Array.from({ length: pageCount }, (_, page) =>
    pageMarks(receipt, texts, { page, isLast: page === pageCount - 1, pageCount }),
  )
  return { title: `${texts.title} ${receipt.lines[0]?.number ?? ''}`.trim(), ...mediaMm['100x150'], pages }
}

function pageMarks(
  receipt: SaleReceipt,
  texts: ReceiptTexts,
  { page, isLast, pageCount }: { readonly page: number; readonly isLast: boolean; readonly pageCount: number },
): readonly Mark[] {
  const marks: Mark[] = []
  let yMm = 6
  const write = (text: string, sizeMm: number, more: { readonly bold?: boolean; readonly maxLines?: number } = {}) => {
    const mark = textMark(text, { xMm: marginMm, yMm, widthMm, maxLines: 1, minSizeMm: 2.4, sizeMm, ...more })
    marks.push(mark)
    yMm += heightOf(mark) + 1
  }
  write(receipt.account, 6, { bold: true })
  write(pageCount === 1 ? texts.title : `${texts.title} (${page + 1}/${pageCount})`, 4.6, { bold: true })
  write([receipt.store, receipt.soldOn].filter((text) => text !== '').join(' - '), 3.4)
  for (const line of receipt.lines.slice(page * perPage, (page + 1) * perPage)) {
    yMm += 1
    marks.push(rule(marginMm, yMm, widthMm))
    yMm += 2
    const price = textMark(line.price, {
      xMm: marginMm + widthMm - 26,
      yMm,
      widthMm: 26,
      maxLines: 1,
      sizeMm: 4,
      minSizeMm: 2.4,
      bold: true,
      align: 'end',
    })
    const name = textMark(line.product, {
      xMm: marginMm,
      yMm,
      widthMm: widthMm - 28,
      maxLines: 2,
      sizeMm: 4,
      minSizeMm: 3,
      bold: true,
    })
    marks.push(price, name)
    yMm += heightOf(name) + 1
    if (line.identifier !== null) write(line.identifier, 3)
    marks.push(barsMark(line.number, { xMm: marginMm, yMm, widthMm, heightMm: 11 }, 0.5))
    yMm += 12
    const number = textMark(groupedCode(line.number), {
      xMm: marginMm,
      yMm,
      widthMm,
      maxLines: 1,
      sizeMm: 4,
      minSizeMm: 3,
      align: 'center',
    })
    marks.push(number)
    yMm += heightOf(number)
  }
  yMm += 1
  marks.push(rule(marginMm, yMm, widthMm))
  yMm += 2
  if (!isLast) return marks
  const total = textMark(receipt.total, {
    xMm: marginMm + widthMm - 40,
    yMm,
    widthMm: 40,
    maxLines: 1,
    sizeMm: 5,
    minSizeMm: 3,
    bold: true,
    align: 'end',
  })
  marks.push(total)
  write(texts.total, 5, { bold: true })
  write(texts.payment, 3, { maxLines: 3 })
  write(texts.keep, 3, { maxLines: 2 })
  return marks
}
