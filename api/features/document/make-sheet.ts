import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { documentTexts } from '#api/documents/document-texts.ts'
import { transliteratedContent } from '#api/documents/transliterated-content.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { fitsMedia, mediaOfKind, type FloorDocumentKind, type MediaSize } from '#domain/document/document-kind.ts'
import { itemLabelSheet } from '#domain/document/item-label.ts'
import { packageSheet } from '#domain/document/package-papers.ts'
import { returnLabelSheet } from '#domain/document/return-label.ts'
import type { Sheet } from '#domain/document/sheet.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import {
  readCarrierLabel,
  readItemLabel,
  readPackageContent,
  readReader,
  readReturnLabelContent,
} from './document-content-queries.ts'
import type { Printing } from './document-scope.ts'

/** Lays out a paper of an item or a package in the caller's language; refuses what the caller does not reach. */
export async function makeSheet(
  database: Database,
  caller: Printing,
  document: { readonly kind: FloorDocumentKind; readonly id: string; readonly media?: MediaSize | undefined },
): Promise<Result<Sheet, Failure>> {
  const { kind, id } = document
  const media = document.media ?? mediaOfKind[kind][0]!
  if (!fitsMedia(kind, media)) return refuse('DOCUMENT_MEDIA_UNFIT', { field: 'media' })
  return inAccount(
    database,
    caller.accountId,
    async (tx) => {
      const reader = await readReader(tx, caller)
      const texts = documentTexts[reader.language]
      if (kind === 'item_label') {
        const label = transliteratedContent(await readItemLabel(tx, caller, id, reader))
        return label === null ? refuse('REQUEST_NOT_FOUND') : succeed(itemLabelSheet(label, texts, media))
      }
      if (kind === 'return_label') {
        const label = transliteratedContent(await readReturnLabelContent(tx, caller, id, reader))
        return label === null ? refuse('REQUEST_NOT_FOUND') : succeed(returnLabelSheet(label, texts, media))
      }
      if (kind === 'package_label' && (await readCarrierLabel(tx, caller, id)) !== null)
        return refuse('DOCUMENT_CARRIER_LABEL')
      const content = transliteratedContent(await readPackageContent(tx, caller, id, reader))
      if (content === null) return refuse('REQUEST_NOT_FOUND')
      return content === 'open' ? refuse('DOCUMENT_PACKAGE_OPEN') : succeed(packageSheet(kind, content, texts, media))
    },
    { readOnly: true, isolation: 'repeatable read' },
  )
}
