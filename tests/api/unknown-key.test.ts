// @module-tag slow
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createVault } from '#api/adapters/vault/vault.ts'
import { testPassword } from '#tests/support/api.ts'
import { createCounterDevice, type CounterDevice } from '#tests/support/counter-world.ts'
import { startHostedApi, type HostedApi } from '#tests/support/hosted-api.ts'
import { createSaleWorld, type SaleWorld } from '#tests/support/sale-world.ts'
import { testMasterKey, testVault } from '#tests/support/vault.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { Operation } from '#sync/wire/operation.ts'

const strange = Buffer.alloc(32, 23)
const folder = mkdtempSync(path.join(tmpdir(), 'unknown-key-'))
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
  rmSync(folder, { recursive: true })
})

/** An API of its own on the database of the world, under these keys; visitors' tokens are signed below them, too. */
function start(present: Buffer, ...others: readonly Buffer[]): Promise<HostedApi> {
  const DATABASE_URL_FILE = path.join(folder, 'database-url')
  writeFileSync(DATABASE_URL_FILE, world.api.testDatabase.appUrl)
  const environment = {
    MASTER_KEY: present.toString('base64'),
    OTHER_MASTER_KEYS: others.map((key) => key.toString('base64')).join(','),
    ANY_HOST: '1',
    DATABASE_URL: '',
    DATABASE_URL_FILE,
  }
  return startHostedApi(world.api.testDatabase, { environment })
}

/** Signs the seller in on another device; answers the keys of decided work that it is given, then and for its PIN. */
async function workKeys(at: HostedApi) {
  const { session } = device
  const signedIn = await fetch(`${at.url}/api/login`, {
    method: 'POST',
    headers: { 'x-client': 'api', 'content-type': 'application/json' },
    body: JSON.stringify({ email: session.user.email, password: testPassword, deviceId: randomUUID() }),
  })
  const { apiToken, grant } = (await signedIn.json()) as AuthenticatedUser
  const headers = { authorization: `Bearer ${apiToken}` }
  const allowed = await fetch(`${at.url}/api/session/offline`, { method: 'POST', headers })
  return { grant, offline: { status: allowed.status, body: (await allowed.json()) as unknown } }
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

describe('a process that does not know the master key', { timeout: 300_000 }, () => {
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

  it('gives devices no key that it would not know again', async () => {
    const { grant, offline } = await workKeys(wrong)
    expect(grant).toEqual(expect.objectContaining({ token: expect.any(String) }))
    expect(grant).not.toHaveProperty('lockKey')
    expect(offline).toMatchObject({ status: 503, body: unknown })
  })
})

describe('a process that knows two master keys', { timeout: 300_000 }, () => {
  it('gives devices the key of decided work below each', async () => {
    const both = await start(testMasterKey, strange)
    try {
      const { grant, offline } = await workKeys(both)
      const [own, other] = [testVault, createVault(strange)].map((vault) =>
        vault.lastingKeys(`decided work of ${device.session.user.id}`)[0].toString('base64'),
      )
      const keys = { lockKey: own, formerLockKeys: [other] }
      expect(grant).toMatchObject(keys)
      expect(offline).toMatchObject({ status: 200, body: keys })
    } finally {
      await both.stop()
    }
  })

  // The last one: the key of the world's database is another one from here on.
  it('takes the tokens of visitors of a key that was replaced until that one proves nothing', async () => {
    const before = await start(testMasterKey)
    const body = new URLSearchParams({ url: 'https://retailer.example/' })
    const given = await fetch(`${before.url}/api/webtoken-with-account-and-ord`, { method: 'POST', body })
    const { token } = (await given.json()) as { readonly token: string }
    const statusAt = async ({ url }: HostedApi) =>
      (await fetch(`${url}/api/buyback-settings`, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await statusAt(before)).toBe(200)
    await before.stop()
    const after = await start(strange, testMasterKey)
    expect(await statusAt(after)).toBe(200)
    const proving = 'update master_key set proves = false where wrapped is not null'
    await vi.waitFor(async () => expect((await world.owner.query(proving)).rowCount).toBe(1), {
      timeout: 90_000,
      interval: 200,
    })
    await after.stop()
    const ended = await start(strange, testMasterKey)
    expect(await statusAt(ended)).toBe(401)
    await ended.stop()
  })
})
