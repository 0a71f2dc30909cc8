import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentTexts } from '#domain/document/document-content.ts'
import type { MediaSize } from '#domain/document/document-kind.ts'
import { documentSheet } from '#domain/document/document-sheet.ts'
import type { Sheet } from '#domain/document/sheet.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { PrintRequest } from '#web/staff/ui/print/use-print.ts'
import { localDocument } from './local-document.ts'
import { paperDates } from './paper-dates.ts'

/** Lays a paper out from the device's own data; null where it does not know enough. */
export type LocalSheet = (request: PrintRequest, media: MediaSize) => Promise<Sheet | null>

/** Papers from the device's copy, in the language of the moment. */
export function useLocalSheet(engine: Engine, user: StoredUser | null): LocalSheet {
  const texts = useDocumentTexts()
  const { i18n } = useTranslation('document')
  const place = user?.currentOrganization ?? null
  const timeZone = place?.account.timeZone ?? 'Europe/Paris'
  return useCallback(
    async (request, media) => {
      const names = {
        ...paperDates(i18n.language, timeZone),
        place: place === null ? null : { id: place.id, name: place.commonName },
      }
      const document = await localDocument(engine, request, names)
      return document === null ? null : documentSheet(document, texts, media)
    },
    [engine, texts, i18n.language, timeZone, place],
  )
}

/** Words of the papers in the language of the moment. */
export function useDocumentTexts(): DocumentTexts {
  const { t } = useTranslation('document')
  return t(($) => $.print, { returnObjects: true }) as DocumentTexts
}
