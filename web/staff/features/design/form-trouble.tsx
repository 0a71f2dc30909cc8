import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/faces.tsx'

/** Why a change was not kept, said aloud; where somebody else was faster, with the way to their version. */
export function ChangeTrouble({ error, onReload }: { readonly error: Error | null; readonly onReload: () => void }) {
  const { t, i18n } = useTranslation('branding')
  if (error === null) return null
  const isStale = error instanceof CallError && error.code === 'REQUEST_VERSION_CONFLICT'
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between" gap="sm">
        <span>{callErrorText(i18n, error) ?? t(($) => $.form.failed)}</span>
        {isStale && (
          <Button variant="default" size="xs" onClick={onReload}>
            {t(($) => $.form.reload)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

/** What stands in a form's place until there is something to fill in: that it comes, or why it does not. */
export function NotYet({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const { i18n } = useTranslation('branding')
  if (error === null) return <RowsSkeleton rows={5} height={64} />
  return <ErrorState text={callErrorText(i18n, error) ?? undefined} onRetry={onRetry} />
}
