import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { ClientPagesPage } from './client-pages-page.tsx'

const accountId = '019a6410-0000-7000-8000-0000000000c1'
const pages = {
  name: 'Vélo & Co',
  language: 'fr-FR',
  version: 3,
  eula: '<p>Règles</p>',
  serviceTerms: null,
  faqAndContact: null,
  buybackZeroDescription: null,
  noSearchResultDescription: null,
  translations: { 'de-DE': { eula: '<p>Regeln</p>' } },
}
const cookies = { version: 7, cookiesPolicy: '<p>Old</p>', translations: {} }

it('the pages of a client are its texts, its cookies policy and its home, each saved where it is kept (ORG-02)', async () => {
  const sent: unknown[] = []
  const http = createHttp({
    fetch: async (address, init) => {
      const path = address as string
      const stored = path.endsWith('cookies-policy') ? cookies : pages
      if (init?.method !== 'PATCH') return Response.json(stored)
      const body: object = await new Response(init.body ?? null).json()
      sent.push([path, new Headers(init.headers).get('if-match'), body])
      return Response.json({ ...stored, ...body, version: stored.version + 1 })
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const screen = () => <ClientPagesPage accountId={accountId} home={<p>its home</p>} />
  const { place } = await drawScreen(overPages(screen, ['/client']).screen, {
    language: 'en-GB',
    texts: ['errors', 'settings', 'client'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  const fieldOf = (text: string) =>
    vi.waitUntil(() => [...place.querySelectorAll('textarea')].find(({ value }) => value === text))
  const field = await fieldOf(cookies.cookiesPolicy)
  expect((await fieldOf(pages.eula)).readOnly).toBe(false)
  expect(place.textContent).toContain('its home')
  await userEvent.fill(field, '<p>New</p>')
  place.querySelector<HTMLButtonElement>('button[type=submit]')!.click()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([[`/api/accounts/${accountId}/pages/cookies-policy`, '"7"', { cookiesPolicy: '<p>New</p>' }]])
})
