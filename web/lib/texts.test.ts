import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '#domain/kernel/languages.ts'
import { userTypes } from '#domain/organization/user-type.ts'

const folder = path.join(import.meta.dirname, '../../public/locales')
const contexts = [...new Set(languages.flatMap((language) => readdirSync(path.join(folder, language))))].toSorted()

function textsOf(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, name === '' ? key : `${name}.${key}`))
}

function read(language: string, context: string): Map<string, string> {
  return new Map(textsOf(JSON.parse(readFileSync(path.join(folder, language, context), 'utf8'))))
}

const placeholders = (text: string): string =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map((match) => match[1])
    .toSorted((a = '', b = '') => a.localeCompare(b))
    .join(' ')

describe.each(contexts)('the texts of %s', (context) => {
  const french = read('fr-FR', context)

  it.each(languages)('have the same keys, none empty, in %s', (language) => {
    const texts = read(language, context)
    expect([...texts.keys()].toSorted()).toEqual([...french.keys()].toSorted())
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each(languages)('have the same placeholders in %s', (language) => {
    const different = [...read(language, context)].filter(
      ([key, text]) => placeholders(text) !== placeholders(french.get(key) ?? ''),
    )
    expect(different).toEqual([])
  })

  it('address the customer without the familiar form', () => {
    const familiar = [...french].filter(([, text]) => /(?<![\p{L}-])(tu|toi|ton|tes)(?![\p{L}])/iu.test(text))
    expect(familiar).toEqual([])
  })
})

describe('the names of user types', () => {
  it.each([
    ['fr-FR', 'Administrateur'],
    ['en-GB', 'Administrator'],
    ['nl-BE', 'Beheerder'],
    ['de-DE', 'Administrator'],
  ])('show the head office’s manager as Administrator, and each type, in %s (AUTH-27)', (language, administrator) => {
    const texts = read(language, 'organization.json')
    expect(texts.get('userTypes.root_management_unit_manager')).toBe(administrator)
    const names = userTypes.map((type) => texts.get(`userTypes.${type}`))
    expect(new Set(names).size).toBe(userTypes.length)
  })
})
