import { afterEach, expect, it, vi } from 'vitest'
import { confirmCorrectionCall } from '#sync/calls/buyback-correction.ts'
import { clearPages, drawPage, refusal } from '#tests/support/journey-page.tsx'

afterEach(clearPages)

const asked = confirmCorrectionCall.answer.parse({
  state: 'open',
  closure: null,
  kind: 'bank',
  identificationNumber: '2260000000011',
  productName: 'Nikon Z6',
  accountName: 'Maison Rivoli',
  language: 'en-GB',
  expiresAt: '2126-04-01T10:00:00.000Z',
  bank: { iban: 'DE•• •••• 3000', accountHolder: 'Anna Martin', bic: null },
  address: null,
})
const applied = { ...asked, state: 'applied', bank: null } as const

async function open(confirm: () => unknown, begin: object = asked) {
  let kept: unknown = begin
  const page = await drawPage('/buyback/tracking/c_token', {
    answers: { '/api/corrections/{token}': () => kept, '/api/corrections/{token}/confirm': confirm },
    site: { settings: { sellerSupportEmail: 'aide@exemple.fr' } },
  })
  const says = (words: string) => vi.waitFor(() => expect(page.place.textContent).toContain(words), 10_000)
  const press = async (name: string) => (await vi.waitUntil(() => page.named(name), 10_000)).click()
  return { ...page, says, press, become: (next: object) => (kept = next) }
}

it('a correction is made by a press, and not by opening its link', async () => {
  const confirm = vi.fn(() => applied)
  const page = await open(confirm)
  await page.says('Confirm the new account?')
  await page.says('DE•• •••• 3000')
  expect(confirm).not.toHaveBeenCalled()
  await page.press('Confirm the change')
  await page.says('Your details were corrected.')
  expect(page.place.querySelector('main [role=alert]')?.textContent).toContain('Your details were corrected.')
  expect([confirm.mock.calls.length, page.named('Confirm the change')]).toEqual([1, undefined])
  expect(page.place.querySelector('a[href^="mailto:aide@exemple.fr"]')).not.toBeNull()
})

it('a correction that another tab has made, or a payment has closed, says what it has become', async () => {
  const page = await open(() => {
    page.become({ ...asked, state: 'closed', closure: 'payment_begun', bank: null })
    return Promise.reject(refusal('CORRECTION_PAYMENT_BEGUN', 409))
  })
  await page.press('Confirm the change')
  await page.says('The payment has begun: your details can no longer be corrected here.')
  expect(page.named('Confirm the change')).toBeUndefined()
})

it.each([
  ['expired', 'It was valid for 24 hours.'],
  ['replaced', 'A later request counts.'],
  ['applied', 'Your details were corrected.'],
])('a link that is opened later says that it is %s', async (state, words) => {
  const page = await open(() => applied, { ...asked, state, bank: null })
  await page.says(words)
  expect(page.named('Confirm the change')).toBeUndefined()
})

it('an address is shown whole before it is confirmed', async () => {
  const address = { street: '3 rue Haute', streetMore: null, zipCode: '69002', city: 'Lyon', country: 'FR' }
  const page = await open(() => applied, { ...asked, kind: 'address', bank: null, address })
  await page.says('Confirm the new address?')
  for (const line of ['3 rue Haute', '69002', 'Lyon', 'France']) await page.says(line)
})

it('a confirmation that does not get through says so, and may be pressed again', async () => {
  const page = await open(() => Promise.reject(new Error('cut')))
  await page.press('Confirm the change')
  await page.says('The confirmation could not be sent.')
  expect(page.named('Confirm the change')).not.toBeUndefined()
})

it('a link that was cut or made up says so', async () => {
  const page = await drawPage('/buyback/tracking/c_cut', {
    answers: { '/api/corrections/{token}': () => Promise.reject(refusal('CORRECTION_LINK_INVALID', 404)) },
  })
  await vi.waitFor(
    () => expect(page.place.querySelector('h1')?.textContent).toBe('This tracking link is not valid'),
    10_000,
  )
})
