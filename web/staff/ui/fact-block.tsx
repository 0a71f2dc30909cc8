import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './facts.module.css'

/** One thing that is known; null and nothing are said to be not given. */
export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** Facts under a title, with what belongs below them. */
export function FactBlock(props: {
  readonly title: string
  readonly status?: ReactNode
  readonly facts: readonly Fact[]
  readonly children?: ReactNode
}) {
  const { t } = useTranslation('common')
  return (
    <section className={classes.block} aria-label={props.title}>
      <div className={classes.head}>
        <Title order={2} size="h4">
          {props.title}
        </Title>
        {props.status}
      </div>
      <dl className={classes.list}>
        {props.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value === null || value === '' ? <span className={classes.soft}>{t(($) => $.facts.none)}</span> : value}
            </dd>
          </div>
        ))}
      </dl>
      {props.children}
    </section>
  )
}
