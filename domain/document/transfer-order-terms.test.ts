import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import deDE from '#locales/de-DE/document.json' with { type: 'json' }
import enGB from '#locales/en-GB/document.json' with { type: 'json' }
import frFR from '#locales/fr-FR/document.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/document.json' with { type: 'json' }
import {
  fillTransferOrderTerms,
  transferOrderTermsLimits,
  transferOrderVariables,
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
})
