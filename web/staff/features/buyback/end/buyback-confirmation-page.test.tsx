import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { CallError, type Http } from '#web/lib/http.ts'
import { BuybackConfirmationPage } from './buyback-confirmation-page.tsx'

async function open(ids: readonly string[]) {
  const notFound = new CallError('refused', { code: 'REQUEST_NOT_FOUND', status: 404 })
  const http = (() => Promise.reject(notFound)) as unknown as Http
  const { screen } = overPages(() => <BuybackConfirmationPage ids={ids} />, ['/buyback-confirmation', '/buybacks'])
  return drawScreen(screen, { http, language: 'fr-FR', texts: ['buyback'] })
}

it.each([
  ['no buyback', []],
  ['a buyback that the user does not reach', ['0198f000-0000-7000-8000-000000000001']],
])('an address with %s says that there is nothing to confirm, and nothing was registered', async (_, ids) => {
  const { place } = await open(ids)
  await vi.waitFor(() => expect(place.textContent).toContain('Aucune reprise à confirmer'))
  expect(place.querySelector('h1')?.textContent).toBe('Confirmation')
  expect(place.textContent).not.toMatch(/enregistrée/i)
  expect(place.querySelector('.tabler-icon-circle-check')).toBeNull()
})
