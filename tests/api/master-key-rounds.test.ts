// @module-tag slow
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createVault, type Vault } from '#api/adapters/vault/vault.ts'
import {
  keepSecrets,
  openRegisterIdentity,
  openSecrets,
  sealedOfIdentities,
  sealRegisterIdentity,
  wrappedOfCustomers,
} from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { resealSealed, resealWrapped, type ResealPart } from '#api/db/sealed-columns.ts'
import { sealedOfCarriers } from '#api/features/delivery/carrier-queries.ts'
import { presentSealKey } from '#api/features/counter/seal-keys.ts'
import { rewrapHostKey } from '#api/features/sftp/host-key-queries.ts'
import { createMasterKeys } from '#api/jobs/master-keys.ts'
import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { sellerIdentity } from '#tests/support/seller-identity.ts'

const [first, second, strange] = [Buffer.alloc(32, 31), Buffer.alloc(32, 32), Buffer.alloc(32, 33)]
const [before, after, other] = [createVault(first), createVault(second), createVault(strange)]
const customers = resealWrapped(wrappedOfCustomers)

let api: TestApi
let owner: pg.Client
let clock = Date.parse('2026-03-02T08:00:00Z')
let said: string[] = []

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  // The only text that each test database has sealed.
  await owner.query('delete from sso_domain')
  await owner.query('delete from sso_configuration')
})
beforeEach(async () => {
  said = []
  await owner.query('update customer set register_identity = null')
  for (const table of [
    'master_key',
    'sftp_host_key',
    'customer_key',
    'counter_seal_key',
    'carrier',
    'user_code',
    'cart',
    'connector_configuration',
  ])
    await owner.query(`delete from ${table}`)
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const account = () => api.accounts.retailer.id

/** Customers whose keys are wrapped by a master key. */
async function seal(vault: Vault, count = 1): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId())
  await owner.query(
    `insert into customer (account_id, id, first_name, last_name, email)
     select $1, id, 'Zoé', 'Müller', 'zoe@customer.example' from unnest($2::uuid[]) id`,
    [account(), ids],
  )
  const keys = ids.map((id) => vault.newKey(wrappedOfCustomers.owner(account(), id)).wrapped)
  await owner.query(
    `insert into customer_key (account_id, customer_id, wrapped_key)
     select $1, id, key from unnest($2::uuid[], $3::bytea[]) as each (id, key)`,
    [account(), ids, keys],
  )
  return ids
}

const sealHostKey = (vault: Vault) =>
  owner.query('insert into sftp_host_key (is_the_one, wrapped_key, created_at) values (true, $1, now())', [
    vault.newKey('sftp host key').wrapped,
  ])

/** How many customers' keys a master key has wrapped. */
async function under(vault: Vault): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from customer_key where substring(wrapped_key from 1 for 8) = $1',
    [vault.names()[0]],
  )
  return rows[0]!.count
}

const log = pino(
  { base: null, timestamp: false },
  {
    write: (line: string) => {
      const { level: _level, msg, ...facts } = JSON.parse(line) as { level: number; msg: string }
      said.push(`${msg} ${JSON.stringify(facts)}`)
    },
  },
)

function keysOf(vault: Vault, parts: readonly ResealPart[] = [customers]) {
  return createMasterKeys({
    database: api.db,
    vault,
    log,
    now: () => new Date(clock),
    parts,
    resealHostKey: () => rewrapHostKey(api.db, vault),
  })
}

/** The part, and what is told of each of its calls. */
const watched = (told: () => void): ResealPart => ({
  ...customers,
  reseal: async (...args) => {
    const done = await customers.reseal(...args)
    told()
    return done
  },
})

