import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import deDE from '#locales/de-DE/document.json' with { type: 'json' }
import enGB from '#locales/en-GB/document.json' with { type: 'json' }
import frFR from '#locales/fr-FR/document.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/document.json' with { type: 'json' }
import { transferOrderTermsSchema } from './transfer-order-terms.schema.ts'
import {
  standardToKeep,
  termsToKeep,
  fillTransferOrderTerms,
  transferOrderTermsLimits,
  transferOrderVariables,
  unknownVariables,
  variableMark,
  type TransferOrderVariable,
} from './transfer-order-terms.ts'

const values = Object.fromEntries(transferOrderVariables.map((name) => [name, `<${name}>`])) as Record<
  TransferOrderVariable,
  string
>

describe('the terms of a transfer order', () => {
  it.each(transferOrderVariables)('have %s replaced wherever it stands', (name) => {
    expect(fillTransferOrderTerms(`a {{${name}}} b {{ ${name} }}`, values)).toEqual({
      text: `a <${name}> b <${name}>`,
      unknown: [],
    })
  })

  it('keep what is no variable, and report it once', () => {
    expect(fillTransferOrderTerms('{{iban}} {{total_price}} {{iban}} {{toString}} {{}} {{a b}}', values)).toEqual({
      text: '{{iban}} <total_price> {{iban}} {{toString}} {{}} {{a b}}',
      unknown: ['iban', 'toString'],
    })
  })

  it('never read a value for variables again, nor as a pattern', () => {
    const filled = fillTransferOrderTerms('{{customer_lastname}}', {
      ...values,
      customer_lastname: "{{total_price}} $& $'",
    })
    expect(filled).toEqual({ text: "{{total_price}} $& $'", unknown: [] })
  })

  it.each([
    ['A ({{buyer_address}}, SIRET {{buyer_siret}}, capital {{buyer_capital}}) buys.', 'A (<buyer_address>) buys.'],
    ['A (SIRET {{buyer_siret}}, capital {{buyer_capital}}) buys.', 'A buys.'],
    ['A (SIRET {{buyer_siret}}, {{buyer_address}}) buys.', 'A (<buyer_address>) buys.'],
    ['{{buyer_name}}, SIRET {{buyer_siret}}, of {{buyer_address}}.', '<buyer_name>, of <buyer_address>.'],
    ['{{buyer_name}}; capital: {{buyer_capital}}.\nNext.', '<buyer_name>.\nNext.'],
    ['Sold. Its SIRET is {{buyer_siret}}. Signed.', 'Sold. Signed.'],
    ['SIRET {{buyer_siret}}\nSigned', '\nSigned'],
    ['SIRET {{buyer_siret}}, {{buyer_name}}', '<buyer_name>'],
    // What is known beside it stays.
    ['{{buyer_name}} {{buyer_siret}} buys', '<buyer_name>  buys'],
    ['For 1,000 of {{iban}}{{buyer_siret}}.', 'For 1,000 of {{iban}}.'],
  ])('leave out whole phrases of which nothing is known: %j', (terms, text) => {
    const known = { ...values, buyer_siret: '', buyer_capital: '' }
    expect(fillTransferOrderTerms(terms, known).text).toBe(text)
  })

  it('end, and keep every known value, whatever is unknown of them', () => {
    const piece = fc.constantFrom(...transferOrderVariables.map(variableMark), ' a ', ', ', '(', ')', '. ', '\n', ';')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.subarray([...transferOrderVariables]), (pieces, missing) => {
        const known = { ...values, ...Object.fromEntries(missing.map((name) => [name, ''])) }
        const { text } = fillTransferOrderTerms(pieces.join(''), known)
        for (const name of transferOrderVariables) {
          const times = missing.includes(name) ? 0 : pieces.filter((one) => one === variableMark(name)).length
          expect(text.split(`<${name}>`)).toHaveLength(times + 1)
        }
      }),
    )
  })

  it('without braces stay as they are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        fc.pre(!text.includes('{{'))
        expect(fillTransferOrderTerms(text, values)).toEqual({ text, unknown: [] })
      }),
    )
  })

  it('of the product itself name variables alone, within the limits, in each language', () => {
    for (const { print } of [frFR, enGB, nlBE, deDE]) {
      const terms = print.buyback.defaultTerms
      expect(fillTransferOrderTerms(terms, values).unknown).toEqual([])
      expect(terms.length).toBeGreaterThanOrEqual(transferOrderTermsLimits.min)
      expect(terms.length).toBeLessThanOrEqual(transferOrderTermsLimits.max)
    }
  })

  it('that an account may write have 2 to 5000 characters (CIRC-33)', () => {
    const said = (terms: string) => transferOrderTermsSchema.safeParse(terms).error?.issues[0]?.message ?? null
    expect(said('A')).toBe('FORM_TERMS_TOO_SHORT')
    // One character for the reader and for the database.
    expect(said('🙂')).toBe('FORM_TERMS_TOO_SHORT')
    expect(said('  A ')).toBe('FORM_TERMS_TOO_SHORT')
    expect(said('Ab')).toBeNull()
    expect(said('x'.repeat(5_000))).toBeNull()
    expect(said('x'.repeat(5_001))).toBe('FORM_TERMS_TOO_LONG')
  })

  it('that an account may write name the variables of the list alone (CIRC-34, CIRC-35)', () => {
    const said = (terms: string) => transferOrderTermsSchema.safeParse(terms).error?.issues[0]?.message ?? null
    expect(said(transferOrderVariables.map(variableMark).join(' '))).toBeNull()
    expect(said('{{ total_price }}, {not one}, } }}')).toBeNull()
    expect(unknownVariables('{{iban}} {{total_price}} {{iban}} {{Total_Price}} {{}} {{{total_price}}}')).toEqual([
      '{{iban}}',
      '{{Total_Price}}',
      '{{}}',
      '{{',
    ])
    for (const wrong of ['{{iban}}', '{{}}', '{{total price}}', '{{total_price}', '{{total_price', '{{toString}}'])
      expect(said(`Prix ${wrong}.`), wrong).toBe('FORM_TERMS_VARIABLE_UNKNOWN')
  })
})

