import type { ResourceKey } from 'i18next'
import { createStartTexts } from './i18n.ts'

/**
 * Starts the texts of an app that may ask for every context. Mails are written on the server; their texts are left out.
 */
export const startTexts = createStartTexts(
  import.meta.glob<{ default: ResourceKey }>(['../../public/locales/*/*.json', '!../../public/locales/*/mail.json']),
)
