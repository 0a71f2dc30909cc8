import { describe, expect, it } from 'vitest'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { boot, scanOf, thirdWarehouseId } from '#tests/support/packing-bench.ts'
import type { PackingSession } from './packing-session.ts'

describe('packing by scans', () => {
  it('opens the package of an untested product’s destination, and goes on with it', async () => {
    const { scan, open, session } = await boot()
    expect(await scan(7)).toEqual({ kind: 'packed', warehouseId: otherWarehouseId, isOtherPackage: false })
    expect(await open()).toMatchObject([{ row: { destinationWarehouseId: otherWarehouseId } }])
    session.sendTo(otherWarehouseId)
    expect(await scan(1)).toMatchObject({ kind: 'packed' })
    expect((await open()).map(({ row }) => row.itemIds)).toEqual([[itemRow(7).id, itemRow(1).id]])
  })

  it('asks once where tested products go', async () => {
    const { scan, session, results } = await boot()
    await scan(1)
    expect(session.state().asking).toMatchObject({ item: { id: itemRow(1).id } })
    expect(results).toEqual([])
    session.sendTo(otherWarehouseId)
    await session.settled()
    expect(results.at(-1)?.outcome).toMatchObject({ kind: 'packed', warehouseId: otherWarehouseId })
    expect(await scan(2)).toMatchObject({ kind: 'packed' })
    expect(session.state().asking).toBeNull()
  })

  it('keeps what is scanned while it asks, each once, and packs it in its order after the answer', async () => {
    const { scan, session, open, questions } = await boot()
    await scan(1)
    await scan(2)
    await scan(1)
    await scan(7)
    await scan(2)
    expect(session.state()).toMatchObject({ asking: { item: { id: itemRow(1).id } }, waiting: [{}, {}] })
    // Nobody looks at the screen while scanning: each of them is heard.
    expect(questions()).toBe(5)
    session.sendTo(otherWarehouseId)
    await session.settled()
    expect((await open()).map(({ row }) => row.itemIds)).toEqual([[1, 2, 7].map((number) => itemRow(number).id)])
    expect(session.state().waiting).toEqual([])
  })

  it('asks about the next product after a question is left', async () => {
    const { scan, session } = await boot()
    await scan(1)
    await scan(2)
    session.dismiss()
    await session.settled()
    expect(session.state()).toMatchObject({ asking: { item: { id: itemRow(2).id } }, waiting: [] })
  })

  it('takes another code of one of the products asked about as the answer', async () => {
    const { scan, session, results } = await boot()
    session.scan(scanOf('356938035643809'))
    await session.settled()
    await scan(6)
    await scan(7)
    await session.settled()
    expect(session.state()).toMatchObject({ choosing: null, waiting: [] })
    expect(results.map(({ code }) => code)).toEqual(['356938035643809', itemRow(6).code])
  })

  it('refuses what does not leave, before any package is opened for it', async () => {
    const { scan, open, session } = await boot()
    expect(await scan(8)).toMatchObject({ kind: 'refused', reason: 'BB_DOES_NOT_EXIST' })
    expect(await scan(99)).toMatchObject({ kind: 'refused', reason: 'BB_DOES_NOT_EXIST' })
    expect(await scan(12)).toMatchObject({ kind: 'refused', reason: 'ITEM_IN_QUARANTINE' })
    expect(await scan(9)).toMatchObject({ kind: 'refused', reason: 'ITEM_TO_RETURN' })
    session.sendTo(warehouseId)
    expect(await scan(1)).toMatchObject({ kind: 'refused', reason: 'BB_EXPEDITION_NOT_NEEDED' })
    expect(await open()).toEqual([])
  })

  it.each([
    [8, 'BB_DOES_NOT_EXIST'],
    [12, 'ITEM_IN_QUARANTINE'],
  ])('refuses product %i, which the address names and which does not leave: %s (F26)', async (number, reason) => {
    const { session, results, open } = await boot()
    session.takeItem(itemRow(number).id)
    await session.settled()
    expect(results.at(-1)?.outcome).toMatchObject({ kind: 'refused', reason })
    expect([session.state().asking, await open()]).toEqual([null, []])
  })

  it.each(['package', 'label'] as const)(
    'stops with its name at a product of another warehouse, before anything else is asked (%s)',
    async (mode) => {
      const { scan, open, session } = await boot()
      session.setMode(mode)
      const stop = { kind: 'refused', reason: 'ITEM_IN_OTHER_WAREHOUSE', warehouseId: otherWarehouseId }
      expect(await scan(10)).toEqual(stop)
      expect(await scan(11)).toEqual(stop)
      expect(session.state().asking).toBeNull()
      expect(await open()).toEqual([])
    },
  )

  it.each([
    ['2000', 'CODE_LENGTH'],
    ['20000_01', 'CODE_CHARACTERS'],
  ])('says of %j that it is no code of a product', async (text, reason) => {
    const { session, results } = await boot()
    session.scan(scanOf(text))
    await session.settled()
    expect(results.at(-1)?.outcome).toEqual({ kind: 'refused', reason, warehouseId: null })
  })

  it('asks which product a shared code means, though one alone can leave: the other may be in hand', async () => {
    const { results, session, open, questions } = await boot()
    session.scan(scanOf('356938035643809'))
    await session.settled()
    // Nobody looks at the screen while scanning: the question is heard.
    expect(questions()).toBe(1)
    expect(
      session
        .state()
        .choosing?.items.map(({ id }) => id)
        .toSorted(),
    ).toEqual([itemRow(7).id, itemRow(8).id])
    // The one that leaves from here comes first.
    expect(session.state().choosing?.items[0]?.id).toBe(itemRow(7).id)
    expect(results).toEqual([])
    expect(await open()).toEqual([])
    session.choose(session.state().choosing!.items.find(({ id }) => id === itemRow(7).id)!)
    await session.settled()
    expect(results.at(-1)?.outcome).toMatchObject({ kind: 'packed' })
    expect(session.state().choosing).toBeNull()
  })

  it('says that a product is in its package already, and takes it out again', async () => {
    const { scan, open, session, results } = await boot()
    await scan(7)
    expect(await scan(7)).toMatchObject({ kind: 'refused', reason: 'BB_ALREADY_FILLED' })
    await session.undoLast()
    expect(results.at(-1)?.outcome).toEqual({ kind: 'takenOut' })
    expect((await open()).map(({ row }) => row.itemIds)).toEqual([[]])
    await session.undoLast()
    expect(results.at(-1)?.outcome).toMatchObject({ kind: 'refused', reason: 'UNDO_NOT_POSSIBLE' })
  })

  it('closes under the next number, never empty, and opens a package by its scanned number', async () => {
    const { scan, session, opened, engine } = await boot()
    await scan(7)
    const id = session.state().currentId!
    expect(await session.close(id)).toBeNull()
    expect(await session.close(id)).toBe('PACKAGE_CLOSED')
    expect((await engine.package(id))?.row.number).toBe(packageNumber(0))
    session.sendTo(otherWarehouseId)
    await scan(1)
    const next = session.state().currentId!
    await session.undoLast()
    expect(await session.close(next)).toBe('PACKAGE_CANT_BE_CLOSED')
    expect(await session.close(uuid(8))).toBe('PACKAGE_UNKNOWN')
    session.scan(scanOf(packageNumber(0)))
    await session.settled()
    expect(opened).toEqual([id])
  })

  it('asks before a customer’s return leaves, and hands nothing over where that is left (F14)', async () => {
    const { scan, session, results, questions } = await boot()
    session.setMode('label')
    await scan(9)
    expect(session.state().asking).toMatchObject({ item: { id: itemRow(9).id }, isReturn: true })
    expect([results.length, questions()]).toEqual([0, 1])
    session.dismiss()
    await session.settled()
    expect(results).toEqual([])
    await scan(9)
    session.handOverReturn()
    await session.settled()
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['handedOver'])
  })

  it('hands over what has a label of its own in its own mode, and nothing else', async () => {
    const { results, scan, session } = await boot()
    session.setMode('label')
    await scan(9)
    session.handOverReturn()
    await session.settled()
    expect(results.at(-1)?.outcome).toEqual({ kind: 'handedOver' })
    expect(await scan(9)).toMatchObject({ kind: 'refused', reason: 'BB_ALREADY_PROCESSED' })
    expect(await scan(1)).toMatchObject({ kind: 'refused', reason: 'BB_DOES_NOT_EXIST' })
  })

  it('changes its mode and forgets its destination behind the products that were scanned before', async () => {
    const { session, open, results } = await boot()
    session.sendTo(otherWarehouseId)
    session.scan(scanOf(itemRow(1).code))
    session.forgetDestination()
    session.scan(scanOf(itemRow(7).code))
    session.setMode('label')
    session.scan(scanOf(itemRow(9).code))
    await session.settled()
    session.handOverReturn()
    await session.settled()
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['packed', 'packed', 'handedOver'])
    expect(session.state()).toMatchObject({ mode: 'label', destinationId: null })
    expect((await open()).flatMap(({ row }) => row.itemIds)).toEqual([itemRow(1).id, itemRow(7).id])
  })

  it.each([
    ['a mode', (session: PackingSession) => session.setMode('label')],
    ['another destination', (session: PackingSession) => session.forgetDestination()],
  ])('takes a refusal away at once where %s is asked for, and never one that comes after', async (_name, ask) => {
    const { scan, session, results } = await boot()
    expect(await scan(8)).toMatchObject({ kind: 'refused' })
    ask(session)
    expect(session.state().shown).toBeNull()
    await session.settled()
    session.scan(scanOf(itemRow(12).code))
    ask(session)
    await session.settled()
    expect(results.at(-1)?.outcome).toMatchObject({ kind: 'refused', reason: 'ITEM_IN_QUARANTINE' })
    expect(session.state().shown).toEqual(results.at(-1))
  })

  it('takes nothing back that was handed over, nor another product out of its package instead', async () => {
    const { scan, session, open, results } = await boot()
    await scan(7)
    session.setMode('label')
    await scan(9)
    session.handOverReturn()
    await session.undoLast()
    expect(results.at(-1)?.outcome).toMatchObject({ kind: 'refused', reason: 'UNDO_NOT_POSSIBLE' })
    expect((await open()).map(({ row }) => row.itemIds)).toEqual([[itemRow(7).id]])
  })

  it('hands over a product that goes back as soon as another screen names it, since no package takes it', async () => {
    const { results, session } = await boot()
    session.takeItem(itemRow(9).id)
    await session.settled()
    expect(results.at(-1)?.outcome).toEqual({ kind: 'handedOver' })
    expect(session.state().mode).toBe('label')
  })
})

