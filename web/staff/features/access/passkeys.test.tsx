import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openOffice } from '#tests/support/office-page.tsx'
import { PasskeysSection } from './passkeys-section.tsx'

const kept = {
  id: '01900000-0000-7000-8000-0000000000e1',
  name: 'Téléphone',
  host: 'localhost',
  createdAt: '2026-11-18T12:00:00Z',
  lastUsedAt: null,
}

it('passkeys are listed with their host and last use, and removed with the password', async () => {
  let passkeys = [kept, { ...kept, id: kept.id.replace('e1', 'e2'), name: 'Poste', lastUsedAt: '2026-11-20T08:30:00Z' }]
  const answers = [Response.json({ code: 'ACCESS_CURRENT_PASSWORD_WRONG', message: '' }, { status: 422 })]
  const { press, place, asked, button } = await openOffice(PasskeysSection, {
    answer: ({ method, path }) => {
      if (method === 'GET') return { passkeys }
      const refused = answers.shift()
      if (refused !== undefined) return refused
      passkeys = passkeys.filter(({ id }) => !path.includes(id))
      return new Response(null, { status: 204 })
    },
    texts: ['access'],
    pages: ['/account/password'],
  })
  await button('Supprimer: Poste')
  expect(place.textContent).toContain('Pas encore utilisée')
  expect(place.textContent).toMatch(/Dernière connexion\s: 20\/11\/2026/u)
  await press('Supprimer: Poste')
  const form = await vi.waitUntil(() => button('Supprimer la clé d’accès').then((found) => found.closest('form')))
  const password = await vi.waitUntil(() => form?.querySelector<HTMLInputElement>('input'))
  await userEvent.fill(password, 'Zebre-Lune-41')
  await press('Supprimer la clé d’accès')
  await vi.waitUntil(() => place.querySelector('[role=alert]') !== null, { timeout: 10_000 })
  await press('Supprimer la clé d’accès')
  await vi.waitUntil(() => !place.textContent.includes('Poste'), { timeout: 10_000 })
  expect(place.textContent).toContain('Téléphone')
  const removals = asked.filter(({ method }) => method === 'POST')
  expect(removals.map(({ path }) => path)).toEqual([
    `/api/session/passkeys/${kept.id.replace('e1', 'e2')}/remove`,
    `/api/session/passkeys/${kept.id.replace('e1', 'e2')}/remove`,
  ])
  expect(removals[0]?.body).toEqual({ password: 'Zebre-Lune-41' })
})
