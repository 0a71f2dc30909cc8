import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/faces.tsx'

/** What stands in the place of something that is read: that it comes, or why it does not. */
export function ReadFace(props: {
  readonly error: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}) {
  const { i18n } = useTranslation('catalog')
  if (props.error === null) return <RowsSkeleton rows={6} height={64} />
  const text = callErrorText(i18n, props.error)
  return <ErrorState {...(text === null ? {} : { text })} onRetry={props.onRetry} isRetrying={props.isRetrying} />
}

/** Why a change did not work: what was typed is still there, and where somebody else was faster it can be given up. */
export function ChangeProblem({ error, onReload }: { readonly error: Error | null; readonly onReload?: () => void }) {
  const { t, i18n } = useTranslation('catalog')
  if (error === null) return null
  const isStale = error instanceof CallError && error.code === 'REQUEST_VERSION_CONFLICT'
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between" gap="sm">
        <span>{callErrorText(i18n, error) ?? t(($) => $.form.failed)}</span>
        {isStale && onReload !== undefined && (
          <Button variant="default" size="xs" onClick={onReload}>
            {t(($) => $.form.reload)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
