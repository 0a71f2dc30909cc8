import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { ScanRow } from '#web/staff/ui/floor/scan-list.tsx'
import type { CheckInLine } from './check-in-line.ts'
import { VerdictIcon } from './verdict-icon.tsx'
import words from '#web/staff/ui/floor/floor-text.module.css'
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
    <ScanRow
      sign={{
        tone: undone ? 'undone' : (line.verdict?.tone ?? 'saving'),
        icon: word !== 'saving' && <VerdictIcon word={word} size={24} />,
      }}
      title={<span className={styles.rowProduct}>{line.label ?? t(($) => $.outcome[word])}</span>}
      isUndone={undone}
      end={
        <>
          {line.state !== 'local' && (
            <span className={styles.state} data-state={line.state}>
              {t(($) => $.state[line.state])}
            </span>
          )}
          <time className={words.soft} dateTime={new Date(line.capturedAtMs).toISOString()}>
            {format.time(new Date(line.capturedAtMs))}
          </time>
        </>
      }
      onOpen={() => onOpen(line)}
    >
      <span className={words.mono}>{groupCode(line.code)}</span>
      {line.label !== null && <span className={words.soft}>{t(($) => $.outcome[word])}</span>}
    </ScanRow>
  )
})
