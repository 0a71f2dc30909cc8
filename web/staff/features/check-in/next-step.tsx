import { useTranslation } from 'react-i18next'
import type { NextStep, Verdict } from './verdict.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { usePersonName } from '#web/lib/use-person-name.ts'
import styles from './check-in.module.css'

/** What to do with the product now; the warehouse that it goes to, or is in the stock of, stands in big letters. */
export function NextStepText({ verdict }: { readonly verdict: Verdict }) {
  const { t } = useTranslation('warehouse')
  const personName = usePersonName()
  const { sealedBy } = verdict
  return (
    <>
      <Next next={verdict.next} />
      {sealedBy !== undefined && (
        <p className={styles.next}>{t(($) => $.next.sealedWaits, { name: personName(sealedBy) })}</p>
      )}
    </>
  )
}

function Next({ next }: { readonly next: NextStep }) {
  const { t } = useTranslation('warehouse')
  const reasonText = useReasonText()
  const personName = usePersonName()
  if (next.kind === 'sealed')
    return <p className={styles.next}>{t(($) => $.next.sealed, { name: personName(next.name) })}</p>
  if (next.kind === 'stock') return <p className={styles.next}>{t(($) => $.next.stock, { stock: next.stock })}</p>
  if (next.kind === 'text') return <p className={styles.next}>{t(($) => $.next[next.text])}</p>
  if (next.kind === 'reason') return <p className={styles.next}>{reasonText(next.code)}</p>
  return (
    <p className={styles.next}>
      {t(($) => $.next[next.kind])}
      <strong className={styles.warehouse}>{next.warehouse}</strong>
      {next.city !== null && next.city !== next.warehouse && <span className={styles.city}>{next.city}</span>}
    </p>
  )
}
