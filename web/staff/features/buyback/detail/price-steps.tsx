import { useTranslation } from 'react-i18next'
import { isClosed } from '#domain/buyback/buyback-status.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import classes from './detail.module.css'

type Station = 'predeclared' | 'declared' | 'controlled' | 'validated'

/** The price on its way: as declared on the web, declared, controlled and validated, each with its grade. */
export function PriceSteps({ buyback }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const gradeText = useGradeText()
  const stations: readonly (readonly [Station, string | null, number | null])[] = [
    ...(buyback.predeclaredPriceCents === null
      ? []
      : ([['predeclared', buyback.predeclaredGrade, buyback.predeclaredPriceCents]] as const)),
    ['declared', buyback.declaredGrade, buyback.declaredPriceCents],
    ['controlled', buyback.controlledGrade, buyback.controlledPriceCents],
    ['validated', buyback.validatedGrade, buyback.validatedPriceCents],
  ]
  const now = stations.findLastIndex(([, , cents]) => cents !== null)
  return (
    <ol className={classes.way} aria-label={t(($) => $.detail.prices)}>
      {stations.map(([name, grade, cents], at) => (
        <li key={name} className={classes.station} data-now={at === now || undefined}>
          <span className={classes.soft}>{t(($) => $.detail.steps[name])}</span>
          <strong>{cents === null ? '–' : format.money(cents)}</strong>
          <span className={classes.soft}>
            {cents !== null
              ? (gradeText(grade) ?? ' ')
              : isClosed(buyback.status)
                ? ' '
                : t(($) => $.detail.steps.waiting)}
          </span>
        </li>
      ))}
    </ol>
  )
}
