import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { errorStateAtom } from '#web/lib/error-state.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useUser } from '#web/lib/platform.tsx'
import { PhotoContext } from '#web/local/photo/photo-context.tsx'
import type { Photos } from '#web/local/photo/photos.ts'
import { trackWrite, pendingWrites } from '#web/lib/pending-writes.ts'
import { signedInUser } from './signed-in-user.fixture.ts'
import { UserPanelButton } from './user-panel-button.tsx'

/** The panel beside an engine whose shown status is older than what it would read now. */
async function pressSignOut(shown: number, now: number, photos = 0) {
  let status = { waiting: shown, capture: { ok: true }, signedOut: [] }
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
  const kept = { counts: () => ({ draft: 0, waiting: photos, refused: 0 }) } as unknown as Photos
  const Panel = () => <PhotoContext value={kept}>{useUser() === null ? null : <UserPanelButton />}</PhotoContext>
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

it('signing out asks a user who has work that the badge does not show yet', async () => {
  const { path, leave } = await pressSignOut(0, 2)
  expect(await leave()).toBeDefined()
  expect(path()).toBe('/home')
})

it('signing out says of photos that wait how they leave', async () => {
  const { path, leave } = await pressSignOut(0, 0, 2)
  const go = await leave()
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)?.textContent ?? ''
  expect(dialog).toContain('Des photos ne sont pas encore envoyées')
  expect(dialog).toContain('2 photos attendent encore')
  expect(path()).toBe('/home')
  go.click()
  await vi.waitFor(() => expect(path()).toBe('/login'))
})

it('signing out asks a user who has scans that the device has not written down yet, and waits for what is just stored', async () => {
  let keep = (): void => undefined
  void trackWrite(new Promise<void>((done) => (keep = done)))
  void trackWrite(new Promise(() => undefined))
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
  expect(pendingWrites()).toBe(0)
})

it('gives the focus back to its button when it closes', async () => {
  await drawPanel({})
  await openPanel()
  ;(await shown<HTMLElement>('[role="dialog"] button[aria-label]')).click()
  await vi.waitUntil(() => document.querySelector('[role="dialog"]') === null)
  expect(document.activeElement).toBe(document.querySelector('[aria-haspopup="dialog"]'))
})

const shown = <T extends Element>(selector: string) => vi.waitUntil(() => document.querySelector<T>(selector))

async function openPanel(): Promise<HTMLInputElement> {
  ;(await shown<HTMLElement>('[aria-haspopup="dialog"]')).click()
  const select = await shown<HTMLInputElement>('[role="dialog"] input[aria-haspopup="listbox"]')
  // The panel takes the focus once it is open, which would close a choice that was opened before.
  await vi.waitUntil(() => document.activeElement?.closest('[role="dialog"]'))
  return select
}

async function openChoice(select: HTMLInputElement): Promise<readonly HTMLElement[]> {
  select.click()
  const list = await vi.waitUntil(() => document.getElementById(select.getAttribute('aria-controls') ?? ''))
  return [...list.querySelectorAll<HTMLElement>('[role="option"]')]
}

/** The panel of a user of a quiet device. */
async function drawPanel(part: Partial<StoredUser>, http?: Http) {
  const engine = {
    subscribe: () => () => undefined,
    status: () => ({ waiting: 0, capture: { ok: true }, signedOut: [] }),
  }
  const { screen } = overPages(() => <UserPanelButton />, ['/home', '/account/password'])
  const texts = ['shell', 'organization']
  return drawScreen(screen, { texts, user: signedInUser(part), engine, ...(http === undefined ? {} : { http }) })
}

