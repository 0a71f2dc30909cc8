import { describe, expect, it } from 'vitest'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { itemRow, otherWarehouseId, warehouseId } from '#tests/support/rows.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'
import { boot, box, scanOf } from '#tests/support/packing-bench.ts'

describe('packing that leads to another screen', () => {
  it('leads to a scanned package, and leaves what is scanned after it to that screen, in order', async () => {
    const { engine, scan, session, results, opened, later, contentOf } = await boot()
    await scan(7)
    const closed = session.state().currentId!
    expect(await session.close(closed)).toBeNull()
    const origin = { type: 'warehouse' as const, warehouseId }
    await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
    session.sendTo(otherWarehouseId)
    const before = results.length
    for (const text of [packageNumber(0), itemRow(1).code, itemRow(2).code]) session.scan(scanOf(text))
    await session.settled()
    expect(opened).toEqual([closed])
    expect(later).toEqual([itemRow(1).code, itemRow(2).code])
    expect(session.scan(scanOf(itemRow(3).code))).toBe(passedOn)
    expect(results).toHaveLength(before)
    expect(await contentOf(box)).toEqual([])
  })

  it('stays where it is the package of the screen itself', async () => {
    const { engine, scan, session, later } = await boot(box)
    const origin = { type: 'warehouse' as const, warehouseId }
    await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
    await scan(1)
    expect(await session.close(box)).toBeNull()
    session.scan(scanOf(packageNumber(0)))
    expect(await scan(2)).toMatchObject({ kind: 'refused', reason: 'PACKAGE_CLOSED' })
    expect(later).toEqual([])
  })

  it('keeps what was scanned before a command that leads on, and no more', async () => {
    const { engine, session, results, later, contentOf } = await boot(box)
    const origin = { type: 'warehouse' as const, warehouseId }
    await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
    const way = Promise.withResolvers<void>()
    for (const number of [1, 2]) session.scan(scanOf(itemRow(number).code))
    session.leave(() => way.promise)
    session.scan(scanOf(itemRow(3).code))
    way.resolve()
    await session.settled()
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['packed', 'packed'])
    expect(await contentOf(box)).toEqual([itemRow(1).id, itemRow(2).id])
    expect(later).toEqual([itemRow(3).code])
  })

  it('leaves what is scanned while a package closes to the screen that follows, and never to the closed package', async () => {
    const { engine, scan, session, results, later } = await boot(box)
    const origin = { type: 'warehouse' as const, warehouseId }
    await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
    await scan(1)
    const way = Promise.withResolvers<void>()
    const closing = session.close(box, () => way.promise)
    for (const number of [2, 3]) session.scan(scanOf(itemRow(number).code))
    expect(await closing).toBeNull()
    way.resolve()
    await session.settled()
    expect(later).toEqual([itemRow(2).code, itemRow(3).code])
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['packed'])
  })

  it('packs what is scanned behind a closing that is refused, since its screen stays', async () => {
    const { engine, session, later, contentOf } = await boot(box)
    const origin = { type: 'warehouse' as const, warehouseId }
    await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
    const closing = session.close(box, () => Promise.reject(new Error('it stays')))
    session.scan(scanOf(itemRow(1).code))
    expect(await closing).toBe('PACKAGE_CANT_BE_CLOSED')
    await session.settled()
    expect(await contentOf(box)).toEqual([itemRow(1).id])
    expect(later).toEqual([])
  })
})
