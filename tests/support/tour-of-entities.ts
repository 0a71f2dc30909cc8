import type { TestSession } from './api.ts'
import type { Tour } from './tour.ts'

/** Operations that create and change entities, and those that help to. */
export async function callEntities(tour: Tour, admin: TestSession): Promise<void> {
  await tour.call('get /api/organizations/tree', admin)
  const { accounts } = await tour.call<{ accounts: readonly { id: string }[] }>(
    'get /api/organizations/linked-buyers',
    admin,
  )
  const made = await tour.call<{ id: string }>('post /api/organizations', admin, {
    json: { type: 'buyer', commonName: 'Repreneur', externalId: 'REP-2', buyerAccountId: accounts[0]!.id },
  })
  const one = { params: made }
  await tour.call('patch /api/organizations/{id}', admin, {
    ...one,
    headers: { 'content-type': 'application/merge-patch+json', 'if-match': '"1"' },
    json: { city: 'Lille' },
  })
  await tour.call('get /api/organizations/available-parents', admin, { query: 'type=store' })
  await tour.call('get /api/organizations/{id}/available-parents', admin, one)
  await tour.call('get /api/organizations/{id}/tree', admin, one)
  await tour.call('get /api/organizations/{id}/module-count', admin, one)
  await tour.call('get /api/organizations/{id}/users-module-count', admin, one)
}
