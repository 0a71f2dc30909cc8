// @module-tag slow
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pointOf, sealKeyOwner } from '#api/adapters/vault/sealing-key.ts'
import { createVault, type Vault } from '#api/adapters/vault/vault.ts'
import { openConnectorSecret, sealConnectorSecret } from '#api/db/connector-secrets.ts'
import { keepSecrets, openRegisterIdentity, openSecrets, sealRegisterIdentity } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { openSso, sealSsoSecret } from '#api/db/sso-configuration.ts'
import { beginCodes, takeAppCode } from '#api/features/access/one-time-code-queries.ts'
import { presentSealKey } from '#api/features/counter/seal-keys.ts'
import { insertCarrier, openSecretsOf } from '#api/features/delivery/carrier-queries.ts'
import { rewrapHostKey } from '#api/features/sftp/host-key-queries.ts'
import { createMasterKeys } from '#api/jobs/master-keys.ts'
import { resealedParts } from '#api/server.ts'
import { createTestApi, testOrigin, type TestApi } from '#tests/support/api.ts'
import { createSaleWorld, customerForm, postAs, saleOf, type Asker, type SaleWorld } from '#tests/support/sale-world.ts'
import { testMasterKey, testVault } from '#tests/support/vault.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

const second = Buffer.alloc(32, 41)
const both = createVault(second, [testMasterKey])
/** Knows the second key alone, and none that was kept. */
const alone = createVault(second)
const identity = {
  lastName: 'Müller',
  firstName: 'Zoé',
  street: null,
  streetMore: null,
  zipCode: null,
  city: null,
  country: 'FR',
  type: 'passport',
  number: '12AB34567',
  issuedOn: null,
  authority: null,
}

let world: SaleWorld
/** The application under both keys. */
let later: TestApi

beforeAll(async () => {
  world = await createSaleWorld()
  later = await createTestApi({ share: world.api, vault: both, now: () => world.clock.now })
})
afterAll(async () => {
  await later.close()
  await world.close()
})

const account = () => world.accountId
const within = <T>(run: Parameters<typeof inAccount<T>>[2]) => inAccount(world.api.db, account(), run)

const replaceKey = () =>
  createMasterKeys({
    database: world.api.db,
    vault: both,
    log: pino({ enabled: false }),
    now: () => new Date(),
    parts: resealedParts,
    resealHostKey: () => rewrapHostKey(world.api.db, both),
  })

async function addCustomer(): Promise<string> {
  const id = newId()
  await world.sql(
    `insert into customer (account_id, id, first_name, last_name, register_identity) values ($1, $2, 'Zoé', 'Müller', $3)`,
    account(),
    id,
    sealRegisterIdentity(testVault, account(), identity),
  )
  return id
}

/** What the first key seals in each column, and how it is read. */
async function sealEverything(): Promise<(vault: Vault) => Promise<object>> {
  const customerId = await addCustomer()
  const [user] = await world.sql('select id from user_account where account_id = $1 limit 1', account())
  const scope = { accountId: account(), userId: String(user?.['id']) }
  const configuration = { accountId: account(), id: newId(), property: 'apiKey' }
  const cartId = newId()
  const begun = await within(async (tx) => {
    await keepSecrets(tx, testVault, { accountId: account(), customerId }, { iban: 'FR76', identityNumber: null })
    const code = await beginCodes(tx, testVault, scope, 'Zoé')
    const carrierId = await insertCarrier(tx, testVault, account(), {
      name: 'Carrier',
      url: 'https://carrier.example',
      apiKey: 'the key of the carrier',
      eventSecret: 'the secret of its events',
      servesPackages: false,
      circuitIds: [],
      shippingMethodIds: [],
    })
    const seal = await presentSealKey(tx, testVault, account(), new Date())
    return { secret: code!.secret, carrierId, seal }
  })
  await world.sql(
    `insert into connector_configuration (account_id, id, connector, name, properties, secrets)
     values ($1, $2, 'gift_card', 'Cards', '{}', $3)`,
    account(),
    configuration.id,
    { apiKey: sealConnectorSecret(testVault, configuration, 'the key of the cards') },
  )
  await world.sql(
    `insert into cart (account_id, id, visitor_id, wrapped_key, created_at) values ($1, $2, 'v', $3, now())`,
    account(),
    cartId,
    testVault.newKey(`cart ${account()} ${cartId}`).wrapped,
  )
  await world.sql(
    'update sso_configuration set client_secret = $2 where account_id = $1',
    account(),
    sealSsoSecret(testVault, account(), 'the secret of the provider'),
  )
  return (vault) =>
    within(async (tx) => {
      const read = async (table: string, column: string, id: string) =>
        (await world.sql(`select ${column} as sealed from ${table} where id = $1`, id))[0]?.['sealed']
      const now = new Date()
      const code = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(begun.secret) })
      const secrets = (await read('connector_configuration', 'secrets', configuration.id)) as { apiKey: string }
      const sealKey = vault.unwrap(
        (await read('counter_seal_key', 'wrapped_key', begun.seal.id)) as Buffer,
        sealKeyOwner(account(), begun.seal.id),
      )
      return {
        identity: openRegisterIdentity(
          vault,
          account(),
          (await read('customer', 'register_identity', customerId)) as Buffer,
        ),
        iban: (await openSecrets(tx, vault, { accountId: account(), customerId })).iban,
        code: await takeAppCode(tx, vault, scope, { code: code.generate(), now, isConfirmed: false }),
        carrier: await openSecretsOf(tx, vault, { accountId: account(), carrierId: begun.carrierId }),
        counter: pointOf(sealKey)?.toString('base64url') === begun.seal.point,
        connector: openConnectorSecret(vault, configuration, secrets.apiKey),
        cart: vault.unwrap((await read('cart', 'wrapped_key', cartId)) as Buffer, `cart ${account()} ${cartId}`).length,
        sso: (await openSso(tx, vault, account()))?.clientSecret,
      }
    })
}

