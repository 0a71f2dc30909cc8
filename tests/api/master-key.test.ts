// @module-tag slow
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createVault, type Vault } from '#api/adapters/vault/vault.ts'
import { sealConnectorSecret } from '#api/db/connector-secrets.ts'
import { sealRegisterIdentity } from '#api/db/customer-secrets.ts'
import { newId } from '#api/db/new-id.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { createPaymentJobs } from '#api/features/payment/payment-jobs.ts'
import { presentHostKey, rewrapHostKey } from '#api/features/sftp/host-key-queries.ts'
import { createMasterKeys, type MasterKeys } from '#api/jobs/master-keys.ts'
import { resealedParts } from '#api/server.ts'
import { createTestApi } from '#tests/support/api.ts'
import { hostedLog, startHostedApi, type HostedApi } from '#tests/support/hosted-api.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { payoutSecrets } from '#tests/support/payout-server.ts'
import { sellerIdentity } from '#tests/support/seller-identity.ts'
import { testMasterKey, testVault } from '#tests/support/vault.ts'

const world = preparePayments()
const { api, owner, manager, open, become, settled } = world

const base64 = (key: Buffer) => key.toString('base64')
const [second, third, strange] = [Buffer.alloc(32, 21), Buffer.alloc(32, 22), Buffer.alloc(32, 23)]
const payer = { name: 'Maison Essai', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' }
const sentence = 'This installation was sealed under another master key than MASTER_KEY.'

interface Made {
  readonly fileId: string
  readonly token: string
  readonly content: string
  readonly lineHash: string
  /** A purchase that is not completed yet, and a payout whose outcome nobody knows. */
  readonly waiting: string
  readonly unpaid: string
  readonly paymentId: string
}

let made: Made
let said: string[] = []
let hosted: HostedApi | undefined

beforeAll(async () => {
  made = await seal()
}, 60_000)
afterAll(async () => {
  await hosted?.stop()
})

const log = pino(
  { base: null, timestamp: false },
  {
    write: (line: string) => {
      const { level: _level, msg, ...facts } = JSON.parse(line) as { level: number; msg: string }
      said.push(`${msg} ${JSON.stringify(facts)}`)
    },
  },
)

/** What looks after the keys in a process of these. */
function keysOf(vault: Vault): MasterKeys {
  return createMasterKeys({
    database: api().db,
    vault,
    log,
    now: () => new Date(),
    parts: resealedParts,
    resealHostKey: () => rewrapHostKey(api().db, vault),
  })
}

/** A process under these keys, which has learned those that were replaced. */
async function start(present: Buffer, ...others: readonly Buffer[]): Promise<MasterKeys & { readonly vault: Vault }> {
  said = []
  const vault = createVault(present, others)
  const keys = keysOf(vault)
  await keys.learn().catch(() => undefined)
  return { ...keys, vault }
}

type Ask = (path: string) => Promise<Response>

/** Asks the application of a process. */
async function asking<T>({ vault }: { readonly vault: Vault }, run: (get: Ask) => Promise<T>): Promise<T> {
  const application = await createTestApi({ share: api(), vault })
  try {
    return await run((path) => application.request(path, { headers: manager().headers }))
  } finally {
    await application.close()
  }
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const register = `/api/register?from=${day(-2)}&to=${day(2)}`

/** What the first master key seals: a seller in the register, an IBAN, a transfer in a file, a carrier, a link. */
async function seal(): Promise<Made> {
  const accountId = world.account().id
  const [sold, waiting] = [await open(), await open()]
  await owner().query(
    'update customer set register_identity = $2 where id in (select customer_id from buyback where id = any ($1))',
    [[sold, waiting], sealRegisterIdentity(testVault, accountId, sellerIdentity)],
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
  const unpaid = await sendNowhere(accountId)
  await presentHostKey(api().db, testVault, new Date())
  const content = await (await manager().request(`/api/payment-files/${filed.id}.xml`)).text()
  const lines = (await (await manager().request(register)).json()) as { 'hydra:member': { hash: string }[] }
  return {
    fileId: filed.id,
    token: trackingToken(testVault, { accountId, buybackId: sold }),
    content,
    lineHash: lines['hydra:member'][0]!.hash,
    waiting,
    unpaid,
    paymentId: (await world.paymentOf(unpaid)).id,
  }
}

/** A payout that the account's own service never got. */
async function sendNowhere(accountId: string): Promise<string> {
  const scope = { accountId, id: newId() }
  const secret = (property: 'apiKey' | 'eventSecret') =>
    sealConnectorSecret(testVault, { ...scope, property }, payoutSecrets[property])
  await owner().query(
    `insert into connector_configuration (account_id, id, connector, name, properties, secrets)
     values ($1, $2, 'payment', 'Paiements', $3, $4)`,
    [
      accountId,
      scope.id,
      { url: world.server().url },
      { apiKey: secret('apiKey'), eventSecret: secret('eventSecret') },
    ],
  )
  world.server().behave('drop')
  return settled({ mode: 'http' })
}

/** Everything that the first key sealed, asked for. */
const opened = (process: { readonly vault: Vault }) =>
  asking(process, async (get) => {
    const lines = (await (await get(register)).json()) as {
      'hydra:member': { hash: string; sellerIdentity: { number: string } | null }[]
    }
    const line = lines['hydra:member'].find(({ hash }) => hash === made.lineHash)
    return {
      seller: line?.sellerIdentity?.number,
      file: await (await get(`/api/payment-files/${made.fileId}.xml`)).text(),
      link: (await get(`/api/tracking/${made.token}`)).status,
    }
  })
const everything = () => ({ seller: sellerIdentity.number, file: made.content, link: 200 })

async function sealedByOthers(present: Buffer): Promise<number> {
  const [name] = createVault(present).names()
  const { rows } = await owner().query<{ waiting: number }>(
    `select coalesce(sum(waiting), 0)::int + (select count(*)::int from sftp_host_key h
       where substring(h.wrapped_key from 1 for 8) <> $1) as waiting from sealed_by_others($1)`,
    [name],
  )
  return rows[0]!.waiting
}

/** By which key the last line of the register has its seller's identity. */
async function lastSealedBy(): Promise<Buffer> {
  const { rows } = await owner().query<{ content: string }>(
    'select content from purchase_register where account_id = $1 order by number desc limit 1',
    [world.account().id],
  )
  const { sealedIdentity } = JSON.parse(rows[0]!.content) as { sealedIdentity: string }
  return Buffer.from(sealedIdentity.slice('\\x'.length), 'hex').subarray(1, 9)
}

describe('a master key that is replaced', { timeout: 120_000 }, () => {
  it('opens everything beside the present one, and is no longer needed once all is sealed again', async () => {
    expect(await opened(await start(testMasterKey))).toEqual(everything())
    expect(await sealedByOthers(second)).toBeGreaterThan(3)

    const both = [await start(second, testMasterKey), await start(second, testMasterKey)]
    expect(await opened(both[0]!)).toEqual(everything())
    await Promise.all(both.map((one) => one.round()))
    expect(await sealedByOthers(second)).toBe(0)
    expect(said.join('\n')).toContain('OTHER_MASTER_KEYS is no longer needed')

    const after = await start(second)
    expect(await opened(after)).toEqual(everything())
    expect(said.join('\n')).not.toContain(sentence)
    expect((await verifyRegisters(api().testDatabase.ownerUrl)).map(({ fault }) => fault)).toEqual(
      expect.not.arrayContaining([expect.any(String)]),
    )
  })

  it('has sealed no line of a purchase that is completed after it', async () => {
    await become(made.waiting, 'bb_completed')
    expect(await lastSealedBy()).toEqual(createVault(second).names()[0])
  })

  it('made the mark of a payout that is sent again after it', async () => {
    world.server().behave('complete')
    const payouts = createPaymentJobs({ ...world.jobDeps(), vault: (await start(second)).vault })
    const ask = payouts.find(({ queue }) => queue === 'payment-ask')!
    await ask.run({ accountId: world.account().id, paymentId: made.paymentId })
    expect(await world.statusOf(made.unpaid)).toBe('payment_completed')
  })

  it('is replaced a second time, by way of its successor alone', async () => {
    await (await start(third, second)).round()
    expect(await sealedByOthers(third)).toBe(0)
    expect(await keptBy(third)).toBe(2)
    expect(await opened(await start(third))).toEqual(everything())
  })

  it('is known before it is used, and seals nothing then; one that was replaced does not come back', async () => {
    const early = await start(third, strange)
    await early.round()
    expect(await opened(early)).toEqual(everything())
    expect((await owner().query('select 1 from master_key')).rowCount).toBe(3)
    const late = await start(second, third)
    expect(await opened(late)).toEqual(everything())
    await late.round()
    expect(said.join('\n')).toContain('still seals under the former one')
    expect(await sealedByOthers(third)).toBe(0)
  })

  it('is asked for where it is missing, at the start and in each call that needs it', async () => {
    const wrong = await start(strange)
    expect(said.join('\n')).toContain(sentence)
    await asking(wrong, async (get) => {
      const refused = await get(`/api/payment-files/${made.fileId}.xml`)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
      expect(await refused.json()).toMatchObject({ code: 'SERVER_KEY_UNKNOWN' })
      expect(await (await get(register)).json()).toMatchObject({ code: 'SERVER_KEY_UNKNOWN' })
      expect((await get(`/api/tracking/${made.token}`)).status).toBe(404)
      // What needs no secret goes on.
      expect((await get('/api/payments')).status).toBe(200)
    })
    expect((await owner().query('select 1 from master_key')).rowCount).toBe(3)
  })

  it('leaves its links open until they are said to end', async () => {
    await owner().query('update master_key set proves = false where wrapped is not null')
    expect(await opened(await start(third))).toEqual({ ...everything(), link: 404 })
  })

  it('is named in OTHER_MASTER_KEYS, and its texts are sealed again by a job of the API', async () => {
    const environment = { MASTER_KEY: base64(strange), OTHER_MASTER_KEYS: base64(third), LOG_LEVEL: 'info' }
    hosted = await startHostedApi(api().testDatabase, { environment })
    await vi.waitFor(() => expect(hostedLog()).toContain('OTHER_MASTER_KEYS is no longer needed'), {
      timeout: 90_000,
      interval: 200,
    })
    expect(await sealedByOthers(strange)).toBe(0)
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
