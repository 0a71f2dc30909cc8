import { expect, it, vi } from 'vitest'
import { findProgress, keepProgress } from '#web/buyback/progress-storage.ts'
import { progressOf } from '#web/buyback/wizard.ts'
import { saleFacts } from '../catalog/sale-facts.ts'
import { catalogOf, drawCounter, phoneLine } from '#tests/support/counter-screen.tsx'
import { OfferStep } from './offer-step.tsx'
import type { Diag } from './use-diag.ts'

/** Adds the phone to the cart from its offer; answers the payment that its questions know afterwards. */
async function addPhone(isFull: boolean): Promise<string | null> {
  const catalog = catalogOf('1')
  const product = await catalog.product('x')
  if (product === null) throw new Error('no phone')
  const progress = progressOf(phoneLine('one'))
  const diag = {
    facts: saleFacts(catalog, product),
    progress,
    predeclared: null,
    line: null,
    screens: ['offer'],
  } as unknown as Diag
  const { storage, button, path } = await drawCounter({
    '/diag': () => <OfferStep diag={diag} catalog={catalog} buybackId={null} />,
    '/cart/customer-infos': () => null,
  })
  keepProgress(storage, progress, new Date(), 'public')
  const { setItem } = storage
  vi.spyOn(storage, 'setItem').mockImplementation((key, value) => {
    if (isFull && key === 'cart') throw new DOMException('full', 'QuotaExceededError')
    setItem(key, value)
  })
  ;(await button('Add and go on')).click()
  await vi.waitFor(() => expect(path()).toBe('/cart/customer-infos'))
  return findProgress(storage, 'x', new Date(), 'public').paymentModeId
}

it('what was answered is forgotten once the cart is kept, and not before', async () => {
  expect(await addPhone(false)).toBeNull()
  expect(await addPhone(true)).toBe('voucher')
})
