import { afterEach, describe, expect, it } from 'vitest'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { putInPackage } from '#sync/operations/expedition/put-in-package.ts'
import { createDevice, createServer, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { itemRow, otherWarehouseId, testedInStock as tested, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from '#web/local/engine/engine.ts'

const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

const boxes = [1, 2, 3, 4].map((number) => uuid(8, number))
const [first] = boxes as [string]
const origin = { type: 'warehouse' as const, warehouseId }

type Server = ReturnType<typeof createServer>

async function join(server: Server, person: number, intercept?: Device['intercept']) {
  const device = createDevice(server)
  if (intercept !== undefined) device.intercept = intercept
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, operator(person))
  return { device, engine }
}

async function hasNumber(engine: Engine): Promise<void> {
  await expect.poll(() => engine.packageNumber(uuid(8, 9))).not.toBeNull()
}

/** Fills a package with one product and closes it. */
async function send(engine: Engine, box: number): Promise<void> {
  const packageId = boxes[box - 1]!
  await engine.dispatch(openPackage, { packageId, origin, destinationWarehouseId: otherWarehouseId })
  await engine.dispatch(putInPackage, { itemId: itemRow(box).id, packageId })
  await closeAgain(engine, box)
}

async function closeAgain(engine: Engine, box: number): Promise<void> {
  const packageId = boxes[box - 1]!
  const number = (await engine.packageNumber(packageId))!
  const closed = await engine.dispatch(closePackage, { packageId, number, itemIds: [itemRow(box).id] })
  expect(closed).toMatchObject({ captured: true })
}

const refusals = (server: Server) => server.ledger().flatMap(({ outcome }) => outcome.code ?? [])

describe('package numbers after a restore of the server', () => {
  it('are drawn again by who held some, and none of them goes to two devices (RESTORE-4)', async () => {
    const server = createServer(4, tested)
    const before = server.backup()
    const { engine } = await join(server, 1)
    await hasNumber(engine)
    await send(engine, 1)
    await engine.sync()
    server.restore(before)
    await engine.sync()
    await hasNumber(engine)
    const { engine: other } = await join(server, 2)
    await hasNumber(other)
    for (const [each, box] of [
      [engine, 2],
      [other, 3],
      [engine, 4],
    ] as const) {
      await send(each, box)
      await each.sync()
    }
    await engine.sync()
    expect(boxes.map((box) => server.package(box)?.status)).toEqual(['closed', 'closed', 'closed', 'closed'])
    expect(refusals(server)).toEqual([])
    // The closed package keeps the number on its slip.
    expect(server.package(first)?.number).toBe(packageNumber(0))
  })

  it('that the server does not know any more are tried once: the package closes with another one', async () => {
    const server = createServer(4, tested)
    const before = server.backup()
    const { device, engine } = await join(server, 1)
    await hasNumber(engine)
    device.offline = true
    await send(engine, 1)
    server.restore(before)
    device.intercept = (path, next) =>
      path.endsWith('number-blocks') ? Promise.resolve(new Response('', { status: 503 })) : next()
    device.offline = false
    await engine.sync()
    await engine.sync()
    expect(refusals(server)).toEqual(['PACKAGE_NUMBER_NOT_RESERVED'])
    device.intercept = (_path, next) => next()
    await engine.sync()
    await hasNumber(engine)
    const [group] = await engine.tray()
    expect(await engine.retry(group!.cause.opId)).toMatchObject({ captured: true })
    await engine.sync()
    expect(server.package(first)).toMatchObject({ status: 'closed' })
    expect(server.package(first)?.number).not.toBe(packageNumber(0))
  })

  it('that another package bears by now are tried once, and the others of their block not at all', async () => {
    const server = createServer(4, tested)
    const { device, engine } = await join(server, 1)
    await hasNumber(engine)
    device.offline = true
    await send(engine, 1)
    // Another device was given the same block.
    const { engine: other } = await join(server, 2, (path, next) =>
      path.endsWith('number-blocks') ? Promise.resolve(Response.json({ firstSerial: 0, lastSerial: 49 })) : next(),
    )
    await hasNumber(other)
    await send(other, 2)
    await other.sync()
    device.offline = false
    await engine.sync()
    await engine.sync()
    expect(refusals(server)).toEqual(['PACKAGE_NUMBER_TAKEN'])
    const [group] = await engine.tray()
    await engine.discard(group!.cause.opId, 'another number')
    expect(await engine.packageNumber(first)).toBe(packageNumber(50))
    await closeAgain(engine, 1)
    await engine.sync()
    expect(server.package(first)).toMatchObject({ status: 'closed', number: packageNumber(50) })
  })
})
