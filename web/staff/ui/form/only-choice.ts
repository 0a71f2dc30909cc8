import { useEffect, useEffectEvent } from 'react'

/** The one entry of a list that has no other: what a required field of a new form begins with. */
export function onlyOf<Entry>(entries: readonly Entry[]): Entry | null {
  return entries.length === 1 ? (entries[0] ?? null) : null
}

/**
 * Chooses the only entry that a required field offers, once it has been read; `isOpen` tells whether the field is asked
 * and still empty.
 */
export function useOnlyChoice(
  entries: readonly { readonly value: string }[] | undefined,
  isOpen: boolean,
  choose: (value: string) => void,
): void {
  const only = onlyOf(entries ?? [])?.value ?? null
  const take = useEffectEvent(choose)
  useEffect(() => {
    if (isOpen && only !== null) take(only)
  }, [isOpen, only])
}
