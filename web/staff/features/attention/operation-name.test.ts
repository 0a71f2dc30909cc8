import { describe, expect, it } from 'vitest'
import { operations } from '#sync/operations/registry.ts'
import de from '#locales/de-DE/sync.json' with { type: 'json' }
import en from '#locales/en-GB/sync.json' with { type: 'json' }
import fr from '#locales/fr-FR/sync.json' with { type: 'json' }
import nl from '#locales/nl-BE/sync.json' with { type: 'json' }
import { operationName } from './operation-name.ts'

describe('an operation in the tray', () => {
  it.each([
    ['fr-FR', fr],
    ['en-GB', en],
    ['nl-BE', nl],
    ['de-DE', de],
  ])('has a name of its own in %s', (_language, texts) => {
    const names = [...operations.keys()].map((type) => texts.attention.operation[operationName(type)])
    for (const name of names) expect(name).toMatch(/\S/)
    expect(names).not.toContain(texts.attention.operation.other)
    expect(new Set(names).size).toBe(operations.size)
  })

  it('of a newer release is an action', () => {
    expect(operationName('foldItemInHalf')).toBe('other')
  })
})
