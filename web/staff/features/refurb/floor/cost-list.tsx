import { useTranslation } from 'react-i18next'
import type { ItemStep } from '#domain/refurb/refurb-step.ts'
import { useFormat } from '#web/lib/platform.tsx'
import styles from '../refurb.module.css'

/** Steps with the planned cost of each, and their total. */
export function CostList(props: {
  readonly steps: readonly Pick<ItemStep, 'stepId' | 'name' | 'plannedCostCents'>[]
  readonly totalCents: number
}) {
  const { t } = useTranslation('refurb')
  const format = useFormat()
  return (
    <ul className={styles.lines}>
      {props.steps.map(({ stepId, name, plannedCostCents }) => (
        <li key={stepId}>
          <span>{name}</span>
          <span className={styles.money}>{format.money(plannedCostCents)}</span>
        </li>
      ))}
      <li className={styles.total}>
        <span>{t(($) => $.summary.planned)}</span>
        <span className={styles.money}>{format.money(props.totalCents)}</span>
      </li>
    </ul>
  )
}
