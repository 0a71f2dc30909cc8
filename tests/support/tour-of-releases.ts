import { newId } from '#api/db/new-id.ts'
import type { TestSession } from './api.ts'
import type { Tour } from './tour.ts'

/** Operations of what waits for a second person, and of the rule that asks for one. */
export async function callReleases(tour: Tour, office: TestSession): Promise<void> {
  const account = { params: { id: tour.accountId } }
  await tour.call('get /api/accounts/{id}/payment-rule', office, account)
  await tour.call('patch /api/accounts/{id}/payment-rule', office, {
    ...account,
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { releaseAboveCents: null },
  })
  await tour.call('post /api/payment-releases/{id}/refuse', office, {
    params: { id: await waitingPayer(tour) },
    json: { reason: 'Another account' },
  })
  const params = { id: await waitingPayer(tour) }
  await tour.call('post /api/payment-releases/{id}/release', office, { params, json: {} })
  await tour.firstOf('get /api/payment-releases', office)
  await tour.call('get /api/payment-releases.csv', office)
}

/** Another account to be debited, which waits for a second person. */
async function waitingPayer({ owner, accountId }: Tour): Promise<string> {
  const id = newId()
  const payer = { name: 'Maison Rivoli', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' }
  await owner.query(
    `insert into payment_release (account_id, id, subject, change, made_at) values ($1, $2, 'payer', $3, now())`,
    [accountId, id, JSON.stringify(payer)],
  )
  return id
}
