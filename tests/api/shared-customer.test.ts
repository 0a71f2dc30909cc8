// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRegisterIdentity, openSecrets, openSignature } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Confided } from '#sync/wire/sealed.ts'
import { createCounterDevice, type CounterDevice } from '#tests/support/counter-world.ts'
import { createChangeWorld, type ChangeWorld } from '#tests/support/change-world.ts'
import { customerForm, plainPrices, postAs, saleOf } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

let world: ChangeWorld
let device: CounterDevice

beforeAll(async () => {
  world = await createChangeWorld()
  device = await createCounterDevice(world)
})
beforeEach(() => demandIdentity(false))
afterAll(() => world.close())

const demandIdentity = (isDemanded: boolean) =>
  world.sql('update organization_root_detail set customer_identity_document_required = $1', isDemanded)

/** The account is her husband's. */
const hers = { iban: 'BE68 5390 0754 7034', accountHolder: 'Jean Martin' } as const
const identification = {
  clientNationalIdentificationType: 'passport',
  clientNationalIdentification: '19ZK86420',
  clientNationalIdentificationDeliveryDate: '2020-02-29',
  clientNationalIdentificationAutorityDelivery: 'Lille',
}
const marie = { ...customerForm, clientLastname: 'Durand', clientFirstname: 'Marie', clientEmail: 'marie@exemple.fr' }
const theirs = { iban: 'FR76 3000 6000 0112 3456 7890 189', accountHolder: 'Marie Durand' } as const

interface Told {
  readonly buybackId: string
  readonly itemId: string
}

/** A cart of the web with phones that a store will take; Anna's, with her husband's account. */
async function predeclared(phones: number, change: object = {}): Promise<readonly Told[]> {
  const [visitor, cartId] = [await world.visitor(), randomUUID()]
  const ids: string[] = []
  for (let at = 0; at < phones; at++) {
    const body = { ...saleOf(world, 'web_drop', { bank: hers, ...change }), cartId, inCartId: randomUUID() }
    const sold = await postAs(visitor, '/api/buybacks', body)
    expect([sold.status, sold.code]).toEqual([200, undefined])
    ids.push(String(sold.body['id']))
  }
  expect((await postAs(visitor, `/api/cart/${cartId}/validate`)).status).toBe(200)
  return Promise.all(
    ids.map(async (buybackId) => {
      const [item] = await world.sql('select id from item where buyback_id = $1', buybackId)
      return { buybackId, itemId: String(item!['id']) }
    }),
  )
}

const bonus = { source: 'payment_mode', label: 'Gift card', valueCents: 2_000 }
const byGiftCard = () => ({
  paymentModeId: world.giftCardId,
  prices: { estimatedPriceCents: 20_000, impactPriceEntries: [bonus], totalPriceCents: 22_000 },
})
const byTransfer = () => ({ paymentModeId: world.transferId, prices: plainPrices(20_000) })

type Given = Partial<Pick<Confided, 'customer' | 'identification' | 'bank' | 'signedName'>>
type Code = string | undefined
type Payment = ReturnType<typeof byTransfer> | ReturnType<typeof byGiftCard>

/** Finalises by a call, as the API's clients do; answers the code of a refusal. */
async function byCall({ buybackId }: Told, payment: Payment, given: Omit<Given, 'signedName'> = {}): Promise<Code> {
  const { questionnaireId, answers } = world
  const body = { questionnaireId, answers: answers.best, ...payment, ...given, termsAccepted: true }
  const path = `/api/store/${device.storeId}/buybacks/${buybackId}/finalize`
  const outcome = await postAs(await world.as('store_seller'), path, body)
  return outcome.status === 200 ? undefined : (outcome.code ?? String(outcome.status))
}

