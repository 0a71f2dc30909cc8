import type { BuybackContent } from './buyback-content.ts'
import { declaredAnswers, facts, heading, headed, paperMm, productFacts, steps } from './buyback-parts.ts'
import type { DocumentTexts } from './document-content.ts'
import { mediaMm } from './document-kind.ts'
import { createPageFlow } from './page-flow.ts'
import { caption, place } from './paper-parts.ts'
import { barsMark, type Sheet } from './sheet.ts'

/** The sheet that goes with the product: its code large, from whom to where, what was declared, what to do next. */
export function buybackTrackingSheet(content: BuybackContent, texts: DocumentTexts): Sheet {
  const words = texts.buyback
  const flow = createPageFlow({ topMm: 42, nextTopMm: 18, bottomMm: paperMm.bottom })
  const half = paperMm.width / 2 - 4
  const address = { widthMm: half, heightMm: 26, sizeMm: 4.2, minSizeMm: 3 }
  const right = paperMm.margin + half + 8
  flow.add(31, (yMm) => [
    caption(texts.package.from, paperMm.margin, yMm, half),
    ...place(content.store ?? content.customer, { xMm: paperMm.margin, yMm: yMm + 4.5, ...address }),
    caption(texts.package.to, right, yMm, half),
    ...place(content.warehouse, { xMm: right, yMm: yMm + 4.5, ...address }),
  ])
  flow.add(34, (yMm) => [
    { kind: 'box', xMm: paperMm.margin, yMm, widthMm: paperMm.width, heightMm: 33 },
    barsMark(content.number, { xMm: paperMm.margin + 6, yMm: yMm + 4, widthMm: 120, heightMm: 25 }, 0.9),
    { kind: 'datamatrix', xMm: paperMm.margin + paperMm.width - 34, yMm: yMm + 4, sizeMm: 25, text: content.number },
  ])
  heading(flow, texts.package.product)
  productFacts(flow, content, texts)
  facts(flow, [[words.date, content.createdOn]])
  if (content.instructions.length > 0) {
    heading(flow, words.instructions)
    steps(flow, content.instructions)
  }
  declaredAnswers(flow, content, texts)
  flow.gap(4)
  flow.text(words.sheetHint, { xMm: paperMm.margin, widthMm: paperMm.width, sizeMm: 3.4 })
  const pages = headed(words.trackingSheet, content, texts, flow.pages())
  return { title: `${words.trackingSheet} ${content.number}`, ...mediaMm.a4, pages }
}
