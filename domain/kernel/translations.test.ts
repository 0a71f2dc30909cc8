import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { requiredText } from './text-input.schema.ts'
import { translationsSchema } from './translations.schema.ts'
import { changedTranslations, missingIn, textIn, wordedFor, type Translations } from './translations.ts'

const translations: Translations = {
  'en-GB': { name: 'Phones', description: 'All of them' },
  'de-DE': { name: 'Telefone' },
}

describe('a text for a reader', () => {
  it('comes in the language of the reader', () => {
    expect(textIn('Téléphones', translations, 'name', 'de-DE')).toBe('Telefone')
  })
  it('comes in the language of the account where the reader’s is missing, or none is known', () => {
    expect(textIn('Téléphones', translations, 'name', 'nl-BE')).toBe('Téléphones')
    expect(textIn('Téléphones', translations, 'name', null)).toBe('Téléphones')
    expect(textIn('Téléphones', null, 'name', 'de-DE')).toBe('Téléphones')
  })
  it('comes in the first language that has it where the account has none', () => {
    expect(textIn(null, translations, 'description', 'nl-BE')).toBe('All of them')
    expect(textIn('', translations, 'description', null)).toBe('All of them')
  })
  it('is none where nobody has written it', () => {
    expect(textIn(null, translations, 'terms', 'de-DE')).toBeNull()
  })
  it('is put into its row field by field', () => {
    const row = { id: '1', name: 'Téléphones', description: null, translations }
    expect(wordedFor(row, ['name', 'description'], 'de-DE')).toEqual({
      id: '1',
      name: 'Telefone',
      description: 'All of them',
    })
  })
})

it('tells what a change says that is not there already', () => {
  const change = {
    'en-GB': { name: 'Phones', description: 'Some' },
    'de-DE': { name: 'Telefone', terms: null },
    'nl-BE': { name: 'Telefoons' },
    'fr-FR': { name: undefined },
  }
  expect(changedTranslations(translations, change)).toEqual({
    'en-GB': { description: 'Some' },
    'nl-BE': { name: 'Telefoons' },
  })
  expect(changedTranslations(translations, { 'de-DE': { name: null } })).toEqual({ 'de-DE': { name: null } })
})

it('names what says something in the account’s language alone', () => {
  const own = { name: 'Téléphones', description: ' ', terms: 'Oui' }
  const fields = ['name', 'description', 'terms'] as const
  expect(missingIn(own, translations, fields, 'de-DE')).toEqual(['terms'])
  expect(missingIn(own, { 'nl-BE': { name: ' ', terms: null } }, fields, 'nl-BE')).toEqual(['name', 'terms'])
})

describe('translations that are sent', () => {
  const schema = translationsSchema({ name: requiredText({ min: 2, max: 5 }) })
  it('hold the rules of the text at their edges', () => {
    expect(schema.parse({ 'de-DE': { name: ' ab ' }, 'nl-BE': { name: null }, 'en-GB': {} })).toEqual({
      'de-DE': { name: 'ab' },
      'nl-BE': { name: null },
      'en-GB': {},
    })
    expect(schema.safeParse({ 'de-DE': { name: 'abcde' } }).success).toBe(true)
    expect(schema.safeParse({ 'de-DE': { name: 'abcdef' } }).success).toBe(false)
    expect(schema.safeParse({ 'de-DE': { name: 'a' } }).success).toBe(false)
  })
  it('take a text away that would show nothing before the account’s own', () => {
    const texts = translationsSchema({ terms: z.string().nullable() })
    for (const terms of [' ', '<p></p>', '\u200e'])
      expect(texts.parse({ 'de-DE': { terms } }), terms).toEqual({ 'de-DE': { terms: null } })
  })
  it('name languages and fields that there are', () => {
    expect(schema.safeParse({ 'es-ES': { name: 'abc' } }).success).toBe(false)
    expect(schema.safeParse({ 'de-DE': { title: 'abc' } }).success).toBe(false)
  })
})
