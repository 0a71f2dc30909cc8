import type { ResourceKey } from 'i18next'
import { createStartTexts } from '#web/lib/i18n.ts'

/** Starts the texts of the public site: a visitor loads the names of no other files. */
export const startTexts = createStartTexts(
  import.meta.glob<{ default: ResourceKey }>(
    '../../../public/locales/*/{checkout,customer,home,journey,scan,tracking}.json',
  ),
)
