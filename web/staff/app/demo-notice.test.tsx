import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { Footer } from './footer.tsx'
import { signedInUser } from './signed-in-user.fixture.ts'

const page = (
  <>
    <DemoNotice />
    <Footer />
  </>
)

it('says to administrators of the demo that they sign in by a password alone', async () => {
  const user = { ...signedInUser({ userType: 'super_admin', isOfPlatform: true }), isOfDemo: true as const }
  const { place, texts } = await drawScreen(page, { texts: ['shell'], user })
  const notice = await vi.waitUntil(() => place.querySelector('aside'))
  expect(notice.textContent).toBe(texts.t(($) => $.demo.text, { ns: 'shell' }))
  expect(notice.getAttribute('aria-label')).toBe(texts.t(($) => $.demo.label, { ns: 'shell' }))
})

it('is shown to nobody else', async () => {
  const { place } = await drawScreen(page, { texts: ['shell'], user: signedInUser() })
  await vi.waitFor(() => expect(place.textContent).toContain('Tous droits réservés'))
  expect(place.querySelector('aside')).toBeNull()
})
