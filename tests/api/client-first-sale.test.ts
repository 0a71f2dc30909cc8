// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { CircuitAnswer } from '#sync/calls/circuit.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import { testOrigin, type TestSession } from '#tests/support/api.ts'
import { publishTerms } from '#tests/support/factories.ts'
import { bankForm, customerForm } from '#tests/support/sale-world.ts'
import { newClient } from '#tests/support/tour-of-clients.ts'
import { createUserOffice, type UserOffice } from '#tests/support/user-office.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

let office: UserOffice
beforeAll(async () => {
  office = await createUserOffice()
})
afterAll(() => office.close())

type Told = Record<string, unknown> & { readonly id: string; readonly code?: string }

/** A client with its first head-office manager and warehouse, made by calls alone. */
async function openClient(host: string, start: object) {
  const { admin, send } = office
  const body = { ...newClient, name: host, webChannelUrl: `https://${host}`, start }
  const client = (await send(admin, 'POST', '/api/accounts', body)).body as unknown as ClientAnswer
  const email = `manager@${host}`
  const modules = { root: { type: 'root_management_unit_manager', organizationId: client.organizationId } }
  await send(admin, 'POST', `/api/accounts/${client.id}/users`, office.person({ email, modules }))
  await office.setPassword(await office.newestLink(email))
  const manager = await office.api.signIn(email, { password: 'Nouvelle-2026' })
  const ask = async <T = Told>(method: string, path: string, json?: object): Promise<T> => {
    const answer = await send(manager, method, path, json)
    expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([200, undefined])
    return answer.body as unknown as T
  }
  const warehouse = await ask('POST', '/api/organizations', {
    type: 'warehouse',
    commonName: 'Atelier',
    parentOrganizationId: client.organizationId,
    street: '1 rue Neuve',
    zipCode: '59000',
    city: 'Lille',
    country: 'FR',
  })
  await ask('PATCH', '/api/warehouse-dispatch', { defaultWarehouseId: warehouse.id })
  return { client, manager, ask }
}

type Opened = Awaited<ReturnType<typeof openClient>>

/** Enables the post circuit for a category and those below it. */
async function enablePost({ ask }: Opened, categoryId: string): Promise<CircuitAnswer> {
  const found = await ask<{ 'hydra:member': readonly CircuitAnswer[] }>('GET', '/api/circuits')
  const post = found['hydra:member'].find(({ type }) => type === 'web_post')!
  expect(post).toMatchObject({ status: 'disabled', carrierMissing: true, categories: [] })
  return ask('PATCH', `/api/circuits/${post.id}`, { ownLabel: true, status: 'enabled', linkCategoryIds: [categoryId] })
}

/** A published product at 200 € as new: products are no business of a client's start. */
async function addPhone(accountId: string, categoryId: string): Promise<string> {
  const id = newId()
  await office.owner.query(
    `insert into product (account_id, id, label, brand, main_category_id, status)
     values ($1, $2, 'Phone one', 'Brand', $3, 'published')`,
    [accountId, id, categoryId],
  )
  await office.owner.query(
    `insert into product_price (account_id, product_id, grade, price_cents) values ($1, $2, 'grade_a', 20000)`,
    [accountId, id],
  )
  return id
}

/** Sells a product on the client's own site with the first answer to each question; answers what came of it. */
async function sell(host: string, productId: string, categoryId: string, estimate: number) {
  await publishTerms(office.owner)
  const token = await visitorToken(office.api, `https://${host}/`)
  const headers = { authorization: `Bearer ${token}`, origin: testOrigin }
  const read = async (path: string): Promise<unknown> => (await office.api.request(path, { headers })).json()
  const { terms } = (await read(`/api/public/products/${productId}`)) as PublicProduct
  const { questionnaire } = terms
  const { circuits } = (await read(`/api/public/options?categoryId=${categoryId}&country=FR&channel=web`)) as {
    readonly circuits: readonly CircuitOption[]
  }
  expect(circuits.map(({ type }) => type)).toEqual(['web_post'])
  const [circuit] = circuits
  const answer = await office.api.request('/api/buybacks', {
    method: 'POST',
    headers,
    json: {
      productId,
      questionnaireId: questionnaire.id,
      answers: questionnaire.questions.map(({ id, answers }) => ({ questionId: id, answerId: answers[0]!.id })),
      circuitId: circuit!.id,
      shippingMethodId: circuit!.shippingMethods[0]!.id,
      paymentModeId: circuit!.paymentModes.find(({ type }) => type === 'bank_transfer')!.id,
      customer: customerForm,
      bank: bankForm,
      termsAccepted: true,
      prices: { estimatedPriceCents: estimate, impactPriceEntries: [], totalPriceCents: estimate },
    },
  })
  return { status: answer.status, body: (await answer.json()) as Told, paymentModes: circuit!.paymentModes }
}

async function categoryOf({ ask }: Opened, name: string): Promise<string> {
  const { categories } = await ask<{ categories: readonly { id: string; name: string }[] }>(
    'GET',
    '/api/categories/tree',
  )
  return categories.find((one) => one.name === name)!.id
}

async function expectListed(manager: TestSession, id: string): Promise<void> {
  const { status, body } = await office.send(manager, 'GET', `/api/buybacks/${id}`)
  expect([status, body]).toMatchObject([200, { id, status: 'bb_awaiting_inventory', circuit: { type: 'web_post' } }])
}

it('a client from a template, and a copy of it, sell on their own sites once a circuit is enabled (O1)', async () => {
  const opened = await openClient('telephones.example', { from: 'template', template: 'phones' })
  const phones = await categoryOf(opened, 'Smartphones')
  const enabled = await enablePost(opened, await categoryOf(opened, 'Téléphonie et tablettes'))
  expect(enabled).toMatchObject({ status: 'enabled', carrierMissing: false })
  const productId = await addPhone(opened.client.id, phones)
  // The box and all accessories are worth five euros more.
  const sold = await sell('telephones.example', productId, phones, 20_500)
  expect([sold.status, sold.body.code]).toEqual([200, undefined])
  expect(sold.paymentModes.map(({ type }) => type)).toEqual(['bank_transfer', 'voucher'])
  await expectListed(opened.manager, sold.body.id)

  const copy = await openClient('copie.example', { from: 'client', accountId: opened.client.id })
  const found = await copy.ask<{ 'hydra:member': readonly CircuitAnswer[] }>('GET', '/api/circuits?channel=web')
  const post = found['hydra:member'].find(({ type }) => type === 'web_post')!
  expect(post).toMatchObject({ status: 'disabled', ownLabel: false, categories: [{ name: 'Téléphonie et tablettes' }] })
  await copy.ask('PATCH', `/api/circuits/${post.id}`, { ownLabel: true, status: 'enabled' })
  const category = await categoryOf(copy, 'Smartphones')
  const again = await sell('copie.example', await addPhone(copy.client.id, category), category, 20_500)
  expect([again.status, again.body.code]).toEqual([200, undefined])
  await expectListed(copy.manager, again.body.id)
})
