import { expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import type { OfficePaymentMode } from '#sync/calls/payment-mode.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { PaymentModeFormPage } from './payment-mode-form-page.tsx'

const card: OfficePaymentMode = {
  id: 'm1',
  version: 2,
  type: 'gift_card',
  label: 'Carte cadeau',
  description: null,
  longDescription: null,
  mailContent: null,
  translations: {},
  provider: 'gift_card',
  modifier: { type: 'percentage', value: 10, cappedAmount: 5_000 },
  iban: false,
  status: 'active',
  circuits: [],
}

/** The form over a server whose payment mode another user may change. */
async function open(part: Partial<OfficePaymentMode> = {}, userType: UserType = 'root_management_unit_manager') {
  let stored = { ...card, ...part }
  const office = await openOffice(() => <PaymentModeFormPage id="m1" />, {
    answer: ({ method, version, body }) => {
      if (method !== 'PATCH') return stored
      if (version !== `"${stored.version}"`)
        return Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: 'x' }, { status: 412 })
      stored = { ...stored, ...(body as object), version: stored.version + 1 }
      return stored
    },
    texts: ['circuit', 'payment'],
    userType,
    features: ['payment_bonus'],
    pages: ['/paymentMode/$id/edit', '/paymentModes'],
    at: '/paymentMode/m1/edit',
  })
  const sent = () => office.asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  return {
    ...office,
    sent,
    changeElsewhere: (change: Partial<OfficePaymentMode>) => (stored = { ...stored, ...change, version: 3 }),
  }
}

it('a bonus is judged before it is sent (CIRC-25 to CIRC-29)', async () => {
  const { fill, press, says, sent, path } = await open()
  await fill('Pourcentage', '-15')
  await fill('Description longue', 'ligne\n'.repeat(15))
  await press('Enregistrer')
  await says('Le plafond doit avoir le même signe que le pourcentage ou le montant.')
  await fill('Pourcentage', '101')
  await press('Enregistrer')
  await says('Saisissez un entier de -100 à 100, différent de 0.')
  expect(sent()).toEqual([])
  await fill('Pourcentage', '15')
  await fill('Plafond', '60')
  await press('Enregistrer')
  await vi.waitFor(() => expect(path()).toBe('/paymentModes'))
  expect(sent()).toMatchObject([{ modifier: { type: 'percentage', value: 15, cappedAmount: 6_000 } }])
})

it('an amount has a cap, and says what it does with it (CIRC-27, CIRC-30)', async () => {
  const amount = { type: 'fixed', value: 1_000, cappedAmount: 400 } as const
  const { fill, press, says, sent, path } = await open({ modifier: amount })
  await says('+4,00')
  await fill('Plafond', '-4')
  await press('Enregistrer')
  await says('Le plafond doit avoir le même signe que le pourcentage ou le montant.')
  await fill('Plafond', '6')
  await press('Enregistrer')
  await vi.waitFor(() => expect(path()).toBe('/paymentModes'))
  expect(sent()).toMatchObject([{ modifier: { type: 'fixed', value: 1_000, cappedAmount: 600 } }])
})

it('what was typed stays when another user has saved, until it is given up', async () => {
  const { fill, press, field, alert, changeElsewhere } = await open()
  await fill('Pourcentage', '15')
  changeElsewhere({ mailContent: 'Bientôt' })
  await press('Enregistrer')
  expect((await alert()).textContent).toContain('modifié ces données entre-temps')
  expect((await field('Pourcentage')).value).toBe('15')
  await press('Recharger')
  await vi.waitFor(async () => expect((await field('Texte dans l’e-mail')).value).toBe('Bientôt'))
  expect((await field('Pourcentage')).value).toBe('10')
})

it('can only be read by who may not change payment modes (SHELL-24)', async () => {
  const { says, offers, field } = await open({}, 'root_management_unit_analyst')
  await says('pas de le modifier')
  expect((await field('Pourcentage')).disabled).toBe(true)
  expect(offers('Enregistrer')).toBe(false)
})
