import { useNavigate, useSearch } from '@tanstack/react-router'
import type * as z from 'zod'
import { searchWith } from '#web/staff/ui/search-with.ts'

/** A filter of a list in the address: its value, or null where it is none that the list knows, and how it changes. */
export function useListFilter<Value extends string>(
  name: string,
  known: z.ZodType<Value>,
): readonly [Value | null, (value: string | null) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (next: string | null): void => {
    // Another filter is another list: it begins at its first page.
    const change = searchWith({ page: undefined, [name]: next ?? undefined })
    void navigate({ to: '.', search: change, replace: true, resetScroll: false })
  }
  return [known.safeParse(search[name]).data ?? null, set]
}
