import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { createResponseCache } from '#web/local/cache/response-cache.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { keptFigures } from './kept-figures.ts'
import { Statistics } from './statistics.tsx'

it('without a network the figures that were told last stand there, and the server is not waited for', async () => {
  const value = {
    refreshedAt: '2026-11-23T04:00:00.000Z',
    weekFrom: '2026-11-16',
    weekTo: '2026-11-22',
    statistics: [{ fileNameFormat: 'completed', total: 4217, weeks: [{ from: '2026-11-16', total: 4217 }] }],
  }
  const user = signedInUser({ module: 'root', userType: 'admin' })
  const kept = createResponseCache({ indexedDB, IDBKeyRange })
  const key = [user.viewedAccountId, user.id, user.module, keptFigures.name].join(' ')
  await kept.keep({ key, readAtMs: Date.now(), value })
  kept.close()
  const { asked, place } = await openOffice(() => <Statistics />, {
    answer: () => null,
    texts: ['buyback'],
    engine: { subscribe: () => () => undefined, status: () => ({ online: false, signedOut: [] }), config: () => null },
    pages: ['/home', '/buybacks'],
  })
  await vi.waitFor(() => expect(place.querySelector('li strong')?.textContent.replaceAll(/\s/g, '')).toBe('4217'))
  expect(asked).toEqual([])
})
