import { expect, it, vi } from 'vitest'
import type { EditionStep } from '#domain/buyback/buyback-edition.ts'
import type { BuybackEditionAnswer } from '#sync/calls/buyback-edition.ts'
import { openOffice, type Asked } from '#tests/support/office-page.tsx'
import { clearScreens } from '#tests/support/staff-screen.tsx'
import { EditionPage } from './edition-page.tsx'

const edition: BuybackEditionAnswer = {
  id: 'b1',
  version: 1,
  identificationNumber: '2000000000017',
  steps: ['product', 'contact', 'bank'],
  product: { imei: null, serialNumber: null },
  contact: { clientEmail: 'anna@exemple.fr', clientPhone: '+33600000000' },
  address: {
    clientStreet: '1 rue Neuve',
    clientStreetMore: null,
    clientZipCode: null,
    clientCity: 'Lyon',
    clientCountry: 'FR',
  },
  bank: { ibanEnd: null, accountHolder: 'Anna Martin', bic: null },
}
const refused = (status: number, rest: object) => Response.json({ message: 'x', ...rest }, { status })

async function open(
  step: EditionStep,
  patched: (call: Asked) => unknown = () => edition,
  read: () => unknown = () => edition,
) {
  const office = await openOffice(() => <EditionPage id="b1" step={step} />, {
    answer: (call) => (call.method === 'PATCH' ? patched(call) : read()),
    texts: ['buyback', 'customer', 'item'],
    pages: ['/buyback/$id/edition', '/buyback/$id'],
    at: '/buyback/b1/edition',
  })
  const sent = () => office.asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  return { ...office, sent }
}

it('a wrong IMEI is said at its field and not sent, and a right one is saved', async () => {
  const { field, fill, press, says, sent, place } = await open('product')
  await fill('IMEI', '35693803564380')
  await press('Enregistrer la correction')
  const input = await field('IMEI')
  await vi.waitFor(() => expect(document.activeElement).toBe(input))
  await vi.waitFor(() => expect(input.ariaInvalid).toBe('true'))
  const fault = input
    .getAttribute('aria-describedby')!
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(fault.join(' ')).toContain('Un IMEI compte de 15 à 17 chiffres, sans tiret ni barre.')
  expect(sent()).toEqual([])
  await fill('IMEI', '356938035643809')
  await press('Enregistrer la correction')
  await says('La correction est enregistrée.')
  expect(place.textContent).not.toContain('Un IMEI compte')
  expect(sent()).toEqual([{ product: { imei: '356938035643809', serialNumber: null } }])
})

it('says the same of an IMEI that the server alone refuses', async () => {
  const { fill, press, place, says } = await open('product', () =>
    refused(422, { code: 'IMEI_MALFORMED', field: 'product.imei' }),
  )
  await fill('IMEI', '356938035643809')
  await press('Enregistrer la correction')
  await says('Un IMEI compte de 15 à 17 chiffres, sans tiret ni barre.')
  expect(place.textContent).not.toContain('La correction est enregistrée.')
})

it('each step holds what is known, and names the fields that the server refuses', async () => {
  const fault = (field: string, error: string) =>
    refused(422, { code: 'CUSTOMER_INVALID', details: { faults: [{ field, error }] } })
  const contact = await open('contact', ({ body }) => {
    const { clientEmail } = (body as { contact: { clientEmail: string } }).contact
    return clientEmail === 'zoe' ? fault('clientEmail', 'emailInvalid') : edition
  })
  expect((await contact.field('E-mail')).value).toBe('anna@exemple.fr')
  expect((await contact.field('Téléphone')).value).toBe('+33600000000')
  await contact.fill('E-mail', 'zoe')
  await contact.press('Enregistrer la correction')
  await contact.says('Cette adresse e-mail n’est pas valide.')
  await contact.fill('E-mail', 'zoe@exemple.fr')
  await contact.press('Enregistrer la correction')
  await contact.says('La correction est enregistrée.')
  expect(contact.sent()).toEqual([
    { contact: { clientEmail: 'zoe', clientPhone: '+33600000000' } },
    { contact: { clientEmail: 'zoe@exemple.fr', clientPhone: '+33600000000' } },
  ])
  clearScreens()
  const bank = await open('bank', () => fault('iban', 'ibanInvalid'))
  expect((await bank.field('Titulaire du compte')).value).toBe('Anna Martin')
  expect((await bank.field('Nouvel IBAN')).value).toBe('')
  await bank.fill('Nouvel IBAN', 'BE68539007547035')
  await bank.press('Enregistrer la correction')
  await bank.says('Cet IBAN n’est pas valide.')
})

it('says that a closed or unknown buyback has nothing to correct', async () => {
  const closed = await open('product', undefined, () => ({ ...edition, steps: [] }))
  await closed.heading('Rien à corriger')
  expect(closed.place.querySelector('[role=tab]')).toBeNull()
  const unknown = await open('product', undefined, () => refused(404, { code: 'REQUEST_NOT_FOUND' }))
  await unknown.heading('Reprise introuvable')
})

it('an address without a postal code is completed (F28)', async () => {
  const incomplete = { ...edition, steps: ['product', 'address'] as const }
  const office = await open(
    'address',
    () => edition,
    () => incomplete,
  )
  const zipCode = await vi.waitUntil(() => office.place.querySelector<HTMLInputElement>('input[name=clientZipCode]'))
  expect(zipCode.value).toBe('')
  expect(office.place.querySelector<HTMLInputElement>('input[name=clientCity]')?.value).toBe('Lyon')
  office.place.querySelector('form')!.requestSubmit()
  await vi.waitFor(() => expect(office.sent()).toHaveLength(1))
  expect(office.sent()[0]).toEqual({
    address: {
      clientStreet: '1 rue Neuve',
      clientStreetMore: '',
      clientZipCode: '',
      clientCity: 'Lyon',
      clientCountry: 'FR',
    },
  })
})
