import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import factStyles from '#web/staff/ui/facts.module.css'
import classes from './detail.module.css'

/** One thing that is known of an item; null is said to be not given. */
export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** Facts under a title, which `status` stands beside. */
export function FactList(props: {
  readonly title: string
  readonly status?: ReactNode
  readonly facts: readonly Fact[]
}) {
  const { t } = useTranslation('items')
  return (
    <section className={classes.section}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs" mb="xs">
        <Title order={2} size="h4">
          {props.title}
        </Title>
        {props.status}
      </Group>
      <dl className={`${factStyles.facts} ${classes.facts}`}>
        {props.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value === null || value === '' ? <span className={classes.soft}>{t(($) => $.detail.none)}</span> : value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
