import { expect, it, vi } from 'vitest'
import type { Permission } from '#domain/access/permission.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { clearScreens, drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { PaymentBlock } from './payment-block.tsx'

/** The block of a buyback that was marked as paid, for a user with this permission. */
async function drawPaid(permission: Permission, isWaiting = false) {
  const buyback = {
    paymentStatus: 'payment_completed',
    promisedPaymentOn: null,
    settledAt: null,
    paymentMode: null,
    impactPriceEntries: [],
    payment: { id: 'p1', completedAt: '2026-03-02T09:30:00.000Z', information: 'Chèque 12', isWaiting },
  } as unknown as BuybackAnswer
  const { screen } = overPages(() => <PaymentBlock buyback={buyback} />, ['/buyback/x', '/payments/p1'])
  const user = signedInUser({ module: 'root', frontPermissions: { root: [permission] } })
  const { place } = await drawScreen(screen, { texts: ['buyback', 'journey'], user })
  await vi.waitFor(() => expect(place.textContent).toContain('Chèque 12'))
  return place
}

it('a paid buyback says when, what was noted, and leads to its payment', async () => {
  const place = await drawPaid('payment.list')
  expect(place.textContent).toContain('Payé le')
  expect(place.textContent).toContain('02/03/2026')
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/payments/p1')
})

it('one that waits for a second person says so, and no other', async () => {
  expect((await drawPaid('payment.list')).textContent).not.toContain('En attente d’une deuxième personne')
  clearScreens()
  expect((await drawPaid('payment.list', true)).textContent).toContain('En attente d’une deuxième personne')
})

it('leads nobody to a page of others', async () => {
  expect((await drawPaid('buyback.read')).querySelector('a')).toBeNull()
})
