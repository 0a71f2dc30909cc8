import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { Footer } from './footer.tsx'
import { releaseLabel } from './release-label.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

it('names the year, the copyright and the release (SHELL-07)', async () => {
  const { place } = await drawScreen(<Footer />, { texts: ['shell'] })
  const link = await vi.waitUntil(() => place.querySelector('a'))
  expect(link.getAttribute('href')).toBe('/service-terms')
  expect(place.textContent).toContain(`© ${new Date().getFullYear()} ${link.textContent}`)
  expect(releaseLabel).toBe('2025-r20')
  expect(place.textContent).toContain(releaseLabel)
})

it('links to no terms on the platform, which is no shop', async () => {
  const user = signedInUser({ userType: 'super_admin', isOfPlatform: true })
  const atPlatform = { ...user, viewedAccountId: user.accountId }
  const { place } = await drawScreen(<Footer />, { texts: ['shell'], user: atPlatform })
  await vi.waitFor(() => expect(place.textContent).toContain('Tous droits réservés'))
  expect(place.querySelector('a')).toBeNull()
})
