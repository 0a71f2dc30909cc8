import { useFormat } from './site.ts'
import classes from './kit.module.css'

/** One line of a price, in cents. */
export interface PriceLine {
  readonly label: string
  readonly valueCents: number
}

/** A price line by line, with its sum. */
export function PriceLines(props: {
  readonly lines: readonly PriceLine[]
  readonly sum: PriceLine
  /** Lines that add to others or take from them carry their sign; the first one stands for itself. */
  readonly hasBase?: boolean
}) {
  const format = useFormat()
  const signed = (valueCents: number): string => `${valueCents > 0 ? '+' : ''}${format.money(valueCents)}`
  return (
    <dl className={classes.lines}>
      {props.lines.map(({ label, valueCents }, at) => (
        // Two answers may read alike; the lines of one price never change their order.
        <div key={`${at} ${label}`} className={classes.line}>
          <dt>{label}</dt>
          <dd>{props.hasBase && at === 0 ? format.money(valueCents) : signed(valueCents)}</dd>
        </div>
      ))}
      <div className={`${classes.line} ${classes.sum}`}>
        <dt>{props.sum.label}</dt>
        <dd>{format.money(props.sum.valueCents)}</dd>
      </div>
    </dl>
  )
}