/** Finalises by the operation of a counter; answers the code of a refusal. */
async function byOperation({ itemId }: Told, payment: Payment, given: Given = {}): Promise<Code> {
  const { questionnaireId, answers } = world
  const nothing = { customer: undefined, bank: undefined }
  const { version } = await device.refetch()
  const args = {
    itemId,
    storeId: device.storeId,
    catalog: { version, ageMs: 0, confirmedAtMs: world.startedAt.getTime() },
    questionnaireId,
    answers: answers.best,
    ...payment,
    sealed: await device.seal({ kind: 'item', id: itemId }, { ...nothing, ...given }),
  }
  const operation = { ...device.operation('finalizeInStore', args, [`item:${itemId}`]), v: 2 }
  const [outcome] = await device.push(operation)
  return outcome?.status === 'applied' ? undefined : (outcome?.code ?? outcome?.status ?? 'no outcome')
}

type Finalize = (told: Told, payment: Payment, given?: Given) => Promise<Code>

/** A way of finalising that has to succeed. */
const succeeding =
  (how: Finalize): ((...of: Parameters<Finalize>) => Promise<void>) =>
  async (...of) =>
    expect(await how(...of)).toBeUndefined()

async function customerOf({ buybackId }: Told) {
  const [row] = await world.sql(
    `select c.id, c.first_name, c.email, c.account_holder, c.identification_type, c.identification_authority,
       c.register_identity
     from customer c join buyback b on b.account_id = c.account_id and b.customer_id = c.id where b.id = $1`,
    buybackId,
  )
  const { id, register_identity: sealed, ...open } = row!
  const scope = { accountId: world.accountId, customerId: String(id) }
  return inAccount(world.api.db, world.accountId, async (tx) => ({
    ...open,
    ...(await openSecrets(tx, testVault, scope)),
    register: openRegisterIdentity(testVault, world.accountId, sealed as Buffer),
    signature: await openSignature(tx, testVault, scope),
  }))
}

const annas = {
  first_name: 'Anna',
  email: 'anna.martin@exemple.fr',
  account_holder: 'Jean Martin',
  iban: 'BE68539007547034',
  register: { firstName: 'Anna' },
}
const maries = {
  first_name: 'Marie',
  email: 'marie@exemple.fr',
  account_holder: 'Marie Durand',
  iban: 'FR7630006000011234567890189',
  register: { firstName: 'Marie' },
}

