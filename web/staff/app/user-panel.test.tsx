import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { useUser } from '#web/lib/platform.tsx'
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
