import { Alert, Badge } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { waitingReleasesQuery } from './payment-calls.ts'

/** Says on the dashboard that something waits for a second person; nothing where nothing does. */
export function ReleaseHint() {
  const { t } = useTranslation(['payment', 'shell'])
  const { data } = useQuery({
    ...waitingReleasesQuery(useHttp()),
    enabled: useCan('payment.release'),
    staleTime: 60_000,
  })
  const count = data?.['hydra:totalItems'] ?? 0
  if (count === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconUserCheck aria-hidden />}
      mb="lg"
      role="status"
      title={t(($) => $.releases.waiting, { count, ns: 'shell' })}
    >
      <AnchorLink to="/payment-releases" underline="always">
        {t(($) => $.release.open)}
      </AnchorLink>
    </Alert>
  )
}

/** How many wait, beside the menu's entry: what the dashboard and the list have read, without asking at every page. */
export function ReleaseCount() {
  const { t } = useTranslation('shell')
  const { data } = useQuery({ ...waitingReleasesQuery(useHttp()), enabled: false })
  const count = data?.['hydra:totalItems'] ?? 0
  if (count === 0) return null
  return (
    <Badge variant="filled" color="yellow.9" size="sm" aria-label={t(($) => $.releases.waiting, { count })}>
      {count}
    </Badge>
  )
}
