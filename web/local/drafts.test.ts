import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { openDrafts } from './drafts.ts'

const dayMs = 86_400_000

describe('drafts of the device', () => {
  it('are there after another opening, until they are dropped', async () => {
    const ports = { indexedDB: new IDBFactory(), IDBKeyRange }
    const first = openDrafts(ports)
    expect(await first.read('a')).toBeNull()
    await first.write('a', { at: 1 })
    await first.write('a', { at: 2 })
    const second = openDrafts(ports)
    expect(await second.read('a')).toEqual({ at: 2 })
    await second.drop('a')
    expect(await first.read('a')).toBeNull()
  })

  it('go after thirty days without a visitor', async () => {
    const ports = { indexedDB: new IDBFactory(), IDBKeyRange }
    await openDrafts(ports, () => 0).write('old', 1)
    await openDrafts(ports, () => 2 * dayMs).write('recent', 1)
    const later = openDrafts(ports, () => 31 * dayMs)
    await later.write('new', 1)
    expect(await Promise.all(['old', 'recent', 'new'].map((key) => later.read(key)))).toEqual([null, 1, 1])
  })

  it('are nothing where the browser refuses storage', async () => {
    const refusing = {
      open: () => {
        throw new Error('refused')
      },
    } as unknown as IDBFactory
    const drafts = openDrafts({ indexedDB: refusing, IDBKeyRange })
    await drafts.write('a', 1)
    expect(await drafts.read('a')).toBeNull()
  })
})