/** A visitor of the public site, of the application before the replacement or after it. */
async function visitor(): Promise<{ readonly before: Asker; readonly after: Asker }> {
  const headers = { authorization: `Bearer ${await visitorToken(world.api)}`, origin: testOrigin }
  const of = (api: TestApi): Asker => ({ request: (path, init = {}) => api.request(path, { ...init, headers }) })
  return { before: of(world.api), after: of(later) }
}

describe('the sealed columns', { timeout: 60_000 }, () => {
  it('are the same for the job and for the count of what waits', async () => {
    const [row] = await world.sql(`select pg_get_functiondef('sealed_by_others'::regproc) as text`)
    const counted = String(row?.['text'])
      .split('union all')
      .map((text) => {
        const [, table] = /from (\w+) \w\b/.exec(text)!
        const [, column] = /(?:substring\(|jsonb_each_text\()\w\.(\w+)/.exec(text)!
        return `${table}.${column}`
      })
    expect(counted.toSorted()).toEqual(resealedParts.map(({ table, column }) => `${table}.${column}`).toSorted())
  })

  it('of each kind open by their own readers under the next key alone', async () => {
    const read = await sealEverything()
    await expect(read(alone)).rejects.toThrow('another master key')
    const keys = replaceKey()
    await keys.learn()
    expect(await keys.round()).toBeGreaterThan(8)
    expect(await read(alone)).toEqual({
      identity,
      iban: 'FR76',
      code: true,
      carrier: {
        url: 'https://carrier.example',
        apiKey: 'the key of the carrier',
        eventSecret: 'the secret of its events',
      },
      counter: true,
      connector: 'the key of the cards',
      cart: 32,
      sso: 'the secret of the provider',
    })
  })

  it('of a cart take its lines across the replacement, and know a changed one and another seller', async () => {
    const [{ before, after }, cartId, inCartId] = [await visitor(), randomUUID(), randomUUID()]
    const put = (asker: Asker, change: object = {}) =>
      postAs(asker, '/api/buybacks', { ...saleOf(world), cartId, inCartId, ...change })
    const first = await put(before)
    expect(first.status).toBe(200)
    await replaceKey().round()
    const again = await put(after)
    expect([again.status, again.body['id']]).toEqual([200, first.body['id']])
    expect(await put(after, { answers: world.answers.scratched })).toMatchObject({ code: 'CART_LINE_CHANGED' })
    const line = randomUUID()
    const stranger = { inCartId: line, customer: { ...customerForm, clientFirstname: 'Jeanne' } }
    expect(await put(after, stranger)).toMatchObject({ code: 'CART_CUSTOMER_DIFFERS' })
    expect((await put(after, { inCartId: line })).status).toBe(200)
    const validated = await postAs(after, `/api/cart/${cartId}/validate`)
    expect(validated.status).toBe(200)
    expect(validated.body['buybacks']).toHaveLength(2)
  })
})
