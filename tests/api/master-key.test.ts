// @module-tag slow
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createVault } from '#api/adapters/vault/vault.ts'
import { sealRegisterIdentity } from '#api/db/customer-secrets.ts'
import { newId } from '#api/db/new-id.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { presentHostKey } from '#api/features/sftp/host-key-queries.ts'
import type { TestSession } from '#tests/support/api.ts'
import { hostedLog, startHostedApi, type HostedApi } from '#tests/support/hosted-api.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { testMasterKey, testVault } from '#tests/support/vault.ts'

const world = preparePayments()
const { api, owner, manager, open, become, settled } = world

const base64 = (key: Buffer) => key.toString('base64')
const [second, third, strange] = [Buffer.alloc(32, 21), Buffer.alloc(32, 22), Buffer.alloc(32, 23)]
const payer = { name: 'Maison Essai', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' }
const identity = {
  lastName: 'Müller',
  firstName: 'Zoé',
  street: '1 rue Neuve',
  streetMore: null,
  zipCode: '69001',
  city: 'Lyon',
  country: 'FR',
  type: 'passport',
  number: '12AB34567',
  issuedOn: '2020-01-02',
  authority: 'Préfecture',
}
const sentence = 'This installation was sealed under another master key than MASTER_KEY.'

interface Made {
  readonly fileId: string
  readonly token: string
  readonly content: string
  readonly lineHash: string
}

let session: TestSession
let made: Made
const processes: HostedApi[] = []

beforeAll(async () => {
  session = await api().signIn('root_management_unit_manager', { as: 'api' })
  made = await seal()
}, 60_000)
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
})

/** An API of its own on the database of the world, under these keys. */
async function start(present: Buffer, ...others: readonly Buffer[]): Promise<HostedApi> {
  const environment = {
    MASTER_KEY: base64(present),
    OTHER_MASTER_KEYS: others.map(base64).join(','),
    ANY_HOST: '1',
    LOG_LEVEL: 'info',
  }
  const started = await startHostedApi(api().testDatabase, { environment })
  processes.push(started)
  return started
}

async function stopAll(): Promise<void> {
  await Promise.all(processes.splice(0).map((one) => one.stop()))
}

const get = (at: HostedApi, path: string) => fetch(`${at.url}${path}`, { headers: session.headers })
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const register = `/api/register?from=${day(-2)}&to=${day(2)}`

/** What the first master key seals: a seller in the register, an IBAN, a transfer in a file, a carrier, a link. */
async function seal(): Promise<Made> {
  const accountId = world.account().id
  const sold = await open()
  await owner().query(
    'update customer set register_identity = $2 where id = (select customer_id from buyback where id = $1)',
    [sold, sealRegisterIdentity(testVault, accountId, identity)],
  )
  await become(sold, 'bb_completed')
  await settled({ mode: 'transfer' })
  await manager().request('/api/payer', { method: 'PUT', json: payer })
  const file = await manager().request('/api/payment-files', { method: 'POST', json: {} })
  const { file: filed } = (await file.json()) as { file: { id: string } }
  // As a version sealed that named no key.
  const carrierId = newId()
  const [lasting] = testVault.lastingKeys(`carriers of ${accountId}`)
  const unnamed = (label: string) => testVault.seal(lasting, `the ${label}`, `${label} of ${carrierId}`)
  await owner().query(
    `insert into carrier (account_id, id, name, url, api_key, event_secret)
     values ($1, $2, 'Carrier', 'https://carrier.example', $3, $4)`,
    [accountId, carrierId, unnamed('api key'), unnamed('event secret')],
  )
  await presentHostKey(api().db, testVault, new Date())
  const content = await (await manager().request(`/api/payment-files/${filed.id}.xml`)).text()
  const lines = (await (await manager().request(register)).json()) as { 'hydra:member': { hash: string }[] }
  return {
    fileId: filed.id,
    token: trackingToken(testVault, { accountId, buybackId: sold }),
    content,
    lineHash: lines['hydra:member'][0]!.hash,
  }
}

