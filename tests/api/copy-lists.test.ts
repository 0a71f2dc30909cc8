// @module-tag slow
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { RefurbQuestionAnswer, RefurbStepAnswer } from '#sync/calls/refurb.ts'
import type { StockAnswer, StockCountAnswer } from '#sync/calls/stock.ts'
import type { TransportAnswer } from '#sync/calls/dispatch.ts'
import type { PackedItem } from '#sync/wire/item-row.ts'
import { snapshotHeadSchema, type Config } from '#sync/wire/pull.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestAccount } from '#tests/support/factories.ts'
import { summaryOf, type ItemSummary } from '#web/local/list/list-row.ts'
import { keptTransports } from '#web/staff/features/dispatch/kept-dispatch.ts'
import { groupCode } from '#web/lib/format.ts'
import { listTransports } from '#web/staff/features/dispatch/list-transports.ts'
import { listQuestions, listSteps } from '#web/staff/features/refurb/admin/copy-refurb.ts'
import { fillingsOf, listStocks } from '#web/staff/features/stock/admin/copy-stocks.ts'
import { listCounts } from '#web/staff/features/stock/admin/kept-counts.ts'
import { listStart, type ListState } from '#web/staff/ui/list/list-state.ts'

const start = listStart([])

let api: TestApi
let owner: pg.Client
let account: TestAccount
let admin: TestSession
let manager: TestSession
let base: { readonly config: Config; readonly items: readonly ItemSummary[] }

// Names that a language sorts otherwise than their characters, that differ by case, and that hold what a pattern means.
const names = ['Étagère', 'etagere B', 'Zone 10', 'zone 2', 'ZONE_3', 'Bac 100%', 'Œuvre', 'ähnlich']

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  admin = await api.signIn('admin')
  manager = await api.signIn('warehouse_manager')
  account = await furnishRetailer(owner, api.accounts.retailer)
  await furnish()
  base = await baseOf(manager)
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function create<T>(session: TestSession, path: string, json: object): Promise<T> {
  const response = await session.request(path, { method: 'POST', json })
  expect(response.status, JSON.stringify(json)).toBe(200)
  return (await response.json()) as T
}

async function furnish(): Promise<void> {
  const stockIds: string[] = []
  for (const [at, name] of names.entries()) {
    const identifier = at % 3 === 0 ? null : `${at % 2 === 0 ? 'a' : 'B'}${9 - at}`
    const location = at % 2 === 0 ? null : name.toUpperCase()
    const warehouseId = at < 6 ? account.warehouseId : account.otherWarehouseId
    stockIds.push((await create<StockAnswer>(admin, '/api/stocks', { name, identifier, location, warehouseId })).id)
  }
  for (const [at, days] of [0.2, 8, 29, 30, 95, 400].entries()) {
    await createItems(owner, account, 1, {
      status: 'item_completed',
      tested: true,
      warehouse_id: account.warehouseId,
      stock_id: stockIds[at % 3],
      ...(at % 2 === 0
        ? { latest_move_at: new Date(Date.now() - days * 86_400_000).toISOString() }
        : { created_at: new Date(Date.now() - days * 86_400_000).toISOString() }),
    })
  }
  const stepIds: string[] = []
  for (const [at, name] of names.entries()) {
    const costs = [account.otherWarehouseId, account.warehouseId].map((warehouseId) => ({ warehouseId, costCents: at }))
    const description = at % 2 === 0 ? null : `d’${names[names.length - at]}`
    const body = { name, description, stockId: stockIds[(at * 5) % stockIds.length], costs: costs.slice(at % 3) }
    stepIds.push((await create<RefurbStepAnswer>(manager, '/api/refurb-steps', body)).id)
  }
  for (const [at, label] of names.entries()) {
    const answers = [
      { label: 'Oui', stepIds: [stepIds[at], stepIds[(at + 3) % stepIds.length]] },
      { label: 'Non', stepIds: at === 0 ? [stepIds[1]] : [] },
    ]
    await create(manager, '/api/refurb-questions', { label, type: at % 2 === 0 ? 'unique' : 'multiple', answers })
  }
  await addCounts(stockIds)
  await addTransports()
}

