import type { DocumentTexts, ItemLabel, PackageContent } from './content.ts'
import type { FloorDocumentKind, MediaSize } from './document-kind.ts'
import { itemLabelSheet } from './item-label.ts'
import { packageSheet } from './package-papers.ts'
import type { Sheet } from './sheet.ts'

/** Kinds that belong to a package. */
export type PackageDocumentKind = Exclude<FloorDocumentKind, 'item_label'>

/** A paper with what it says. */
export type FloorDocument =
  | { readonly kind: 'item_label'; readonly content: ItemLabel }
  | { readonly kind: PackageDocumentKind; readonly content: PackageContent }

/** Lays out a paper of any kind. */
export function documentSheet(document: FloorDocument, texts: DocumentTexts, media: MediaSize): Sheet {
  return document.kind === 'item_label'
    ? itemLabelSheet(document.content, texts, media)
    : packageSheet(document.kind, document.content, texts, media)
}
