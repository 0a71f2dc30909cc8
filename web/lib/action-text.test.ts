import { describe, expect, it } from 'vitest'
import { operations } from '#sync/operations/registry.ts'
import texts from '#locales/fr-FR/item.json' with { type: 'json' }
import { actionOfOperation } from './action-text.ts'

/** Operations that are no action on one item. */
const others = ['endCheckInRound', 'endStockCount', 'openPackage', 'settleRefusal']

describe('an action of an item', () => {
  it('has a text, whichever operation did it', () => {
    const known = Object.keys(texts.action)
    const args = { release: 'kept', action: 'pause' }
    const untold = [...operations.keys()]
      .filter((type) => !others.includes(type))
      .filter((type) => !known.includes(actionOfOperation(type, args)))
    expect(untold).toEqual([])
  })
})
