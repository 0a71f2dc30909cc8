import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useUser } from '#web/lib/platform.tsx'
import { keeping, unkept } from '#web/lib/unkept.ts'
import { signedInUser } from './signed-in-user.fixture.ts'
import { UserPanelButton } from './user-panel.tsx'

/** The panel beside an engine whose shown status is older than what it would read now. */
async function pressSignOut(shown: number, now: number) {
  let status = { waiting: shown, capture: { ok: true }, sealed: [] }
  const listeners = new Set<() => void>()
  const engine = {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    status: () => status,
    refreshStatus: () => {
      status = { ...status, waiting: now }
      for (const listener of listeners) listener()
      return Promise.resolve(status)
    },
  }
  const Panel = () => (useUser() === null ? null : <UserPanelButton />)
  const { screen, path } = overPages(Panel, ['/home', '/login', '/account/password'])
  const { texts } = await drawScreen(screen, { texts: ['shell', 'organization'], user: signedInUser(), engine })
  const button = (name: string) =>
    vi.waitFor(() => {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      if (found === undefined) throw new Error(`no ${name} yet`)
      return found
    })
  const opener = await vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('[aria-haspopup="dialog"]')
    if (found === null) throw new Error('no panel yet')
    return found
  })
  opener.click()
  ;(await button(texts.t(($) => $.user.logout, { ns: 'shell' }))).click()
  return { path, leave: () => button(texts.t(($) => $.user.unsent.leave, { ns: 'shell' })) }
}

it('signing out asks nobody whose work has just been sent', async () => {
  const { path } = await pressSignOut(1, 0)
  await vi.waitFor(() => expect(path()).toBe('/login'))
})

it('signing out asks whoever has work that the badge does not show yet', async () => {
  const { path, leave } = await pressSignOut(0, 2)
  expect(await leave()).toBeDefined()
  expect(path()).toBe('/home')
})

it('signing out asks whoever has scans that the device has not written down yet, and waits for what is just stored', async () => {
  let keep = (): void => undefined
  void keeping(new Promise<void>((done) => (keep = done)))
  void keeping(new Promise(() => undefined))
  const pressed = pressSignOut(0, 0)
  setTimeout(keep, 100)
  const { path, leave } = await pressed
  const title = await vi.waitFor(() => {
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)?.textContent ?? ''
    expect(dialog).toContain('Une action n’est pas encore gardée')
    return dialog
  }, 3000)
  expect(title).toContain('elles seraient perdues')
  expect(path()).toBe('/home')
  ;(await leave()).click()
  await vi.waitFor(() => expect(path()).toBe('/login'))
  expect(unkept()).toBe(0)
})

/** The modules that the panel offers to a user who holds some. */
async function offeredModules(modules: StoredUser['modules']): Promise<readonly string[]> {
  const engine = { subscribe: () => () => undefined, status: () => ({ waiting: 0, capture: { ok: true }, sealed: [] }) }
  const { screen } = overPages(() => <UserPanelButton />, ['/home', '/account/password'])
  const user = signedInUser({ modules })
  await drawScreen(screen, { texts: ['shell', 'organization'], user, engine })
  const shown = <T extends Element>(selector: string) => vi.waitUntil(() => document.querySelector<T>(selector))
  ;(await shown<HTMLElement>('[aria-haspopup="dialog"]')).click()
  const select = await shown<HTMLInputElement>('[role="dialog"] input[aria-haspopup="listbox"]')
  select.click()
  const list = await vi.waitUntil(() => document.getElementById(select.getAttribute('aria-controls') ?? ''))
  return [...list.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
}

it('offers all four modules to who holds them: root, store, buyer and workshop (SHELL-37)', async () => {
  const modules = {
    root: 'root_management_unit_manager',
    tim: 'store_manager',
    lcm: 'buyer_manager',
    rps: 'warehouse_operator',
  } as const
  expect(await offeredModules(modules)).toEqual(['Siège de l’enseigne', 'Magasin', 'Repreneur', 'Atelier ou entrepôt'])
})

it('offers only the modules that the user holds (SHELL-37, SHELL-40)', async () => {
  const modules = { rps: 'warehouse_operator', tim: 'store_seller' } as const
  expect(await offeredModules(modules)).toEqual(['Magasin', 'Atelier ou entrepôt'])
})
