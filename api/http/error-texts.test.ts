import { describe, expect, it } from 'vitest'
import deDE from '#locales/de-DE/errors.json' with { type: 'json' }
import enGB from '#locales/en-GB/errors.json' with { type: 'json' }
import frFR from '#locales/fr-FR/errors.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/errors.json' with { type: 'json' }
import { accessErrors } from '#domain/access/access-errors.ts'
import { errorCodes } from './error-status.ts'

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'fr-FR': frFR,
  'en-GB': enGB,
  'nl-BE': nlBE,
  'de-DE': deDE,
}

describe.each(Object.keys(texts))('the error texts in %s', (language) => {
  it('name every code that an answer may carry', () => {
    const missing = [...errorCodes, ...accessErrors].filter((code) => !texts[language]?.[code]?.trim())
    expect(missing).toEqual([])
  })

  it('hold the same codes as the French ones', () => {
    expect(Object.keys(texts[language] ?? {}).toSorted()).toEqual(Object.keys(frFR).toSorted())
  })
})
