import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { createResponseCache } from './response-cache.ts'

const dayMs = 86_400_000

function device() {
  const indexedDB = new IDBFactory()
  return () => createResponseCache({ indexedDB, IDBKeyRange })
}

it('the last answer to a question replaces the one before, and is there after another opening', async () => {
  const open = device()
  const first = open()
  expect(await first.read('anna counts')).toBeNull()
  await first.keep({ key: 'anna counts', readAtMs: 1, value: ['old'] })
  await first.keep({ key: 'anna counts', readAtMs: 2, value: ['new'] })
  first.close()
  const second = open()
  expect(await second.read('anna counts')).toEqual({ key: 'anna counts', readAtMs: 2, value: ['new'] })
  expect(await second.read('bert counts')).toBeNull()
  second.close()
})

it('answers that nobody has asked for again go after thirty days', async () => {
  const kept = device()()
  await kept.keep({ key: 'old', readAtMs: dayMs, value: 1 })
  await kept.keep({ key: 'recent', readAtMs: 2 * dayMs, value: 2 })
  await kept.keep({ key: 'now', readAtMs: 31.5 * dayMs, value: 3 })
  expect(await Promise.all(['old', 'recent', 'now'].map(async (key) => (await kept.read(key))?.value))).toEqual([
    undefined,
    2,
    3,
  ])
  kept.close()
})
