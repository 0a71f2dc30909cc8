import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '#domain/kernel/languages.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import { itemStatuses } from '#domain/item/item-status.ts'

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

  it.each(languages)('have no typewriter apostrophe in %s', (language) => {
    expect([...read(language, context)].filter(([, text]) => /\p{L}'[\p{L}{]/u.test(text))).toEqual([])
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

describe('the words of forms', () => {
  it.each(languages)('are the same for a customer and in the office, in %s (CART-33)', (language) => {
    const [office, customer] = [read(language, 'common.json'), read(language, 'customer.json')]
    for (const [code, key] of [
      ['FORM_REQUIRED', 'required'],
      ['FORM_REQUIRED_BETWEEN', 'requiredBetween'],
      ['FORM_TEXT_BETWEEN', 'between'],
    ] as const)
      expect(office.get(`codes.${code}`)).toBe(customer.get(`errors.${key}`))
  })

  it('are there for every message of a schema', () => {
    const root = path.join(import.meta.dirname, '../..')
    const known = read('en-GB', 'common.json')
    const unknown = ['domain', 'sync', 'web'].flatMap((layer) =>
      readdirSync(path.join(root, layer), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
        .flatMap((file) => readFileSync(path.join(root, layer, file), 'utf8').match(/(?<=')FORM_[A-Z_]+(?=')/g) ?? [])
        .filter((key) => !known.has(`codes.${key}`)),
    )
    expect(unknown).toEqual([])
  })
})

describe('the words for a failed creation', () => {
  it.each([
    ['fr-FR', /responsable du programme/, /l’administrateur du compte/, /plus tard .*service client/],
    ['en-GB', /program manager/, /the account’s administrator/, /later .*customer service/],
    ['nl-BE', /programma(?:verantwoordelijke|beheerder)/, /de beheerder van de account/, /later .*klantendienst/],
    ['de-DE', /Programmleitung/, /den Administrator des Kontos/, /später .*Kunden(?:dienst|service)/],
  ])('say in %s whom to turn to (PUB-31, PUB-36)', (language, manager, administrator, service) => {
    for (const [context, key] of [
      ['checkout.json', 'refused.PRICE_NOT_DEFINED'],
      ['journey.json', 'refused.PRICE_NOT_DEFINED'],
      ['errors.json', 'PRICE_NOT_DEFINED'],
    ] as const)
      expect(read(language, context).get(key), context).toMatch(manager)
    const counter = read(language, 'counter.json')
    for (const key of ['hand.failed', 'sales.refusedText']) expect(counter.get(key), key).toMatch(administrator)
    for (const context of ['checkout.json', 'journey.json'])
      expect(read(language, context).get('refused.other'), context).toMatch(service)
  })
})

describe('the names of item statuses', () => {
  it.each(languages)(
    'call in %s the four completed ones waiting for dispatch, and each other one its own (BB-19)',
    (language) => {
      const texts = read(language, 'warehouse.json')
      const nameOf = (status: string) => texts.get(`itemStatus.${status}`)
      const completed = itemStatuses.filter((status) => status.startsWith('item_completed'))
      expect(completed).toHaveLength(4)
      expect(new Set(completed.map(nameOf)).size).toBe(1)
      expect(new Set(itemStatuses.map(nameOf)).size).toBe(itemStatuses.length - 3)
    },
  )
})

describe('the names of a buyback’s papers', () => {
  it.each(languages)('are the same on the confirmation, while it is followed and in print, in %s', (language) => {
    const namesIn = (context: string, group: string) =>
      [...read(language, context)].filter(([key]) => key.startsWith(`${group}.`)).map(([, text]) => text)
    const names = namesIn('checkout.json', 'confirmation.document')
    expect(names.length).toBeGreaterThan(0)
    expect(namesIn('tracking.json', 'tracking.document')).toEqual(names)
    const printed = read(language, 'document.json')
    expect(names[0]).toBe(printed.get('print.buyback.transferOrder'))
    expect(printed.get('print.buyback.trackingSheet')).toMatch(new RegExp(names[1] ?? '', 'i'))
  })
})