/** Everything that the first key sealed, asked for over HTTP. */
async function opened(at: HostedApi) {
  const lines = (await (await get(at, register)).json()) as {
    'hydra:member': { hash: string; sellerIdentity: { number: string } | null }[]
  }
  const line = lines['hydra:member'].find(({ hash }) => hash === made.lineHash)
  return {
    seller: line?.sellerIdentity?.number,
    file: await (await get(at, `/api/payment-files/${made.fileId}.xml`)).text(),
    link: (await fetch(`${at.url}/api/tracking/${made.token}`)).status,
  }
}
const everything = () => ({ seller: identity.number, file: made.content, link: 200 })

async function sealedByOthers(present: Buffer): Promise<number> {
  const [name] = createVault(present).names()
  const { rows } = await owner().query<{ waiting: number }>(
    `select coalesce(sum(waiting), 0)::int + (select count(*)::int from sftp_host_key h
       where substring(h.wrapped_key from 1 for 8) <> $1) as waiting from sealed_by_others($1)`,
    [name],
  )
  return rows[0]!.waiting
}

const untilSealed = (present: Buffer) =>
  vi.waitFor(async () => expect(await sealedByOthers(present)).toBe(0), { timeout: 90_000, interval: 200 })

describe('a master key that is replaced', { timeout: 300_000 }, () => {
  it('opens everything beside the present one, and is no longer needed once all is sealed again', async () => {
    const before = await start(testMasterKey)
    expect(await opened(before)).toEqual(everything())
    await stopAll()
    expect(await sealedByOthers(second)).toBeGreaterThan(3)

    const both = await Promise.all([start(second, testMasterKey), start(second, testMasterKey)])
    for (const one of both) expect(await opened(one)).toEqual(everything())
    await untilSealed(second)
    await vi.waitFor(() => expect(hostedLog()).toContain('OTHER_MASTER_KEYS is no longer needed'), {
      timeout: 90_000,
      interval: 200,
    })
    await stopAll()

    const after = await start(second)
    expect(await opened(after)).toEqual(everything())
    expect(hostedLog()).not.toContain(sentence)
    expect((await verifyRegisters(api().testDatabase.ownerUrl)).map(({ fault }) => fault)).toEqual(
      expect.not.arrayContaining([expect.any(String)]),
    )
    await stopAll()
  })

  it('is replaced a second time, by way of its successor alone', async () => {
    await start(third, second)
    await untilSealed(third)
    await vi.waitFor(async () => expect(await keptBy(third)).toBe(2), { timeout: 90_000, interval: 200 })
    await stopAll()
    const after = await start(third)
    expect(await opened(after)).toEqual(everything())
    await stopAll()
  })

  it('is known before it is used, and seals nothing then; one that was replaced does not come back', async () => {
    const early = await start(third, strange)
    expect(await opened(early)).toEqual(everything())
    await stopAll()
    expect((await owner().query('select 1 from master_key')).rowCount).toBe(3)
    const late = await start(second, third)
    expect(await opened(late)).toEqual(everything())
    await vi.waitFor(() => expect(hostedLog()).toContain('still seals under the former one'), {
      timeout: 90_000,
      interval: 200,
    })
    expect(await sealedByOthers(third)).toBe(0)
    await stopAll()
  })

  it('says so where a key is missing, at the start and in each call that needs it', async () => {
    const wrong = await start(strange)
    expect(hostedLog()).toContain(sentence)
    const refused = await get(wrong, `/api/payment-files/${made.fileId}.xml`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({ code: 'SERVER_KEY_UNKNOWN' })
    expect(await (await get(wrong, register)).json()).toMatchObject({ code: 'SERVER_KEY_UNKNOWN' })
    expect((await fetch(`${wrong.url}/api/tracking/${made.token}`)).status).toBe(404)
    // What needs no secret goes on.
    expect((await get(wrong, '/api/payments')).status).toBe(200)
    await stopAll()
    expect((await owner().query('select 1 from master_key')).rowCount).toBe(3)
  })

  it('leaves its links open until they are said to end', async () => {
    await owner().query('update master_key set proves = false where wrapped is not null')
    const after = await start(third)
    expect(await opened(after)).toEqual({ ...everything(), link: 404 })
    await stopAll()
  })
})

async function keptBy(present: Buffer): Promise<number> {
  const [name] = createVault(present).names()
  const { rows } = await owner().query<{ kept: number }>(
    'select count(*)::int as kept from master_key where substring(wrapped from 1 for 8) = $1',
    [name],
  )
  return rows[0]!.kept
}
