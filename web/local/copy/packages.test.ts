import { afterEach, describe, expect, it } from 'vitest'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { putInPackage, takeOutOfPackage } from '#sync/operations/expedition/put-in-package.ts'
import { createDevice, createServer, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { config, itemRow, otherWarehouseId, testedInStock as tested, uuid, warehouseId } from '#tests/support/rows.ts'
import type { MemorySyncServer } from '#tests/support/memory-sync-server.ts'
import type { Engine } from '#web/local/engine/engine.ts'

const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

const box = uuid(8, 1)
const otherBox = uuid(8, 2)

async function boot(count = 3, server = createServer(count, tested)) {
  const device = createDevice(server)
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, operator(1))
  await expect.poll(() => engine.packageNumber(box)).not.toBeNull()
  return { server, device, engine }
}

const item = (number: number) => itemRow(number).id
const open = (engine: Engine, packageId = box) =>
  engine.dispatch(openPackage, {
    packageId,
    origin: { type: 'warehouse', warehouseId },
    destinationWarehouseId: otherWarehouseId,
  })
const put = (engine: Engine, number: number, packageId = box) =>
  engine.dispatch(putInPackage, { itemId: item(number), packageId })
async function close(engine: Engine, numbers: readonly number[], packageId = box) {
  const number = await engine.packageNumber(packageId)
  return engine.dispatch(closePackage, { packageId, number: number ?? packageNumber(999), itemIds: numbers.map(item) })
}
const statusOf = async (engine: Engine, number: number) => (await engine.view([item(number)]))[0]?.item.status

