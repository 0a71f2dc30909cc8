import { useFormat } from '#web/lib/platform.tsx'
import classes from './values.module.css'

/** An amount in the account's currency, to be read in a column; `signed` is what is added to another one. */
export function Money({ valueCents, signed = false }: { readonly valueCents: number; readonly signed?: boolean }) {
  const text = useFormat().money(valueCents)
  return <span className={classes.money}>{signed && valueCents > 0 ? `+${text}` : text}</span>
}
