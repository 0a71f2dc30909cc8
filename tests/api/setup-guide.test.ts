import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod'
import type { setupGuideCall } from '#sync/calls/setup-guide.ts'
import { createSaleWorld, type SaleWorld } from '#tests/support/sale-world.ts'
import type { TestSession } from '#tests/support/api.ts'

let world: SaleWorld
let manager: TestSession

beforeAll(async () => {
  world = await createSaleWorld()
  manager = await world.api.signIn('root_management_unit_manager')
})
afterAll(() => world.close())

type Guide = z.output<typeof setupGuideCall.answer>

/** What is open at each step, as code and names. */
async function openSteps(by = manager): Promise<Readonly<Record<string, unknown>>> {
  const response = await by.request('/api/setup-guide')
  expect(response.status).toBe(200)
  const { steps } = (await response.json()) as Guide
  const open = steps.filter(({ problems }) => problems.length > 0)
  return Object.fromEntries(
    open.map(({ id, problems }) => [id, problems.map(({ code, names, count }) => [code, ...names, count])]),
  )
}

it('follows what the account has, step by step', async () => {
  const { accountId } = world
  await world.sql(
    `update organization_root_detail set eula = null, service_terms = null where account_id = $1`,
    accountId,
  )
  await world.sql(`update circuit set name = type where account_id = $1`, accountId)
  const before = await openSteps()
  expect(before).toMatchObject({
    carrier: [['NO_CARRIER', 'web_collect', 'web_post', 2]],
    texts: [
      ['NOT_OPEN', 'eula', 'serviceTerms', 2],
      ['NO_TEXT', 'faqAndContact', 'cookiesPolicy', 2],
    ],
  })
  expect(before).not.toHaveProperty('circuit')
  expect(before).not.toHaveProperty('product')
  await world.sql(
    `update organization_root_detail set eula = '<p>Terms</p>', service_terms = ' ' where account_id = $1`,
    accountId,
  )
  await world.sql(`update circuit set status = 'disabled' where account_id = $1 and type <> 'store_drop'`, accountId)
  // A simple product is bought at its functional price alone.
  await world.sql(
    `update product_price set grade = 'grade_a' where account_id = $1 and product_id = $2`,
    accountId,
    world.cableId,
  )
  await world.sql(
    `update payment_mode set provider = 'other' where account_id = $1 and id = $2`,
    accountId,
    world.giftCardId,
  )
  const after = await openSteps()
  expect(after).toMatchObject({
    product: [['NO_PRICE', 1]],
    texts: [
      ['NOT_OPEN', 'serviceTerms', 1],
      ['NO_TEXT', 'faqAndContact', 'cookiesPolicy', 2],
    ],
    paymentMode: [['NOT_PAID', expect.any(String), 1]],
  })
  expect(after).not.toHaveProperty('carrier')
  const { siteUrl, steps } = (await (await manager.request('/api/setup-guide')).json()) as Guide
  expect(steps.find(({ id }) => id === 'product')?.problems[0]?.firstId).toBe(world.cableId)
  expect(siteUrl).toBe('http://retailer.example')
  await world.sql(
    `update account set host = 'own.localhost', web_channel_url = 'http://own.localhost:4001' where id = $1`,
    accountId,
  )
  expect(((await (await manager.request('/api/setup-guide')).json()) as Guide).siteUrl).toBe(
    'http://own.localhost:4001',
  )
  await world.sql(`update circuit set status = 'disabled' where account_id = $1`, accountId)
  const [named] = await world.sql(`select name, path[1] as top from category where id = $1`, world.categoryId)
  expect(await openSteps()).toMatchObject({
    circuit: [['NONE_ACTIVE', 'web_post', 1]],
    category: expect.arrayContaining([['NO_CIRCUIT', named!['name'], 1]]),
  })
  const { steps: closed } = (await (await manager.request('/api/setup-guide')).json()) as Guide
  const firstOf = (id: string, code: string) =>
    closed.find((step) => step.id === id)?.problems.find((problem) => problem.code === code)?.firstId
  const [post] = await world.sql(`select id from circuit where account_id = $1 and type = 'web_post'`, accountId)
  expect(firstOf('circuit', 'NONE_ACTIVE')).toBe(post!['id'])
  // One circuit at the top serves all below it.
  expect(firstOf('category', 'NO_CIRCUIT')).toBe(named!['top'])
  await world.sql(`update circuit set status = 'archived' where account_id = $1`, accountId)
  await world.sql(`update payment_mode set status = 'inactive' where account_id = $1`, accountId)
  const [mode] = await world.sql(
    `select label from payment_mode where account_id = $1 order by position, id limit 1`,
    accountId,
  )
  expect(await openSteps()).toMatchObject({
    circuit: [['MISSING', 0]],
    paymentMode: [['NONE_ACTIVE', mode!['label'], 1]],
  })
})

