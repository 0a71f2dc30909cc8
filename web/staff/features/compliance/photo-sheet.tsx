import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhotoUrl } from '#web/local/photo/photo-context.tsx'
import type { Photos } from '#web/local/photo/photos.ts'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { useAnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import styles from './compliance.module.css'

/** A photo of a test, large enough to judge it; it is removed here, by hand alone and after a question. */
export function PhotoSheet(props: {
  readonly photos: Photos
  readonly photoId: string
  readonly number: number
  readonly onRemove: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('compliance')
  const { number, onClose } = props
  const [asks, setAsks] = useState(false)
  const url = usePhotoUrl(props.photos, props.photoId)
  useStepPause(asks ? 'question' : 'photo')
  useDialogCommands({ onCancel: onClose, onCode: onClose })
  useAnswerKeys({ onBack: onClose })
  const name = t(($) => $.photo.alt, { number })
  return (
    <FloorSheet
      title={name}
      closeLabel={t(($) => $.photo.close)}
      onClose={onClose}
      actions={
        asks ? (
          <>
            <FloorAction key="remove" tone="danger" icon={IconTrash} onClick={props.onRemove}>
              {t(($) => $.photo.removeForGood)}
            </FloorAction>
            <FloorAction key="keep" onClick={() => setAsks(false)}>
              {t(($) => $.photo.keep)}
            </FloorAction>
          </>
        ) : (
          <FloorAction key="ask" tone="quiet" icon={IconTrash} onClick={() => setAsks(true)}>
            {t(($) => $.photo.remove, { number })}
          </FloorAction>
        )
      }
    >
      {asks && <p role="alert">{t(($) => $.photo.ask)}</p>}
      {url !== null && <img className={styles.shownPhoto} src={url} alt={name} />}
    </FloorSheet>
  )
}
