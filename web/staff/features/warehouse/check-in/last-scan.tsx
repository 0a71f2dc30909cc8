import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
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
    <section className={styles.last} data-tone={undone ? 'done' : (verdict?.tone ?? 'saving')} aria-live="polite">
      <p className={styles.word}>
        {verdict !== null && <VerdictIcon word={undone ? 'undone' : verdict.word} size={36} />}
        <span>{t(($) => $.outcome[undone ? 'undone' : (verdict?.word ?? 'saving')])}</span>
      </p>
      {line.label !== null && <p className={styles.product}>{line.label}</p>}
      <p className={styles.code}>{groupCode(line.code)}</p>
      {verdict !== null && !undone && <NextStepText next={verdict.next} />}
    </section>
  )
}
