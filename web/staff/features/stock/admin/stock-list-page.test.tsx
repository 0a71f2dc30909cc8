import { expect, it } from 'vitest'
import type { StockAnswer } from '#sync/calls/stock.ts'
import { openOffice, type Asked } from '#tests/support/office-page.tsx'
import { StockListPage } from './stock-list-page.tsx'

const stock: StockAnswer = {
  id: '019a6410-0000-7000-8000-000000000001',
  warehouseId: '019a6410-0000-7000-8000-000000000002',
  warehouseName: 'Atelier Lyon',
  name: 'Réserve haute',
  identifier: 'R-H',
  location: 'Mezzanine',
  native: null,
  averageAgeDays: null,
  productCount: 0,
  ageCounts: [0, 0, 0, 0],
  stepCount: 0,
  createdAt: '2026-11-01T10:00:00.000Z',
  version: 1,
}
const quarantine: StockAnswer = {
  ...stock,
  id: '019a6410-0000-7000-8000-000000000003',
  name: 'En quarantaine',
  native: 'in_quarantine',
}
const used: StockAnswer = { ...stock, id: '019a6410-0000-7000-8000-000000000004', name: 'Bac 7', productCount: 3 }

/** The page over a server that keeps stocks and deletes what it is asked to. */
async function open() {
  let kept = [stock, quarantine, used]
  const answer = ({ method, path, query }: Asked): unknown => {
    if (method === 'DELETE') {
      kept = kept.filter(({ id }) => !path.endsWith(id))
      return new Response(null, { status: 204 })
    }
    if (path !== '/api/stocks') return Response.json({ code: 'REQUEST_NOT_FOUND', message: 'x' }, { status: 404 })
    const found = kept.filter(({ name }) => name.includes(query['name'] ?? ''))
    return { 'hydra:member': found, 'hydra:totalItems': found.length }
  }
  const office = await openOffice(StockListPage, {
    answer,
    texts: ['stock'],
    userType: 'warehouse_manager',
    module: 'rps',
    pages: ['/stocks', '/stocks/create', '/stocks/counts', '/stocks/$id/edit'],
    engine: {
      subscribe: () => () => undefined,
      status: () => ({ online: true }),
      config: () => null,
      copyInfo: () => null,
      isCopyMissed: () => false,
    },
  })
  await office.says('Réserve haute')
  return { ...office, deleted: () => office.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path) }
}

it('a stock of one’s own is deleted once that is confirmed, and is gone from the list', async () => {
  const { press, says, deleted, rows } = await open()
  await press('Supprimer Réserve haute')
  await says(/Supprimer le stock Réserve haute/)
  expect(deleted()).toEqual([])
  await press('Supprimer')
  await expect.poll(deleted).toEqual([`/api/stocks/${stock.id}`])
  await expect.poll(() => rows().some(({ textContent }) => textContent.includes('Réserve haute'))).toBe(false)
})

it.each([
  ['En quarantaine', 'Ce stock est natif'],
  ['Bac 7', 'Un stock qui contient des produits'],
])('%s is not deleted, and says why (STOCK-08, STOCK-09)', async (name, why) => {
  const { press, says, deleted, offers } = await open()
  await press(`Supprimer ${name}`)
  await says(why)
  expect(offers('Supprimer')).toBe(false)
  expect(deleted()).toEqual([])
})
