import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { raiseError } from '#web/lib/error-state.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/**
 * The save of a form, which may be left while it is under way. On its page the form says why a save has failed, and
 * leads on where there is nothing to save any more; of a form that is gone, everybody is told where they are by then,
 * and nobody is led anywhere.
 */
export function useFormSave<Input, Output>(options: {
  readonly send: (input: Input) => Promise<Output>
  /** Told of what was saved; `isHere` is false for a user who has left the form and must not be led away. */
  readonly onSaved: (output: Output, input: Input, isHere: boolean) => unknown
  /** Told of a refusal, for the field that it names. */
  readonly onRefused?: (error: CallError) => void
  /** Where to go on once what the form changes is gone; without it the form says so itself. */
  readonly goneTo?: string | undefined
  /** Told so on the way there: what is shown there still has it. */
  readonly onGone?: () => void
  /** How long what was sent is kept after the form is gone, in milliseconds: 0 for secrets. */
  readonly gcTime?: number
}): UseMutationResult<Output, Error, Input> {
  const { t, i18n } = useTranslation('common')
  const { store } = usePlatform().session
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const { send, onSaved, onRefused, goneTo, onGone, gcTime } = options
  return useSingleMutation({
    mutationFn: send,
    ...(gcTime !== undefined && { gcTime }),
    onSuccess: async (output, input) => void (await onSaved(output, input, isHere.current)),
    onError: (error) => {
      // With a field it is about a thing that the form names.
      const isGone = error instanceof CallError && error.code === 'REQUEST_NOT_FOUND' && error.field === undefined
      if (isHere.current && isGone && goneTo !== undefined) {
        onGone?.()
        const message = t(($) => $.form.gone)
        const shown = { hideGenericMessage: true, shouldDisplayModal: true }
        return raiseError(store, { code: error.code, message, redirectToRoute: goneTo, ...shown })
      }
      if (isHere.current) return error instanceof CallError && onRefused?.(error)
      // An ended session has a way of its own.
      if (error instanceof CallError && error.status === 401) return
      raiseError(store, {
        code: error instanceof CallError ? error.code : 'UNDEFINED',
        message: [t(($) => $.form.lost), callErrorText(i18n, error)].filter((text) => text !== null).join(' '),
        hideGenericMessage: true,
        shouldDisplayModal: true,
      })
    },
  })
}
