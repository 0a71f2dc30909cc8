import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { foundAgainDays } from '#domain/customer/found-again.ts'
import { sellInStore } from '#sync/operations/counter/sell-in-store.ts'
import { createFindOperation, operations } from '#sync/operations/registry.ts'
import type { Confided } from '#sync/wire/sealed.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { createCounterDevice, said, type CounterDevice } from '#tests/support/counter-world.ts'
import { bankForm, createSaleWorld, customerForm, type SaleWorld } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

let world: SaleWorld
let device: CounterDevice
const identification = {
  clientNationalIdentificationType: 'passport',
  clientNationalIdentification: '12AB34567',
  clientNationalIdentificationDeliveryDate: '2020-03-02',
  clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
} as const
const iban = 'FR7630006000011234567890189'

beforeAll(async () => {
  world = await createSaleWorld()
  await world.sql('update organization_root_detail set customer_identity_document_required = true')
  device = await createCounterDevice(world)
})
afterAll(() => world.close())
beforeEach(() => world.sql('update customer set found_again_since = null, found_again_ended_at = null'))

type Change = { readonly [K in keyof Confided]?: Confided[K] | undefined }

/** How many seconds ago a sale was captured. */
const ago = (seconds: number) => new Date(world.clock.now.getTime() - seconds * 1000).toISOString()

async function saleBy(confides: Change, capturedAt = ago(0)): Promise<Operation> {
  const sale = await device.sale()
  const sealed = await device.seal({ kind: 'sale', id: String(sale.args['cartId']) }, confides)
  return { ...sale, v: sellInStore.v, capturedAt, args: { ...sale.args, sealed } }
}

async function sell(confides: Change, capturedAt = ago(0)): Promise<string> {
  const sale = await saleBy(confides, capturedAt)
  expect((await device.push(sale)).map(said)).toEqual(['applied'])
  const [{ buybackId }] = sale.args['lines'] as [{ readonly buybackId: string }]
  const [row] = await world.sql('select customer_id from buyback where id = $1', buybackId)
  return String(row!['customer_id'])
}

