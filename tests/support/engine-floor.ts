import { afterEach } from 'vitest'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { createDevice, createServer, operator, signIn, type Device } from './device-fixture.ts'
import { itemRow, uuid, warehouseId } from './rows.ts'

/** Devices for the tests of one file, each with a server of some items; they end with their test. */
export function prepareDevices() {
  const devices: Device[] = []
  afterEach(async () => {
    for (const device of devices.splice(0)) await device.close()
  })

  function boot(count: number, server = createServer(count)) {
    const device = createDevice(server)
    devices.push(device)
    return { server, device }
  }

  /** One on which the first operator has signed in. */
  async function begin(count: number) {
    const { server, device } = boot(count)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    return { server, device, engine }
  }

  return { boot, begin }
}

/** Captures a code offline that nobody knows, which the server then refuses; answers the operation's id. */
export async function captureRefused(engine: Engine, device: Device): Promise<string> {
  device.offline = true
  const code = '99999999'
  const first = await engine.dispatch(checkInItem, { code, warehouseId }, { line: { listId: 'l', code } })
  if (!first.captured) throw new Error('refused')
  device.offline = false
  await engine.sync()
  return first.opId
}

/** Checks an item in by its number. */
export async function scan(engine: Engine, number: number, more: { roundId?: string } = {}) {
  const { id, code } = itemRow(number)
  return engine.dispatch(checkInItem, { code, itemId: id, warehouseId, ...more }, { line: { listId: 'l', code } })
}

/** The status of an item as the device shows it. */
export const statusOf = async (engine: Engine, number: number) => (await engine.view([uuid(4, number)]))[0]?.item.status

/** The status of an item that was checked in. */
export const inStock = 'item_awaiting_compliancy_tests'
