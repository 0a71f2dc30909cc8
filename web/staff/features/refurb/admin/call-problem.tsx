import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'

/** Why a call failed, said aloud, with the way out where there is one; nothing while nothing has failed. */
export function CallProblem(props: {
  readonly error: Error | null
  readonly onReload?: (() => void) | undefined
  readonly reloadLabel?: string
}) {
  const { t, i18n } = useTranslation(['refurb', 'common'])
  if (props.error === null) return null
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between" gap="sm">
        <span>{callErrorText(i18n, props.error) ?? t(($) => $.admin.failed)}</span>
        {props.onReload !== undefined && (
          <Button variant="default" size="xs" onClick={props.onReload}>
            {props.reloadLabel ?? t(($) => $.admin.reload)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