async function addCounts(stockIds: readonly string[]): Promise<void> {
  const userId = api.accounts.userIds['warehouse_operator@retailer.example'] ?? ''
  for (const [at, stockId] of stockIds.slice(0, 6).entries())
    await owner.query(
      `insert into stock_count (account_id, id, warehouse_id, stock_id, device_id, user_id, ended_at, expected_count,
         present_count, missing_count, unexpected_count)
       values ($1, $2, $3, $4, $5, $6, $7, 2 + $8, 2, $8, $9)`,
      [
        account.id,
        newId(),
        account.warehouseId,
        stockId,
        newId(),
        userId,
        `2026-03-0${9 - at}T10:00:00.250Z`,
        at % 2,
        at % 3,
      ],
    )
}

async function addTransports(): Promise<void> {
  const items = await createItems(owner, account, 6)
  for (const [at, { id, buybackId }] of items.entries())
    await owner.query(
      `insert into transport (account_id, id, buyback_id, item_id, order_link, created_at)
        values ($1, $2, $3, $4, $5, $6)`,
      // Half past eleven in Greenwich is the next day in Paris; two are of one moment.
      [
        account.id,
        newId(),
        buybackId,
        id,
        at % 2 ? null : 'https://carrier.example/1',
        `2026-03-0${1 + (at >> 1)}T23:30:00Z`,
      ],
    )
}

async function baseOf(session: TestSession) {
  const json = { protocol: 1, deviceId: newId(), uncovered: [] }
  const response = await session.request('/api/sync/snapshot', {
    method: 'POST',
    json,
    headers: { 'accept-encoding': 'identity' },
  })
  const [head = '', ...rows] = (await response.text()).trimEnd().split('\n')
  const { config, scope } = snapshotHeadSchema.parse(JSON.parse(head))
  const items = rows.slice(0, -1).map((row) => summaryOf(JSON.parse(row) as PackedItem, scope.warehouseIds))
  return { config, items }
}

interface Listed<Row> {
  readonly 'hydra:member': readonly Row[]
  readonly 'hydra:totalItems'?: number | undefined
}

/** What the server answers for the address of a list. */
async function ask<Row>(
  session: TestSession,
  path: string,
  { page, perPage, sort, order, search }: ListState,
  query: Readonly<Record<string, string>>,
): Promise<Listed<Row>> {
  const { searched, ...filters } = query
  const asked = new URLSearchParams({ page: String(page), itemsPerPage: String(perPage), ...filters })
  if (sort !== null) asked.set(`order[${sort}]`, order)
  if (search !== '') asked.set(searched ?? 'search', search)
  const response = await session.request(`${path}?${asked}`)
  expect(response.status, asked.toString()).toBe(200)
  return (await response.json()) as Listed<Row>
}

/** States of a list: every order in both directions, pages, and searches that find some, none, and what a pattern means. */
function statesOf(sorts: readonly string[], searches: readonly string[]): readonly ListState[] {
  const all = { ...start, perPage: 30 }
  return [
    all,
    ...sorts.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ ...all, sort, order }))),
    { ...start, perPage: 5, page: 2 },
    { ...start, perPage: 5, page: 2, sort: sorts[0] ?? null, order: 'desc' },
    ...searches.map((search) => ({ ...all, search })),
  ]
}

const searches = ['ZONE', 'étag', 'ETAG', '_', '%', 'nowhere']

/** The rows as both sides know them: without what only the server has. */
function common<Row extends object>(
  { 'hydra:member': rows, 'hydra:totalItems': total }: Listed<Row>,
  ...without: string[]
) {
  const shown = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name) && name !== 'version')),
  )
  return { total, rows: shown }
}

const withRoundAge = (listed: Listed<{ readonly averageAgeDays: number | null }>) => ({
  ...listed,
  'hydra:member': listed['hydra:member'].map((row) => ({
    ...row,
    averageAgeDays: row.averageAgeDays === null ? null : Math.round(row.averageAgeDays * 1000),
  })),
})

