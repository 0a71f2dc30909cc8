import { afterEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import type { LateCause } from '#domain/buyback/cancel-reason.ts'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from '../../kit/site-texts.ts'
import { CancelCard } from './cancel-card.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

async function show(send: (reason: string) => Promise<unknown>, lateCause: LateCause | null = null) {
  const texts = await startTexts('en-GB', ['tracking', 'journey'])
  const place = document.body.appendChild(document.createElement('div'))
  const onChanged = vi.fn()
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <CancelCard cancel={{ lateCause, isByCustomer: false }} send={send} onChanged={onChanged} />
    </I18nextProvider>,
  )
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  return {
    place,
    button,
    onChanged,
    press: async (name: string) => (await vi.waitUntil(() => button(name), 10_000)).click(),
    choose: async (name: string) => {
      const labels = () => [...place.querySelectorAll('label')].find(({ textContent }) => textContent === name)
      ;(await vi.waitUntil(labels, 10_000)).click()
    },
    says: (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text), 10_000),
  }
}

it('a buyback is cancelled after a reason and a question, and kept where the customer thinks again', async () => {
  const send = vi.fn((_reason: string) => Promise.resolve())
  const card = await show(send)
  await card.press('Cancel the trade-in')
  expect((await vi.waitUntil(() => card.button('Cancel for good'), 10_000)).disabled).toBe(true)
  await card.press('Keep the trade-in')
  await vi.waitFor(() => expect(card.button('Cancel for good')).toBeUndefined(), 10_000)
  expect(send).not.toHaveBeenCalled()
  await card.press('Cancel the trade-in')
  await card.choose('I have found a better offer')
  await vi.waitFor(() => expect(card.button('Cancel for good')?.disabled).toBe(false), 10_000)
  const confirm = card.button('Cancel for good')!
  confirm.click()
  confirm.click()
  await vi.waitFor(() => expect(card.onChanged).toHaveBeenCalledTimes(1), 10_000)
  expect(send.mock.calls).toEqual([['better_offer']])
})

it('a product that has left in the meantime says who has it, and cannot be asked about again', async () => {
  const late = () =>
    Promise.reject(
      new CallError('refused', { code: 'BUYBACK_NOT_CANCELLABLE', status: 409, details: { cause: 'sent' } }),
    )
  const card = await show(late)
  await card.press('Cancel the trade-in')
  await card.choose('Another reason')
  await vi.waitFor(() => expect(card.button('Cancel for good')?.disabled).toBe(false), 10_000)
  await card.press('Cancel for good')
  await card.says('Your product is on its way')
  expect([card.onChanged.mock.calls.length, card.button('Cancel the trade-in')]).toEqual([1, undefined])
})

it('a line that was cut says so, and the customer may try again', async () => {
  const card = await show(() => Promise.reject(new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })))
  await card.press('Cancel the trade-in')
  await card.choose('Another reason')
  await vi.waitFor(() => expect(card.button('Cancel for good')?.disabled).toBe(false), 10_000)
  await card.press('Cancel for good')
  await card.says('could not be sent')
  expect([card.onChanged.mock.calls.length, card.button('Cancel the trade-in')]).toEqual([0, expect.anything()])
})

it('a product in the store is no longer cancelled here', async () => {
  const card = await show(() => Promise.resolve(), 'in_store')
  await card.says('The store has your product')
  expect(card.button('Cancel the trade-in')).toBeUndefined()
})
