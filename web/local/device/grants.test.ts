import { describe, expect, it } from 'vitest'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { createDevice, createServer, operator, signIn } from '#tests/support/device-fixture.ts'
import { itemRow, warehouseId } from '#tests/support/rows.ts'
import { modulesAwaitingGrant } from './grants.ts'
import { queueOf } from '#web/local/outbox/outbox-database.ts'
import { createOutbox } from '#web/local/outbox/outbox.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import { IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'

const inTim = { ...operator(1), module: 'tim' as const }
const inRoot = { ...operator(1), module: 'root' as const }
const expiresAt = '2027-01-01T00:00:00Z'

/** A device on which a user has captured in one module, signed out, and signed in again in another one. */
async function backInOtherModule() {
  const server = createServer(2)
  const device = createDevice(server)
  const engine = await device.openTab()
  await signIn(engine, server, inTim)
  device.offline = true
  await engine.push()
  const { id: itemId, code } = itemRow(1)
  expect(await engine.dispatch(checkInItem, { code, itemId, warehouseId })).toMatchObject({ captured: true })
  await engine.dropGrants(inTim.userId)
  await engine.signOut()
  device.offline = false
  const outbox = createOutbox({
    indexedDB: device.indexedDB,
    IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
    databaseNames,
    nowMs: () => device.clockMs,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    onStorageProblem: () => undefined,
  })
  const awaited = await modulesAwaitingGrant(outbox)
  await signIn(engine, server, inRoot)
  return { server, device, engine, outbox, awaited, left: () => modulesAwaitingGrant(outbox) }
}

describe('work of a second module', () => {
  it('waits for a grant of its own, which the next sign-in asks for (QUEUE-5)', async () => {
    const { device, engine, awaited } = await backInOtherModule()
    expect(awaited).toEqual(['tim'])
    expect(await engine.refreshStatus()).toMatchObject({ waiting: 1, signInNeeded: true })
    await device.close()
  })

  it('asks for another grant where the server has refused the one that the device holds', async () => {
    const { server, device, engine, outbox, left } = await backInOtherModule()
    const { userId, module } = inTim
    device.offline = true
    const deviceId = await engine.deviceId()
    const token = server.issueGrant(deviceId, userId, module)
    await engine.storeGrant({ userId, module, token, expiresAt })
    expect(await left()).toEqual([])
    await outbox.refuseGrant(queueOf(deviceId, { userId, module }), token)
    expect(await left()).toEqual(['tim'])
    await device.close()
  })

  it('goes with that grant, whichever module its author is in, and needs no further sign-in', async () => {
    const { server, device, engine, left } = await backInOtherModule()
    const { userId, module } = inTim
    const token = server.issueGrant(await engine.deviceId(), userId, module)
    await engine.storeGrant({ userId, module, token, expiresAt })
    expect(await left()).toEqual([])
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ waiting: 0, signInNeeded: false })
    expect(server.ledger().map(({ op }) => [op.module, op.seq])).toEqual([['tim', 1]])
    await device.close()
  })
})
