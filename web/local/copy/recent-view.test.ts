import { describe, expect, it } from 'vitest'
import { itemRow } from '#tests/support/rows.ts'
import type { ItemView } from './base-view.ts'
import { createRecentView } from './recent-view.ts'

function setUp(count = 1) {
  let now = 0
  const views: ItemView[] = Array.from({ length: count }, (_, at) => ({ item: itemRow(at + 1), pending: 0 }))
  const read = Promise.withResolvers<void>()
  const recent = createRecentView(
    async () => {
      await read.promise
      return views
    },
    () => now,
  )
  return { recent, view: views[0]!, answer: read.resolve, pass: (ms: number) => (now += ms) }
}

describe('an item that was viewed a moment ago', () => {
  it('is at hand for the screen that its code leads to', async () => {
    const { recent, view, answer } = setUp()
    answer()
    await recent.view([], [view.item.code])
    expect(recent.viewed(view.item.id)).toBe(view)
    expect(recent.viewed('another')).toBeNull()
  })

  it('is to be read again after two seconds', async () => {
    const { recent, view, answer, pass } = setUp()
    answer()
    await recent.view([view.item.id])
    pass(1_999)
    expect(recent.viewed(view.item.id)).toBe(view)
    pass(1)
    expect(recent.viewed(view.item.id)).toBeNull()
  })

  it('is to be read again after a change of it, and after no change of others', async () => {
    const { recent, view, answer } = setUp()
    answer()
    await recent.view([view.item.id])
    recent.hear({ kind: 'status' })
    recent.hear({ kind: 'ops', itemIds: ['another'] })
    expect(recent.viewed(view.item.id)).toBe(view)
    recent.hear({ kind: 'ops', itemIds: [view.item.id] })
    expect(recent.viewed(view.item.id)).toBeNull()
    await recent.view([view.item.id])
    recent.hear({ kind: 'copy', itemIds: 'all' })
    expect(recent.viewed(view.item.id)).toBeNull()
  })

  it('is not kept where something changed during the read', async () => {
    const { recent, view, answer } = setUp()
    const viewing = recent.view([view.item.id])
    recent.hear({ kind: 'ops', itemIds: [view.item.id] })
    answer()
    await viewing
    expect(recent.viewed(view.item.id)).toBeNull()
  })

  it('is not kept out of a list', async () => {
    const { recent, view, answer } = setUp(5)
    answer()
    await recent.view([view.item.id])
    expect(recent.viewed(view.item.id)).toBeNull()
  })
})
