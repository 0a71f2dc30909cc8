import { expect, it } from 'vitest'
import { id } from '#tests/support/floor-world.ts'
import { itemStepId, parseItemStepId } from './item-step-id.ts'

it('a step of an item is named by both, and nothing else is read as one', () => {
  expect(parseItemStepId(itemStepId(id(1), id(2)))).toEqual({ itemId: id(1), stepId: id(2) })
  for (const text of ['', id(1), `${id(1)}_`, `${id(1)}_x`, `${id(1)}_${id(2)}_${id(3)}`])
    expect(parseItemStepId(text)).toBeNull()
})
