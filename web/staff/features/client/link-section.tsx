import { Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedClient } from '#sync/calls/client.ts'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import classes from './client.module.css'

/** Accounts on one side of the links, each with the way to end its link or to take it up again. */
export function LinkSection(props: {
  readonly title: string
  readonly text: string
  readonly empty: string
  readonly rows: readonly LinkedClient[]
  readonly mayChange: boolean
  /** The account whose link is being changed. */
  readonly pendingId: string | null
  readonly onChange: (row: LinkedClient) => void
  readonly children?: ReactNode
}) {
  const { shown, others, showAll } = useTruncatedList(props.rows)
  return (
    <section className={classes.section} aria-label={props.title}>
      <Title order={2} size="h4">
        {props.title}
      </Title>
      <Text c="dimmed" size="sm">
        {props.text}
      </Text>
      {props.rows.length === 0 ? (
        <Text>{props.empty}</Text>
      ) : (
        <>
          <ul className={classes.links}>
            {shown.map((row) => (
              <LinkRow key={row.accountId} row={row} {...props} />
            ))}
          </ul>
          <ShowMoreButton others={others} onShow={showAll} />
        </>
      )}
      {props.children}
    </section>
  )
}

function LinkRow(props: {
  readonly row: LinkedClient
  readonly mayChange: boolean
  readonly pendingId: string | null
  readonly onChange: (row: LinkedClient) => void
}) {
  const { t } = useTranslation('client')
  const { row, pendingId } = props
  const label = row.status === 'active' ? t(($) => $.linked.rest) : t(($) => $.linked.activate)
  const mayPress = row.status === 'active' || row.accountStatus === 'active'
  return (
    <li className={classes.link}>
      <span className={classes.linkName}>
        <strong>{row.name}</strong>
        <Text component="span" size="sm" c="dimmed">
          {t(($) => $.linked.since)} <DateTime value={row.createdAt} dayOnly />
        </Text>
      </span>
      {row.accountStatus === 'inactive' && <StatusBadge tone="warning" label={t(($) => $.linked.resting)} />}
      <StatusBadge tone={row.status === 'active' ? 'success' : 'neutral'} label={t(($) => $.status[row.status])} />
      {props.mayChange && mayPress && (
        <Button
          variant="default"
          aria-label={`${label} ${row.name}`}
          loading={pendingId === row.accountId}
          disabled={pendingId !== null}
          onClick={() => props.onChange(row)}
        >
          {label}
        </Button>
      )}
    </li>
  )
}
