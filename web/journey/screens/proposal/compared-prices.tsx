import { useTranslation } from 'react-i18next'
import { PriceLines } from '../../kit/price-lines.tsx'
import { useFormat } from '../../kit/site.ts'
import classes from './proposal.module.css'
import type { readProposalCall } from '#sync/calls/proposal.ts'
import type { Answer } from '#web/lib/http.ts'

/** A price proposal as its customer sees it. */
export type Proposal = Answer<typeof readProposalCall>

/** The price by the declaration beside the one by the test, each line by line. */
export function ComparedPrices({ proposal }: { readonly proposal: Proposal }) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  const { declaredCents, declaredLines, proposedCents, proposedLines } = proposal
  const less = declaredCents === null ? 0 : declaredCents - proposedCents
  return (
    <section className={classes.prices} aria-label={t(($) => $.proposal.prices)}>
      {declaredCents === null ? null : (
        <Price title={t(($) => $.proposal.yourDeclaration)} lines={declaredLines} cents={declaredCents} />
      )}
      <Price
        title={t(($) => $.proposal.afterControl)}
        lines={proposedLines}
        cents={proposedCents}
        note={less > 0 ? t(($) => $.proposal.lower, { amount: format.money(less) }) : null}
        isNew
      />
    </section>
  )
}

function Price(props: {
  readonly title: string
  readonly lines: Proposal['proposedLines']
  readonly cents: number
  readonly note?: string | null
  readonly isNew?: boolean
}) {
  const { t } = useTranslation(['tracking', 'journey'])
  return (
    <div className={classes.price} data-new={props.isNew}>
      <h2>{props.title}</h2>
      <PriceLines
        hasBase
        lines={props.lines.map(({ grade, label, valueCents }) => ({
          label:
            label ?? (grade === null ? t(($) => $.proposal.condition) : t(($) => $.grade[grade], { ns: 'journey' })),
          valueCents,
        }))}
        sum={{ label: t(($) => $.proposal.total), valueCents: props.cents }}
      />
      {props.note == null ? null : <p>{props.note}</p>}
    </div>
  )
}
