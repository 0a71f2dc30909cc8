import { Children, type ReactNode } from 'react'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import styles from './choice-list.module.css'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'

/** Choices one below the other, in full width; of more than 30 the first ones, and a way to the others (SHELL-12). */
export function ChoiceList({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  const { shown, others, showAll } = useTruncatedList(Children.toArray(children))
  return (
    <>
      <ul className={rows.list} aria-label={label}>
        {shown}
      </ul>
      <ShowMoreButton floor others={others} onShow={showAll} />
    </>
  )
}

/** One of them: its key, what it says, and what stands at its end. */
export function ChoiceRow(props: {
  readonly children: ReactNode
  readonly onClick: () => void
  /** The key that chooses it, too. */
  readonly keyName?: string | number
  /** A sign before the words. */
  readonly sign?: ReactNode
  readonly end?: ReactNode
  /** Whether it is the chosen one; absent where choosing goes on at once. */
  readonly pressed?: boolean
  /** What having chosen it means, where that is more than a choice. */
  readonly tone?: 'accepted' | 'warning'
}) {
  return (
    <li>
      <button
        type="button"
        className={`${rows.row} ${rows.box} ${styles.choice}`}
        aria-pressed={props.pressed}
        data-tone={props.tone}
        onClick={props.onClick}
      >
        {props.keyName === undefined ? null : <kbd className={styles.key}>{props.keyName}</kbd>}
        {props.sign}
        <span className={`${rows.words} ${styles.text}`}>{props.children}</span>
        {props.end}
      </button>
    </li>
  )
}

/** The letter that chooses an answer, from the first on; inside a row of small choices. */
export function SmallKey({ name }: { readonly name: string }) {
  return <kbd className={styles.smallKey}>{name}</kbd>
}

/** The letter of the answer at a place: command barcodes and keyboards name answers so. */
export function letterOf(at: number): string {
  return String.fromCodePoint(65 + at)
}
