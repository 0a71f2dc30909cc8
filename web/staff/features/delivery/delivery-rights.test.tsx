import { expect, it } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import type { DeliveryParcelAnswer } from '#sync/calls/delivery.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { DeliveryBlock } from './delivery-block.tsx'
import { ImportEventsButton } from './import-dialog.tsx'

const parcel: DeliveryParcelAnswer = {
  id: null,
  kind: 'own',
  isCurrent: true,
  carrierName: 'Colis Express',
  state: 'ready',
  trackingNumber: '905000000000000017',
  trackingUrl: null,
  failure: null,
  packageNumber: null,
  count: 1,
  events: [],
}

it.each<readonly [UserType, boolean]>([
  ['root_management_unit_analyst', false],
  ['root_management_unit_manager', true],
])('deliveries are read by %s, who writes and imports events: %s', async (userType, may) => {
  const page = () => (
    <>
      <ImportEventsButton />
      <DeliveryBlock buybackId="b1" onChanged={() => undefined} />
    </>
  )
  const { says, offers } = await openOffice(page, {
    answer: () => ({ parcels: [parcel] }),
    texts: ['delivery', 'buyback'],
    userType,
  })
  await says('Colis Express')
  expect(offers('Ajouter un événement')).toBe(may)
  expect(offers('Importer des événements')).toBe(may)
})
