import type { ResourceKey } from 'i18next'
import type { Language } from '#domain/kernel/languages.ts'
import { createStartTexts } from './i18n.ts'

const files = import.meta.glob<{ default: ResourceKey }>([
  '../../public/locales/*/*.json',
  '!../../public/locales/*/mail.json',
])

/**
 * Starts the texts of an app that may ask for every context. Mails are written on the server; their texts are left out.
 */
export const startTexts = createStartTexts(files)

/** Asks for texts that a start will need, ahead of it; one that fails is asked for again by the start. */
export function fetchTexts(language: Language, contexts: readonly string[]): void {
  for (const context of contexts) files[`../../public/locales/${language}/${context}.json`]?.().catch(() => undefined)
}
