import { useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query'
import { useNavigate, useRouter, type NavigateOptions } from '@tanstack/react-router'
import type { CallError } from '#web/lib/http.ts'
import { searchWithAlert } from '../search-with.ts'
import { useFormSave } from './use-form-save.ts'

/**
 * A form's save. It leads to a list, which is read again and says that the save has worked; where it has not, the form
 * stays and says why. A form whose object is gone leads to the list too (SHELL-54).
 */
export function useSaveToList<Input, Output>(options: {
  readonly send: (input: Input) => Promise<Output>
  /** What the save makes stale. */
  readonly queryKey: QueryKey
  readonly to: Pick<NavigateOptions, 'to' | 'params' | 'hash'> & { readonly search?: Readonly<Record<string, string>> }
  readonly message: 'created' | 'saved' | 'deleted'
  /** How long what was sent is kept after the form is gone, in milliseconds: 0 for secrets. */
  readonly gcTime?: number
  /** Told of a refusal, for the field that it names. */
  readonly onRefused?: (error: CallError) => void
}): UseMutationResult<Output, Error, Input> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { queryKey, to, message, ...rest } = options
  return useFormSave({
    ...rest,
    goneTo: message === 'created' ? undefined : router.buildLocation(to).href,
    onGone: () => void queries.invalidateQueries({ queryKey, refetchType: 'none' }),
    onSaved: async (_output, _input, isHere) => {
      await queries.invalidateQueries({ queryKey, refetchType: isHere ? 'none' : 'active' })
      const search = searchWithAlert(message, to.search)
      // The question of unsaved changes stands until here, and is not for this way out.
      if (isHere) await navigate({ ...to, search, ignoreBlocker: true })
    },
  })
}
