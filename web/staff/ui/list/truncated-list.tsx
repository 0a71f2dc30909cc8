import type { ReactNode } from 'react'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from './show-more-button.tsx'

/** A list that shows its first 30 entries and says how many others there are, which one press brings (SHELL-12). */
export function TruncatedList<Entry>(props: {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly entryKey: (entry: Entry) => string
  readonly draw: (entry: Entry) => ReactNode
}) {
  const { shown, others, showAll } = useTruncatedList(props.entries)
  return (
    <>
      <ul aria-label={props.label}>
        {shown.map((entry) => (
          <li key={props.entryKey(entry)}>{props.draw(entry)}</li>
        ))}
      </ul>
      <ShowMoreButton others={others} onShow={showAll} />
    </>
  )
}
