import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import { classifyStorageError, isStorageError, mayReopeningHelp } from './storage-problem.ts'

const named = (name: string) => new DOMException('', name)

describe('a storage error', () => {
  it.each([
    [named('QuotaExceededError'), 'full'],
    [new Dexie.AbortError(named('QuotaExceededError')), 'full'],
    [named('InvalidStateError'), 'lost'],
    [new Dexie.DatabaseClosedError(), 'lost'],
    [new Dexie.OpenFailedError(named('VersionError')), 'newer_app'],
    [new Dexie.MissingAPIError(), 'private'],
    [named('SecurityError'), 'private'],
    [named('UnknownError'), 'broken'],
  ])('%s is classified', (error, reason) => {
    expect(classifyStorageError(error).reason).toBe(reason)
    expect(isStorageError(error)).toBe(true)
  })

  it('is not a mistake of the program', () => {
    expect(isStorageError(new TypeError('undefined is not a function'))).toBe(false)
    expect(isStorageError('text')).toBe(false)
  })

  it('is worth opening again only where that can help', () => {
    expect(
      ['full', 'private', 'newer_app', 'lost', 'broken'].map((reason) => mayReopeningHelp(reason as never)),
    ).toEqual([false, false, false, true, true])
  })
})
