import type { ReactNode } from 'react'
import { useShortened } from '#web/lib/use-shortened.ts'
import { OthersButton } from './others-button.tsx'

/** A list that shows its first 30 entries and says how many others there are, which one press brings (SHELL-12). */
export function ShortList<Entry>(props: {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly entryKey: (entry: Entry) => string
  readonly draw: (entry: Entry) => ReactNode
}) {
  const { shown, others, showAll } = useShortened(props.entries)
  return (
    <>
      <ul aria-label={props.label}>
        {shown.map((entry) => (
          <li key={props.entryKey(entry)}>{props.draw(entry)}</li>
        ))}
      </ul>
      <OthersButton others={others} onShow={showAll} />
    </>
  )
}
