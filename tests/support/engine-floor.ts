import { afterEach } from 'vitest'
import { checkInItem } from '#sync/operations/warehouse/check-in-item.ts'
import type { Engine } from '#web/local/engine.ts'
import { createDevice, createServer, type Device } from './device-fixture.ts'
import { itemRow, uuid, warehouseId } from './rows.ts'

/** Devices for the tests of one file, each with a server of some items; they end with their test. */
export function prepareDevices() {
  const devices: Device[] = []
  afterEach(async () => {
    for (const device of devices.splice(0)) await device.close()
  })

  return function boot(count: number, server = createServer(count)) {
    const device = createDevice(server)
    devices.push(device)
    return { server, device }
  }
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
