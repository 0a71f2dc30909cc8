import { useFormat } from '#web/lib/platform.tsx'
import classes from './values.module.css'

/** An amount in the account's currency, to be read in a column. */
export function Money({ valueCents }: { readonly valueCents: number }) {
  return <span className={classes.money}>{useFormat().money(valueCents)}</span>
}
