import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { contexts, vocabulary } from './layer-rules.ts'

const root = path.join(import.meta.dirname, '../..')

/** Trees whose folders and files are named after contexts; of the first two the folders alone. */
const trees = [
  'domain',
  'sync/operations',
  'sync/calls',
  'api/features',
  'api/db/tables',
  'web/staff/features',
  'web/journey/screens',
  'public/locales/en-GB',
] as const

const words = new Set([
  ...contexts,
  ...Object.keys(vocabulary),
  ...Object.values(vocabulary).flatMap(({ parts }) => parts),
])

/** Whether a name is a word, or one with something added, as `catalog-import` is. */
function isNamedByWords(name: string): boolean {
  const segments = name.split('-')
  return segments.some((_, at) =>
    segments.some((_end, to) => to >= at && words.has(segments.slice(at, to + 1).join('-'))),
  )
}

/** Contexts that a tree names by another word than the list's are what a newcomer does not find. */
describe('one vocabulary of contexts', () => {
  it.each(trees)('names what stands in %s', (tree) => {
    const names = readdirSync(path.join(root, tree), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || !['domain', 'sync/operations'].includes(tree))
      .map(({ name }) => name.replace(/(?:\.(?:test|schema|fixture|property))*\.(?:ts|tsx|json)$/, ''))
    expect(names.filter((name) => !isNamedByWords(name))).toEqual([])
  })

  it('has no word twice, and none that no tree uses', () => {
    const parts = Object.values(vocabulary).flatMap(({ parts: all }) => all)
    expect(
      parts.filter((part, at) => parts.indexOf(part) !== at || (contexts as readonly string[]).includes(part)),
    ).toEqual([])
    const named = trees.flatMap((tree) => readdirSync(path.join(root, tree)))
    const unused = [...words].filter((word) => !named.some((name) => name.includes(word)))
    expect(unused).toEqual([])
  })

  it('is explained in the glossary, each word in its place', () => {
    const glossary = readFileSync(path.join(root, 'domain/GLOSSARY.md'), 'utf8')
    const table = glossary.slice(glossary.indexOf('## Contexts'))
    const rows = [...table.matchAll(/^\| `([\w-]+)` +\| (.*) \|$/gm)].map(([, word = '', text = '']) => ({
      word,
      text,
    }))
    const named = [
      ...contexts,
      ...Object.keys(vocabulary).filter((word) => !(contexts as readonly string[]).includes(word)),
    ]
    expect(rows.map(({ word }) => word)).toEqual(named)
    for (const { word, text } of rows)
      for (const part of vocabulary[word]?.parts ?? []) expect(text, word).toContain(`\`${part}\``)
  })

  it('finds a name that is no word', () => {
    expect(isNamedByWords('exchange')).toBe(false)
    expect(isNamedByWords('control')).toBe(false)
    expect(isNamedByWords('catalog-import')).toBe(true)
  })
})

/** Words that texts of the office once used beside the one of the glossary; the public site speaks to customers. */
const strayWords: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'de-DE': {
    'circuit (Ablauf)': /Kreislauf|Kreisläufe|Circuit|Ankaufsweg|Ankaufweg|Transportweg|Vertriebsweg/,
    'shipping method (Transportoption)': /Versandart|Versandmethode|Versandoption/,
    'customer (Kunde)': /Endkunde|Klient/,
  },
  'en-GB': {
    // A client is an account of the platform; who sells a product is a customer.
    customer: /clients? (?:who|that) (?:sell|sold)|[Cc]lient’s (?:name|e-mail|address|phone|identity|IBAN|product)/,
    circuit: /[Bb]uyback (?:path|route|channel)/,
  },
}
const ofPublicSite = ['checkout.json', 'journey.json', 'tracking.json', 'home.json']

describe.each(Object.entries(strayWords))('the texts in %s', (language, strays) => {
  it.each(Object.entries(strays))('have one word for a %s', (_, stray) => {
    const folder = path.join(root, 'public/locales', language)
    const files = readdirSync(folder).filter((name) => !ofPublicSite.includes(name))
    const found = files.flatMap((name) =>
      readFileSync(path.join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => stray.test(line.slice(line.indexOf(':'))))
        .map((line) => `${name}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})
