import type { DocumentTexts, ReturnLabel } from './document-content.ts'
import { mediaMm } from './document-kind.ts'
import { caption, numberBars, place, value } from './paper-parts.ts'
import { groupedCode, rule, textMark, type Mark, type Sheet } from './sheet.ts'

/** Words that differ between the labels of parcels. */
export interface ParcelWords {
  readonly title: string
  readonly number: string
  /** What the product's code is called. */
  readonly code: string
  readonly createdOn: string
}

/** The label of a parcel with one product, either way. */
export function parcelLabel(label: ReturnLabel, words: ParcelWords, texts: DocumentTexts): Sheet {
  const { measures } = label
  const productMm = measures === null ? 88 : 48
  const measured: readonly Mark[] =
    measures === null
      ? []
      : [caption(texts.package.weight, 58, 82, 36), textMark(measures, { ...value(58, 85.5, 36), sizeMm: 4 })]
  return {
    title: `${words.title} ${label.number}`,
    ...mediaMm['100x150'],
    pages: [
      [
        textMark(words.title, { ...value(6, 5, 88), sizeMm: 5.5 }),
        caption(texts.package.from, 6, 13, 88),
        ...place(label.from, { xMm: 6, yMm: 16.5, widthMm: 88, heightMm: 19, sizeMm: 3.6, minSizeMm: 2.6 }),
        rule(0, 36, 100),
        caption(texts.package.to, 6, 38.5, 88),
        ...place(label.to, { xMm: 6, yMm: 42.5, widthMm: 88, heightMm: 37, sizeMm: 7, minSizeMm: 4.2 }),
        rule(0, 80, 100),
        caption(texts.package.product, 6, 82, productMm),
        productName(label.product, productMm),
        ...measured,
        caption(words.code, 6, 91.5, 42),
        textMark(groupedCode(label.code), { ...value(6, 95, 42), sizeMm: 4 }),
        caption(words.createdOn, 52, 91.5, 42),
        textMark(label.createdOn, { ...value(52, 95, 42), sizeMm: 4 }),
        rule(0, 102, 100),
        ...numberBars(label.number, words.number, { xMm: 6, yMm: 104, widthMm: 88, heightMm: 29 }),
      ],
    ],
  }
}

/** In one line as long as that can be read, else in two of the smallest type. */
function productName(product: string, widthMm: number): Mark {
  const room = value(6, 85.5, widthMm)
  const line = textMark(product, { ...room, sizeMm: 4, minSizeMm: 3 })
  return line.lines[0]?.endsWith('…') === true
    ? textMark(product, { ...room, sizeMm: room.minSizeMm, maxLines: 2 })
    : line
}