it('a package that a refused action holds up is stopped with the name of its product', async () => {
  const box = uuid(8, 7)
  const { engine, scan, session, results, refuseMove } = await boot(box)
  await refuseMove(1)
  const origin = { type: 'warehouse' as const, warehouseId }
  await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
  await scan(1)
  expect(await session.close(box)).toBe('PACKAGE_HAS_REFUSED')
  const { code, productLabel } = itemRow(1)
  expect(results.at(-1)).toMatchObject({ code, product: expect.stringContaining(productLabel ?? '') })
})

it('opens no package to a warehouse that is inactive, and asks again where tested products go', async () => {
  const { scan, session, open } = await boot(null, otherWarehouseId)
  const stop = { kind: 'refused', reason: 'PACKAGE_DESTINATION_INACTIVE', warehouseId: otherWarehouseId }
  expect(await scan(7)).toEqual(stop)
  session.sendTo(otherWarehouseId)
  expect(await scan(1)).toEqual(stop)
  await scan(1)
  expect(session.state().asking).toMatchObject({ item: { id: itemRow(1).id } })
  expect(await open()).toEqual([])
})

it('a screen of one package puts every product in that one, or says why not', async () => {
  const box = uuid(8, 5)
  const { engine, scan } = await boot(box)
  const origin = { type: 'warehouse' as const, warehouseId }
  await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
  expect(await scan(7)).toMatchObject({ kind: 'packed' })
  expect(await scan(1)).toMatchObject({ kind: 'packed' })
  expect((await engine.package(box))?.row.itemIds).toEqual([itemRow(7).id, itemRow(1).id])
})

it('a product bound for elsewhere is stopped with the name of its place', async () => {
  const box = uuid(8, 6)
  const { engine, scan } = await boot(box)
  const origin = { type: 'warehouse' as const, warehouseId }
  await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
  expect(await scan(6)).toEqual({
    kind: 'refused',
    reason: 'PACKAGE_OTHER_DESTINATION',
    warehouseId: thirdWarehouseId,
  })
})
