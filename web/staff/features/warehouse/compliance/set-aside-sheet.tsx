import { useTranslation } from 'react-i18next'
import { setAsideReasons, type SetAsideReason } from '#domain/warehouse/compliance.ts'
import { FloorSheet } from '#web/staff/ui/floor-sheet.tsx'
import styles from './compliance.module.css'

/** Why a product goes to quarantine without being priced. */
export function SetAsideSheet(props: {
  readonly onPick: (reason: SetAsideReason) => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('compliance')
  return (
    <FloorSheet title={t(($) => $.setAside.title)} closeLabel={t(($) => $.setAside.close)} onClose={props.onClose}>
      <p>{t(($) => $.setAside.text)}</p>
      <ul className={styles.answers}>
        {setAsideReasons.map((reason, at) => (
          <li key={reason}>
            <button type="button" className={styles.answer} onClick={() => props.onPick(reason)}>
              <kbd className={styles.key}>{String.fromCharCode(65 + at)}</kbd>
              <span className={styles.answerName}>{t(($) => $.setAside[reason])}</span>
            </button>
          </li>
        ))}
      </ul>
    </FloorSheet>
  )
}
