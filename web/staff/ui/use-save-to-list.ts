import { useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query'
import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { CallError } from '#web/lib/http.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/**
 * A form's save. It leads to a list, which is read anew and says that the save has worked; where it has not, the form
 * stays and says why.
 */
export function useSaveToList<Input, Output>(options: {
  readonly send: (input: Input) => Promise<Output>
  /** What the save makes stale. */
  readonly queryKey: QueryKey
  readonly to: Pick<NavigateOptions, 'to' | 'params'>
  readonly message: 'created' | 'saved'
  /** How long what was sent is kept after the form is gone, in milliseconds: 0 for secrets. */
  readonly gcTime?: number
  /** Told of a refusal, for the field that it names. */
  readonly onRefused?: (error: CallError) => void
}): UseMutationResult<Output, Error, Input> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { send, queryKey, to, message, gcTime, onRefused } = options
  return useSingleMutation({
    mutationFn: send,
    ...(gcTime !== undefined && { gcTime }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey, refetchType: 'none' })
      await navigate({ ...to, search: { alert: { type: 'success', message } } as never })
    },
    onError: (error) => {
      if (error instanceof CallError) onRefused?.(error)
    },
  })
}
