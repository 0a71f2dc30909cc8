import { useState } from 'react'

interface Held {
  readonly keys: readonly number[]
  readonly next: number
}

/** Keys of rows that have no name of their own: each row keeps its key while others come at the end or go. */
export function useRowKeys(count: number): { readonly keys: readonly number[]; readonly forget: (at: number) => void } {
  const [held, setHeld] = useState<Held>({ keys: [], next: 0 })
  const fitting = fitTo(held, count)
  if (fitting !== held) setHeld(fitting)
  return {
    keys: fitting.keys,
    /** Told which row goes, as it does. */
    forget: (at) => setHeld((before) => ({ ...before, keys: before.keys.filter((_, each) => each !== at) })),
  }
}

function fitTo(held: Held, count: number): Held {
  const { keys, next } = held
  if (keys.length === count) return held
  if (keys.length > count) return { keys: keys.slice(0, count), next }
  const added = Array.from({ length: count - keys.length }, (_, each) => next + each)
  return { keys: [...keys, ...added], next: next + added.length }
}
