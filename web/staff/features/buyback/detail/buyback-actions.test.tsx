import { expect, it, vi } from 'vitest'
import { permissionsOf } from '#domain/access/permission.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { BuybackActions } from './buyback-actions.tsx'

const user = {
  id: 'u',
  module: 'rps',
  frontPermissions: { rps: permissionsOf('root_management_unit_manager') },
} as unknown as StoredUser
const cancelled = { id: 'b', status: 'bb_cancelled', canCancel: false, lossPlace: 'warehouse' }

async function draw(more: object) {
  const buyback = { ...cancelled, ...more } as BuybackAnswer
  const actions = () => <BuybackActions buyback={buyback} onDone={() => undefined} />
  const { place } = await drawScreen(overPages(actions).screen, { language: 'en-GB', texts: ['buyback'], user })
  // What can be lost is drawn in any case, after the way to the edition.
  await vi.waitUntil(() => place.querySelector('button'))
  return place.querySelector('a')?.getAttribute('href')
}

const edition = '/buyback/b/edition'

it('leads to the correction of a buyback that cannot be cancelled where the server leaves a step open', async () => {
  expect(await draw({ paymentStatus: 'payment_failed', canEdit: true })).toBe(edition)
  expect(await draw({ paymentStatus: 'payment_cancelled', canEdit: false })).toBeUndefined()
})

it('goes by what can be cancelled at an older server, which does not say what can be corrected', async () => {
  expect(await draw({ status: 'bb_in_transit', canCancel: true, paymentStatus: 'awaiting_payment' })).toBe(edition)
  expect(await draw({ paymentStatus: 'payment_failed' })).toBeUndefined()
})
