import { hashKey, useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * A mutation that is sent once, however quickly it is asked for again: while it is under way, the same input sends
 * nothing more. A button turns itself off only when it is drawn again, and a double click is faster than that.
 */
export function useSingleMutation<Output, Input = void>(
  options: UseMutationOptions<Output, Error, Input>,
): UseMutationResult<Output, Error, Input> {
  const [underWay] = useState(() => new Set<string>())
  const mutation = useMutation<Output, Error, Input>({
    ...options,
    onSettled: (...settled) => {
      underWay.delete(hashKey([settled[2]]))
      return options.onSettled?.(...settled)
    },
  })
  const { mutate } = mutation
  return {
    ...mutation,
    mutate: (...asked) => {
      const key = hashKey([asked[0]])
      if (underWay.has(key)) return
      underWay.add(key)
      mutate(...asked)
    },
  }
}
