import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { progressOf } from '#web/buyback/wizard.ts'
import type { SameImei } from '#web/staff/ui/same-imei.tsx'
import type { Http } from '#web/lib/http.ts'
import { catalogOf, drawCounter, phoneLine } from '#tests/support/counter-screen.tsx'
import { saleFacts } from '../catalog/sale-facts.ts'
import { ImeiStep } from './imei-step.tsx'
import type { Diag } from './use-diag.ts'

const imei = '490154203237518'
const other = { id: 'b1', code: '2000000000017', status: 'bb_in_transit', createdAt: '2026-11-30T08:00:00Z' } as const

/** The step of a phone, while the server knows this of its IMEI; `null` is no network. */
async function drawStep(found: SameImei | null) {
  const catalog = catalogOf('1')
  const product = await catalog.product('x')
  if (product === null) throw new Error('no phone')
  const answer = vi.fn()
  const diag = {
    facts: saleFacts(catalog, product),
    progress: progressOf(phoneLine('one')),
    predeclared: null,
    line: null,
    answer,
    back: () => undefined,
  } as unknown as Diag
  const ask = () => (found === null ? Promise.reject(new TypeError('no network')) : Promise.resolve(found))
  const http = Object.assign(ask, { file: () => Promise.reject(new TypeError('no network')) }) as unknown as Http
  const page = await drawCounter({ '/diag': () => <ImeiStep diag={diag} catalog={catalog} /> }, { catalog, http })
  const field = () => page.place.querySelector<HTMLInputElement>('input')
  await vi.waitFor(() => expect(field()).not.toBeNull())
  await userEvent.fill(field()!, imei)
  await userEvent.keyboard('{Enter}')
  return { ...page, answer }
}

it('a device of another open buyback stops the seller, who reads which and may go on', async () => {
  const { place, button, answer } = await drawStep({ isOpen: true, buybacks: [other] })
  const link = () => place.querySelector<HTMLAnchorElement>('a[href*="/buyback/b1"]')
  await vi.waitFor(() => expect(link()?.textContent.replaceAll(/\D/g, '')).toBe(other.code))
  expect(answer).not.toHaveBeenCalled()
  ;(await button('Continue anyway')).click()
  await vi.waitFor(() => expect(answer).toHaveBeenCalledWith(expect.objectContaining({ imei })))
})

it.each([
  ['in no other', { isOpen: false, buybacks: [] }],
  ['of which nobody knows without a network', null],
])('a device %s goes on by itself', async (_, found) => {
  const { answer } = await drawStep(found)
  await vi.waitFor(() => expect(answer).toHaveBeenCalledWith(expect.objectContaining({ imei })))
})

it('a device without a scanner reads the IMEI by its camera', async () => {
  const { button } = await drawStep({ isOpen: true, buybacks: [other] })
  expect(await button('Scan with the camera')).toBeDefined()
})
