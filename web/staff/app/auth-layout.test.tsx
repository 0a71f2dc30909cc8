import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { brandingAtom } from '#web/lib/session.ts'
import { AuthLayout } from './auth-layout.tsx'

const name = 'ÉLECTRO ŒUVRE & FILS — ÇÀ RÉPARE'

afterEach(() => page.viewport(414, 896))

it('shows a long name of a client whole on a phone, within the page', async () => {
  await page.viewport(390, 844)
  const { place, session } = await drawScreen(overPages(AuthLayout).screen, { texts: ['shell'] })
  session.store.set(brandingAtom, {
    accountId: null,
    name,
    language: 'fr-FR',
    currency: 'EUR',
    mainColor: null,
    logo: null,
    favicon: null,
    externalWebsiteLink: null,
  })
  const shown = await vi.waitUntil(() =>
    [...place.querySelectorAll('header span')].find(({ textContent }) => textContent === name),
  )
  const box = shown.getBoundingClientRect()
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThanOrEqual(390)
  expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth)
})
