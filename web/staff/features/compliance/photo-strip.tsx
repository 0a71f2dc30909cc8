import { IconCamera, IconZoomIn } from '@tabler/icons-react'
import { Loader } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxPhotosOfTest } from '#domain/item/evidence-photo.ts'
import { usePhotoUrl } from '#web/local/photo/photo-context.tsx'
import type { Photos } from '#web/local/photo/photos.ts'
import type { DraftPhoto } from './test-draft.ts'
import type { PhotoProblem } from './use-test-photos.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './compliance.module.css'

/** Photos of one question, or of the product: taken by the camera or chosen, made small here, kept until they arrive. */
export function PhotoStrip(props: {
  readonly photos: Photos
  readonly taken: readonly DraftPhoto[]
  readonly isFull: boolean
  /** Whether the test is being confirmed, so that no other photo is begun. */
  readonly isHeld?: boolean
  /** Whether the photos show the product as a whole, and no answer. */
  readonly isOfProduct?: boolean
  /** Why the last photo was not kept; null where it was. */
  readonly problem: PhotoProblem | null
  readonly take: (files: readonly File[]) => Promise<void>
  /** A photo is to be looked at; `number` is its place in the strip. */
  readonly onShow: (photoId: string, number: number) => void
}) {
  const { t } = useTranslation('compliance')
  const [busy, setBusy] = useState(0)
  const { problem } = props
  const id = useId()

  const add = async (files: readonly File[]): Promise<void> => {
    setBusy((count) => count + 1)
    try {
      await props.take(files)
    } finally {
      setBusy((count) => count - 1)
    }
  }

  const addFrom = (camera: HTMLInputElement): void => {
    const files = Array.from(camera.files ?? [])
    // The same file again is a change again.
    camera.value = ''
    void add(files)
  }

  return (
    <section className={styles.photos}>
      {problem !== null && (
        <p className={words.error} role="alert">
          {t(($) => $.photo.problem[problem])}
        </p>
      )}
      <div className={styles.strip}>
        {props.taken.map(({ photoId }, at) => (
          <Thumbnail
            key={photoId}
            photos={props.photos}
            photoId={photoId}
            number={at + 1}
            onShow={() => props.onShow(photoId, at + 1)}
          />
        ))}
        {props.isFull ? (
          <p className={words.soft}>{t(($) => $.photo.full, { most: maxPhotosOfTest })}</p>
        ) : (
          <label className={styles.camera} htmlFor={id} data-busy={busy > 0 || props.isHeld === true || undefined}>
            {busy > 0 ? <Loader size={24} color="currentColor" /> : <IconCamera size={28} aria-hidden />}
            <span aria-live="polite">
              {busy > 0
                ? t(($) => $.photo.busy)
                : props.taken.length > 0
                  ? t(($) => $.photo.another)
                  : t(($) => (props.isOfProduct === true ? $.photo.product : $.photo.add))}
            </span>
          </label>
        )}
        <input
          id={id}
          ref={(camera) => {
            // Not by the page, which no longer hears a camera whose step is left before its photo is taken.
            if (camera !== null) camera.onchange = () => addFrom(camera)
          }}
          disabled={props.isHeld === true}
          className={styles.file}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/*"
          capture="environment"
        />
      </div>
    </section>
  )
}

function Thumbnail(props: {
  readonly photos: Photos
  readonly photoId: string
  readonly number: number
  readonly onShow: () => void
}) {
  const { t } = useTranslation('compliance')
  const { photos, photoId, number } = props
  const url = usePhotoUrl(photos, photoId)
  return (
    <button
      type="button"
      className={styles.thumbnail}
      aria-label={t(($) => $.photo.show, { number })}
      onClick={props.onShow}
    >
      {url !== null && <img src={url} alt={t(($) => $.photo.alt, { number })} />}
      <IconZoomIn size={24} aria-hidden />
    </button>
  )
}
