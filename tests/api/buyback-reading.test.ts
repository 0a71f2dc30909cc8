// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepSecrets, openRegisterIdentity, openSecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import {
  bankForm,
  createSaleWorld,
  customerForm,
  outcomeOf,
  saleOf,
  type Asker,
  type SaleWorld,
} from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

const identification = {
  clientNationalIdentificationType: 'passport',
  clientNationalIdentification: '12 ab 34567',
  clientNationalIdentificationDeliveryDate: '2020-02-29',
  clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
}

let world: SaleWorld
let visitor: Asker

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
  await world.sql('update organization_root_detail set customer_identity_document_required = true')
})
afterAll(() => world.close())

interface Sold {
  readonly id: string
  readonly identificationNumber: string
  readonly trackingToken: string
}

async function sell(change: object = {}): Promise<Sold> {
  const json = { ...saleOf(world), identification, ...change }
  const { status, body } = await outcomeOf(await visitor.request('/api/buybacks', { method: 'POST', json }))
  expect([status, body['code']]).toEqual([200, undefined])
  return body as unknown as Sold
}

const read = async (asker: Asker, path: string) => outcomeOf(await asker.request(path))

async function customerOf(id: string): Promise<string> {
  const [row] = await world.sql('select customer_id from buyback where id = $1', id)
  return String(row?.['customer_id'])
}

