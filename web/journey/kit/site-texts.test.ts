import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { startTexts } from './site-texts.ts'

const web = path.join(import.meta.dirname, '..', '..')

/** Contexts that the sources under a folder ask for. */
function askedIn(folder: string): readonly string[] {
  const files = readdirSync(path.join(web, folder), { recursive: true }).map(String)
  return files
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => {
      const source = readFileSync(path.join(web, folder, name), 'utf8')
      const lists = source.matchAll(/(?:useTranslation\(|ns: |texts: |Contexts = )(\[[^\]]*\]|'[a-z]+')/g)
      return [...lists].flatMap(([, list = '']) => [...list.matchAll(/'([a-z]+)'/g)].map(([, name]) => name!))
    })
}

it('the public site has every text that its screens ask for', async () => {
  const asked = [...new Set([...askedIn('journey'), ...askedIn('scan')])]
  expect(asked.length).toBeGreaterThan(4)
  const texts = await startTexts('de-DE', asked)
  const missing = asked.filter((context) => Object.keys(texts.getResourceBundle('de-DE', context) ?? {}).length === 0)
  expect(missing).toEqual([])
})
