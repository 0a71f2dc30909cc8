import type { ComponentProps } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import type { TrackedCorrections } from '#sync/calls/buyback-correction.ts'
import type { JourneySite } from '#sync/calls/journey.ts'
import { CallError } from '#web/lib/http.ts'
import { SiteContext } from '../../kit/site.ts'
import { startTexts } from '../../kit/site-texts.ts'
import { CorrectionCard } from './correction-card.tsx'
import type { CorrectionBody } from './correction-form.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

const sent = { isSent: true, mailbox: 'a•••@e•••.fr', expiresAt: '2126-04-01T10:00:00.000Z' }

async function show(
  ask: (body: CorrectionBody) => Promise<typeof sent>,
  change: Partial<TrackedCorrections> = {},
  loadForm?: ComponentProps<typeof CorrectionCard>['loadForm'],
) {
  const texts = await startTexts('en-GB', ['tracking', 'customer', 'journey'])
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <SiteContext value={{ branding: { currency: 'EUR' } } as unknown as JourneySite}>
        <CorrectionCard
          corrections={{ bank: null, address: null, countries: ['FR', 'BE'], ...change }}
          ask={ask}
          {...(loadForm && { loadForm })}
        />
      </SiteContext>
    </I18nextProvider>,
  )
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const field = (name: string) => {
    const label = [...place.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(name))
    return label === undefined ? null : (document.getElementById(label.htmlFor) as HTMLInputElement | null)
  }
  return {
    place,
    button,
    field,
    press: async (name: string) => (await vi.waitUntil(() => button(name), 10_000)).click(),
    type: async (name: string, value: string) => {
      const input = await vi.waitUntil(() => field(name), 10_000)
      const prototype = input instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
      input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    },
    says: (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text), 10_000),
  }
}

it('another account is asked for by the rules of the form, and the mail is told of', async () => {
  const ask = vi.fn((_body: CorrectionBody) => Promise.resolve(sent))
  const card = await show(ask)
  await card.press('Correct the bank account')
  await card.type('IBAN', 'DE89 3704 0044 0532 0130 01')
  await card.type('Account holder', 'Anna Martin')
  await card.press('Send the e-mail to confirm')
  await vi.waitFor(() => expect(card.field('IBAN')?.getAttribute('aria-invalid')).toBe('true'), 10_000)
  expect(ask).not.toHaveBeenCalled()
  await card.type('IBAN', 'DE89 3704 0044 0532 0130 00')
  await card.press('Send the e-mail to confirm')
  await card.says('An e-mail is on its way to a•••@e•••.fr.')
  expect(ask.mock.calls).toEqual([[{ bank: { iban: 'DE89370400440532013000', accountHolder: 'Anna Martin' } }]])
  expect(card.field('IBAN')).toBeNull()
})

it('a holder in other letters that the server knows as the customer’s own is taken', async () => {
  const ask = vi.fn((_body: CorrectionBody) => Promise.resolve(sent))
  const card = await show(ask)
  await card.press('Correct the bank account')
  await card.type('IBAN', 'DE89 3704 0044 0532 0130 00')
  await card.type('Account holder', 'Юрий Щербаков')
  await card.press('Send the e-mail to confirm')
  await card.says('An e-mail is on its way')
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ bank: { accountHolder: 'Юрий Щербаков' } })
})

it('a country is chosen, among those of the sale where the product may come from all', async () => {
  const codes = (card: Awaited<ReturnType<typeof show>>) =>
    [...(card.field('Country')?.querySelectorAll('option') ?? [])].map(({ value }) => value)
  const few = await show(() => Promise.resolve(sent))
  await few.press('Correct the address')
  await vi.waitFor(() => expect(codes(few)).toEqual(['', 'BE', 'FR']), 10_000)
  expect(few.field('Country')?.value).toBe('')
  root?.unmount()
  document.body.innerHTML = ''
  const all = await show(() => Promise.resolve(sent), { countries: [] })
  await all.press('Correct the address')
  await vi.waitFor(() => expect(codes(all)).toContain('JP'), 10_000)
  expect([codes(all)[0], codes(all).includes('FR'), all.field('Country')?.value]).toEqual(['', true, ''])
})

it('the form is loaded with the card, and one that does not come leaves the page', async () => {
  const form = await import('./correction-form.tsx')
  let isCut = true
  const loadForm = vi.fn(() => (isCut ? Promise.reject(new TypeError('cut')) : Promise.resolve(form)))
  const card = await show(() => Promise.resolve(sent), {}, loadForm)
  await vi.waitFor(() => expect(loadForm).toHaveBeenCalledTimes(1), 10_000)
  await card.press('Correct the address')
  await card.says('The request could not be sent.')
  isCut = false
  await card.press('Correct the bank account')
  await vi.waitFor(() => expect(card.field('IBAN')).not.toBeNull(), 10_000)
  expect(card.place.textContent).not.toContain('The request could not be sent.')
})

it('a holder in other letters is proposed in Latin ones', async () => {
  const details = { faults: [{ field: 'accountHolder', error: 'latinLetters' }] }
  const card = await show(({ bank }) =>
    bank?.accountHolder === 'Юрий Щербаков'
      ? Promise.reject(new CallError('refused', { code: 'CUSTOMER_INVALID', status: 422, details }))
      : Promise.resolve(sent),
  )
  await card.press('Correct the bank account')
  await card.type('IBAN', 'DE89 3704 0044 0532 0130 00')
  await card.type('Account holder', 'Юрий Щербаков')
  await card.press('Send the e-mail to confirm')
  await card.press('Write “Yuriy Shcherbakov”')
  await vi.waitFor(() => expect(card.field('Account holder')?.value).toBe('Yuriy Shcherbakov'), 10_000)
  await card.press('Send the e-mail to confirm')
  await card.says('An e-mail is on its way')
})

it('an address is corrected within the countries that the product is sent from', async () => {
  const ask = vi.fn((_body: CorrectionBody) => Promise.resolve({ ...sent, isSent: false }))
  const card = await show(ask)
  await card.press('Correct the address')
  await card.type('Street address', '3 rue Haute')
  await card.type('Postal code', '1000')
  await card.type('City', 'Bruxelles')
  await card.type('Country', 'BE')
  await card.press('Send the e-mail to confirm')
  await card.says('Too many e-mails were asked for today.')
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ address: { clientZipCode: '1000', clientCountry: 'BE' } })
})

it('a payment that began while the form was open says so, and what was typed stays', async () => {
  const card = await show(() =>
    Promise.reject(
      new CallError('refused', {
        code: 'CORRECTION_PAYMENT_BEGUN',
        status: 409,
        details: { cause: 'payment_begun' },
      }),
    ),
  )
  await card.press('Correct the bank account')
  await card.type('IBAN', 'BE68 5390 0754 7034')
  await card.type('Account holder', 'Anna Martin')
  await card.press('Send the e-mail to confirm')
  await card.says('The payment has begun: your details can no longer be corrected here.')
  expect(card.field('IBAN')?.value).toBe('BE68 5390 0754 7034')
})

it('what is closed is not offered, and a voucher has no bank account', async () => {
  const card = await show(() => Promise.resolve(sent), { bank: 'not_transfer', address: 'carrier_comes' })
  await card.says('The carrier is to come to your address')
  expect([card.button('Correct the address'), card.button('Correct the bank account')]).toEqual([undefined, undefined])
})