describe('a single buyback', () => {
  it('shows the office everything, by its id and by its number (BB-07, BB-22, BB-23)', async () => {
    const { id, identificationNumber } = await sell({ imei: '351234567890123' })
    const manager = await world.api.signIn('root_management_unit_manager')
    const { body } = await read(manager, `/api/buybacks/${id}`)
    const buyback = body as unknown as BuybackAnswer
    expect(buyback).toMatchObject({
      id,
      identificationNumber,
      status: 'bb_awaiting_inventory',
      paymentStatus: 'awaiting_payment',
      currency: 'EUR',
      circuit: { type: 'web_post' },
      category: { id: world.categoryId, name: 'Phones' },
      product: { id: world.phoneId, label: 'Phone one', brand: 'Brand' },
      declaredGrade: 'grade_a',
      declaredPriceCents: 20_000,
      predeclaredPriceCents: 20_000,
      controlledPriceCents: null,
      validatedPriceCents: null,
      totalPriceCents: 20_000,
      paidPriceCents: null,
      customer: { firstname: 'Anna', lastname: 'Martin' },
      paymentMode: { id: world.transferId, type: 'bank_transfer', label: 'Transfer' },
      shippingMethod: { type: 'web_post' },
      store: null,
      buyer: null,
      destinationWarehouse: { id: world.api.accounts.retailer.warehouseId, name: 'Workshop' },
      item: { code: identificationNumber, status: 'item_created', imei: '351234567890123' },
      canCancel: true,
      cancelNeedsForce: false,
      lossPlace: null,
      canFinalize: false,
      priceHoldsUntil: null,
    })
    expect(buyback.diagnostic.lines).toEqual([
      expect.objectContaining({
        title: 'The screen?',
        declaredAnswer: 'Fine',
        declaredImpactCents: 0,
        controlledAnswer: null,
      }),
      expect.objectContaining({
        title: 'The box?',
        declaredAnswer: 'Yes',
        declaredImpactCents: 0,
        controlledAnswer: null,
      }),
    ])
    expect(buyback.history.map(({ action }) => action)).toEqual(['create'])
    expect(await read(manager, `/api/buybacks/by-identification-number/${identificationNumber}`)).toMatchObject({
      body,
    })
    for (const number of ['2', '20000000000080', '200000000000A'])
      expect((await read(manager, `/api/buybacks/by-identification-number/${number}`)).status, number).toBe(404)
  })

  it('shows what was found beside what was declared', async () => {
    const { id } = await sell()
    const photoId = randomUUID()
    const control = {
      outcome: 'proposal',
      productId: world.phoneId,
      answers: world.answers.scratched,
      grade: 'grade_b',
      priceCents: 14_250,
      absorbedCents: 0,
      setAside: null,
      photos: [{ photoId, questionId: world.answers.best[0]?.questionId }],
      atMs: world.startedAt.getTime(),
    }
    await world.sql('update item set facts = $2 where buyback_id = $1', id, JSON.stringify({ control }))
    await world.sql(`update buyback set controlled_grade = 'grade_b', controlled_price_cents = 14250 where id = $1`, id)
    const manager = await world.api.signIn('root_management_unit_manager')
    const staff = (await read(manager, `/api/buybacks/${id}`)).body as unknown as BuybackAnswer
    expect(staff).toMatchObject({ controlledGrade: 'grade_b', controlledPriceCents: 14_250 })
    expect(staff.diagnostic).toMatchObject({
      outcome: 'proposal',
      lines: [
        { declaredAnswer: 'Fine', controlledAnswer: 'Scratched' },
        { declaredAnswer: 'Yes', controlledAnswer: 'No', declaredImpactCents: 0, controlledImpactCents: -750 },
      ],
      photos: [{ id: photoId }],
    })
    const own = (await read(visitor, `/api/buybacks/${id}`)).body as unknown as BuybackAnswer
    expect(own).toMatchObject({ controlledPriceCents: null, history: [], diagnostic: { outcome: null, photos: [] } })
  })

  it('is shown to its visitor, and to no other', async () => {
    const { id, identificationNumber } = await sell()
    expect((await read(visitor, `/api/buybacks/${id}`)).status).toBe(200)
    const stranger = await world.visitor()
    const paths = ['', '/instructions', '/additional-infos'].map((rest) => `/api/buybacks/${id}${rest}`)
    for (const path of [...paths, `/api/buybacks/by-identification-number/${identificationNumber}`])
      expect(await read(stranger, path), path).toMatchObject({ status: 404, code: 'REQUEST_NOT_FOUND' })
    expect((await read(world.api, `/api/buybacks/${id}`)).status).toBe(401)
  })

  it.each([
    ['admin', 200, 200, 200],
    ['root_management_unit_analyst', 200, 200, 200],
    ['management_unit_manager', 404, 200, 404],
    ['management_unit_analyst', 404, 200, 404],
    ['store_manager', 404, 200, 404],
    ['store_seller', 404, 200, 404],
    ['warehouse_manager', 200, 200, 200],
    ['warehouse_operator', 200, 200, 200],
    ['buyer_manager', 404, 404, 404],
    ['admin@other.example', 404, 404, 404],
  ])('is shown to %s by scope: no store %i, own store %i, other store %i', async (who, none, north, south) => {
    const { id } = await sell()
    const session = await world.api.signIn(who)
    const { northStoreId, southStoreId } = world.api.accounts.retailer
    const found: number[] = []
    for (const storeId of [null, northStoreId, southStoreId]) {
      await world.sql('update buyback set store_id = $2 where id = $1', id, storeId)
      found.push((await read(session, `/api/buybacks/${id}`)).status)
    }
    expect(found).toEqual([none, north, south])
  })

  it('is shown to the buyer whom it is assigned to (BB-05)', async () => {
    const { id } = await sell()
    await world.sql('update buyback set buyer_account_id = $2 where id = $1', id, world.api.accounts.buyer.id)
    expect((await read(await world.api.signIn('buyer_manager'), `/api/buybacks/${id}`)).status).toBe(200)
  })

  it('says what the customer does next (BB-24)', async () => {
    const { id } = await sell()
    expect((await read(visitor, `/api/buybacks/${id}/instructions`)).body).toMatchObject({
      circuitType: 'web_post',
      instructions: [
        { sequence: 1, type: 'protect', label: 'Protect it' },
        { sequence: 2, type: 'print', label: 'Print the label' },
      ],
    })
  })

  it('says how long a predeclared price holds', async () => {
    const { id } = await sell(saleOf(world, 'web_drop'))
    const { body } = await read(visitor, `/api/buybacks/${id}`)
    const until = new Date(world.startedAt.getTime() + 15 * 86_400_000).toISOString()
    expect(body).toMatchObject({ canFinalize: true, priceHoldsUntil: until })
  })
})