describe('the lists of a device’s copy answer as the server', () => {
  it('of the stocks of a warehouse, with what stands in them and how long', { tags: ['slow'] }, async () => {
    const fillings = { warehouseIds: [account.warehouseId], byStock: fillingsOf(base.items, Date.now()) }
    const sorts = ['name', 'identifier', 'location', 'averageAge', 'productCount', 'warehouseName']
    const own = account.warehouseId
    for (const kind of [null, 'native', 'own'] as const)
      for (const state of statesOf(sorts, searches)) {
        const query = { searched: 'name', warehouseId: own, ...(kind === null ? {} : { kind }) }
        const told = await ask<StockAnswer>(manager, '/api/stocks', state, query)
        const copied = listStocks(base.config, fillings, state, { warehouseId: own, kind })
        const asked = JSON.stringify({ kind, state })
        expect(common(withRoundAge(copied)), asked).toEqual(common(withRoundAge(told), 'createdAt'))
      }
  })

  it('of the stocks of every warehouse, without what stands in those of others', async () => {
    const fillings = { warehouseIds: [], byStock: new Map() }
    const filling = ['productCount', 'averageAgeDays', 'ageCounts']
    for (const state of statesOf(['name', 'identifier', 'location', 'warehouseName'], searches)) {
      const told = await ask<StockAnswer>(admin, '/api/stocks', state, { searched: 'name' })
      const copied = listStocks(base.config, fillings, state, { warehouseId: null, kind: null })
      expect(common(copied, ...filling), JSON.stringify(state)).toEqual(common(told, 'createdAt', ...filling))
      expect(copied['hydra:member'].every(({ productCount }) => productCount === null)).toBe(true)
    }
  })

  it('of refurb steps', async () => {
    for (const state of statesOf(['name', 'stock'], searches)) {
      const told = await ask<RefurbStepAnswer>(manager, '/api/refurb-steps', state, {})
      expect(common(listSteps(base.config, state)), JSON.stringify(state)).toEqual(common(told))
    }
  })

  it('of refurb questions, without how many products answered them', async () => {
    for (const state of statesOf(['position', 'label', 'type'], searches)) {
      const told = await ask<RefurbQuestionAnswer>(manager, '/api/refurb-questions', state, {})
      const copied = common(listQuestions(base.config, state), 'productCount')
      expect(copied, JSON.stringify(state)).toEqual(common(told, 'productCount'))
    }
  })

  it('of ended counts', async () => {
    const all = await ask<StockCountAnswer>(manager, '/api/stock-counts', { ...start, perPage: 200 }, {})
    for (const differences of [null, 'with', 'without'] as const)
      for (const state of statesOf(['endedAt', 'stockName', 'missingCount', 'unexpectedCount'], searches)) {
        const query = { searched: 'stockName', ...(differences === null ? {} : { differences }) }
        const told = await ask<StockCountAnswer>(manager, '/api/stock-counts', state, query)
        const copied = listCounts(all['hydra:member'], state, { warehouseId: account.warehouseId, differences })
        expect(copied, JSON.stringify({ differences, state })).toMatchObject(told)
      }
  })

  it('of transports, by days of the account, without the carrier’s address', { tags: ['slow'] }, async () => {
    const kept = await keptTransports.ask((async () => {
      const answer = await ask<TransportAnswer>(admin, '/api/transports', { ...start, perPage: 200 }, {})
      return answer
    }) as never)
    expect(JSON.stringify(kept)).not.toContain('carrier.example')
    const rows = kept['hydra:member']
    const [first] = rows
    const { id: transportId, buybackNumber } = first!
    const grouped = groupCode(buybackNumber)
    expect(grouped).toContain(' ')
    const words = [buybackNumber, grouped, buybackNumber.slice(0, 3), transportId.toUpperCase(), '%', '--', '2']
    const day = '2026-03-03'
    for (const filters of [
      {},
      { from: day },
      { to: day },
      { from: day, to: day },
      { link: 'with' },
      { link: 'without' },
    ] as const)
      for (const state of statesOf(['createdAt', 'buybackNumber'], words)) {
        const query = {
          ...('from' in filters ? { createdFrom: filters.from } : {}),
          ...('to' in filters ? { createdTo: filters.to } : {}),
          ...('link' in filters ? { 'exists[orderLink]': String(filters.link === 'with') } : {}),
        }
        const told = await ask<TransportAnswer>(admin, '/api/transports', state, query)
        const copied = listTransports(rows, state, filters, base.config.settings.timeZone)
        const asked = JSON.stringify({ filters, state })
        expect(common(copied, 'hasLink'), asked).toEqual(common(told, 'orderLink'))
      }
  })
})
