import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { catalogOf, drawCounter, phoneLine, seller, storedCart } from '#tests/support/counter-screen.tsx'
import type { Call, CallInput, Http } from '#web/lib/http.ts'
import { CounterCustomerPage } from './counter-customer-page.tsx'
import { CounterSummaryPage } from './counter-summary-page.tsx'

const finder = { ...seller, frontPermissions: { root: ['customer.find'] } } as typeof seller
const customer = {
  clientLastname: 'Martin',
  clientFirstname: 'Claire',
  clientLatinName: '',
  clientEmail: 'claire.martin@example.fr',
  clientPhone: '+33612345678',
  clientStreet: '14 avenue des Tilleuls',
  clientStreetMore: '',
  clientZipCode: '69003',
  clientCity: 'Lyon',
  clientCountry: 'FR',
}
const masked = {
  id: 'former',
  name: 'C••• M•••',
  email: 'c•••@example.fr',
  phone: '•••• 78',
  soldAt: '2026-10-01T08:00:00Z',
}
const taken = {
  id: 'former',
  customer,
  identification: { type: 'passport', end: '•••• 567' },
  bank: { end: '•••• 0189' },
  language: 'nl-BE',
}

/** The form of a sale that asks for a document and an account, over a server that knows one customer. */
async function draw(isOnline = true, answerOf = () => Promise.resolve(taken)) {
  const asked: unknown[] = []
  const ask = (call: Call, input: CallInput = {}) => {
    if (call.path === '/api/customers/found-again') {
      asked.push(input.body)
      return Promise.resolve({ customers: [masked] })
    }
    if (call.path === '/api/customers/{id}/found-again') {
      asked.push([input.params, input.body])
      return answerOf()
    }
    return Promise.reject(new TypeError(call.path))
  }
  const http = Object.assign(ask, { file: () => Promise.reject(new TypeError('no file')) }) as unknown as Http
  const page = await drawCounter(
    { '/cart/customer-infos': () => <CounterCustomerPage />, '/cart/summary': () => <CounterSummaryPage /> },
    {
      cart: storedCart(phoneLine('one', 'bank_transfer')),
      catalog: catalogOf('1', { identityRequired: true }),
      user: finder,
      http,
      isOnline,
    },
  )
  const field = (name: string) => page.place.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  await vi.waitFor(() => expect(field('contact')).not.toBeNull())
  return { ...page, asked, field }
}

it('a customer who is found is masked until chosen, and asked for nothing that is known', async () => {
  const { place, button, field, asked, path } = await draw()
  await userEvent.fill(field('contact')!, '06 12 34 56 78')
  ;(await button('Find')).click()
  const one = await vi.waitUntil(() =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent.includes('C••• M•••')),
  )
  expect(place.textContent).not.toContain('Claire')
  expect(field('clientLastname')?.value).toBe('')
  one.click()
  await vi.waitFor(() => expect(place.textContent).toContain('Passport •••• 567'))
  expect(place.textContent).toContain('14 avenue des Tilleuls, 69003 Lyon')
  expect([...place.querySelectorAll('form[data-customer] input:not([type="checkbox"])')]).toEqual([])
  expect(asked).toEqual([{ contact: '06 12 34 56 78' }, [{ id: 'former' }, { contact: '06 12 34 56 78' }]])
  ;(await button('Continue to the summary')).click()
  await vi.waitFor(() => expect(path()).toBe('/cart/summary'))
  await vi.waitFor(() => expect(place.textContent).toContain('•••• 0189'))
})

it('under another name document, account and agreement are asked for, and another customer begins with an empty form', async () => {
  const { place, button, field } = await draw()
  await userEvent.fill(field('contact')!, 'claire.martin@example.fr')
  ;(await button('Find')).click()
  const one = await vi.waitUntil(() =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent.includes('C••• M•••')),
  )
  one.click()
  ;(await button('Correct the details')).click()
  await vi.waitFor(() => expect(field('clientLastname')?.value).toBe('Martin'))
  expect([field('iban'), field('clientNationalIdentification')]).toEqual([null, null])
  const agreed = () => place.querySelector<HTMLInputElement>('form[data-customer] input[type="checkbox"]')
  expect(agreed()?.checked).toBe(true)
  await userEvent.fill(field('clientLastname')!, 'Durand')
  await vi.waitFor(() => expect(field('iban')).not.toBeNull())
  await vi.waitFor(() => expect(agreed()?.checked).toBe(false))
  // The other person may agree, and correct the name after it.
  agreed()!.click()
  await vi.waitFor(() => expect(agreed()?.checked).toBe(true))
  await userEvent.fill(field('clientLastname')!, 'Durant')
  await vi.waitFor(() => expect(field('clientLastname')?.value).toBe('Durant'))
  expect(agreed()?.checked).toBe(true)
  expect(field('clientNationalIdentification')?.value).toBe('')
  ;(await button('Another customer')).click()
  await vi.waitFor(() => expect(field('contact')).not.toBeNull())
  expect([field('clientLastname')?.value, field('iban')?.value]).toEqual(['', ''])
})

it('without a network the screen says that customers are found online alone', async () => {
  const { place, field } = await draw(false)
  expect(field('contact')?.disabled).toBe(true)
  expect(place.textContent).toContain('Customers are found again online only')
  expect(field('clientLastname')).not.toBeNull()
})

it('an answer that comes late overwrites nothing that was typed since, nor stands under another contact', async () => {
  const answers: (() => void)[] = []
  const { place, button, field, asked } = await draw(
    true,
    () => new Promise<typeof taken>((resolve) => answers.push(() => resolve(taken))),
  )
  const findOne = async (calls: number) => {
    await userEvent.fill(field('contact')!, 'claire.martin@example.fr')
    ;(await button('Find')).click()
    const one = await vi.waitUntil(() =>
      [...place.querySelectorAll('button')].find(({ textContent }) => textContent.includes('C••• M•••')),
    )
    one.click()
    await vi.waitFor(() => expect(answers).toHaveLength(calls))
  }
  const answer = async (call: number) => {
    answers[call - 1]!()
    // Longer than what an answer needs to be drawn.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await findOne(1)
  await userEvent.fill(field('clientLastname')!, 'Durand')
  await answer(1)
  expect([field('clientLastname')?.value, field('clientFirstname')?.value]).toEqual(['Durand', ''])
  await findOne(2)
  await userEvent.fill(field('contact')!, 'paul@example.fr')
  await answer(2)
  expect([field('clientLastname')?.value, field('clientFirstname')?.value]).toEqual(['Durand', ''])
  await findOne(3)
  await answer(3)
  await vi.waitFor(() => expect(place.textContent).toContain('Passport •••• 567'))
  expect(asked).toHaveLength(6)
})
