import type { DocumentTexts, ItemLabel, PackageContent, ReturnLabel } from './document-content.ts'
import type { MediaSize, PackageDocumentKind } from './document-kind.ts'
import { itemLabelSheet } from './item-label.ts'
import { packageSheet } from './package-papers.ts'
import { returnLabelSheet } from './return-label.ts'
import type { Sheet } from './sheet.ts'

/** A paper with what it says. */
export type FloorDocument =
  | { readonly kind: 'item_label'; readonly content: ItemLabel }
  | { readonly kind: 'return_label'; readonly content: ReturnLabel }
  | { readonly kind: PackageDocumentKind; readonly content: PackageContent }

/** Lays out a paper of any kind. */
export function documentSheet(document: FloorDocument, texts: DocumentTexts, media: MediaSize): Sheet {
  switch (document.kind) {
    case 'item_label':
      return itemLabelSheet(document.content, texts, media)
    case 'return_label':
      return returnLabelSheet(document.content, texts, media)
    default:
      return packageSheet(document.kind, document.content, texts, media)
  }
}
