import { expect, it } from 'vitest'
import type { StockCountAnswer } from '#sync/calls/stock.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { CountListPage } from './count-list-page.tsx'

const count: StockCountAnswer = {
  id: '019a6410-0000-7000-8000-000000000011',
  warehouseId: '019a6410-0000-7000-8000-000000000002',
  warehouseName: 'Atelier Lyon',
  stockId: '019a6410-0000-7000-8000-000000000001',
  stockName: 'Réserve haute',
  endedAt: '2026-11-02T09:00:00.000Z',
  userName: 'Nora Petit',
  comment: null,
  expectedCount: 4,
  presentCount: 4,
  missingCount: 0,
  unexpectedCount: 0,
}

it('the differences of a count open beside the page of the list that they were opened from', async () => {
  const { asked, press, says } = await openOffice(CountListPage, {
    answer: ({ path }) =>
      path === '/api/stock-counts'
        ? { 'hydra:member': [count], 'hydra:totalItems': 11 }
        : path.startsWith('/api/stock-counts/')
          ? { ...count, differences: [] }
          : { 'hydra:member': [], 'hydra:totalItems': 0 },
    texts: ['stock'],
    userType: 'warehouse_manager',
    module: 'rps',
    pages: ['/stocks/counts', '/stocks'],
    at: '/stocks/counts?page=2',
    engine: {
      subscribe: () => () => undefined,
      status: () => ({ online: true }),
      config: () => null,
      copyInfo: () => null,
      isCopyMissed: () => false,
    },
  })
  await says('Réserve haute')
  await press('Voir les écarts Réserve haute')
  await says('Aucun écart')
  const pages = asked.filter(({ path }) => path === '/api/stock-counts').map(({ query }) => query['page'])
  expect(new Set(pages.filter((page) => page !== undefined))).toEqual(new Set(['2']))
})
