// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPassword } from '#tests/support/api.ts'
import { createCounterDevice, type CounterDevice } from '#tests/support/counter-world.ts'
import { startHostedApi, type HostedApi } from '#tests/support/hosted-api.ts'
import { createSaleWorld, type SaleWorld } from '#tests/support/sale-world.ts'
import { testMasterKey } from '#tests/support/vault.ts'
import type { Operation } from '#sync/wire/operation.ts'

const strange = Buffer.alloc(32, 23)
const unknown = { code: 'SERVER_KEY_UNKNOWN' }

let world: SaleWorld
let device: CounterDevice
let wrong: HostedApi

beforeAll(async () => {
  world = await createSaleWorld()
  device = await createCounterDevice(world)
  wrong = await start(strange)
}, 300_000)
afterAll(async () => {
  await wrong.stop()
  await world.close()
})

/** An API of its own on the database of the world, under this key. */
function start(key: Buffer): Promise<HostedApi> {
  const environment = { MASTER_KEY: key.toString('base64'), ANY_HOST: '1' }
  return startHostedApi(world.api.testDatabase, { environment })
}

async function push(at: HostedApi, op: Operation): Promise<{ status: number; body: unknown }> {
  const { user } = device.session
  const { token, module } = user.grant!
  const answer = await fetch(`${at.url}/api/sync/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ protocol: 1, deviceId: device.deviceId, module, ops: [{ ...op, seq: 1 }] }),
  })
  return { status: answer.status, body: await answer.json() }
}

describe('a process that does not know the master key', { timeout: 120_000 }, () => {
  it('takes no sale of a counter, which the device sends again until a process opens it', async () => {
    const sale = await device.sale()
    expect(await push(wrong, sale)).toMatchObject({ status: 503, body: unknown })
    expect(await world.sql('select 1 from sync_op where op_id = $1', sale.opId)).toEqual([])
    const right = await start(testMasterKey)
    try {
      const answer = await push(right, sale)
      expect(answer).toMatchObject({ status: 200, body: { ackedSeq: 1, outcomes: [{ status: 'applied' }] } })
    } finally {
      await right.stop()
    }
  })

  it('seals nothing new, and is not ready until it knows it', async () => {
    const session = await world.api.signIn('root_management_unit_manager', { as: 'api' })
    const begin = (at: HostedApi) =>
      fetch(`${at.url}/api/session/codes`, {
        method: 'POST',
        headers: { ...session.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ password: testPassword }),
      })
    const refused = await begin(wrong)
    expect([refused.status, await refused.json()]).toMatchObject([503, unknown])
    const ready = await fetch(`${wrong.url}/api/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([503, unknown])
    const right = await start(testMasterKey)
    try {
      expect((await fetch(`${right.url}/api/ready`)).status).toBe(200)
      expect((await begin(right)).status).toBe(200)
    } finally {
      await right.stop()
    }
  })
})
