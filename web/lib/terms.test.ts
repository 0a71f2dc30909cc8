import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '../../public/locales')
const contexts = readdirSync(path.join(folder, 'en-GB'))

function textsOf(value: unknown, name: string): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, `${name}.${key}`))
}

/** All texts of a language by context and key, without the names that are filled in. */
function read(language: string): ReadonlyMap<string, string> {
  const all = contexts.flatMap((context) => {
    const found: unknown = JSON.parse(readFileSync(path.join(folder, language, context), 'utf8'))
    return textsOf(found, path.basename(context, '.json'))
  })
  return new Map(all.map(([key, text]) => [key, text.replaceAll(/\{\{.*?\}\}/g, '')]))
}

const french = read('fr-FR')
const english = read('en-GB')
const german = read('de-DE')
const dutch = read('nl-BE')
const circuit = /\bcircuits?\b/i

/** Keys whose text in one language has a word, and whose text in another lacks the word that stands for it. */
function lacking(from: ReadonlyMap<string, string>, word: RegExp, to: ReadonlyMap<string, string>, own: RegExp) {
  return [...from].filter(([key, text]) => word.test(text) && !own.test(to.get(key) ?? '')).map(([key]) => key)
}

it('each language has one word for a circuit', () => {
  expect([...english.values()].some((text) => circuit.test(text))).toBe(true)
  expect(lacking(french, circuit, english, circuit)).toEqual([])
  expect(lacking(english, circuit, german, /\babl[aä]uf/i)).toEqual([])
  expect(lacking(english, circuit, dutch, /circuits?\b/i)).toEqual([])
  const others = /\b(?:Kreisl[aä]uf|Circuits?|Abgabewege?|Vertriebswege?|Rücknahmewege?)\b/i
  expect([...german].filter(([, text]) => others.test(text))).toEqual([])
})

/** Where the installation and its clients are spoken of; `sso` has the words of OpenID Connect. */
const ofThePlatform = ['access', 'client', 'entity', 'errors', 'job', 'settings', 'setup', 'shell', 'sso', 'user']

it('in English a client is a company on the platform, and a customer sells a product', () => {
  const isOfThePlatform = (key: string) =>
    ofThePlatform.includes(key.split('.')[0]!) || /\.CLIENT_|\.sealedClient/.test(key)
  const found = [...english].filter(([key, text]) => /\bclients?\b/i.test(text) && !isOfThePlatform(key))
  expect(found).toEqual([])
  // What only companies have and do is never said of customers.
  const companies =
    /\b(?:active|inactive|linked|new|create|open|delete) customers?\b|customer’s (?:managers?|host|site)/i
  expect([...english].filter(([, text]) => companies.test(text))).toEqual([])
})
