import { expect, test } from 'vitest'
import { isUuid } from '#domain/kernel/uuid.ts'
import { newId } from './new-id.ts'

test('ids sort in the order of their making, thousands within a millisecond too', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every(isUuid)).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an id names its time to the millisecond', () => {
  const before = Date.now()
  const named = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
  // The ids of the test above may have run a few milliseconds ahead.
  expect(named - before).toBeGreaterThanOrEqual(0)
  expect(named - before).toBeLessThan(100)
})