/** The modules that the panel offers to a user who holds some. */
async function offeredModules(modules: StoredUser['modules']): Promise<readonly string[]> {
  await drawPanel({ modules })
  return (await openChoice(await openPanel())).map(({ textContent }) => textContent)
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

it('asks for one change at a time, also when it is closed and opened again in between (SHELL-41)', async () => {
  const http = vi.fn(() => new Promise<never>(() => undefined))
  const modules = { rps: 'warehouse_operator', tim: 'store_seller' } as const
  const { texts } = await drawPanel({ modules }, http as unknown as Http)
  const [first] = await openChoice(await openPanel())
  first!.click()
  await vi.waitFor(() => expect(http).toHaveBeenCalledOnce())
  const wait = `[aria-label="${texts.t(($) => $.user.switching, { ns: 'shell' })}"]`
  await shown(wait)
  const closer = `[role="dialog"] [aria-label="${texts.t(($) => $.user.close, { ns: 'shell' })}"]`
  ;(await shown<HTMLElement>(closer)).click()
  await vi.waitUntil(() => document.querySelector('[role="dialog"]') === null)
  const select = await openPanel()
  expect(select.disabled).toBe(true)
  expect(select.value).toBe('Magasin')
  expect(await shown(wait)).not.toBeNull()
})

it.each([
  { module: 'root', userType: 'admin', text: 'Administration de la plateforme' },
  { module: 'rps', userType: 'warehouse_operator', text: 'Aucune organisation' },
] as const)('says what stands for the missing organisation of $userType (SHELL-38)', async ({ text, ...user }) => {
  await drawPanel({ ...user, currentOrganization: null })
  ;(await shown<HTMLElement>('[aria-haspopup="dialog"]')).click()
  const panel = await shown('[role="dialog"]')
  await vi.waitFor(() => expect(panel.textContent).toContain(text))
})

it('shows who is signed in: initials, full name, type, organisation and e-mail, and the way out (SHELL-36)', async () => {
  const { texts } = await drawPanel({
    module: 'root',
    userType: 'store_manager',
    currentOrganization: { id: 'o', type: 'store', commonName: 'Lyon Part-Dieu' } as never,
  })
  ;(await shown<HTMLElement>('[aria-haspopup="dialog"]')).click()
  const panel = await shown<HTMLElement>('[role="dialog"]')
  await vi.waitFor(() => expect(panel.textContent).toContain(texts.t(($) => $.user.logout, { ns: 'shell' })))
  const words = [...panel.querySelectorAll('*')].filter((one) => one.children.length === 0)
  const written = words.map(({ textContent }) => textContent)
  for (const word of ['IM', 'Inès Martin', 'Responsable de magasin', 'Lyon Part-Dieu', 'ines@demo.example'])
    expect(written).toContain(word)
})

/** Chooses another module, whose switch fails. */
async function switchFailing(error: CallError) {
  const answer = Promise.withResolvers<never>()
  const modules = { root: 'store_manager', tim: 'store_manager' } as const
  const http = vi.fn(() => answer.promise)
  const user = { module: 'root', userType: 'store_manager', modules } as const
  const { texts, session } = await drawPanel(user, http as unknown as Http)
  const select = await openPanel()
  ;(await openChoice(select)).find(({ textContent }) => textContent === 'Magasin')!.click()
  await shown(`[aria-label="${texts.t(($) => $.user.switching, { ns: 'shell' })}"]`)
  expect(select.disabled).toBe(true)
  await vi.waitFor(() => expect(http).toHaveBeenCalledOnce())
  answer.reject(error)
  await vi.waitFor(() => expect([select.disabled, select.value]).toEqual([false, 'Siège de l’enseigne']))
  expect(session.user()?.module).toBe('root')
  return { texts, session, alert: () => document.querySelector('[role="dialog"] [role="alert"]')?.textContent }
}

it('says why a switch of the module failed, and lets it be tried again', async () => {
  const { session, alert } = await switchFailing(new CallError('refused', { code: 'SERVER_ERROR', status: 500 }))
  expect(session.store.get(errorStateAtom)).toMatchObject({ code: 'SERVER_ERROR', shouldDisplayModal: true })
  expect(alert()).toBeUndefined()
})

it('says beside the choice of the module that the network is missing', async () => {
  const { texts, alert } = await switchFailing(new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 }))
  await vi.waitFor(() => expect(alert()).toBe(texts.t(($) => $.codes.NETWORK_UNREACHABLE, { ns: 'common' })))
})
