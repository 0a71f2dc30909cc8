import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { tenantTables } from '#api/db/rights.ts'
import type { ListedClient } from '#sync/calls/client.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, createAccount } from '#tests/support/factories.ts'
import { withClient } from '../../scripts/prepare-database.mjs'
import { fillEveryTable } from '#tests/support/every-table.ts'

let api: TestApi
let admin: TestSession
let owner: pg.Client

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await owner.query(
    `update account set web_channel_url = 'https://autre.example', siret = '80314159700010', created_at = '2026-01-05'
     where id = $1`,
    [api.accounts.other.id],
  )
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function list(query = '', session = admin) {
  const response = await session.request(`/api/accounts?${query}`)
  expect(response.status, query).toBe(200)
  return (await response.json()) as { 'hydra:member': readonly ListedClient[]; 'hydra:totalItems'?: number }
}
const names = async (query: string) => (await list(query))['hydra:member'].map(({ name }) => name)

describe('the list of clients', () => {
  it('tells each client with its modules, its web channel and its links (ORG-01, ORG-05)', async () => {
    const { retailer, other, buyer } = api.accounts
    const found = await list()
    expect(found['hydra:totalItems']).toBe(3)
    expect(found['hydra:member']).toMatchObject([
      { id: other.id, organizationId: other.rootId, name: 'Autre Maison', webChannelUrl: 'https://autre.example' },
      { id: retailer.id, organizationId: retailer.rootId, isRetailer: true, linkedBuyers: 1, linkedRetailers: 0 },
      {
        id: buyer.id,
        organizationId: buyer.organizationId,
        isRetailer: false,
        isBuyerAndWorkshopsSupervisor: true,
        linkedBuyers: 0,
        linkedRetailers: 1,
      },
    ])
  })

  it('is searched, narrowed, sorted and turned over (ORG-01)', async () => {
    expect(await names('q=MAISON autre')).toEqual(['Autre Maison'])
    expect(await names('q=80314159700010')).toEqual(['Autre Maison'])
    expect(await names('module=buyer')).toEqual(['Reprise Pro'])
    expect(await names('module[]=buyer&module[]=retailer')).toHaveLength(3)
    expect(await names('status=inactive')).toEqual([])
    expect(await names('order[name]=desc')).toEqual(['Reprise Pro', 'Maison Essai', 'Autre Maison'])
    expect(await names('order[createdAt]=asc&itemsPerPage=1')).toEqual(['Autre Maison'])
    expect(await names('itemsPerPage=2&page=2')).toEqual(['Reprise Pro'])
    expect(await list('partial=true')).not.toHaveProperty('hydra:totalItems')
  })

  it('is that of administrators alone (ORG-08)', async () => {
    const manager = await api.signIn('root_management_unit_manager')
    expect((await manager.request('/api/accounts')).status).toBe(403)
    expect((await manager.request(`/api/accounts/${newId()}`, { method: 'DELETE' })).status).toBe(403)
  })

  it('says so where the installation has no login for it', { tags: ['slow'] }, async () => {
    const without = await createTestApi({ share: api, withoutAdministration: true })
    const answer = await without.request('/api/accounts', { headers: admin.headers })
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'CLIENT_ADMINISTRATION_MISSING' }])
    await without.close()
  })
})

async function remove(id: string) {
  const answer = await admin.request(`/api/accounts/${id}`, { method: 'DELETE' })
  const text = await answer.text()
  return { status: answer.status, code: text === '' ? null : (JSON.parse(text) as { code: string }).code }
}
const rest = (id: string) => owner.query(`update account set status = 'inactive' where id = $1`, [id])

async function rowsOf(accountId: string): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {}
  for (const [table, { column = 'account_id' }] of Object.entries(tenantTables)) {
    const { rowCount } = await owner.query(`select 1 from ${table} where ${column} = $1`, [accountId])
    if (rowCount) found[table] = rowCount
  }
  return found
}

