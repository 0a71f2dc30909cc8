import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { Language } from '#domain/kernel/languages.ts'
import { permissionsOf } from '#domain/access/permission.ts'
import { SideMenu } from './side-menu.tsx'
import { signedInUser } from './signed-in-user.fixture.ts'

async function drawMenu(language: Language = 'fr-FR') {
  const pages = ['/home', '/users', '/entities', '/settings/transfer-order', '/design', '/products'] as const
  const { screen } = overPages(
    () => (
      <div style={{ inlineSize: 272 }}>
        <SideMenu />
      </div>
    ),
    pages,
  )
  const user = signedInUser({
    module: 'root',
    userType: 'root_management_unit_manager',
    modules: { root: 'root_management_unit_manager' },
    frontPermissions: { root: [...permissionsOf('root_management_unit_manager')] },
  })
  const engine = { subscribe: () => () => undefined, status: () => ({}), config: () => null }
  await drawScreen(screen, { language, texts: ['shell'], user, engine })
  return vi.waitFor(() => {
    const groups = [...document.querySelectorAll<HTMLElement>('nav button')]
    expect(groups).not.toEqual([])
    return groups
  })
}

it('says of each group whether it is open, and what it opens', async () => {
  for (const group of await drawMenu()) {
    const list = document.getElementById(group.getAttribute('aria-controls')!)
    expect(list?.querySelector('a')).not.toBeNull()
    const before = group.getAttribute('aria-expanded')
    group.click()
    await vi.waitFor(() => expect(group.getAttribute('aria-expanded')).toBe(before === 'true' ? 'false' : 'true'))
    group.click()
    await vi.waitFor(() => expect(group.getAttribute('aria-expanded')).toBe(before))
  }
})

it.each(['de-DE', 'nl-BE'] as const)('cuts no word of an entry beside the premium badge (%s)', async (language) => {
  await drawMenu(language)
  const badge = await vi.waitUntil(() => document.querySelector<HTMLElement>('nav a .mantine-Badge-root'))
  const label = badge.closest<HTMLElement>('.mantine-NavLink-label')!
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth + 1)
})
