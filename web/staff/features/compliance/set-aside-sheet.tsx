import { useTranslation } from 'react-i18next'
import { setAsideReasons, type SetAsideReason } from '#domain/compliance/compliance.ts'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { useAnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import styles from './compliance.module.css'

/** Why a product goes to quarantine without being priced. */
export function SetAsideSheet(props: {
  readonly onPick: (reason: SetAsideReason) => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('compliance')
  const { onPick, onClose } = props
  const pick = (at: number): boolean => {
    const reason = setAsideReasons[at]
    if (reason !== undefined) onPick(reason)
    return reason !== undefined
  }
  useDialogCommands({ onAnswer: pick, onCancel: onClose, onCode: onClose })
  useAnswerKeys({ onAnswer: pick })
  return (
    <FloorSheet title={t(($) => $.setAside.title)} closeLabel={t(($) => $.setAside.close)} onClose={onClose}>
      <p>{t(($) => $.setAside.text)}</p>
      <div className={styles.answers}>
        <ChoiceList>
          {setAsideReasons.map((reason, at) => (
            <ChoiceRow key={reason} keyName={letterOf(at)} onClick={() => onPick(reason)}>
              <span className={styles.answerName}>{t(($) => $.setAside[reason])}</span>
            </ChoiceRow>
          ))}
        </ChoiceList>
      </div>
    </FloorSheet>
  )
}
