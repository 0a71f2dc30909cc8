import { ErrorState, RowsSkeleton } from '#web/staff/ui/faces.tsx'
import { CallProblem } from './call-problem.tsx'

/** What stands in a form's place until there is something to fill in: that it comes, or why it does not. */
export function Missing({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  if (error === null) return <RowsSkeleton rows={4} height={64} />
  return (
    <>
      <CallProblem error={error} />
      <ErrorState onRetry={onRetry} />
    </>
  )
}
