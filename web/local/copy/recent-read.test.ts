import { describe, expect, it } from 'vitest'
import { itemRow } from '#tests/support/rows.ts'
import type { CopyRead, CopyStore } from './copy-store.ts'
import { withRecentRead } from './recent-read.ts'

function setUp(count = 1) {
  let now = 0
  const asked: (readonly string[])[] = []
  const items = Array.from({ length: count }, (_, at) => itemRow(at + 1))
  const store = {
    read: async (ids: readonly string[], codes: readonly string[]) => {
      asked.push([...ids, ...codes])
      return { info: {}, items } as unknown as CopyRead
    },
    applyPull: async () => true,
    refresh: async () => null,
  } as unknown as CopyStore
  return { copy: withRecentRead(store, () => now), asked, item: items[0]!, pass: (ms: number) => (now += ms) }
}

describe('a copy that was read a moment ago', () => {
  it('answers what is asked about the item just found without another read', async () => {
    const { copy, asked, item } = setUp()
    const found = await copy.read([], [item.code])
    expect(await copy.read([item.id], [item.buybackCode])).toBe(found)
    expect(asked).toEqual([[item.code]])
  })

  it('is read again for another item, for packages, and after a while', async () => {
    const { copy, asked, item, pass } = setUp()
    await copy.read([], [item.code])
    await copy.read([], ['99999999'])
    await copy.read([], [item.code], ['package'])
    await copy.read([], [item.code])
    pass(2_000)
    await copy.read([], [item.code])
    expect(asked).toHaveLength(5)
  })

  it('is read again once something was installed, also during the read', async () => {
    const { copy, asked, item } = setUp()
    await copy.read([], [item.code])
    await copy.applyPull({} as never)
    await copy.read([], [item.code])
    await Promise.all([copy.refresh(), copy.read([], [item.code])])
    await copy.read([], [item.code])
    expect(asked).toHaveLength(3)
  })

  it('keeps no large read', async () => {
    const { copy, asked, item } = setUp(5)
    await copy.read([item.id], [])
    await copy.read([item.id], [])
    expect(asked).toHaveLength(2)
  })
})
