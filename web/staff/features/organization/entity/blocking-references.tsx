import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { CallError } from '#web/lib/http.ts'

const counted = z.object({
  entities: z.int(),
  users: z.int(),
  items: z.int(),
  openPackages: z.int(),
  defaultOf: z.int(),
  dispatchRules: z.int(),
  categories: z.int(),
})
const holders = ['entities', 'users', 'items', 'openPackages', 'defaultOf', 'dispatchRules', 'categories'] as const

/** Everything that keeps an entity active, where that is why it was not made inactive. */
export function BlockingReferences({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation('entity')
  const counts = error instanceof CallError ? counted.safeParse(error.details).data : undefined
  if (counts === undefined) return null
  return (
    <ul>
      {holders
        .filter((what) => counts[what] > 0)
        .map((what) => (
          <li key={what}>{t(($) => $.held[what], { count: counts[what] })}</li>
        ))}
    </ul>
  )
}
