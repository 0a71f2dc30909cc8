import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, furnishRetailer, type TestAccount } from '#tests/support/factories.ts'
import { languages, type Language } from '#domain/kernel/languages.ts'
import type { RefurbPlaces } from '#sync/calls/refurb.ts'

let api: TestApi
let owner: pg.Client
let admin: TestSession
let account: TestAccount

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  admin = await api.signIn('admin')
  account = await furnishRetailer(owner, api.accounts.retailer)
  const { id, warehouseId, stocks } = account
  await owner.query(
    `insert into stock_count (account_id, id, warehouse_id, stock_id, device_id, user_id, ended_at, expected_count,
       present_count, missing_count, unexpected_count)
     select $1, $2, $3, $4, $5, u.id, now(), 0, 0, 0, 0 from user_account u where u.account_id = $1 limit 1`,
    [id, newId(), warehouseId, stocks.to_refurbish, newId()],
  )
  const step = { name: 'Nettoyer', description: null, stockId: stocks.to_refurbish, costs: [] }
  await admin.request('/api/refurb-steps', { method: 'POST', json: step })
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function read<T>(path: string, language?: Language): Promise<T> {
  const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
  const response = await admin.request(path, { headers })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

type Named = { readonly name: string; readonly stockName: string; readonly native: string | null }
const list = async (path: string, language?: Language) =>
  (await read<{ 'hydra:member': readonly Named[] }>(path, language))['hydra:member']

const shown = (native: string, language?: Language) =>
  list(`/api/stocks?warehouseId=${account.warehouseId}&kind=native`, language).then(
    (rows) => rows.find((row) => row.native === native)?.name,
  )

it('a native stock is named in the reader’s language, and as it is stored where none is known', async () => {
  const { rows } = await owner.query<{ name: string; native: string; language: Language }>(
    `select s.name, s.native, a.language from stock s join account a on a.id = s.account_id where s.warehouse_id = $1
     and s.native is not null`,
    [account.warehouseId],
  )
  expect(rows).toHaveLength(5)
  for (const { name, native, language } of rows) {
    expect(await shown(native)).toBe(name)
    expect(await shown(native, language)).toBe(name)
  }
  expect(await shown('to_refurbish', 'de-DE')).toBe('Aufzubereiten')
})

it.each([
  ['de-DE', 'aufzub'],
  ['nl-BE', 'refurbishen'],
  ['en-GB', 'to refurb'],
  ['fr-FR', 'à recond'],
] as const)('in %s lists find a native stock by the name that they show', async (language, text) => {
  const asked = encodeURIComponent(text)
  const stocks = await list(`/api/stocks?warehouseId=${account.warehouseId}&name=${asked}`, language)
  expect(stocks.map(({ native }) => native)).toEqual(['to_refurbish'])
  const [{ name }] = stocks as [Named]
  const counts = await list(`/api/stock-counts?stockName=${asked}`, language)
  expect(counts.map(({ stockName }) => stockName)).toEqual([name])
  const steps = await list(`/api/refurb-steps?search=${asked}&order[stock]=asc`, language)
  expect(steps.map(({ stockName }) => stockName)).toEqual([name])
  const { warehouses } = await read<RefurbPlaces>('/api/refurb-places', language)
  expect(
    warehouses.find(({ id }) => id === account.warehouseId)?.stocks.find(({ native }) => native === 'to_refurbish')
      ?.name,
  ).toBe(name)
})

it('lists are in the order of the names that they show', async () => {
  for (const language of languages) {
    const path = `/api/stocks?warehouseId=${account.warehouseId}&kind=native&order[name]=asc`
    const names = (await list(path, language)).map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted())
  }
})
