import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'

/** Whether a change was refused because another user saved first. */
export function isStale(error: Error | null): boolean {
  return error instanceof CallError && error.code === 'REQUEST_VERSION_CONFLICT'
}

/**
 * Why a change was not kept, announced to screen readers too; what was typed is still there. Where another user saved
 * first, it offers the way to their version. Nothing while nothing has failed.
 */
export function SaveError(props: {
  readonly error: Error | null
  /** Gives up what was typed for what the server has now. */
  readonly onReload?: () => void
  /** What is said first of something that is not the whole page. */
  readonly title?: string
  /** Said of a failure without words of its own, where nothing was typed. */
  readonly failed?: string
  /** What stands in the way, in the words of the page. */
  readonly children?: ReactNode
}) {
  const { t, i18n } = useTranslation('common')
  const { error, onReload, title, failed, children } = props
  if (error === null) return null
  return (
    <Alert color="red" role="alert" title={title}>
      <Group justify="space-between" gap="sm">
        <span>{callErrorText(i18n, error) ?? failed ?? t(($) => $.form.failed)}</span>
        {isStale(error) && onReload !== undefined && (
          <Button variant="default" size="xs" onClick={onReload}>
            {t(($) => $.form.reload)}
          </Button>
        )}
      </Group>
      {children}
    </Alert>
  )
}
