import { describe, expect, it } from 'vitest'
import { catalogKeptMs, catalogPromiseMs, isPriceHonoured, maySellFromReplacedCatalog } from './catalog-promise.ts'

describe('a price version', () => {
  const nowMs = 1_000 * 86_400_000

  it.each([
    ['published, however old the confirmation', catalogPromiseMs * 9, null, true],
    ['replaced, confirmed within the promise', catalogPromiseMs, nowMs - 1, true],
    ['replaced, confirmed before the promise', catalogPromiseMs + 1, nowMs - 1, false],
    ['replaced as long ago as it is remembered', 0, nowMs - catalogKeptMs, true],
    ['replaced before that', 0, nowMs - catalogKeptMs - 1, false],
  ])('counts as it was promised: %s', (_name, ageMs, replacedAtMs, honoured) => {
    expect(isPriceHonoured({ ageMs, replacedAtMs, nowMs })).toBe(honoured)
  })

  it.each([
    ['while it is published', null, nowMs, true],
    ['where nothing is known of the device', nowMs - catalogPromiseMs * 9, null, true],
    ['kept since before the last day of the promise', nowMs - catalogPromiseMs, nowMs, true],
    ['kept since a later moment alone', nowMs - catalogPromiseMs - 1, nowMs, false],
  ])('is one that an unsent sale may be made by: %s', (_name, replacedAtMs, unsentSinceMs, may) => {
    expect(maySellFromReplacedCatalog(replacedAtMs, unsentSinceMs)).toBe(may)
  })
})
