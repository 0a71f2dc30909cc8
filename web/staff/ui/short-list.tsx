import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortened } from './use-shortened.ts'

/** A list that shows its first 30 entries and says how many others there are, which one press brings (SHELL-12). */
export function ShortList<Entry>(props: {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly entryKey: (entry: Entry) => string
  readonly draw: (entry: Entry) => ReactNode
}) {
  const { t } = useTranslation('common')
  const { shown, others, showAll } = useShortened(props.entries)
  return (
    <>
      <ul aria-label={props.label}>
        {shown.map((entry) => (
          <li key={props.entryKey(entry)}>{props.draw(entry)}</li>
        ))}
      </ul>
      {others > 0 ? (
        <Button variant="subtle" onClick={showAll}>
          {t(($) => $.list.others, { count: others })}
        </Button>
      ) : null}
    </>
  )
}