describe('a package on a device', () => {
  it('is filled and closed offline under a reserved number, and confirmed as it was seen', async () => {
    const { server, device, engine } = await boot()
    device.offline = true
    await open(engine)
    await put(engine, 1)
    await put(engine, 2)
    expect(await engine.package(box)).toMatchObject({
      row: { status: 'open', itemIds: [item(1), item(2)] },
      pending: 3,
      items: [{ id: item(1), facts: { packageId: box } }, { id: item(2) }],
    })
    expect((await engine.view([item(1)]))[0]).toMatchObject({ pending: 1, item: { facts: { packageId: box } } })
    expect(await close(engine, [1, 2])).toMatchObject({ captured: true, verdict: 'applied' })
    expect(await engine.packages()).toMatchObject([{ row: { id: box, status: 'closed', number: packageNumber(0) } }])
    expect(await statusOf(engine, 1)).toBe('item_in_transit')
    device.offline = false
    await engine.sync()
    expect(server.package(box)).toMatchObject({ status: 'closed', itemIds: [item(1), item(2)] })
    expect(await engine.packages()).toMatchObject([
      { row: { status: 'closed', labelState: 'ready', version: 4 }, pending: 0, refused: 0 },
    ])
    expect(await engine.packageNumber(otherBox)).toBe(packageNumber(1))
  })

  it('refuses at once what does not belong in it, also where that is still on its way', async () => {
    const { device, engine } = await boot()
    device.offline = true
    await open(engine)
    await open(engine, otherBox)
    await put(engine, 1)
    expect(await put(engine, 1)).toMatchObject({ captured: false, code: 'BB_ALREADY_FILLED' })
    expect(await put(engine, 1, otherBox)).toMatchObject({ captured: false, code: 'BB_ALREADY_PROCESSED' })
    expect(await engine.dispatch(takeOutOfPackage, { itemId: item(1), packageId: box })).toMatchObject({
      captured: true,
    })
    expect(await put(engine, 1, otherBox)).toMatchObject({ captured: true })
    expect(await close(engine, [1], otherBox)).toMatchObject({ captured: true })
    expect(await put(engine, 2, otherBox)).toMatchObject({ captured: false, code: 'PACKAGE_CLOSED' })
    expect(await close(engine, [], box)).toMatchObject({ captured: false })
  })

  it('goes on without a refused scan, which holds up its closing until it is settled', async () => {
    const { server, device, engine } = await boot()
    device.offline = true
    await open(engine)
    for (const number of [1, 2, 3]) await put(engine, number)
    const number = await engine.packageNumber(box)
    await close(engine, [1, 2, 3])
    server.put(itemRow(2, { ...tested, version: 2, status: 'item_refurb_in_progress' }))
    device.offline = false
    await engine.sync()
    await engine.sync()
    const outcomes = server.ledger().map(({ outcome }) => outcome.code ?? outcome.status)
    expect(outcomes).toEqual(['applied', 'applied', 'BB_DOES_NOT_EXIST', 'applied', 'SYNC_BLOCKED'])
    expect(await engine.package(box)).toMatchObject({
      row: { status: 'open', itemIds: [item(1), item(3)] },
      refused: 2,
    })
    expect(await close(engine, [1, 3])).toMatchObject({ captured: false, code: 'PACKAGE_HAS_REFUSED' })
    const tray = await engine.tray()
    expect(tray).toHaveLength(1)
    const ids = tray.flatMap(({ cause, blocked }) => [cause.opId, ...blocked.map(({ opId }) => opId)])
    await engine.discard(ids, 'not ready')
    // The packing slip with the first number may be on the package already.
    expect(await engine.packageNumber(box)).toBe(number)
    expect(await close(engine, [1, 3])).toMatchObject({ captured: true })
    await engine.sync()
    expect(server.package(box)).toMatchObject({ status: 'closed', number, itemIds: [item(1), item(3)] })
  })

  it('does not close while another action on what lies in it is refused, and names the item', async () => {
    const { server, device, engine } = await boot()
    device.offline = true
    await engine.dispatch(moveItem, { itemId: item(2), stockId: config.stocks[4]!.id })
    server.put(itemRow(2, { ...tested, stockId: config.stocks[4]!.id }))
    device.offline = false
    await engine.sync()
    expect(server.ledger().map(({ outcome }) => outcome.code)).toEqual(['STOCK_MOVE_SAME_STOCK'])
    await open(engine)
    await put(engine, 1)
    expect(await close(engine, [1])).toMatchObject({ captured: true })
    await open(engine, otherBox)
    for (const number of [2, 3]) await put(engine, number, otherBox)
    expect(await engine.package(otherBox)).toMatchObject({ refused: 1, refusedItemIds: new Set([item(2)]) })
    expect(await engine.packages()).toContainEqual(
      expect.objectContaining({ row: expect.objectContaining({ id: otherBox }), refused: 1 }),
    )
    expect(await close(engine, [2, 3], otherBox)).toMatchObject({ captured: false, code: 'PACKAGE_HAS_REFUSED' })
    const [group] = await engine.tray()
    await engine.discard([group!.cause.opId], 'it stands there')
    expect(await engine.package(otherBox)).toMatchObject({ refused: 0, refusedItemIds: new Set() })
    expect(await close(engine, [2, 3], otherBox)).toMatchObject({ captured: true })
    await engine.sync()
    expect(server.package(otherBox)).toMatchObject({ status: 'closed', itemIds: [item(2), item(3)] })
  })

  it('gives no number twice, also from two tabs at once', async () => {
    const { server, device, engine } = await boot()
    const second = await device.openTab()
    device.offline = true
    await open(engine)
    await open(second, otherBox)
    await put(engine, 1)
    await put(second, 2, otherBox)
    const number = (await engine.packageNumber(box))!
    expect(await second.packageNumber(otherBox)).toBe(number)
    const close1 = (which: Engine, packageId: string, of: number) =>
      which.dispatch(closePackage, { packageId, number, itemIds: [item(of)] })
    expect(await close1(engine, box, 1)).toMatchObject({ captured: true })
    expect(await close1(second, otherBox, 2)).toMatchObject({ captured: false, code: 'PACKAGE_NUMBER_NOT_RESERVED' })
    expect(await close(second, [2], otherBox)).toMatchObject({ captured: true })
    device.offline = false
    await engine.sync()
    await second.sync()
    expect([server.package(box), server.package(otherBox)].map((each) => each?.number)).toEqual([
      packageNumber(0),
      packageNumber(1),
    ])
  })

  it('cannot be closed offline where no number was reserved', async () => {
    const server = createServer(1, tested)
    const device = createDevice(server)
    devices.push(device)
    device.intercept = (path, next) =>
      path.endsWith('number-blocks') ? Promise.resolve(new Response('', { status: 503 })) : next()
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    await open(engine)
    await put(engine, 1)
    expect(await engine.packageNumber(box)).toBeNull()
    expect(await close(engine, [1])).toMatchObject({ captured: false, code: 'PACKAGE_NUMBER_NOT_RESERVED' })
    device.intercept = (_path, next) => next()
    await engine.sync()
    await expect.poll(() => engine.packageNumber(box)).toBe(packageNumber(0))
  })

  it('is seen by another device, which finds it closed in the meantime', async () => {
    const { server, engine } = await boot()
    await open(engine)
    await put(engine, 1)
    await engine.sync()
    const other = createDevice(server)
    devices.push(other)
    const colleague = await other.openTab()
    await signIn(colleague, server, operator(2))
    expect(await colleague.packages()).toMatchObject([{ row: { id: box, itemIds: [item(1)] } }])
    await close(engine, [1])
    await engine.sync()
    await colleague.sync()
    expect(await put(colleague, 2)).toMatchObject({ captured: false, code: 'PACKAGE_CLOSED' })
  })

  it('takes later work on its items along, although that is no work on packages', async () => {
    const { server, device, engine } = await boot()
    device.offline = true
    await open(engine)
    await put(engine, 1)
    await close(engine, [1])
    const { code } = itemRow(1)
    expect(await engine.dispatch(checkInItem, { code, itemId: item(1), warehouseId })).toMatchObject({
      captured: true,
      verdict: 'applied',
    })
    expect(await statusOf(engine, 1)).toBe('item_completed')
    device.offline = false
    await engine.sync()
    expect(server.ledger().map(({ outcome }) => outcome.status)).toEqual(['applied', 'applied', 'applied', 'applied'])
  })

  it('comes with a new base where the copy is of before packages', async () => {
    const server = createServer(1, tested)
    server.setKnowsPackages(false)
    const device = createDevice(server)
    devices.push(device)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    expect(server.counts.snapshot).toBe(1)
    await engine.sync()
    expect(server.counts.snapshot).toBe(1)
    server.setKnowsPackages(true)
    await engine.sync()
    expect(server.counts.snapshot).toBe(2)
    await engine.sync()
    expect(server.counts.snapshot).toBe(2)
  })

  it('is fetched again where the audit finds that the copy has lost a change of it', async () => {
    const { server, engine } = await boot()
    const colleague = await forgetfulTab(server)
    await open(engine)
    await engine.sync()
    expect(await colleague.audit()).toBe('refetched')
    expect(await colleague.audit()).toBe('equal')
    await put(engine, 1)
    await engine.sync()
    expect(await colleague.audit()).toBe('refetched')
    expect(await colleague.packages()).toMatchObject([{ row: { id: box, itemIds: [item(1)] }, pending: 0 }])
    await close(engine, [1])
    await engine.sync()
    expect(await colleague.audit()).toBe('refetched')
    expect(await colleague.packages()).toMatchObject([{ row: { id: box, status: 'closed' } }])
  })

  it('is not compared with a server that answers for items alone', async () => {
    const { server, engine } = await boot()
    const colleague = await forgetfulTab(server)
    await open(engine)
    await engine.sync()
    server.setKnowsPackages(false)
    expect(await colleague.audit()).toBe('equal')
  })

  it('is compared without what waits on the device', async () => {
    const { device, engine } = await boot()
    device.intercept = (path, next) =>
      path.endsWith('push') ? Promise.resolve(new Response('', { status: 503 })) : next()
    await open(engine)
    await put(engine, 1)
    expect(await engine.audit()).toBe('equal')
    expect(await engine.packages()).toMatchObject([{ row: { id: box, itemIds: [item(1)] }, pending: 2 }])
  })

  it('comes from a server that sends lines, as from one that sends pages', async () => {
    const server = createServer(1, tested)
    server.setKnowsPages(false)
    const device = createDevice(server)
    devices.push(device)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    expect(server.counts.snapshot).toBe(1)
    expect(await statusOf(engine, 1)).toBe('item_completed')
  })
})

/** A colleague whose copy takes no change of a package over. */
async function forgetfulTab(server: MemorySyncServer): Promise<Engine> {
  const device = createDevice(server, undefined, (copy) => ({
    ...copy,
    applyPull: (changes) => copy.applyPull({ ...changes, packages: [], packagesGone: [] }),
  }))
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, operator(2))
  return engine
}
