import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { Footer } from './footer.tsx'
import { releaseLabel } from './release.ts'

it('names the year, the copyright and the release (SHELL-07)', async () => {
  const { place } = await drawScreen(<Footer />, { texts: ['shell'] })
  const link = await vi.waitUntil(() => place.querySelector('a'))
  expect(link.getAttribute('href')).toBe('/service-terms')
  expect(place.textContent).toContain(`© ${new Date().getFullYear()} ${link.textContent}`)
  expect(releaseLabel).toBe('2025-r20')
  expect(place.textContent).toContain(releaseLabel)
})
