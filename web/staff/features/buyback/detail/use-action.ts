import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { isUnreachable } from '#web/lib/http.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { buybackKey } from '../buyback-calls.ts'

/** An action on a buyback: once it is done, everything that is shown of buybacks is read again. */
export function useBuybackAction<Input, Output>(
  call: (input: Input) => Promise<Output>,
  done: (output: Output) => void,
) {
  const { t, i18n } = useTranslation('buyback')
  const queries = useQueryClient()
  const mutation = useSingleMutation({
    mutationFn: call,
    onSuccess: async (output) => {
      done(output)
      await queries.invalidateQueries({ queryKey: buybackKey })
    },
    // Another user may have acted first: the page has to show the current state.
    onError: () => queries.invalidateQueries({ queryKey: buybackKey }),
  })
  const { error } = mutation
  const problem =
    error === null
      ? null
      : isUnreachable(error)
        ? t(($) => $.action.offline)
        : (callErrorText(i18n, error) ?? t(($) => $.action.failed))
  return { run: mutation.mutate, isPending: mutation.isPending, reset: mutation.reset, error, problem }
}
