import { Alert } from '@mantine/core'
import { IconAlarm } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { dueDays } from './payments-due-search.ts'
import { duePaymentsQuery } from './payment-calls.ts'

/** Says on the dashboard that promises to customers are near or missed; nothing where there are none. */
export function DueHint() {
  const { t } = useTranslation('payment')
  const may = useCan('payment.list')
  const { data } = useQuery({
    ...duePaymentsQuery(useHttp(), { days: dueDays.usual, itemsPerPage: 1 }),
    enabled: may,
    staleTime: 60_000,
  })
  const missed = data?.missed ?? 0
  const near = (data?.['hydra:totalItems'] ?? 0) - missed
  if (missed + near === 0) return null
  const said = [
    ...(missed > 0 ? [t(($) => $.hint.missed, { count: missed })] : []),
    ...(near > 0 ? [t(($) => $.hint.near, { count: near })] : []),
  ]
  return (
    <Alert
      color={missed > 0 ? 'red' : 'yellow'}
      variant="light"
      icon={<IconAlarm aria-hidden />}
      mb="lg"
      role="status"
      title={said.join(' · ')}
    >
      <AnchorLink to="/payments/due" underline="always">
        {t(($) => $.hint.open)}
      </AnchorLink>
    </Alert>
  )
}