it('asks for an account to debit only where files of transfers carry the payments, which are of euros', async () => {
  const { accountId } = world
  const steps = async () => {
    const guide = (await (await manager.request('/api/setup-guide')).json()) as Guide
    return guide.steps.map(({ id }) => id)
  }
  await world.sql(
    `update payment_mode set status = 'active', provider = 'bank_transfer' where account_id = $1 and type = 'bank_transfer'`,
    accountId,
  )
  expect(await steps()).toContain('payer')
  await world.sql(`update account set currency = 'GBP' where id = $1`, accountId)
  expect(await steps()).not.toContain('payer')
  await world.sql(`update account set currency = 'EUR' where id = $1`, accountId)
})

it('counts nothing of another account', async () => {
  const before = await openSteps()
  await world.sql(
    `insert into circuit (account_id, id, type, name, status) values ($1, gen_random_uuid(), 'web_post', 'Foreign', 'enabled')`,
    world.api.accounts.other.id,
  )
  await world.sql(
    `insert into payer (account_id, name, iban, town, country) values
    ($1, 'Other', 'FR7630006000011234567890189', 'Lyon', 'FR')`,
    world.api.accounts.other.id,
  )
  expect(await openSteps()).toEqual(before)
})

it('says before the first product what it will need, and where it would go', async () => {
  const { accountId } = world
  expect(await openSteps()).not.toHaveProperty('dispatch')
  await world.sql(`update warehouse_dispatch set default_warehouse_id = null where account_id = $1`, accountId)
  await world.sql(`update product set status = 'draft' where account_id = $1`, accountId)
  await world.sql(
    `update category set buyer_account_id = null, buyer_organization_id = null where account_id = $1`,
    accountId,
  )
  const lowest = await world.sql(
    `select name from category c where account_id = $1 and status = 'active' and not exists
     (select from category k where k.parent_category_id = c.id and k.status = 'active') order by name`,
    accountId,
  )
  const names = lowest.map(({ name }) => name)
  const open = await openSteps()
  // One buyer at the top holds for all below it.
  const { steps } = (await (await manager.request('/api/setup-guide')).json()) as Guide
  const unbought = steps.find(({ id }) => id === 'category')?.problems.find(({ code }) => code === 'NO_BUYER')
  const [top] = await world.sql(`select parent_category_id from category where id = $1`, unbought?.firstId)
  expect(top).toEqual({ parent_category_id: null })
  expect(open).toMatchObject({
    dispatch: [['NO_DEFAULT_WAREHOUSE', 0]],
    product: [['MISSING', 0]],
    category: expect.arrayContaining([['NO_BUYER', ...names, names.length]]),
  })
  // An entity that buys counts before a category names it.
  await world.sql(`update organization set status = 'inactive' where account_id = $1 and type = 'buyer'`, accountId)
  expect(await openSteps()).toMatchObject({ buyer: [['MISSING', 0]] })
  await world.sql(
    `insert into organization (account_id, id, type, common_name, status) values
     ($1, gen_random_uuid(), 'buyer', 'Own buyer', 'active')`,
    accountId,
  )
  expect(await openSteps()).toMatchObject({
    buyer: [
      ['NO_SIRET', 'Own buyer', 1],
      ['NO_CAPITAL', 'Own buyer', 1],
    ],
  })
})

it('is read by a user who reads the settings, and by nobody else', async () => {
  const analyst = await world.api.signIn('root_management_unit_analyst')
  expect((await analyst.request('/api/setup-guide')).status).toBe(200)
  const seller = await world.api.signIn('store_seller')
  expect((await seller.request('/api/setup-guide')).status).toBe(403)
})
