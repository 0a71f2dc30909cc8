import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { CallError } from '#web/lib/http.ts'
import { CustomerBlock } from './customer-block.tsx'

it.each([404, 500, 503])('an answer %i is the generic fetch error, and asked for again (BB-25)', async (status) => {
  const http = vi.fn(() => Promise.reject(new CallError('refused', { code: 'REQUEST_FAILED', status })))
  const { place } = await drawScreen(<CustomerBlock buybackId="b1" />, { texts: ['buybacks'], http })
  await vi.waitFor(() => expect(place.querySelector('[role="status"]')?.textContent).toContain('Error while fetching'))
  place.querySelector('button')?.click()
  await vi.waitFor(() => expect(http).toHaveBeenCalledTimes(2))
})
