import { expect, it, vi } from 'vitest'
import type { OfficeShippingMethod } from '#sync/calls/shipping-method.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { ShippingMethodFormPage } from './shipping-method-form-page.tsx'

const home: OfficeShippingMethod = {
  id: 's1',
  version: 1,
  channel: 'web',
  type: 'WEB_COLLECT',
  description: 'Enlèvement à domicile',
  translations: {},
  modifier: null,
  paymentMethods: [],
  availableCountries: [],
  pickup: null,
  status: 'active',
  circuits: [],
}

/** The form over a server of one shipping method. */
async function open(part: Partial<OfficeShippingMethod> = {}) {
  let stored = { ...home, ...part }
  const office = await openOffice(() => <ShippingMethodFormPage id="s1" />, {
    answer: ({ method, body }) => {
      if (method === 'PATCH') stored = { ...stored, ...(body as object), version: stored.version + 1 }
      return stored
    },
    texts: ['circuit', 'buyback'],
    userType: 'root_management_unit_manager',
    pages: ['/shippingMethod/$id/edit', '/shippingMethods'],
    at: '/shippingMethod/s1/edit',
  })
  return { ...office, sent: () => office.asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body) }
}

it('slots are turned on with at least one span, and sent as they were typed', async () => {
  const { press, fill, says, sent, path, field } = await open()
  ;(await field('Le client choisit un créneau')).click()
  await press('Enregistrer')
  await says('Saisissez au moins un créneau.')
  await fill('lundi', '9-12, 14h-18h')
  await fill('Clients par créneau', '3')
  await press('Enregistrer')
  await vi.waitFor(() => expect(path()).toBe('/shippingMethods'))
  expect(sent()).toMatchObject([
    {
      pickup: {
        windows: [
          { day: 1, opens: '09:00', closes: '12:00' },
          { day: 1, opens: '14:00', closes: '18:00' },
        ],
        capacity: 3,
        daysAhead: 14,
        cutOff: { days: 1, time: '16:00' },
        closedOn: [],
      },
    },
  ])
})

it('another shipping method has no slots to set', async () => {
  const { says, place } = await open({ type: 'WEB_POST', description: 'Par la poste' })
  await says('Par la poste')
  expect(place.textContent).not.toContain('Créneaux d’enlèvement')
})
