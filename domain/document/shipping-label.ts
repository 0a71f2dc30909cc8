import type { BuybackContent, ShippingNumber } from './buyback-content.ts'
import { heading, paperMm, steps } from './buyback-parts.ts'
import type { DocumentTexts } from './document-content.ts'
import { createPageFlow } from './page-flow.ts'
import { parcelLabel } from './parcel-label.ts'
import { onA4, type Sheet } from './sheet.ts'

/** The label of the parcel to the warehouse, to cut out of a sheet that says how. */
export function shippingLabelSheet(content: BuybackContent & ShippingNumber, texts: DocumentTexts): Sheet {
  const words = texts.buyback
  const label = parcelLabel(
    {
      number: content.shippingNumber,
      from: content.store ?? content.customer,
      to: content.warehouse,
      product: content.product,
      measures: content.measures,
      code: content.number,
      createdOn: content.createdOn,
    },
    { title: words.shippingLabel, number: words.shippingNumber, code: words.number, createdOn: words.date },
    texts,
  )
  const flow = createPageFlow({ topMm: 172, nextTopMm: 18, bottomMm: paperMm.bottom })
  if (content.withoutPostage) {
    flow.text(words.withoutPostage, { xMm: 16, widthMm: paperMm.width, sizeMm: 5, bold: true })
    flow.gap(3)
  }
  flow.text(words.labelHint, { xMm: 16, widthMm: paperMm.width, sizeMm: 4 })
  if (content.instructions.length > 0) {
    heading(flow, words.instructions)
    steps(flow, content.instructions)
  }
  const sheet = onA4(label)
  const [first = [], ...rest] = flow.pages()
  return { ...sheet, pages: [[...(sheet.pages[0] ?? []), ...first], ...rest] }
}
