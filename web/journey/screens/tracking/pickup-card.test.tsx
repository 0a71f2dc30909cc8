import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from '../../kit/site-texts.ts'
import { PickupCard, type SlotCalls } from './pickup-card.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

const slot = (day: string): PickupSlot => ({ day, opens: '09:00', closes: '12:00' })
const [first, second, third] = ['2026-12-01', '2026-12-02', '2026-12-03'].map(slot) as [
  PickupSlot,
  PickupSlot,
  PickupSlot,
]
const refused = (code: string) => new CallError('refused', { code, status: 409 })

async function show(calls: Partial<SlotCalls>, pickup: Parameters<typeof PickupCard>[0]['pickup']) {
  const texts = await startTexts('en-GB', ['tracking'])
  const place = document.body.appendChild(document.createElement('div'))
  const all = {
    read: () => Promise.resolve([second, third]),
    choose: () => Promise.reject(new Error('unasked')),
    ...calls,
  }
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <PickupCard pickup={pickup} calls={all} />
    </I18nextProvider>,
  )
  const button = (name: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))
  return {
    place,
    button,
    press: async (name: string) => {
      await vi.waitFor(() => expect(button(name)).toBeDefined(), 10_000)
      button(name)!.click()
    },
    says: (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text), 10_000),
  }
}

it('another slot is chosen, and told as the one that counts', async () => {
  const asked: PickupSlot[] = []
  const choose = (next: PickupSlot) => {
    asked.push(next)
    return Promise.resolve({ slot: next, canChange: true })
  }
  const { press, says, button } = await show({ choose }, { slot: first, canChange: true })
  await says('We come on Tuesday 1 December, 09:00–12:00.')
  await press('Choose another slot')
  await press('Wednesday 2 December')
  await says('The new slot is booked. We come on Wednesday 2 December, 09:00–12:00.')
  expect([asked, button('Thursday')]).toEqual([[second], undefined])
})

it('a slot that another customer has taken says so, and the list is read again', async () => {
  const lists = [[second, third], [third]]
  const read = () => Promise.resolve(lists.shift() ?? [])
  const choose = () => Promise.reject(refused('PICKUP_SLOT_TAKEN'))
  const { press, says, button } = await show({ read, choose }, { slot: first, canChange: true })
  await press('Choose another slot')
  await press('Wednesday 2 December')
  await says('This slot has just been taken. Choose another one.')
  await vi.waitFor(
    () => expect([button('Wednesday'), button('Thursday')]).toEqual([undefined, expect.anything()]),
    10_000,
  )
  await says('We come on Tuesday 1 December, 09:00–12:00.')
})

it('a slot that was changed too often says so, and the former one stays', async () => {
  const choose = () => Promise.reject(refused('PICKUP_CHANGED_TOO_OFTEN'))
  const { press, says } = await show({ choose }, { slot: first, canChange: true })
  await press('Choose another slot')
  await press('Wednesday 2 December')
  await says('The slot was changed too often in a short time. Try again in an hour.')
  await says('We come on Tuesday 1 December, 09:00–12:00.')
})

it('nothing is changed where the carrier did not agree, or has the product', async () => {
  const choose = () => Promise.reject(refused('PICKUP_UNCONFIRMED'))
  const { press, says } = await show({ choose }, { slot: first, canChange: true })
  await press('Choose another slot')
  await press('Wednesday 2 December')
  await says('The carrier has not answered yet: we go on asking')
  root?.unmount()
  const fixed = await show({}, { slot: first, canChange: false })
  await fixed.says('We come on Tuesday 1 December')
  expect(fixed.button('Choose another slot')).toBeUndefined()
})
