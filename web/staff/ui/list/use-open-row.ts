import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { searchWith } from '#web/staff/ui/search-with.ts'

const id = z.guid()

/** The row whose panel is open, by the name that the address has for it, and how another opens; null for none. */
export function useOpenRow(name: string): readonly [string | null, (id: string | null) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const setOpen = (next: string | null): void => {
    const change = searchWith({ [name]: next ?? undefined })
    void navigate({ to: '.', search: change, replace: true, resetScroll: false })
  }
  return [id.safeParse(search[name]).data ?? null, setOpen]
}
