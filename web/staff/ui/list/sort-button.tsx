import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import styles from './sort-button.module.css'

/** What a header cell says to those who cannot see its arrow. */
export const sortedBy = { asc: { 'aria-sort': 'ascending' }, desc: { 'aria-sort': 'descending' } } as const

/** The heading of a column by which a list can be sorted; the first press sorts upwards. */
export function SortButton(props: {
  readonly title: string
  /** Says more than the title, where a heading alone does not tell what the press does. */
  readonly label?: string
  /** How the list is sorted by this column; null where it is by another. */
  readonly order: 'asc' | 'desc' | null
  readonly onSort: (order: 'asc' | 'desc') => void
}) {
  const { order, title } = props
  // The mark stays with the last word, so that a title of two words needs no more room than its longer one.
  const lastAt = title.lastIndexOf(' ') + 1
  const [before, lastWord] = [title.slice(0, lastAt), title.slice(lastAt)]
  const Icon = order === null ? IconArrowsSort : order === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={styles.sort}
      aria-label={props.label}
      onClick={() => props.onSort(order === 'asc' ? 'desc' : 'asc')}
    >
      {before}
      <span className={styles.last}>
        {lastWord}
        <Icon size={16} aria-hidden />
      </span>
    </button>
  )
}
