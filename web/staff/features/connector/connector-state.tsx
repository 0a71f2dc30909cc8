import { IconPlug } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/http.ts'
import { EmptyState, ForbiddenState } from '#web/staff/ui/states.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'

/** What stands in a page's place until there is something to show: that it comes, or why it does not. */
export function ConnectorState(props: {
  readonly error: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}) {
  const { error, onRetry, isRetrying } = props
  if (error instanceof CallError && error.code === 'ACCESS_PERMISSION_MISSING') return <ForbiddenState />
  // An id that is none of this form is as unknown as one of another account.
  if (error instanceof CallError && [404, 422].includes(error.status)) return <UnknownConnector />
  return <QueryPlaceholder error={error} onRetry={onRetry} isRetrying={isRetrying} />
}

/** A connector, a configuration or an organization that the account does not have. */
export function UnknownConnector() {
  const { t } = useTranslation('connector')
  return <EmptyState icon={IconPlug} title={t(($) => $.unknown.title)} text={t(($) => $.unknown.text)} />
}
