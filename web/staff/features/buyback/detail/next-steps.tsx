import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHttp } from '#web/lib/platform.tsx'
import { instructionsQuery } from '../buyback-calls.ts'
import classes from './detail.module.css'

/** What the customer does next, in order (BB-24); nothing where the circuit says nothing. */
export function NextSteps({ buybackId }: { readonly buybackId: string }) {
  const { t } = useTranslation('buyback')
  const { data } = useQuery(instructionsQuery(useHttp(), buybackId))
  if (data === undefined || data.instructions.length === 0) return null
  const { highlightedInstruction } = data
  return (
    <section className={classes.block} aria-label={t(($) => $.confirmation.next)}>
      <div className={classes.blockHead}>
        <Title order={2} size="h4">
          {t(($) => $.confirmation.next)}
        </Title>
      </div>
      {highlightedInstruction === null ? null : <p>{highlightedInstruction}</p>}
      <ol className={classes.steps}>
        {data.instructions.map(({ sequence, label }) => (
          <li key={sequence}>{label}</li>
        ))}
      </ol>
    </section>
  )
}
