import { describe, expect, it } from 'vitest'
import type { Language } from '#domain/kernel/languages.ts'
import { startTexts } from './every-text.ts'

const resources = {
  'en-GB': { sample: { both: 'both in English', english: 'only in English' } },
  'nl-BE': { sample: { both: 'both in Dutch' } },
  'fr-FR': { sample: { both: 'both in French' } },
}

describe('the texts', () => {
  it('that the chosen language lacks come in English (SHELL-02)', async () => {
    const texts = await startTexts('nl-BE', ['sample'], resources)
    expect(texts.getResource('nl-BE', 'sample', 'both')).toBe('both in Dutch')
    expect((texts.t as (key: string) => string)('sample:english')).toBe('only in English')
  })

  it('are French for a language that the interface does not speak (SHELL-01)', async () => {
    expect((await startTexts('es-ES' as Language, ['sample'], resources)).language).toBe('fr-FR')
  })

  it('that a page loads beside the first ones are that page’s alone', async () => {
    const contexts = ['home'] as const
    const texts = await startTexts('fr-FR', contexts)
    await texts.loadNamespaces('checkout')
    expect(Object.keys(texts.getDataByLanguage('fr-FR') ?? {})).toEqual(['home', 'checkout'])
    expect(contexts).toEqual(['home'])
    const next = await startTexts('fr-FR', contexts)
    expect(Object.keys(next.getDataByLanguage('fr-FR') ?? {})).toEqual(['home'])
  })
})