describe('a round that seals again', () => {
  it('locks nothing that is under the present key already', async () => {
    const [sealedThen] = await seal(before)
    const sealedNow = await seal(after, 2)
    const both = createVault(second, [first])
    const done = await inAccount(api.db, account(), async (tx) => {
      const resealed = await customers.reseal(tx, both, { accountId: account(), after: null, limit: 100 })
      const free = await owner.query<{ id: string }>(
        'select customer_id as id from customer_key order by customer_id for update skip locked',
      )
      return { resealed, free: free.rows.map(({ id }) => id) }
    })
    expect(done).toEqual({ resealed: { resealed: 1, closed: 0, next: null }, free: sealedNow.toSorted() })
    expect(done.free).not.toContain(sealedThen)
  })

  it('ends between two parts when its process stops, and the next one goes on there', async () => {
    await seal(before, 101)
    const ending = new AbortController()
    const stopped = keysOf(createVault(second, [first]), [watched(() => ending.abort())])
    expect(await stopped.round(ending.signal)).toBe(100)
    expect([await under(before), await under(after)]).toEqual([1, 100])
    expect(await keysOf(createVault(second, [first])).round()).toBe(1)
    expect(await under(after)).toBe(101)
  })

  it('comes seldom where all that is left needs an unknown key, and at once where that becomes known', async () => {
    await seal(before)
    await seal(other)
    let calls = 0
    const vault = createVault(second, [first])
    const keys = keysOf(vault, [watched(() => calls++)])
    expect([await keys.round(), calls]).toEqual([1, 1])
    expect(said).toContain('sealed texts wait for the next round {"waiting":1,"closed":1}')
    clock += 60_000
    expect([await keys.round(), calls]).toEqual([0, 1])
    clock += 3_600_000
    expect([await keys.round(), calls]).toEqual([0, 2])

    const name = other.names()[0]
    vault.learn({ name, wrapped: createVault(second, [strange]).keep(name)!, proves: true })
    expect([await keys.round(), calls]).toEqual([1, 3])
    expect(await under(after)).toBe(2)
  })
  it('goes on where the SFTP server’s key needs an unknown one, and says that something is left', async () => {
    await seal(before, 2)
    await sealHostKey(other)
    expect(await keysOf(createVault(second, [first])).round()).toBe(2)
    expect([await under(before), await under(after)]).toEqual([0, 2])
    expect(said).toContain('sealed texts wait for the next round {"waiting":1,"closed":1}')
    expect(said.join('\n')).not.toContain('no longer needed')
    expect(await keysOf(createVault(second, [first, strange])).round()).toBe(1)
    expect(await rewrapHostKey(api.db, after)).toEqual({ resealed: 0, closed: 0 })
  })

  it('seals a seller’s identity again, so that the line of a later purchase is under the present key', async () => {
    const [id] = await seal(after)
    const identity = sealRegisterIdentity(before, account(), sellerIdentity)
    await owner.query('update customer set register_identity = $2 where id = $1', [id, identity])
    expect(await keysOf(createVault(second, [first]), sealedOfIdentities.map(resealSealed)).round()).toBe(1)
    const { rows } = await owner.query<{ sealed: Buffer }>(
      'select register_identity as sealed from customer where id = $1',
      [id],
    )
    expect(openRegisterIdentity(after, account(), rows[0]!.sealed)).toEqual(sellerIdentity)
  })

  it('says that no other key is needed only where each that is named has been replaced', async () => {
    await seal(before)
    const early = keysOf(createVault(first, [second]))
    await early.round()
    const replaced = createVault(second, [first, strange])
    expect(await keysOf(replaced).round()).toBe(1)
    expect(said.join('\n')).not.toContain('no longer needed')
    await keysOf(createVault(second, [first])).round()
    const key = after.names()[0].toString('hex')
    expect(said).toContain(
      `every sealed text is under MASTER_KEY: OTHER_MASTER_KEYS is no longer needed {"key":"${key}"}`,
    )
  })
})

describe('a process that is killed while it replaces the key', () => {
  const iban = 'FR7630006000011234567890189'
  const secrets = { iban, identityNumber: null }
  const both = () => createVault(second, [first])
  const within = <T>(run: Parameters<typeof inAccount<T>>[2]) => inAccount(api.db, account(), run)
  const keep = (vault: Vault, customerId: string) =>
    within((tx) => keepSecrets(tx, vault, { accountId: account(), customerId }, secrets))
  const sealSecrets = async (count: number): Promise<readonly string[]> => {
    const ids = await seal(before, count)
    for (const id of ids) await keep(before, id)
    return ids
  }
  /** How many of the customers' secrets a process under these keys opens, once it has learned the others. */
  const opens = async (vault: Vault, ids: readonly string[]): Promise<number> => {
    await keysOf(vault).learn()
    const found = await within((tx) =>
      Promise.all(ids.map((customerId) => openSecrets(tx, vault, { accountId: account(), customerId }))),
    )
    return found.filter((one) => one.iban === iban).length
  }
  const killed = () => Promise.reject(new Error('killed'))

  it.each([
    ['before its first part', 0, () => killed()],
    [
      'within a part',
      0,
      async (...at: Parameters<ResealPart['reseal']>) => {
        await customers.reseal(...at)
        return killed()
      },
    ],
    [
      'between two parts',
      100,
      (...at: Parameters<ResealPart['reseal']>) => (at[2].after === null ? customers.reseal(...at) : killed()),
    ],
  ])('leaves nothing unreadable %s, under the new key alone as well', async (_, done, reseal) => {
    const ids = await sealSecrets(103)
    await expect(keysOf(both(), [{ ...customers, reseal }]).round()).rejects.toThrow('killed')
    expect([await under(before), await under(after)]).toEqual([103 - done, done])
    expect(await opens(createVault(second), ids)).toBe(103)
    const [one, other] = [keysOf(createVault(second)), keysOf(both())]
    expect((await Promise.all([one.round(), other.round()])).reduce((sum, each) => sum + each, 0)).toBe(103 - done)
    expect([await under(before), await under(after)]).toEqual([0, 103])
    expect(await opens(createVault(second), ids)).toBe(103)
  })

  it('before it has kept the former key, is followed by one that asks for that', async () => {
    const ids = await sealSecrets(2)
    await keysOf(both()).learn()
    await keysOf(createVault(second)).learn()
    expect(said.join('\n')).toContain('name it in OTHER_MASTER_KEYS')
    said = []
    expect(await opens(both(), ids)).toBe(2)
    expect(said).toEqual([])
    expect(await keysOf(both()).round()).toBe(2)
    expect(await opens(createVault(second), ids)).toBe(2)
    expect(said.join('\n')).not.toContain('name it in OTHER_MASTER_KEYS')
  })

  it('loses nothing of what is written during a round, by a process of the former key as well', async () => {
    const [writing, erased] = await sealSecrets(2)
    let late: readonly string[] = []
    let writes: Promise<unknown> = Promise.resolve()
    const amid: ResealPart = {
      ...customers,
      reseal: async (...at) => {
        const resealed = await customers.reseal(...at)
        // The part is not committed yet.
        if (late.length === 0) {
          late = await seal(before, 1)
          const erasing = owner.query('delete from customer_key where customer_id = $1', [erased])
          writes = Promise.all([keep(createVault(first, [second]), writing!), keep(before, late[0]!), erasing])
        }
        return resealed
      },
    }
    await keysOf(both(), [amid]).round()
    await writes
    await keysOf(both()).round()
    expect([await under(before), await under(after)]).toEqual([0, 2])
    expect(await opens(createVault(second), [writing!, ...late])).toBe(2)
  })

  it('leaves one that runs on, which seals again what a restored backup of before brings back beneath it', async () => {
    const ids = await sealSecrets(3)
    await keysOf(before).learn()
    const { rows } = await owner.query('select * from customer_key')
    await keysOf(both()).round()
    const running = keysOf(createVault(second))
    expect([await running.round(), await running.round()]).toEqual([0, 0])
    // The database of before, the process of after.
    for (const row of rows as { customer_id: string; wrapped_key: Buffer }[])
      await owner.query('update customer_key set wrapped_key = $2 where customer_id = $1', [
        row.customer_id,
        row.wrapped_key,
      ])
    await owner.query('delete from master_key')
    await keysOf(before).learn()
    expect(await running.round()).toBe(3)
    expect(await opens(createVault(second), ids)).toBe(3)
  })
})