describe('the private link of a buyback', () => {
  it('is told to its customer alone', async () => {
    const { id, trackingToken } = await sell()
    expect((await read(visitor, `/api/buybacks/${id}`)).body).toMatchObject({ trackingToken })
    const manager = await world.api.signIn('root_management_unit_manager')
    expect((await read(manager, `/api/buybacks/${id}`)).body).toMatchObject({ trackingToken: null })
  })

  it('shows where it stands, and nobody’s name', async () => {
    const { id, trackingToken, identificationNumber } = await sell()
    const { status, body } = await read(world.api, `/api/tracking/${trackingToken}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      buybackId: id,
      identificationNumber,
      accountName: 'Maison Essai',
      status: 'bb_awaiting_inventory',
      itemStatus: 'item_created',
      totalPriceCents: 20_000,
      paidPriceCents: null,
      productId: world.phoneId,
      productName: 'Brand Phone one',
      productSlug: 'brand-phone-one',
      events: [{ itemStatus: 'item_created' }],
      declared: { grade: 'grade_a', estimateCents: 20_000, impactPriceEntries: [] },
    })
    for (const name of ['Martin', 'Anna', 'Lilas', 'anna.martin']) expect(JSON.stringify(body)).not.toContain(name)
  })

  it('opens with no changed character, and never appears in a log', async () => {
    const { trackingToken } = await sell()
    for (const at of [2, 20, 40, 60, trackingToken.length - 2]) {
      const other = trackingToken[at] === 'A' ? 'B' : 'A'
      const changed = `${trackingToken.slice(0, at)}${other}${trackingToken.slice(at + 1)}`
      expect(await read(world.api, `/api/tracking/${changed}`)).toMatchObject({
        status: 404,
        code: 'TRACKING_LINK_INVALID',
      })
    }
    expect((await read(world.api, '/api/tracking/t_x')).status).toBe(404)
    await read(world.api, `/api/tracking/${trackingToken}`)
    expect(world.api.logLines.join('\n')).not.toContain(trackingToken.slice(2, 60))
  })

  it('opens nothing before its cart is validated', async () => {
    const line = { ...saleOf(world), identification, cartId: randomUUID(), inCartId: randomUUID() }
    const put = await outcomeOf(await visitor.request('/api/buybacks', { method: 'POST', json: line }))
    const path = `/api/tracking/${String(put.body['trackingToken'])}`
    expect((await read(world.api, path)).status).toBe(404)
    await visitor.request(`/api/cart/${line.cartId}/validate`, { method: 'POST' })
    expect((await read(world.api, path)).status).toBe(200)
  })
})

describe('what a customer confides', () => {
  it('shows its last four characters to the office', async () => {
    const { id } = await sell()
    const manager = await world.api.signIn('root_management_unit_manager')
    const { body } = await read(manager, `/api/buybacks/${id}/additional-infos`)
    expect(body).toMatchObject({
      ...customerForm,
      clientPhone: '+33612345678',
      clientNationalIdentificationType: 'passport',
      clientNationalIdentification: '4567',
      clientNationalIdentificationDeliveryDate: '2020-02-29',
      clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
      iban: '0189',
      accountHolder: 'Anna Martin',
      language: 'fr-FR',
      erasedAt: null,
    })
    expect((await read(visitor, `/api/buybacks/${id}/additional-infos`)).body).toEqual(body)
  })

  it('lies in no table, log or answer', async () => {
    await sell()
    const wrong = { ...saleOf(world), identification, bank: { ...bankForm, accountHolder: '' } }
    const refused = await (await visitor.request('/api/buybacks', { method: 'POST', json: wrong })).text()
    const { rows: tables } = await world.owner.query<{ name: string }>(
      `select format('%I', table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const secret of ['FR7630006000011234567890189', '12AB34567']) {
      for (const { name } of tables) {
        const found = await world.owner.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${secret}%`])
        expect(found.rowCount, name).toBe(0)
        const hex = Buffer.from(secret).toString('hex')
        const bytes = await world.owner.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${hex}%`])
        expect(bytes.rowCount, name).toBe(0)
      }
      expect(world.api.logLines.join('\n')).not.toContain(secret)
      expect(refused).not.toContain(secret)
    }
    for (const name of [customerForm.clientEmail, customerForm.clientLastname])
      expect(world.api.logLines.join('\n')).not.toContain(name)
  })

  it('opens for payments and for the register', async () => {
    const { id } = await sell()
    const scope = { accountId: world.accountId, customerId: await customerOf(id) }
    const opened = await inAccount(world.api.db, scope.accountId, (tx) => openSecrets(tx, testVault, scope))
    expect(opened).toEqual({ identityNumber: '12AB34567', iban: 'FR7630006000011234567890189' })
    const [row] = await world.sql('select register_identity from customer where id = $1', scope.customerId)
    const sealed = row?.['register_identity'] as Buffer
    expect(openRegisterIdentity(testVault, scope.accountId, sealed)).toMatchObject({
      lastName: 'Martin',
      number: '12AB34567',
      issuedOn: '2020-02-29',
    })
    expect(() => openRegisterIdentity(testVault, randomUUID(), sealed)).toThrow()
  })

  it('is replaced, and opens for no other customer', async () => {
    const scope = { accountId: world.accountId, customerId: await customerOf((await sell()).id) }
    const other = { ...scope, customerId: await customerOf((await sell()).id) }
    const iban = 'BE68539007547034'
    await inAccount(world.api.db, scope.accountId, (tx) =>
      keepSecrets(tx, testVault, scope, { iban, identityNumber: null }),
    )
    const opened = await inAccount(world.api.db, scope.accountId, (tx) => openSecrets(tx, testVault, scope))
    expect(opened).toEqual({ iban, identityNumber: '12AB34567' })
    await world.sql(
      `update customer_secret s set sealed = o.sealed from customer_secret o
        where s.customer_id = $1 and o.customer_id = $2 and s.kind = o.kind`,
      scope.customerId,
      other.customerId,
    )
    await expect(inAccount(world.api.db, scope.accountId, (tx) => openSecrets(tx, testVault, scope))).rejects.toThrow()
  })
})