describe('an account', () => {
  it('that nobody knows is not found (ORG-11)', async () => {
    expect(await remove(newId())).toEqual({ status: 404, code: 'account_not_found' })
  })

  it('stays while it is active or linked, and says why (ORG-10, ORG-12)', { tags: ['slow'] }, async () => {
    const { retailer, buyer } = api.accounts
    expect(await remove(retailer.id)).toEqual({ status: 422, code: 'still_active' })
    await rest(buyer.id)
    expect(await remove(buyer.id)).toEqual({ status: 422, code: 'has_linked_retailers' })
    const client = await seededClient()
    await owner.query('insert into account_link (account_id, buyer_account_id) values ($1, $2)', [client.id, buyer.id])
    expect(await remove(client.id)).toEqual({ status: 422, code: 'has_linked_buyers' })
    await owner.query(`update account_link set status = 'inactive' where account_id = $1`, [client.id])
    expect(await remove(client.id)).toEqual({ status: 204, code: null })
  })

  it(
    'goes with its people, places, settings and catalog, and leaves those of others (ORG-10)',
    { tags: ['slow'] },
    async () => {
      const client = await seededClient()
      const before = await rowsOf(api.accounts.retailer.id)
      await owner.query(
        `insert into export_job (account_id, id, content, started_by, created_at) values ($1, $2, 'products', $2, now())`,
        [client.id, newId()],
      )
      expect(Object.keys(await rowsOf(client.id))).toEqual(
        expect.arrayContaining(['user_account', 'stock', 'product', 'category', 'circuit', 'organization_root_detail']),
      )
      expect(await remove(client.id)).toEqual({ status: 204, code: null })
      expect(await rowsOf(client.id)).toEqual({})
      expect(await rowsOf(api.accounts.retailer.id)).toEqual(before)
      expect(await remove(client.id)).toEqual({ status: 404, code: 'account_not_found' })
    },
  )

  it('stays whole once anything was done in it', { tags: ['slow'] }, async () => {
    const client = await seededClient('active')
    await fillEveryTable(owner, client)
    await rest(client.id)
    await owner.query(`update account_link set status = 'inactive' where account_id = $1`, [client.id])
    expect(await remove(client.id)).toEqual({ status: 422, code: 'CLIENT_DEVICES_MAY_HOLD_WORK' })
    await owner.query('delete from device_grant where account_id = $1', [client.id])
    const before = await rowsOf(client.id)
    expect(await remove(client.id)).toEqual({ status: 422, code: 'CLIENT_HAS_RECORDS' })
    expect(await rowsOf(client.id)).toEqual(before)
  })

  it('goes with whatever was configured in it (ORG-10)', { tags: ['slow'] }, async () => {
    const client = await seededClient('active')
    await fillEveryTable(owner, client)
    await rest(client.id)
    await owner.query(`update account_link set status = 'inactive' where account_id = $1`, [client.id])
    await owner.query('delete from device_grant where account_id = $1', [client.id])
    await forget(client.id, work)
    expect(Object.keys(await rowsOf(client.id))).toEqual(
      expect.arrayContaining(['home_widget', 'refurb_step', 'payer']),
    )
    expect(await remove(client.id)).toEqual({ status: 204, code: null })
    expect(await rowsOf(client.id)).toEqual({})
  })

  it('stays where one count of a stock is all that was done in it', async () => {
    const client = await seededClient()
    await owner.query(
      `insert into stock_count (account_id, id, warehouse_id, stock_id, device_id, user_id, ended_at, expected_count,
         present_count, missing_count, unexpected_count)
       select account_id, $2, warehouse_id, id, $2, $3, now(), 0, 0, 0, 0 from stock where account_id = $1 limit 1`,
      [client.id, newId(), client.userId],
    )
    expect(await remove(client.id)).toEqual({ status: 422, code: 'CLIENT_HAS_RECORDS' })
  })
})

/** What was traded, counted, pushed, or shown to customers: where a row of these is left, its account stays. */
const work =
  `customer buyback customer_key customer_secret customer_signature customer_correction cart cart_line quote item
  item_history check_in_round questionnaire stock_count evidence_photo evidence_chunk package
  package_number_block counter_number_block transport price_proposal customer_notice pickup_booking buyback_relay_point return_label buyback_document
  payment payment_file payment_release payment_attempt voucher ledger_entry purchase_register purchase_register_head
  parcel delivery_event sync_device sync_op`.split(/\s+/)

/** A client with people, places and a catalog in which nothing has happened yet. */
async function seededClient(status: 'active' | 'inactive' = 'inactive') {
  const client = await createAccount(owner, 'Nouvelle enseigne')
  if (status === 'inactive') await rest(client.id)
  return client
}

/** Takes rows away past every rule, as nothing but a superuser can. */
async function forget(accountId: string, tables: readonly string[]): Promise<void> {
  await withClient(api.testDatabase.superuserUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const table of tables) await client.query(`delete from ${table} where account_id = $1`, [accountId])
  })
}
