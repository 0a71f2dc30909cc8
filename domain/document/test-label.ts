import type { DocumentTexts } from './document-content.ts'
import { mediaMm, type LabelSize } from './document-kind.ts'
import { barsMark, filled, textMark, type Sheet } from './sheet.ts'

/** A label that shows whether a printer stands right: its edges, its bars and its letters. */
export function testLabelSheet(
  { printer, at }: { readonly printer: string; readonly at: string },
  texts: DocumentTexts,
  media: LabelSize,
): Sheet {
  const { widthMm, heightMm } = mediaMm[media]
  const inner = { xMm: 4, widthMm: widthMm - 8 }
  const unit = heightMm / 30
  return {
    title: texts.testLabel.title,
    widthMm,
    heightMm,
    pages: [
      [
        { kind: 'box', xMm: 1, yMm: 1, widthMm: widthMm - 2, heightMm: heightMm - 2 },
        textMark(filled(texts.testLabel.printer, { printer }), {
          ...inner,
          yMm: 2.5 * unit,
          maxLines: 2,
          sizeMm: media === '50x30' ? 3 : 6,
          minSizeMm: 2.2,
          bold: true,
        }),
        barsMark('RPR:NEXT', { ...inner, yMm: 11 * unit, heightMm: 9 * unit }, media === '50x30' ? 0.25 : 0.5),
        textMark(`${texts.testLabel.letters} - ${at}`, {
          ...inner,
          yMm: 23 * unit,
          maxLines: 2,
          sizeMm: media === '50x30' ? 2.4 : 4,
          minSizeMm: 2,
        }),
      ],
    ],
  }
}
