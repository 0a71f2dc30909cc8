import { describe, expect, it } from 'vitest'
import { takeOutOfPackage } from '#sync/operations/warehouse/put-in-package.ts'
import { itemRow } from '#tests/support/rows.ts'
import { boot, box } from '#tests/support/packing-bench.ts'

describe('the undo of packing', () => {
  it('takes back the session’s own scan, not the one that a colleague made after it', async () => {
    const { session, fillWithColleague, contentOf, results } = await boot(box)
    await fillWithColleague(box, [1], 2)
    await session.undoLast()
    expect(results.at(-1)).toMatchObject({ code: itemRow(1).code, outcome: { kind: 'takenOut' } })
    expect(await contentOf(box)).toEqual([itemRow(2).id])
    // Nothing of one's own is left in it.
    await session.undoLast()
    expect(results.at(-1)?.outcome).toMatchObject({ kind: 'refused', reason: 'UNDO_NOT_POSSIBLE' })
    expect(await contentOf(box)).toEqual([itemRow(2).id])
  })

  it.each([
    ['an own scan', 1],
    ['a colleague’s scan', 3],
  ])('puts %s in again that was taken out by hand', async (_name, number) => {
    const { session, fillWithColleague, contentOf, results } = await boot(box)
    await fillWithColleague(box, [1, 2], 3)
    await session.takeOut(itemRow(number).id, box)
    expect(results.at(-1)).toMatchObject({ code: itemRow(number).code, outcome: { kind: 'takenOut' } })
    await session.undoLast()
    expect(results.at(-1)).toMatchObject({ code: itemRow(number).code, outcome: { kind: 'packed' } })
    expect((await contentOf(box))?.toSorted()).toEqual([1, 2, 3].map((each) => itemRow(each).id))
  })

  it('takes back one action after the other, and none whose product has had another since', async () => {
    const { engine, session, fillWithColleague, contentOf, results } = await boot(box)
    await fillWithColleague(box, [7, 1, 2], 3)
    await session.undoLast()
    // In another tab.
    await engine.dispatch(takeOutOfPackage, { itemId: itemRow(1).id, packageId: box })
    for (const _press of [1, 2]) {
      await session.undoLast()
      expect(results.at(-1)).toMatchObject({ code: itemRow(1).code, outcome: { reason: 'UNDO_NOT_LATEST' } })
    }
    expect(await contentOf(box)).toEqual([itemRow(7).id, itemRow(3).id])
  })

  it('takes back the operator’s last scan that still stands, after a start of the app', async () => {
    const { start, fillWithColleague, contentOf, results } = await boot(box)
    await fillWithColleague(box, [1, 2], 3)
    const again = start()
    await again.undoLast()
    expect(results.at(-1)).toMatchObject({ code: itemRow(2).code, outcome: { kind: 'takenOut' } })
    expect(await contentOf(box)).toEqual([itemRow(1).id, itemRow(3).id])
  })
})
