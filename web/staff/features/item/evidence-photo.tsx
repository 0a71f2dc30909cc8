import { useTranslation } from 'react-i18next'
import { useKeptPhoto, usePhotos } from '#web/local/photo/photo-context.tsx'
import { Photo } from '#web/staff/ui/photo.tsx'

/** A photo of a test: this device's own while it waits to be sent, else the server's. */
export function EvidencePhoto({ photoId, label }: { readonly photoId: string; readonly label: string }) {
  const { t } = useTranslation('item')
  const kept = useKeptPhoto(usePhotos(), photoId)
  if (kept === undefined) return null
  const source = kept ?? `/api/evidence/${photoId}`
  return <Photo key={source} source={source} label={label} missing={t(($) => $.conformity.photoMissing)} />
}
