import { describe, expect, it } from 'vitest'
import { catalogErrors } from '#domain/catalog/catalog-errors.ts'
import { expeditionErrors } from '#domain/expedition/expedition-errors.ts'
import { refurbErrors } from '#domain/refurb/refurb-errors.ts'
import { itemErrors } from '#domain/item/item-errors.ts'
import { deviceErrors } from '#sync/replica/device-errors.ts'
import de from '#locales/de-DE/warehouse.json' with { type: 'json' }
import en from '#locales/en-GB/warehouse.json' with { type: 'json' }
import fr from '#locales/fr-FR/warehouse.json' with { type: 'json' }
import nl from '#locales/nl-BE/warehouse.json' with { type: 'json' }

describe('the reasons of floor work', () => {
  it.each([
    ['fr-FR', fr],
    ['en-GB', en],
    ['nl-BE', nl],
    ['de-DE', de],
  ])('have a text in %s', (_language, texts) => {
    const errors: Readonly<Record<string, string>> = texts.errors
    for (const code of [...catalogErrors, ...deviceErrors, ...expeditionErrors, ...refurbErrors, ...itemErrors])
      expect(errors[code], code).toMatch(/\S/)
  })
})
