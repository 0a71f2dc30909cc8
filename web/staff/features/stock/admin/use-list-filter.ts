import { useNavigate, useSearch } from '@tanstack/react-router'

/** A filter of a list in the address: its value among those allowed, or null, and how it changes. */
export function useListFilter(name: string): readonly [string | null, (value: string | null) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name]
  const set = (next: string | null): void => {
    // Another filter is another list: it begins at its first page.
    const change = ((before: object) => ({ ...before, page: undefined, [name]: next ?? undefined })) as never
    void navigate({ to: '.', search: change, replace: true, resetScroll: false })
  }
  return [typeof value === 'string' && value !== '' ? value : null, set]
}
