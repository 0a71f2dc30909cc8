import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { usePhotos, usePhotoUrl } from '#web/local/photo/photo-context.tsx'
import { LetteredAction } from '#web/staff/ui/floor/lettered-action.tsx'
import type { RefusedPhoto } from '#web/local/photo/refused-photo.ts'
import { RemovalSheet } from './removal-sheet.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './attention.module.css'

/** Photos that the server does not take: each goes once more, or is deleted from this device. */
export function RefusedPhotos(props: {
  readonly photos: readonly RefusedPhoto[]
  readonly onSaid: (text: string) => void
}) {
  const { t } = useTranslation('sync')
  const photos = usePhotos()
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const deleted = props.photos.find(({ id }) => id === deletedId)
  if (props.photos.length === 0) return null
  return (
    <section className={styles.cause}>
      <h2 className={styles.causeTitle}>{t(($) => $.attention.photos.title)}</h2>
      <p className={words.soft}>{t(($) => $.attention.photos.count, { count: props.photos.length })}</p>
      <ul className={styles.entries}>
        {props.photos.map((photo) => (
          <PhotoEntry
            key={photo.id}
            photo={photo}
            onSend={() => {
              void photos.sendAgain(photo.id)
              props.onSaid(t(($) => $.attention.photos.sending))
            }}
            onDelete={() => setDeletedId(photo.id)}
          />
        ))}
      </ul>
      {deleted !== undefined && (
        <DeleteSheet
          photo={deleted}
          onDelete={async () => {
            await photos.store.remove([deleted.id])
            setDeletedId(null)
            props.onSaid(t(($) => $.attention.photos.deleted))
          }}
          onBack={() => setDeletedId(null)}
        />
      )}
    </section>
  )
}

function PhotoEntry(props: {
  readonly photo: RefusedPhoto
  readonly onSend: () => void
  readonly onDelete: () => void
}) {
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const format = useFormat()
  const { photo } = props
  const name = useNameOf(photo)
  return (
    <li className={styles.entry}>
      <Picture photo={photo} />
      <div className={styles.entryText}>
        <strong>{name}</strong>
        {photo.product !== null && photo.code !== null && <span className={words.mono}>{groupCode(photo.code)}</span>}
        <span>{reasonText(photo.reason)}</span>
        <span className={words.soft}>
          {photo.question ?? t(($) => $.attention.photos.ofProduct)} · {format.dateTime(new Date(photo.takenAtMs))}
        </span>
        {!photo.mayResolve && <span className={words.soft}>{t(($) => $.attention.photos.otherAuthor)}</span>}
      </div>
      {photo.mayResolve && (
        <div className={`${arrange.pair} ${styles.answers}`}>
          <LetteredAction tone="quiet" onClick={props.onDelete}>
            {t(($) => $.attention.photos.delete)}
            <span className="visually-hidden"> {name}</span>
          </LetteredAction>
          <LetteredAction tone="quiet" onClick={props.onSend}>
            {t(($) => $.attention.photos.sendAgain)}
            <span className="visually-hidden"> {name}</span>
          </LetteredAction>
        </div>
      )}
    </li>
  )
}

function DeleteSheet(props: {
  readonly photo: RefusedPhoto
  readonly onDelete: () => Promise<void>
  readonly onBack: () => void
}) {
  const { t } = useTranslation('sync')
  const [busy, setBusy] = useState(false)
  const name = useNameOf(props.photo)

  const remove = async (): Promise<void> => {
    setBusy(true)
    await props.onDelete()
  }

  return (
    <RemovalSheet
      title={t(($) => $.attention.photos.deleteTitle)}
      action={t(($) => $.attention.photos.delete)}
      busy={busy}
      onRemove={() => void remove()}
      onBack={props.onBack}
    >
      <div className={arrange.stack}>
        <Picture photo={props.photo} large />
        <p>
          <strong>{name}</strong>
        </p>
        <p>{t(($) => $.attention.photos.deleteText)}</p>
      </div>
    </RemovalSheet>
  )
}

function Picture({ photo, large }: { readonly photo: RefusedPhoto; readonly large?: boolean }) {
  const { t } = useTranslation('sync')
  const url = usePhotoUrl(usePhotos(), photo.id)
  return (
    <span className={styles.picture} data-large={large}>
      {url !== null && <img src={url} alt={photo.question ?? t(($) => $.attention.photos.ofProduct)} />}
    </span>
  )
}

function useNameOf({ product, code }: RefusedPhoto): string {
  const { t } = useTranslation('sync')
  return product ?? (code === null ? t(($) => $.attention.photos.unknownItem) : groupCode(code))
}
