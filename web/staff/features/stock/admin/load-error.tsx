import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { ErrorState } from '#web/staff/ui/states.tsx'

/** What a list or form shows instead when its call failed: without network it says so. */
export function LoadError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { t, i18n } = useTranslation('stock')
  const isOffline = error instanceof CallError && error.failure === 'offline'
  if (isOffline) {
    return <ErrorState title={t(($) => $.admin.offlineTitle)} text={t(($) => $.admin.offline)} onRetry={onRetry} />
  }
  const text = callErrorText(i18n, error)
  return <ErrorState {...(text === null ? {} : { text })} onRetry={onRetry} />
}