describe.each([
  ['by a call', byCall],
  ['by the operation of a counter', byOperation],
])('finalising one of two phones of a cart %s', (_how, finalizeAs) => {
  const finalize = succeeding(finalizeAs)

  it('leaves the other’s person and account as they are, where another person brings the second one', async () => {
    const [first, second] = (await predeclared(2)) as [Told, Told]
    await finalize(first, byTransfer())
    await finalize(second, byTransfer(), { customer: marie, bank: theirs })
    expect(await customerOf(first)).toMatchObject(annas)
    expect(await customerOf(second)).toMatchObject(maries)
  })

  it('leaves the other’s person and account as they are, where another person brings the first one', async () => {
    const [first, second] = (await predeclared(2)) as [Told, Told]
    await finalize(first, byTransfer(), { customer: marie, bank: theirs })
    await finalize(second, byTransfer())
    expect(await customerOf(first)).toMatchObject(maries)
    expect(await customerOf(second)).toMatchObject(annas)
  })

  it.each([
    ['the first', byTransfer, byGiftCard],
    ['the second', byGiftCard, byTransfer],
  ])('keeps the holder of the account where only %s is paid to it', async (_which, one, other) => {
    const [first, second] = (await predeclared(2)) as [Told, Told]
    await finalize(first, one())
    await finalize(second, other())
    for (const told of [first, second]) expect(await customerOf(told)).toMatchObject(annas)
  })

  it('keeps the identity document that was asked for on the web, where none is asked for any more', async () => {
    await demandIdentity(true)
    const [first, second] = (await predeclared(2, { identification })) as [Told, Told]
    await demandIdentity(false)
    await finalize(first, byTransfer())
    await finalize(second, byGiftCard())
    for (const told of [first, second])
      expect(await customerOf(told)).toMatchObject({
        ...annas,
        identification_type: 'passport',
        identification_authority: 'Lille',
        identityNumber: '19ZK86420',
        register: { firstName: 'Anna', type: 'passport', number: '19ZK86420', authority: 'Lille' },
      })
  })

  it('puts nobody’s document and account under the name of another person', async () => {
    await demandIdentity(true)
    const [first, second] = (await predeclared(2, { identification })) as [Told, Told]
    await demandIdentity(false)
    await finalize(first, byGiftCard(), { customer: marie })
    await finalize(second, byGiftCard(), { customer: marie })
    for (const told of [first, second])
      expect(await customerOf(told)).toMatchObject({
        first_name: 'Marie',
        account_holder: null,
        identification_type: null,
        iban: null,
        identityNumber: null,
        register: { firstName: 'Marie', type: null, number: null },
      })
  })

  it('pays nobody under another name to an account that was not given with it', async () => {
    const [first, second] = (await predeclared(2)) as [Told, Told]
    expect(await finalizeAs(first, byTransfer(), { customer: marie })).toBe('CUSTOMER_INVALID')
    expect(await customerOf(first)).toMatchObject(annas)
    await finalize(first, byTransfer(), { customer: marie, bank: theirs })
    expect(await customerOf(first)).toMatchObject(maries)
    expect(await customerOf(second)).toMatchObject(annas)
  })

  it('asks a person of another name for the identity document', async () => {
    await demandIdentity(true)
    const [first] = (await predeclared(1, { identification })) as [Told]
    expect(await finalizeAs(first, byGiftCard(), { customer: marie })).toBe('CUSTOMER_INVALID')
    const own = { ...identification, clientNationalIdentification: '21AB77310' } as const
    await finalize(first, byGiftCard(), { customer: marie, identification: own })
    expect(await customerOf(first)).toMatchObject({
      first_name: 'Marie',
      identityNumber: '21AB77310',
      register: { firstName: 'Marie', number: '21AB77310' },
    })
  })

  it('takes document and account from the web where the same person changes anything else', async () => {
    await demandIdentity(true)
    const [first] = (await predeclared(1, { identification })) as [Told]
    const moved = { ...customerForm, clientFirstname: ' ANNA', clientPhone: '0698765432' }
    await finalize(first, byTransfer(), { customer: moved })
    expect(await customerOf(first)).toMatchObject({
      account_holder: 'Jean Martin',
      iban: 'BE68539007547034',
      identityNumber: '19ZK86420',
    })
  })
})

const called = succeeding(byCall)
const operated = succeeding(byOperation)

it('a phone that is finalised alone keeps its customer, with what is not asked again', async () => {
  const [only] = (await predeclared(1)) as [Told]
  const [before] = await world.sql('select customer_id from buyback where id = $1', only.buybackId)
  await called(only, byGiftCard(), { customer: { ...customerForm, clientPhone: '0698765432' } })
  expect(await customerOf(only)).toMatchObject(annas)
  expect(await world.sql('select customer_id from buyback where id = $1', only.buybackId)).toEqual([before])
})

it('two phones of a cart that are finalised at once end with two customers', async () => {
  const [first, second] = (await predeclared(2)) as [Told, Told]
  await Promise.all([called(first, byTransfer(), { customer: marie, bank: theirs }), called(second, byTransfer())])
  expect(await customerOf(first)).toMatchObject(maries)
  expect(await customerOf(second)).toMatchObject(annas)
})

it('each phone keeps what its own person has signed with', async () => {
  const [first, second] = (await predeclared(2)) as [Told, Told]
  await operated(first, byTransfer(), { signedName: 'Anna Martin' })
  await operated(second, byTransfer(), { customer: marie, bank: theirs, signedName: 'Marie Durand' })
  const signedBy = async (told: Told) => JSON.parse((await customerOf(told)).signature?.text ?? 'null')
  expect(await signedBy(first)).toEqual({ name: 'Anna Martin' })
  expect(await signedBy(second)).toEqual({ name: 'Marie Durand' })
})