describe('erasing a customer', () => {
  const erase = async (who: string, customerId: string) => {
    const session = await world.api.signIn(who)
    return outcomeOf(await session.request(`/api/customers/${customerId}/erase`, { method: 'POST' }))
  }
  const settle = (id: string) =>
    world.sql(`update buyback set status = 'bb_cancelled', cancel_reason = 'other' where id = $1`, id)

  it('destroys the key, the details, the link and the mails, and leaves the buyback', async () => {
    const { id, trackingToken } = await sell()
    const customerId = await customerOf(id)
    await world.sql('delete from mail_message')
    await world.sql('update customer set email = $2 where id = $1', customerId, 'only@hers.example')
    await world.sql(
      `insert into mail_message (account_id, id, dedupe_key, kind, recipient, language, subject, body_text)
        values ($1, $2, 'x', 'proposal', 'only@hers.example', 'fr-FR', 'Bonjour Anna', 'Anna Martin')`,
      world.accountId,
      randomUUID(),
    )
    await settle(id)
    const erased = await erase('root_management_unit_manager', customerId)
    expect(erased.body).toEqual({ customerId, erasedAt: world.startedAt.toISOString() })
    const scope = { accountId: world.accountId, customerId }
    expect(await inAccount(world.api.db, scope.accountId, (tx) => openSecrets(tx, testVault, scope))).toEqual({
      identityNumber: null,
      iban: null,
    })
    const [row] = await world.sql('select c::text as text from customer c where id = $1', customerId)
    for (const part of ['Martin', 'Anna', 'hers', '+336', 'Lilas', '59000', 'Lille', 'passport', '2020-02-29'])
      expect(row?.['text']).not.toContain(part)
    expect(await world.sql('select 1 from customer_secret where customer_id = $1', customerId)).toEqual([])
    expect(await world.sql('select 1 from mail_message')).toEqual([])
    const manager = await world.api.signIn('root_management_unit_manager')
    expect((await read(manager, `/api/buybacks/${id}`)).body).toMatchObject({ id, customer: null })
    expect((await read(manager, `/api/buybacks/${id}/additional-infos`)).body).toMatchObject({
      clientLastname: null,
      iban: null,
      erasedAt: world.startedAt.toISOString(),
    })
    expect((await read(world.api, `/api/tracking/${trackingToken}`)).status).toBe(404)
    expect((await erase('admin', customerId)).body).toEqual(erased.body)
  })

  it('waits until the customer’s buybacks are closed and paid', async () => {
    const { id } = await sell()
    const customerId = await customerOf(id)
    expect(await erase('admin', customerId)).toMatchObject({ status: 409, code: 'CUSTOMER_IN_USE' })
    await world.sql(
      `update buyback set status = 'bb_completed', settled_at = now(), validated_price_cents = 20000 where id = $1`,
      id,
    )
    expect(await erase('admin', customerId)).toMatchObject({ status: 409, code: 'CUSTOMER_IN_USE' })
  })

  it.each([
    ['root_management_unit_analyst', 403],
    ['management_unit_manager', 403],
    ['store_manager', 403],
    ['warehouse_manager', 403],
    ['buyer_manager', 403],
    ['admin@other.example', 404],
  ])('by %s answers %i', async (who, status) => {
    const { id } = await sell()
    await settle(id)
    expect((await erase(who, await customerOf(id))).status).toBe(status)
  })
})