describe('terms that an account keeps', () => {
  const standard = {
    'fr-FR': 'Standard.',
    'en-GB': 'The standard.\n',
    'nl-BE': 'De standaard.',
    'de-DE': 'Der Standard.',
  }
  const keep = (written: Parameters<typeof termsToKeep>[0]) => termsToKeep(written, 'fr-FR', standard)

  it('are what differs from the product’s', () => {
    expect(keep({ terms: 'Standard.' })).toEqual({ terms: null, translations: {} })
    expect(keep({ terms: 'Autre.' })).toEqual({ terms: 'Autre.', translations: {} })
    const translations = { 'de-DE': { terms: 'Anders.' }, 'en-GB': { terms: 'The standard.' } }
    expect(keep({ terms: 'Standard.', translations })).toEqual({
      terms: null,
      translations: { 'de-DE': { terms: 'Anders.' }, 'en-GB': { terms: null } },
    })
  })

  it('stay in a language where they say the product’s beside others of their own', () => {
    const translations = { 'de-DE': { terms: 'Der Standard.' } }
    expect(keep({ terms: 'Autre.', translations })).toEqual({ terms: 'Autre.', translations })
  })

  it('go in every language that is not named with null', () => {
    const none = { terms: null }
    const all = { 'fr-FR': none, 'en-GB': none, 'nl-BE': none, 'de-DE': none }
    expect(keep({ terms: null })).toEqual({ terms: null, translations: all })
    expect(keep({ terms: null, translations: { 'de-DE': { terms: 'Anders.' } } })).toEqual({
      terms: null,
      translations: { ...all, 'de-DE': { terms: 'Anders.' } },
    })
  })
})

describe('the standard beside terms of one language', () => {
  const standard = {
    'fr-FR': 'Standard.',
    'en-GB': 'The standard.',
    'de-DE': 'Der Standard.',
    'nl-BE': 'De standaard.',
  }
  const change = { from: 'fr-FR', to: 'de-DE' } as const
  const translations = { 'de-DE': { terms: 'Anders.' }, 'en-GB': { terms: 'Otherwise.' } }

  it('is written for readers of other languages, when its language becomes the account’s', () => {
    expect(standardToKeep({ terms: null, translations }, change, standard)).toEqual({
      terms: 'Standard.',
      translations: { 'nl-BE': { terms: 'De standaard.' } },
    })
  })

  it('is not where the account has terms of its own, or none in the new language', () => {
    expect(standardToKeep({ terms: 'Autre.', translations }, change, standard)).toBeNull()
    expect(standardToKeep({ terms: null }, change, standard)).toBeNull()
    expect(standardToKeep({ terms: null, translations }, { from: 'fr-FR', to: 'nl-BE' }, standard)).toBeNull()
  })
})
