import { afterEach, expect, it, vi } from 'vitest'
import { counterCatalogCall } from '#sync/calls/counter.ts'
import { createDevice, operator, scope, signIn, type Device } from '#tests/support/device-fixture.ts'
import { createMemorySyncServer } from '#tests/support/memory-sync-server.ts'
import { config, uuid } from '#tests/support/rows.ts'
import type { Author } from '../outbox/outbox-database.ts'

const storeIds = [uuid(3, 7)]
const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

function seller(number: number): Author {
  return { ...operator(number), module: 'tim', userType: 'store_seller', warehouseIds: [], storeIds }
}

it('a seller who signs in right after another one has left is given a catalog at once', async () => {
  const sellers = [seller(1), seller(2)]
  const actors = sellers.map(({ userId, userType }) => ({ userId, userType, warehouseIds: [], storeIds }))
  const server = createMemorySyncServer({ config, scope: { ...scope, storeIds }, items: [], actors })
  const device = createDevice(server)
  devices.push(device)
  let asked = 0
  device.intercept = (path, next) => {
    if (path.startsWith(counterCatalogCall.path)) asked++
    return next()
  }
  const engine = await device.openTab()
  await signIn(engine, server, sellers[0]!)
  await vi.waitFor(() => expect(asked).toBe(1))
  // Once the first question is answered, none follows within two minutes.
  await engine.counter.refresh()
  const before = asked
  await engine.sync()
  expect(asked).toBe(before)
  await engine.dropGrants(sellers[0]!.userId)
  await engine.signOut()
  await signIn(engine, server, sellers[1]!)
  await vi.waitFor(() => expect(asked).toBe(before + 1))
})
