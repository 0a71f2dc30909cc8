import { describe, expect, it } from 'vitest'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { putInPackage, takeOutOfPackage } from '#sync/operations/expedition/put-in-package.ts'
import { operator } from '#tests/support/device-fixture.ts'
import { itemRow, otherWarehouseId, warehouseId } from '#tests/support/rows.ts'
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

  it('names what it would take back, also after the page was loaded again', async () => {
    const { session, start, scan, contentOf, engine } = await boot(box)
    const origin = { type: 'warehouse' as const, warehouseId }
    await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
    await scan(1)
    await scan(2)
    const again = start()
    await again.settled()
    expect(again.state().actions.map(({ itemId }) => itemId)).toEqual([itemRow(2).id])
    await again.undoLast()
    expect(again.state().actions.map(({ itemId }) => itemId)).toEqual([itemRow(1).id])
    expect(await contentOf(box)).toEqual([itemRow(1).id])
    expect(session.state().actions).toHaveLength(2)
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

  it('takes back one action after the other, and says once of one whose product has had another since', async () => {
    const { engine, session, fillWithColleague, contentOf, results } = await boot(box)
    await fillWithColleague(box, [7, 1, 2], 3)
    await session.undoLast()
    // In another tab.
    await engine.dispatch(takeOutOfPackage, { itemId: itemRow(1).id, packageId: box })
    await session.undoLast()
    expect(results.at(-1)).toMatchObject({ code: itemRow(1).code, outcome: { reason: 'UNDO_NOT_LATEST' } })
    expect(await contentOf(box)).toEqual([itemRow(7).id, itemRow(3).id])
    // The screen names the next one, which goes then.
    expect(session.state().actions.map(({ itemId }) => itemId)).toEqual([itemRow(7).id])
    await session.undoLast()
    expect(await contentOf(box)).toEqual([itemRow(3).id])
  })

  it('names no more what a colleague has taken out since (F5)', async () => {
    const { engine, session, fillWithColleague, takeOver, contentOf } = await boot(box)
    await fillWithColleague(box, [1, 2], 3)
    const named = () => session.state().actions.map(({ itemId }) => itemId)
    expect(named().at(-1)).toBe(itemRow(2).id)
    await takeOver(operator(2))
    await engine.dispatch(takeOutOfPackage, { itemId: itemRow(2).id, packageId: box })
    await takeOver(operator(1))
    await session.recheck()
    expect(named()).toEqual([itemRow(1).id])
    await session.undoLast()
    expect(await contentOf(box)).toEqual([itemRow(3).id])
  })

  it('goes on behind a product that an undo has put in again', async () => {
    const { session, fillWithColleague, contentOf, results } = await boot(box)
    await fillWithColleague(box, [2, 1], 3)
    await session.takeOut(itemRow(1).id, box)
    await session.undoLast()
    expect(results.at(-1)).toMatchObject({ code: itemRow(1).code, outcome: { kind: 'packed' } })
    for (const number of [1, 2]) {
      await session.undoLast()
      expect(results.at(-1)).toMatchObject({ code: itemRow(number).code, outcome: { kind: 'takenOut' } })
    }
    expect(await contentOf(box)).toEqual([itemRow(3).id])
    await session.undoLast()
    expect(results.at(-1)?.outcome).toMatchObject({ reason: 'UNDO_NOT_POSSIBLE' })
  })

  it('goes on behind a product that an undo has taken out again', async () => {
    const { session, scan, fillWithColleague, contentOf, results } = await boot(box)
    await fillWithColleague(box, [1], 3)
    await session.takeOut(itemRow(1).id, box)
    await scan(1)
    const kinds: string[] = []
    for (const _press of [1, 2, 3]) {
      await session.undoLast()
      kinds.push(results.at(-1)!.outcome.kind)
    }
    expect(kinds).toEqual(['takenOut', 'packed', 'takenOut'])
    expect(await contentOf(box)).toEqual([itemRow(3).id])
  })

  it('leaves a product where it is that has had another action since an undo put it in again', async () => {
    const { engine, session, fillWithColleague, takeOver, contentOf, results } = await boot(box)
    await fillWithColleague(box, [2, 1], 3)
    await session.takeOut(itemRow(1).id, box)
    await session.undoLast()
    await takeOver(operator(2))
    for (const operation of [takeOutOfPackage, putInPackage])
      await engine.dispatch(operation, { itemId: itemRow(1).id, packageId: box })
    await takeOver(operator(1))
    await session.undoLast()
    expect(results.at(-1)).toMatchObject({ code: itemRow(1).code, outcome: { reason: 'UNDO_NOT_LATEST' } })
    expect(await contentOf(box)).toContain(itemRow(1).id)
  })

  it('leaves a product where it is that a colleague put in before it was taken out', async () => {
    const { engine, session, fillWithColleague, takeOver, contentOf, results } = await boot(box)
    await fillWithColleague(box, [2, 1], 3)
    await takeOver(operator(2))
    for (const operation of [takeOutOfPackage, putInPackage])
      await engine.dispatch(operation, { itemId: itemRow(1).id, packageId: box })
    await takeOver(operator(1))
    await session.takeOut(itemRow(1).id, box)
    await session.undoLast()
    await session.undoLast()
    expect(results.at(-1)).toMatchObject({ code: itemRow(1).code, outcome: { reason: 'UNDO_NOT_LATEST' } })
    expect(await contentOf(box)).toContain(itemRow(1).id)
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
