import { useEffect } from 'react'
import type * as z from 'zod'

/** What a form has kept in this tab, for a reload of the page. */
export interface KeptDraft<Draft> {
  /** What was typed before the page was loaded again; null where nothing was, or where it is of another shape. */
  readonly read: () => Draft | null
  readonly keep: (draft: Draft) => void
  readonly forget: () => void
}

/**
 * Keeps what is typed into a form for this tab alone, so that a reload does not lose it; a sign-out empties the tab.
 * The schema names what is kept: a password is never among it.
 */
export function keptDraft<Schema extends z.ZodType>(name: string, schema: Schema): KeptDraft<z.output<Schema>> {
  const key = `draft:${name}`
  // A browser that keeps nothing loses what was typed with the page.
  const tried = <Found>(access: () => Found): Found | null => {
    try {
      return access()
    } catch {
      return null
    }
  }
  return {
    read: () => {
      const stored = tried((): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null'))
      return schema.safeParse(stored).data ?? null
    },
    keep: (draft) => void tried(() => sessionStorage.setItem(key, JSON.stringify(schema.parse(draft)))),
    forget: () => void tried(() => sessionStorage.removeItem(key)),
  }
}

/** Keeps a form's draft while its page is open, null where nothing is typed yet; a page that is left forgets it. */
export function useKeptDraft<Draft>(kept: KeptDraft<Draft>, draft: Draft | null): void {
  useEffect(() => {
    if (draft !== null) kept.keep(draft)
  }, [kept, draft])
  useEffect(() => () => kept.forget(), [kept])
}
