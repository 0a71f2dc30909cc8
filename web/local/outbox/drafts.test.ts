import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { diagnosisDraftOf, testDraftOf, withoutRefusals } from './drafts.ts'
import { openPhotoDatabase } from '#web/local/photo/photo-database.ts'
import { createPhotoStore } from '#web/local/photo/photo-store.ts'

const dayMs = 86_400_000

function device(indexedDB = new IDBFactory()) {
  const ports = { indexedDB, IDBKeyRange }
  return { open: () => createPhotoStore(openPhotoDatabase(ports)) }
}

describe('drafts of the device', () => {
  it('are there after another opening, until they are dropped', async () => {
    const { open } = device()
    const [first, name] = [open().drafts, diagnosisDraftOf('a')]
    expect(await first.read(name)).toBeNull()
    await first.write(name, { at: 1 }, 1)
    await first.write(name, { at: 2 }, 2)
    const second = open().drafts
    expect(await second.read(name)).toEqual({ at: 2 })
    await second.drop(name)
    expect(await first.read(name)).toBeNull()
  })

  it('take what two add at once', async () => {
    const { open } = device()
    const [first, second, name] = [open().drafts, open().drafts, testDraftOf('u', 'a')]
    await first.write(name, [], 1)
    const added = (value: string) => (before: unknown) => [...(before as string[]), value]
    await Promise.all([first.update(name, added('one'), 2), second.update(name, added('two'), 3)])
    expect((await first.read(name)) as string[]).toEqual(expect.arrayContaining(['one', 'two']))
    await first.update(name, () => null, 4)
    expect(await first.read(name)).toHaveLength(2)
  })

  it('go after thirty days without a visitor', async () => {
    const { sweep, drafts } = device().open()
    await drafts.write(diagnosisDraftOf('old'), 1, 0)
    await drafts.write(diagnosisDraftOf('recent'), 1, 2 * dayMs)
    await sweep(31 * dayMs - 30 * dayMs)
    expect(await Promise.all(['old', 'recent'].map((id) => drafts.read(diagnosisDraftOf(id))))).toEqual([null, 1])
  })

  it('of a test are their operator’s, those of a diagnosis everybody’s', async () => {
    const { drafts } = device().open()
    await drafts.write(testDraftOf('anna', 'a'), 1, 1)
    await drafts.write(testDraftOf('anna', 'b'), 2, 2)
    await drafts.write(testDraftOf('bert', 'a'), 3, 3)
    await drafts.write(diagnosisDraftOf('a'), 4, 4)
    expect((await drafts.ofUser('anna')).map(({ itemId }) => itemId)).toEqual(['b', 'a'])
    expect(await drafts.read(testDraftOf('bert', 'a'))).toBe(3)
    expect(await drafts.read(diagnosisDraftOf('a'))).toBe(4)
  })

  it('are nothing where the browser refuses storage', async () => {
    const refusing = {
      open: () => {
        throw new Error('refused')
      },
    } as unknown as IDBFactory
    const drafts = withoutRefusals(device(refusing).open().drafts)
    await drafts.write(diagnosisDraftOf('a'), 1, 1)
    expect(await drafts.read(diagnosisDraftOf('a'))).toBeNull()
    expect(await drafts.ofUser('')).toEqual([])
  })
})