describe('a first start with a wrong key', () => {
  // One row of each kind that a fresh installation may have alone; the first as a version sealed that named no key.
  const sealed: readonly (readonly [string, (vault: Vault) => Promise<unknown>])[] = [
    ['a carrier', (vault) => insertCarrier((text, label) => vault.seal(vault.lastingKeys(carriers())[0], text, label))],
    ['a named carrier', (vault) => insertCarrier((text, label) => vault.sealFor(carriers(), text, label))],
    [
      'the secret of a code',
      (vault) =>
        owner.query(
          `insert into user_code (account_id, user_id, secret) select account_id, id, $2 from user_account
          where account_id = $1 limit 1`,
          [account(), vault.sealFor('an owner', 'a secret', 'a label')],
        ),
    ],
    [
      'a connector',
      (vault) =>
        owner.query(
          `insert into connector_configuration (account_id, id, connector, name, properties, secrets)
           values ($1, $2, 'gift_card', 'Cards', '{}', $3)`,
          [account(), newId(), { apiKey: vault.sealFor('an owner', 'a secret', 'a label').toString('base64') }],
        ),
    ],
    [
      'a cart',
      (vault) =>
        owner.query(
          `insert into cart (account_id, id, visitor_id, wrapped_key, created_at) values ($1, $2, 'v', $3, now())`,
          [account(), newId(), vault.newKey('a cart').wrapped],
        ),
    ],
  ]
  const carriers = () => `carriers of ${account()}`
  const insertCarrier = async (sealing: (text: string, label: string) => Buffer) => {
    const id = newId()
    await owner.query(
      `insert into carrier (account_id, id, name, url, api_key, event_secret)
       values ($1, $2, 'Carrier', 'https://carrier.example', $3, $4)`,
      [account(), id, sealing('the key', `api key of ${id}`), sealing('the secret', `event secret of ${id}`)],
    )
  }
  const noted = async () => (await owner.query<{ name: Buffer }>('select name from master_key')).rows

  it.each(sealed)('notes it as nothing where %s is all that is sealed', async (_, sealing) => {
    // Texts name their key where another one is known.
    await sealing(createVault(first, [strange]))
    const parts = sealedOfCarriers.map(resealSealed)
    await expect(keysOf(after, parts).learn()).rejects.toThrow(UnknownKeyError)
    expect(await noted()).toEqual([])
    await keysOf(before, parts).learn()
    expect(await noted()).toEqual([{ name: before.names()[0] }])
    await keysOf(createVault(second, [first]), parts).learn()
    expect(await noted()).toHaveLength(2)
  })
})

describe('after a leak', () => {
  it('new counter keys are drawn as docs/operate.md says, and the former ones open on', async () => {
    const now = new Date()
    const present = () => inAccount(api.db, account(), (tx) => presentSealKey(tx, after, account(), now))
    const former = await present()
    expect(await present()).toEqual(former)
    const [statement] = /update counter_seal_key [^`]+/.exec(readFileSync('docs/operate.md', 'utf8'))!
    await owner.query(statement)
    expect((await present()).id).not.toBe(former.id)
    expect((await owner.query('select 1 from counter_seal_key where id = $1', [former.id])).rowCount).toBe(1)
  })
})
