import { describe, expect, it } from 'vitest'
import { keptHistory } from '#tests/support/kept-history.ts'
import { uuid } from '#tests/support/rows.ts'
import type { KeptHistory } from '#web/local/copy/copy-histories.ts'
import { itemHistoryView } from './item-history-view.ts'

const id = uuid(4, 1)
const kept = (version: number, isCurrent = true): KeptHistory => ({
  history: keptHistory(id, version),
  readAtMs: version,
  isCurrent,
})
const nothing = { data: undefined, dataUpdatedAt: 0 }

describe('the history of an item', () => {
  it('is told from the device at once, and from the server as soon as that has answered', () => {
    expect(itemHistoryView({ ...nothing, isLacking: false }, undefined)).toMatchObject({
      state: 'loading',
      history: null,
    })
    expect(itemHistoryView({ ...nothing, isLacking: false }, kept(1))).toMatchObject({
      state: 'loading',
      history: { version: 1 },
    })
    const data = keptHistory(id, 2)
    expect(itemHistoryView({ data, dataUpdatedAt: 9, isLacking: false }, kept(1, false))).toEqual({
      state: 'read',
      history: data,
      readAtMs: 9,
    })
  })

  it('is what the device keeps where the server does not answer, and says whether the item has changed since', () => {
    const lacking = { ...nothing, isLacking: true }
    expect(itemHistoryView(lacking, kept(3))).toEqual({ state: 'kept', history: keptHistory(id, 3), readAtMs: 3 })
    expect(itemHistoryView(lacking, kept(3, false))).toMatchObject({ state: 'changed', history: { version: 3 } })
    expect(itemHistoryView(lacking, undefined).state).toBe('loading')
    expect(itemHistoryView(lacking, null)).toEqual({ state: 'missing', history: null, readAtMs: null })
  })

  it('is the later of what was read on this page and what was kept since', () => {
    const former = { data: keptHistory(id, 2), dataUpdatedAt: 9, isLacking: true }
    expect(itemHistoryView(former, kept(3))).toMatchObject({ state: 'kept', history: { version: 3 }, readAtMs: 3 })
    expect(itemHistoryView(former, kept(1, false))).toMatchObject({
      state: 'changed',
      history: { version: 2 },
      readAtMs: 9,
    })
    expect(itemHistoryView(former, null)).toMatchObject({ state: 'kept', history: { version: 2 } })
  })
})
