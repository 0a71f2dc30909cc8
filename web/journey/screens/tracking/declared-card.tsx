import { useTranslation } from 'react-i18next'
import { PriceLines } from '../../kit/price-lines.tsx'
import type { Tracking } from './tracking-stages.ts'
import classes from './tracking.module.css'

/** What the customer has declared, and how the promised price came about. */
export function DeclaredCard({ tracking }: { readonly tracking: Tracking }) {
  const { t } = useTranslation(['tracking', 'journey'])
  const { declared, circuitType, totalPriceCents } = tracking
  if (declared === undefined || declared.grade === null) return null
  const { grade, imei, answers, estimateCents, impactPriceEntries } = declared
  const rows = [...answers, ...(imei === null ? [] : [{ question: t(($) => $.quote.imei), answer: imei }])]
  return (
    <section className={classes.card} aria-labelledby="tracking-declared">
      <h2 id="tracking-declared">{t(($) => $.quote.answers)}</h2>
      <p>
        <strong>{t(($) => $.grade[grade], { ns: 'journey' })}</strong>
      </p>
      {rows.length === 0 ? null : (
        <dl>
          {rows.map(({ question, answer }, at) => (
            // Two questions may read alike; those of one declaration never change their order.
            <div key={`${at} ${question}`}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {estimateCents === null || totalPriceCents === null || impactPriceEntries.length === 0 ? null : (
        <PriceLines
          hasBase
          lines={[
            { label: t(($) => $.price.estimate, { ns: 'journey' }), valueCents: estimateCents },
            ...impactPriceEntries.map(({ source, label, valueCents }) => ({
              label: source === 'circuit' ? t(($) => $.options.circuit[circuitType], { ns: 'journey' }) : label,
              valueCents,
            })),
          ]}
          sum={{ label: t(($) => $.tracking.promised), valueCents: totalPriceCents }}
        />
      )}
    </section>
  )
}
