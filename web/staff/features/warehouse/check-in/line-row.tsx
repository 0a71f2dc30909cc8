import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { CheckInLine } from './check-in-line.ts'
import { VerdictIcon } from './verdict-icon.tsx'
import styles from './check-in.module.css'

/** One line of the list: what it was, where it goes, and how far it has come. Opens its detail. */
export const LineRow = memo(function LineRow({
  line,
  onOpen,
}: {
  readonly line: CheckInLine
  readonly onOpen: (line: CheckInLine) => void
}) {
  const { t } = useTranslation('warehouse')
  const format = useFormat()
  const undone = line.state === 'undone'
  const word = undone ? 'undone' : (line.verdict?.word ?? 'saving')
  return (
    <li className={styles.row} data-tone={undone ? 'undone' : (line.verdict?.tone ?? 'saving')}>
      <button type="button" className={styles.rowButton} onClick={() => onOpen(line)}>
        <span className={styles.rowIcon}>{word !== 'saving' && <VerdictIcon word={word} size={24} />}</span>
        <span className={styles.rowText}>
          <span className={styles.rowProduct}>{line.label ?? t(($) => $.outcome[word])}</span>
          <span className={styles.rowCode}>{groupCode(line.code)}</span>
          {line.label !== null && <span className={styles.rowWord}>{t(($) => $.outcome[word])}</span>}
        </span>
        <span className={styles.rowEnd}>
          {line.state !== 'local' && (
            <span className={styles.state} data-state={line.state}>
              {t(($) => $.state[line.state])}
            </span>
          )}
          <time className={styles.rowTime} dateTime={new Date(line.capturedAtMs).toISOString()}>
            {format.time(new Date(line.capturedAtMs))}
          </time>
        </span>
      </button>
    </li>
  )
})
