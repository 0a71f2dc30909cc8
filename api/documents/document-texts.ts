import type { DocumentTexts } from '#domain/document/document-content.ts'
import { languages, type Language } from '#domain/kernel/languages.ts'
import deDE from '#locales/de-DE/document.json' with { type: 'json' }
import enGB from '#locales/en-GB/document.json' with { type: 'json' }
import frFR from '#locales/fr-FR/document.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/document.json' with { type: 'json' }

/** Words of the papers in each language. */
export const documentTexts: Readonly<Record<Language, DocumentTexts>> = {
  'fr-FR': frFR.print,
  'en-GB': enGB.print,
  'nl-BE': nlBE.print,
  'de-DE': deDE.print,
}

/** A stored language as one that the product speaks. */
export function documentLanguage(stored: string | null, otherwise: Language): Language {
  return languages.find((language) => language === stored) ?? otherwise
}
