import { expect, it, vi } from 'vitest'
import type { KeyValues } from '#web/lib/local-storage.ts'
import type { PackageView } from '#web/local/copy/package-view.ts'
import { arrivedLabel, awaitLabel, endAwaiting, isLabelAwaited, printArrived } from './awaited-labels.ts'

function memory(): KeyValues {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

function view(id: string, change: Partial<PackageView['row']> = {}, pending = 0): PackageView {
  const row: PackageView['row'] = {
    id,
    version: 2,
    origin: { type: 'store', storeId: 'store' },
    destinationWarehouseId: 'warehouse',
    status: 'closed',
    itemIds: ['item'],
    number: '0412345678901',
    openedBy: 'user',
    closedAtMs: 1,
    labelState: 'ready',
    ...change,
  }
  return { row, pending, refused: 0 }
}

it('a label that was awaited is printed once, however often it is asked for', () => {
  const storage = memory()
  const print = vi.fn()
  awaitLabel(storage, 'a')
  expect(printArrived(storage, view('a'), print)).toBe(true)
  expect(printArrived(storage, view('a'), print)).toBe(false)
  expect(arrivedLabel(storage, [view('a')])).toBeNull()
  expect(print.mock.calls).toEqual([[{ kind: 'package_label', id: 'a', isFile: false }]])
})

it('a device that has not closed the package prints nothing', () => {
  const print = vi.fn()
  const [own, other] = [memory(), memory()]
  awaitLabel(own, 'a')
  expect(arrivedLabel(other, [view('a')])).toBeNull()
  expect(printArrived(other, view('a'), print)).toBe(false)
  expect(print).not.toHaveBeenCalled()
  expect(isLabelAwaited(own, 'a')).toBe(true)
})

it('a label that is not there yet stays awaited', () => {
  const storage = memory()
  const print = vi.fn()
  awaitLabel(storage, 'a')
  const early = [
    view('a', {}, 1),
    view('a', { labelState: 'awaiting' }),
    view('a', { labelState: 'failed' }),
    view('a', { status: 'open' }),
  ]
  expect(arrivedLabel(storage, early)).toBeNull()
  for (const one of early) expect(printArrived(storage, one, print)).toBe(false)
  expect(print).not.toHaveBeenCalled()
  expect(arrivedLabel(storage, [view('b'), view('a')])?.row.id).toBe('a')
})

it('a label that was printed by hand is not awaited any more', () => {
  const storage = memory()
  awaitLabel(storage, 'a')
  awaitLabel(storage, 'b')
  awaitLabel(storage, 'a')
  expect(endAwaiting(storage, 'a')).toBe(true)
  expect(isLabelAwaited(storage, 'a')).toBe(false)
  expect(isLabelAwaited(storage, 'b')).toBe(true)
})

it('labels that never came are forgotten behind a hundred others, and what is no list counts as none', () => {
  const storage = memory()
  for (let count = 0; count <= 100; count++) awaitLabel(storage, `p${count}`)
  expect(isLabelAwaited(storage, 'p0')).toBe(false)
  expect(isLabelAwaited(storage, 'p1')).toBe(true)
  storage.setItem('awaitedLabels', '{')
  expect(isLabelAwaited(storage, 'p1')).toBe(false)
})
