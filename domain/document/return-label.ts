import type { DocumentTexts, ReturnLabel } from './document-content.ts'
import type { MediaSize } from './document-kind.ts'
import { parcelLabel } from './parcel-label.ts'
import { onA4, type Sheet } from './sheet.ts'

/** The label with which a product goes back to its customer: both addresses, the product, the number as bars. */
export function returnLabelSheet(label: ReturnLabel, texts: DocumentTexts, media: MediaSize): Sheet {
  const sheet = parcelLabel(label, { ...texts.returnLabel, code: texts.package.itemCode }, texts)
  return media === 'a4' ? onA4(sheet) : sheet
}
