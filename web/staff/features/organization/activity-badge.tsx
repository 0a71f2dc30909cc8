import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import type { Activity } from './organization-search.ts'

/** Whether an entity or a user is in use. */
export function ActivityBadge({ status }: { readonly status: Activity }) {
  const { t } = useTranslation('organization')
  return <StatusBadge tone={status === 'active' ? 'success' : 'neutral'} label={t(($) => $.activity[status])} />
}
