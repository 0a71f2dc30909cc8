import { expect, it, vi } from 'vitest'
import { uuid } from '#tests/support/rows.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { StockCountAnswer } from '#sync/calls/stock.ts'
import type { Http } from '#web/lib/http.ts'
import { CountDifferences } from './count-differences.tsx'

/** What the drawer says of a count without a line of its own. */
async function show(numbers: Pick<StockCountAnswer, 'missingCount' | 'unexpectedCount'>): Promise<string> {
  const count = { id: uuid(7, 1), stockName: 'Shelf', endedAt: '2026-11-20T10:00:00Z', comment: null, ...numbers }
  const { place } = await drawScreen(<CountDifferences id={count.id} />, {
    language: 'en-GB',
    texts: ['stock'],
    http: (async () => ({ ...count, differences: [] })) as unknown as Http,
  })
  await vi.waitFor(() => expect(place.textContent).toContain('Shelf'))
  return place.textContent
}

it('the numbers of a count agree where nothing was missing or unexpected, and nowhere else', async () => {
  expect(await show({ missingCount: 0, unexpectedCount: 0 })).toContain('the numbers agree')
})

it('a count whose differences others resolved says so instead', async () => {
  const text = await show({ missingCount: 0, unexpectedCount: 1 })
  expect(text).not.toContain('the numbers agree')
  expect(text).toContain('resolved outside of this count')
})
