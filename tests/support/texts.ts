import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ResourceKey } from 'i18next'
import type { Language } from '#domain/kernel/languages.ts'
import { withFrenchSpaces } from '#web/lib/french-spaces.ts'
import { projectRoot } from '../../scripts/process.mjs'

/** Reads the texts of one context as the screens show them; a key without text is an error of the test. */
export function readTexts(language: Language, context: string): (key: string) => string {
  const file = path.join(projectRoot, 'public', 'locales', language, `${context}.json`)
  const written = JSON.parse(readFileSync(file, 'utf8')) as ResourceKey
  const texts: unknown = language === 'fr-FR' ? withFrenchSpaces(written) : written
  return (key) => {
    let found: unknown = texts
    for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
    if (typeof found !== 'string') throw new Error(`${context}.json has no ${key}`)
    return found
  }
}
