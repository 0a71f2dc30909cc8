import { expect, it, vi } from 'vitest'
import { bench, config, id, native, operator, testedRow } from '#tests/support/floor-world.ts'
import { operationRow } from '#tests/support/rows.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { MismatchList } from './mismatch-list.tsx'
import { mismatchOf } from './use-mismatches.ts'

const item = testedRow(1)
const differing = (type: string, told: Record<string, unknown>, came: Record<string, unknown>) => {
  const op = operationRow(1, type, { itemId: item.id })
  const author = { userId: operator, name: 'Inès', accountId: id(9), module: 'rps', userType: 'warehouse_operator' }
  const row = { opId: op.opId, op, author, capturedAtMs: 1 } as unknown as OpRow
  return mismatchOf({ row, told, came }, item, config, null)
}

async function draw(...entries: readonly ReturnType<typeof differing>[]) {
  const { place } = await drawScreen(<MismatchList entries={entries} onSaid={() => undefined} />, {
    language: 'en-GB',
    texts: ['sync', 'compliance', 'warehouse'],
    engine: {},
  })
  await vi.waitFor(() => expect(place.querySelector('li')).not.toBeNull())
  return place.querySelector('ul')!
}

it('a test is told by its outcome and its stock', async () => {
  const list = await draw(
    differing(
      'testItem',
      { outcome: 'with_absorption', stockId: native('to_refurbish') },
      { outcome: 'proposal', stockId: native('in_quarantine') },
    ),
  )
  expect(list.textContent).toContain('in_quarantine')
})

it('a diagnosis is told by what its product is then, and by its stock', async () => {
  const list = await draw(
    differing(
      'finalizeRefurbDiagnosis',
      { status: 'item_refurb_in_progress', stockId: bench },
      { status: 'item_refurb_completed', stockId: native('refurbishment_completed') },
    ),
  )
  expect(list.textContent).toMatch(/Shown: Refurbishment in progress · Bench/)
  expect(list.textContent).toMatch(/Recorded: Refurbish.* · refurbishment_completed/)
})

it('a slip whose package a colleague had closed first is told as void, with the number that counts', async () => {
  const op = operationRow(2, 'closePackage', { packageId: id(40) })
  const author = {
    userId: operator,
    name: 'Inès',
    accountId: id(9),
    module: 'rps',
    userType: 'warehouse_operator',
    warehouseIds: [],
  }
  const row = { opId: op.opId, op, author, capturedAtMs: 1 } as unknown as OpRow
  const numbers = { told: { number: '0400000000024' }, came: { packageId: id(40), number: '0400000000017' } }
  const list = await draw(mismatchOf({ row, ...numbers }, null, config, author as unknown as OpRow['author']))
  expect(list.textContent).toContain('Packing slip 0 400000 000024 is void')
  expect(list.textContent).toContain('put slip 0 400000 000017 on the package')
  expect(list.querySelector('button')?.textContent).toContain('Slip replaced')
})
