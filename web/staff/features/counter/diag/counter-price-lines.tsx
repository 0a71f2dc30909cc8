import type { TFunction } from 'i18next'
import type { Estimate } from '#domain/catalog/estimate.ts'
import type { ModifierLine } from '#domain/buyback/modifiers.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import { useFormat } from '#web/lib/platform.tsx'
import classes from '../counter.module.css'

/** A line of a price. */
export interface PriceLine {
  readonly label: string
  readonly valueCents: number
  /** Whether the price begins with it, so that it adds nothing. */
  readonly isBase?: boolean
}

/** An estimate line by line: the price of the condition, then each answer that changes it. */
export function estimateLines(product: PublicProduct, estimate: Estimate, t: TFunction<'journey'>): PriceLine[] {
  const answers = new Map(
    product.terms.questionnaire.questions.flatMap((question) => question.answers.map(({ id, name }) => [id, name])),
  )
  return [
    { label: t(($) => $.grade[estimate.grade]), valueCents: estimate.gradePriceCents, isBase: true },
    ...estimate.lines
      .filter(({ impactCents }) => impactCents !== 0)
      .map(({ answerId, impactCents }) => ({ label: answers.get(answerId) ?? '', valueCents: impactCents })),
  ]
}

/** Modifiers line by line; a circuit is called what it is to the customer. */
export function modifierPriceLines(
  lines: readonly ModifierLine[],
  circuit: CircuitOption | null,
  t: TFunction<'journey'>,
): (PriceLine & Pick<ModifierLine, 'source'>)[] {
  return lines.map(({ source, label, impactCents }) => ({
    source,
    label: source === 'circuit' && circuit !== null ? t(($) => $.options.circuit[circuit.type]) : label,
    valueCents: impactCents,
  }))
}

/** The lines, each with its sign, and their sum. */
export function PriceLines(props: { readonly lines: readonly PriceLine[]; readonly sum: PriceLine }) {
  const format = useFormat()
  const signed = ({ valueCents, isBase = false }: PriceLine): string =>
    !isBase && valueCents > 0 ? `+${format.money(valueCents)}` : format.money(valueCents)
  return (
    <dl className={classes.prices}>
      {props.lines
        .filter(({ valueCents, isBase }) => isBase === true || valueCents !== 0)
        .map((line) => (
          <div key={line.label}>
            <dt>{line.label}</dt>
            <dd>{signed(line)}</dd>
          </div>
        ))}
      <div className={classes.sum}>
        <dt>{props.sum.label}</dt>
        <dd>{format.money(props.sum.valueCents)}</dd>
      </div>
    </dl>
  )
}
