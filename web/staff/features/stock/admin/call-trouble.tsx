import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { ErrorState } from '#web/staff/ui/faces.tsx'

/** What a list or form shows instead when its call failed: without network it says so. */
export function CallTrouble({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { t, i18n } = useTranslation('stock')
  const isOffline = error instanceof CallError && error.failure === 'offline'
  if (isOffline) {
    return <ErrorState title={t(($) => $.admin.offlineTitle)} text={t(($) => $.admin.offline)} onRetry={onRetry} />
  }
  const text = callErrorText(i18n, error)
  return <ErrorState {...(text === null ? {} : { text })} onRetry={onRetry} />
}

/** Why a change did not work; what was typed is still there. */
export function ChangeTrouble(props: { readonly error: Error | null; readonly onReload?: () => void }) {
  const { t, i18n } = useTranslation('stock')
  const { error, onReload } = props
  if (error === null) return null
  const isStale = error instanceof CallError && error.code === 'REQUEST_VERSION_CONFLICT'
  return (
    <Alert color="red" role="alert">
      {callErrorText(i18n, error) ?? t(($) => $.admin.failed)}
      {isStale && onReload !== undefined && (
        <Button variant="default" size="xs" ms="sm" onClick={onReload}>
          {t(($) => $.admin.reload)}
        </Button>
      )}
    </Alert>
  )
}
