import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { ResultPanel } from '#web/staff/ui/floor/result-panel.tsx'
import type { CheckInLine } from './check-in-line.ts'
import { NextStepText } from './next-step.tsx'
import { VerdictIcon } from './verdict-icon.tsx'
import styles from './check-in.module.css'

/** The last scan, readable from a metre: the word, the product, its code, and what to do with it. */
export function LastScan({ line }: { readonly line: CheckInLine }) {
  const { t } = useTranslation('warehouse')
  const undone = line.state === 'undone'
  const verdict = line.verdict
  return (
    <ResultPanel
      tone={undone ? 'done' : (verdict?.tone ?? 'saving')}
      sign={verdict !== null && <VerdictIcon word={undone ? 'undone' : verdict.word} size={36} />}
      word={t(($) => $.outcome[undone ? 'undone' : (verdict?.word ?? 'saving')])}
    >
      {line.label !== null && <p className={styles.product}>{line.label}</p>}
      <p className={styles.code}>{groupCode(line.code)}</p>
      {verdict !== null && !undone && <NextStepText verdict={verdict} />}
    </ResultPanel>
  )
}
