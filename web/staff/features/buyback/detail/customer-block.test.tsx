import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { CallError, type Http } from '#web/lib/http.ts'
import { CustomerBlock } from './customer-block.tsx'

it.each([404, 500, 503])('an answer %i is the generic fetch error, and asked for again (BB-25)', async (status) => {
  const http = vi.fn(() => Promise.reject(new CallError('refused', { code: 'REQUEST_FAILED', status })))
  const { place } = await drawScreen(<CustomerBlock buybackId="b1" />, {
    texts: ['buyback'],
    http: http as unknown as Http,
  })
  await vi.waitFor(() => expect(place.querySelector('[role="status"]')?.textContent).toContain('Error while fetching'))
  place.querySelector('button')?.click()
  await vi.waitFor(() => expect(http).toHaveBeenCalledTimes(2))
})

it('names the country in the language of the reader', async () => {
  const info = { erasedAt: null, clientStreet: '1 rue Neuve', clientZipCode: '59000', clientCity: 'Lille' }
  const http = vi.fn(() => Promise.resolve({ ...info, clientCountry: 'FR' })) as unknown as Http
  const { place } = await drawScreen(<CustomerBlock buybackId="b1" />, { texts: ['buyback'], http })
  await vi.waitFor(() => expect(place.textContent).toContain('1 rue Neuve, 59000 Lille, France'))
})
