import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { paymentKey } from './payment-calls.ts'

/** An action on payments: once it is done, everything that is shown of payments is read again. */
export function usePaymentAction<Input, Output>(
  call: (input: Input) => Promise<Output>,
  done: (output: Output) => void,
) {
  const { t, i18n } = useTranslation('payment')
  const queries = useQueryClient()
  const mutation = useSingleMutation({
    mutationFn: call,
    onSuccess: async (output) => {
      done(output)
      await queries.invalidateQueries({ queryKey: paymentKey })
    },
    // Another user may have acted first: the page has to show the current state.
    onError: () => queries.invalidateQueries({ queryKey: paymentKey }),
  })
  const { error } = mutation
  const problem =
    error === null
      ? null
      : error instanceof CallError && error.failure !== 'refused'
        ? t(($) => $.action.offline)
        : (callErrorText(i18n, error) ?? t(($) => $.action.failed))
  return { run: mutation.mutate, isPending: mutation.isPending, reset: mutation.reset, error, problem }
}
