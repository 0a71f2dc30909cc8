import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { ErrorState, RowsSkeleton } from './states.tsx'

/** What stands in a form's place until there is something to fill in: that it comes, or why it does not. */
export function QueryPlaceholder(props: {
  readonly error: Error | null
  readonly onRetry: () => void
  readonly isRetrying?: boolean
  readonly title?: string
  /** Said before the reason. */
  readonly text?: string
  /** What is said of something that is not there; trying again would not bring it. */
  readonly missing?: string
}) {
  const { i18n } = useTranslation('common')
  const { error, missing, title } = props
  if (error === null) return <RowsSkeleton rows={6} height={64} />
  if (missing !== undefined && error instanceof CallError && error.status === 404) {
    return <ErrorState title={missing} text="" />
  }
  const text = [props.text, callErrorText(i18n, error)].filter((each) => typeof each === 'string').join(' ')
  return (
    <ErrorState
      {...(title !== undefined && { title })}
      {...(text !== '' && { text })}
      {...(props.isRetrying !== undefined && { isRetrying: props.isRetrying })}
      onRetry={props.onRetry}
    />
  )
}
