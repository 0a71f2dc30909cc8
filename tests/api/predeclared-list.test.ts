import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { PredeclaredBuybackAnswer } from '#sync/calls/buyback-list.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { changeBuyback } from '#tests/support/buyback-rows.ts'
import {
  connectAsOwner,
  createItems,
  furnishRetailer,
  type TestAccount,
  type TestItem,
} from '#tests/support/factories.ts'

let api: TestApi
let owner: pg.Client
let retailer: TestAccount
let admin: TestSession
/** Far ahead, since the database ends sessions by a clock of its own. */
const now = new Date('2126-11-21T12:00:00Z')
const customerId = newId()

beforeAll(async () => {
  api = await createTestApi({ now: () => now })
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  retailer = await furnishRetailer(owner, api.accounts.retailer)
  await owner.query(`insert into customer (account_id, id, first_name, last_name) values ($1, $2, 'Zoé', 'Lefèvre')`, [
    retailer.id,
    customerId,
  ])
  await createItems(owner, retailer, 3)
  admin = await api.signIn('admin')
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

describe('predeclared buybacks', () => {
  const [fresh, old] = [{ at: '2126-11-20T08:00:00Z' }, { at: '2126-11-06T08:00:00Z' }]
  let waiting: readonly TestItem[]
  beforeAll(async () => {
    waiting = await createItems(owner, retailer, 2, { status: 'item_awaiting_store_drop' })
    await changeBuyback(owner, waiting[0]!, {
      status: 'bb_awaiting_store_drop',
      created_at: fresh.at,
      customer_id: customerId,
    })
    await changeBuyback(owner, waiting[1]!, { status: 'bb_awaiting_store_drop', created_at: old.at })
  })
  const found = async (session: TestSession, query = '') =>
    (
      (await (await session.request(`/api/buybacks/predeclared?${query}`)).json()) as {
        readonly 'hydra:member': readonly PredeclaredBuybackAnswer[]
      }
    )['hydra:member']

  it('tell until when their price holds', async () => {
    const all = await found(await api.signIn('store_seller'))
    expect(all.map(({ id, isPriceHeld, priceHoldsUntil }) => [id, isPriceHeld, priceHoldsUntil])).toEqual([
      [waiting[0]!.buybackId, true, '2126-12-05T08:00:00.000Z'],
      [waiting[1]!.buybackId, false, '2126-11-21T08:00:00.000Z'],
    ])
  })

  it('are narrowed by words, code, client and held price', async () => {
    const first = [waiting[0]!.buybackId]
    const id = (list: readonly PredeclaredBuybackAnswer[]) => list.map((one) => one.id)
    expect(id(await found(admin, 'q=lefevre phone'))).toEqual(first)
    expect(id(await found(admin, `q=${waiting[0]!.buybackCode}`))).toEqual(first)
    expect(id(await found(admin, `code=${waiting[0]!.buybackCode}`))).toEqual(first)
    expect(id(await found(admin, 'clientName=Zoe'))).toEqual(first)
    expect(id(await found(admin, 'isPriceHeld=true'))).toEqual(first)
    expect(id(await found(admin, 'isPriceHeld=false'))).toEqual([waiting[1]!.buybackId])
    expect(id(await found(admin, `store=${api.accounts.retailer.southStoreId}`))).toEqual([])
    expect(id(await found(admin, `q=${newId()}`))).toEqual([])
  })

  it('are seen by the sellers of their store alone, and by nobody without the permission', async () => {
    expect(await found(await api.signIn('south@retailer.example'))).toEqual([])
    for (const who of ['buyer_manager', 'warehouse_manager', 'management_unit_analyst'])
      expect((await (await api.signIn(who)).request('/api/buybacks/predeclared')).status, who).toBe(403)
  })
})
