import { CallError } from '#web/lib/http.ts'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/faces.tsx'

/** What stands in a form's place until there is something to fill in: that it comes, or why it does not. */
export function Absent(props: {
  readonly error: Error | null
  readonly missing: string
  readonly onRetry: () => void
}) {
  const { error, missing, onRetry } = props
  if (error === null) return <RowsSkeleton rows={6} height={64} />
  if (error instanceof CallError && error.status === 404) return <ErrorState title={missing} text="" />
  return <ErrorState onRetry={onRetry} />
}
