import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { MakePaymentFilePage } from './make-payment-file-page.tsx'

const other = { name: 'Maison Une', iban: 'FR7630006000011234567890189', bic: null, town: 'Lyon', country: 'FR' }

it('a first payer does not replace another user’s, and what was typed stays', { tags: ['slow'] }, async () => {
  let payer: object | null = null
  const { asked, fill, field, press, alert } = await openOffice(MakePaymentFilePage, {
    answer: ({ method }) => {
      if (method === 'GET')
        return {
          payer,
          waiting: null,
          transfers: [],
          totalCents: 0,
          count: 0,
          currency: 'EUR',
          executeOn: '2026-11-30',
        }
      payer = { ...other, version: 7 }
      return Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: 'x' }, { status: 412 })
    },
    texts: ['payment'],
    pages: ['/payment-files/create', '/payment-files', '/payment-files/$id'],
  })
  await fill('Titulaire', 'Maison Deux')
  await fill('IBAN', 'DE89370400440532013000')
  await fill('Ville', 'Paris')
  await press('Enregistrer le compte')
  await vi.waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  expect(asked.find(({ method }) => method === 'PUT')?.version).toBe('"0"')
  // Read again, with the payer of the other user.
  await vi.waitFor(() => expect(asked.filter(({ method }) => method === 'GET')).toHaveLength(2))
  await vi.waitFor(async () => expect((await alert()).textContent).toContain('Recharger'))
  expect((await field('Titulaire')).value).toBe('Maison Deux')
  await press('Recharger')
  await vi.waitFor(async () => expect((await field('Titulaire')).value).toBe('Maison Une'))
})

it('the field that is refused says so, and is where one types next', async () => {
  const { place, fill, field, press, says } = await openOffice(MakePaymentFilePage, {
    answer: ({ method }) =>
      method === 'GET'
        ? {
            payer: null,
            waiting: null,
            transfers: [],
            totalCents: 0,
            count: 0,
            currency: 'EUR',
            executeOn: '2026-11-30',
          }
        : Response.json({ code: 'PAYMENT_IBAN_INVALID', message: 'x', field: 'iban' }, { status: 422 }),
    texts: ['payment'],
    pages: ['/payment-files/create', '/payment-files', '/payment-files/$id'],
  })
  await fill('Titulaire', 'Maison Deux')
  await fill('IBAN', 'FR7630006000011234567890188')
  await fill('Ville', 'Paris')
  await press('Enregistrer le compte')
  await says('Cet IBAN n’est pas valable.')
  const iban = await field('IBAN')
  expect(iban.getAttribute('aria-invalid')).toBe('true')
  await vi.waitFor(() => expect(document.activeElement).toBe(iban))
  expect(place.querySelector('form [role="alert"]')).toBeNull()
})
