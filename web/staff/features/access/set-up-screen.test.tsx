import { expect, it, vi } from 'vitest'
import { clearScreens } from '#tests/support/staff-screen.tsx'
import { openOffice } from '#tests/support/office-page.tsx'
import { SetUpScreen } from './set-up-screen.tsx'

const open = (onMade = () => undefined as unknown) =>
  openOffice(() => <SetUpScreen token="u_1" onMade={onMade} />, {
    answer: ({ method }) =>
      method === 'GET' ? { isOpen: true } : Response.json({ code: 'SERVER_ERROR' }, { status: 500 }),
    texts: ['access'],
    pages: ['/set-up/u_1'],
  })

it('a reload of the set-up finds what was typed, but for the passwords', async () => {
  const before = await open()
  await before.fill('Adresse e-mail', 'ada@platform.example')
  await before.fill('Prénom', 'Ada')
  await before.fill('Nouveau mot de passe', 'Zebre-Lune-41')
  await vi.waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Ada'))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Zebre')
  clearScreens()
  const after = await open()
  expect((await after.field('Prénom')).value).toBe('Ada')
  expect((await after.field('Adresse e-mail')).value).toBe('ada@platform.example')
  expect((await after.field('Nouveau mot de passe')).value).toBe('')
})
