import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError, isUnreachable } from '#web/lib/http.ts'

/** Writes why an operation on a connector failed; null where none has. */
export function useTroubleText(error: Error | null): string | null {
  const { t, i18n } = useTranslation('connectors')
  if (error === null) return null
  if (isUnreachable(error)) return t(($) => $.failed.offline)
  return callErrorText(i18n, error) ?? t(($) => $.failed.text)
}

/** An operation on a connector that failed, and the way out where somebody else was faster (CONN-11). */
export function OperationTrouble(props: { readonly error: Error | null; readonly onReload: () => void }) {
  const { t } = useTranslation('connectors')
  const { error, onReload } = props
  const text = useTroubleText(error)
  if (text === null) return null
  const isStale = error instanceof CallError && error.code === 'REQUEST_VERSION_CONFLICT'
  return (
    <Alert color="red" role="alert" title={t(($) => $.failed.title)}>
      <Group justify="space-between" gap="sm">
        <span>{text}</span>
        {isStale && (
          <Button variant="default" size="xs" onClick={onReload}>
            {t(($) => $.form.reload)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