const post = async (by: { request: CounterDevice['session']['request'] }, path: string, json: object) => {
  const answer = await by.request(path, { method: 'POST', json })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const find = async (contact: string, by: { request: CounterDevice['session']['request'] } = device.session) =>
  (await post(by, '/api/customers/found-again', { contact })).body['customers']

it('a customer who agreed to it is found by phone and by e-mail, masked; one who was not asked is not', async () => {
  await sell({ identification })
  expect(await find('06 12 34 56 78')).toEqual([])
  const id = await sell({ identification, mayBeFound: true })
  const masked = {
    id,
    name: 'A••• M•••',
    email: 'a•••@exemple.fr',
    phone: '•••• 78',
    soldAt: expect.any(String) as string,
  }
  expect(await find('06 12 34 56 78')).toEqual([masked])
  expect(await find('ANNA.Martin@exemple.fr')).toEqual([masked])
  for (const part of ['0612', 'anna', 'exemple.fr', '%', 'martin@exemple.fr', '06 12 34 56 79'])
    expect(await find(part), part).toEqual([])
})

it('a server that cannot open what is said of being found again holds the sale, and a sale without it is still taken', async () => {
  // What a server knew before it could.
  const versions = { sellInStore: 1, finalizeInStore: 2 }
  for (const [type, v] of Object.entries(versions)) {
    const definition = operations.get(type)!
    const before = createFindOperation(new Map([[type, { ...definition, v }]]))
    const captured = { ...device.operation(type, {}, []), v: definition.v }
    expect(before(captured), type).toEqual({ ok: false, error: 'SYNC_UNKNOWN_OPERATION' })
  }
  const newer = await saleBy({ identification, mayBeFound: true })
  expect((await device.push({ ...newer, v: sellInStore.v + 1 })).map(said)).toEqual(['held SYNC_UNKNOWN_OPERATION'])
  const older = await saleBy({ identification })
  expect((await device.push({ ...older, v: 1 })).map(said)).toEqual(['applied'])
})

it('what is taken of a customer holds the details, and of document and account only their ends', async () => {
  const id = await sell({ identification, mayBeFound: true })
  const path = `/api/customers/${id}/found-again`
  const { status, body } = await post(device.session, path, { contact: '0612345678' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    customer: { ...customerForm, clientPhone: '+33612345678' },
    identification: { type: 'passport', end: '•••• 567' },
    bank: { end: '•••• 0189' },
  })
  expect(JSON.stringify(body)).not.toContain('AB34')
  expect(JSON.stringify(body)).not.toContain('7630006')
  // An id opens nothing without the number that finds it.
  expect((await post(device.session, path, { contact: '0612345679' })).status).toBe(404)
})

it('the next sale of a customer who was found takes document and account over, for the same person alone', async () => {
  const formerId = await sell({ identification, mayBeFound: true })
  const next = await sell({ bank: undefined, formerId, mayBeFound: true })
  expect(next).not.toBe(formerId)
  const scope = { accountId: world.accountId, customerId: next }
  const secrets = await inAccount(world.api.db, world.accountId, (tx) => openSecrets(tx, testVault, scope))
  expect(secrets).toEqual({ identityNumber: '12AB34567', iban })
  expect(await find('0612345678')).toMatchObject([{ id: next }])
  // Listed before the next sale, the former one is still taken.
  const former = await post(device.session, `/api/customers/${formerId}/found-again`, { contact: '0612345678' })
  expect(former).toMatchObject({ status: 200, body: { id: formerId } })
  const other = await saleBy({
    customer: { ...customerForm, clientLastname: 'Durand' },
    bank: undefined,
    formerId,
    mayBeFound: true,
  })
  expect((await device.push(other)).map(said)).toEqual(['rejected CUSTOMER_INVALID'])
})

it('a stranger of the same name gets neither document nor account, nor does another holder’s account the document', async () => {
  const formerId = await sell({ identification, mayBeFound: true })
  const reached = { clientEmail: 'other@exemple.fr', clientPhone: '0699999999' }
  const stranger = await saleBy({
    customer: { ...customerForm, ...reached },
    bank: undefined,
    formerId,
    mayBeFound: true,
  })
  const payee = await saleBy({ bank: { ...bankForm, accountHolder: 'Paul Durand' }, formerId, mayBeFound: true })
  expect((await device.push(stranger, payee)).map(said)).toEqual([
    'rejected CUSTOMER_INVALID',
    'rejected CUSTOMER_INVALID',
  ])
  await sell({ customer: { ...customerForm, clientPhone: '0699999999' }, bank: undefined, formerId, mayBeFound: true })
})

it('a customer who says no later is found no more, and nothing is taken over any more', async () => {
  const formerId = await sell({ identification, mayBeFound: true })
  await sell({ identification, bank: bankForm, mayBeFound: false })
  expect(await find('0612345678')).toEqual([])
  const sale = await saleBy({ bank: undefined, formerId })
  expect((await device.push(sale)).map(said)).toEqual(['rejected CUSTOMER_INVALID'])
})

it('a no ends what was agreed before it, not what was agreed after it and has arrived already', async () => {
  await sell({ identification, mayBeFound: true }, ago(10))
  await sell({ identification, mayBeFound: false }, ago(20))
  expect(await find('0612345678')).toHaveLength(1)
  await sell({ identification, mayBeFound: false }, ago(5))
  expect(await find('0612345678')).toEqual([])
})

it('an agreement that arrives after a newer no does not count, and a later one does', async () => {
  await sell({ identification, mayBeFound: false }, ago(5))
  await sell({ identification, mayBeFound: true }, ago(7))
  expect(await find('0612345678')).toEqual([])
  // A clock that is ahead agrees to nothing that lies ahead.
  const id = await sell({ identification, mayBeFound: true }, ago(-86_400))
  expect(await find('0612345678')).toMatchObject([{ id, soldAt: ago(0) }])
})

it('a customer who was found and says no is found no more, though phone and e-mail were corrected', async () => {
  const earlier = await sell({ identification, mayBeFound: true }, ago(20))
  const formerId = await sell({ identification, mayBeFound: true }, ago(10))
  expect(await find('0612345678')).toMatchObject([{ id: formerId }])
  const customer = { ...customerForm, clientEmail: 'anna@neu.example', clientPhone: '0699999999' }
  await sell({ customer, identification, bank: bankForm, formerId, mayBeFound: false })
  expect(await find('0612345678')).toEqual([])
  expect(await world.sql('select id from customer where found_again_since is not null')).toEqual([])
  expect(earlier).not.toBe(formerId)
})

it('a no of the same batch is heard by the sales after it', async () => {
  const formerId = await sell({ identification, mayBeFound: true }, ago(10))
  const no = await saleBy({ identification, mayBeFound: false })
  const next = await saleBy({ bank: undefined, formerId, mayBeFound: true })
  expect((await device.push(no, next)).map(said)).toEqual(['applied', 'rejected CUSTOMER_INVALID'])
})

it('the erasure of one sale ends what was agreed at the earlier ones', async () => {
  const first = await sell({ identification, mayBeFound: true }, ago(20))
  const last = await sell({ identification, mayBeFound: true }, ago(10))
  const manager = await world.api.signIn('root_management_unit_manager')
  const [buyback] = await world.sql('select id from buyback where customer_id = $1', last)
  const cancelled = await post(manager, `/api/buybacks/${String(buyback!['id'])}/cancel`, { reason: 'other' })
  expect(cancelled.status).toBe(200)
  expect((await post(manager, `/api/customers/${last}/erase`, {})).status).toBe(200)
  expect(await find('0612345678')).toEqual([])
  expect(await world.sql('select found_again_since from customer where id = $1', first)).toEqual([
    { found_again_since: null },
  ])
})

it('an agreement ends after three years, and with the erasure', async () => {
  const id = await sell({ identification, mayBeFound: true })
  const age = (days: number) =>
    world.sql(
      'update customer set found_again_since = $1 where id = $2',
      new Date(world.clock.now.getTime() - days * 86_400_000),
      id,
    )
  await age(foundAgainDays - 1)
  expect(await find('0612345678')).toHaveLength(1)
  await age(foundAgainDays + 1)
  expect(await find('0612345678')).toEqual([])
  await age(1)
  const manager = await world.api.signIn('root_management_unit_manager')
  const [buyback] = await world.sql('select id from buyback where customer_id = $1', id)
  const cancelled = await post(manager, `/api/buybacks/${String(buyback!['id'])}/cancel`, { reason: 'other' })
  expect(cancelled.status).toBe(200)
  expect((await post(manager, `/api/customers/${id}/erase`, {})).status).toBe(200)
  expect(await find('0612345678')).toEqual([])
  expect(await world.sql('select found_again_since from customer where id = $1', id)).toEqual([
    { found_again_since: null },
  ])
})

it('sellers alone find customers, in their own account, and not by the hundred', async () => {
  await sell({ identification, mayBeFound: true })
  const operator = await world.api.signIn('warehouse_operator')
  expect((await post(operator, '/api/customers/found-again', { contact: '0612345678' })).status).toBe(403)
  const foreign = await world.api.signIn('manager@other.example')
  expect(await find('0612345678', foreign)).toEqual([])
  let status = 200
  for (let tries = 0; tries < 70 && status === 200; tries++)
    ({ status } = await post(device.session, '/api/customers/found-again', { contact: '0612345678' }))
  expect(status).toBe(429)
})
