import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearScreens, drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { errorStateAtom, noError, raiseError, shownErrorAtom, type ErrorState } from '#web/lib/error-state.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import { readSessionCall } from '#sync/calls/access.ts'
import { signedInUser } from './signed-in-user.fixture.ts'
import { ErrorModals } from './error-modals.tsx'

let opened: Awaited<ReturnType<typeof openScreen>>

beforeEach(async () => {
  opened = await openScreen()
})

async function openScreen(parts: Parameters<typeof drawScreen>[1] = {}) {
  const reload = vi.fn()
  const { screen, path } = overPages(() => <ErrorModals reload={reload} />, ['/here', '/home', '/stocks'])
  const { session, storage, texts: i18n } = await drawScreen(screen, { ...parts, texts: ['shell', 'errors'] })
  const texts = {
    generic: i18n.t(($) => $.serverError.generic, { ns: 'shell' }),
    undefined: i18n.t(($) => $.serverError.undefined, { ns: 'shell' }),
    home: i18n.t(($) => $.serverError.home, { ns: 'shell' }),
    ok: i18n.t(($) => $.serverError.ok, { ns: 'shell' }),
    message: i18n.t(($) => $.SERVER_ERROR, { ns: 'errors' }),
  }
  return { session, storage, reload, texts, path }
}

async function raise(error: Partial<ErrorState> & { readonly code: string }): Promise<HTMLElement> {
  // The screen stands before an error comes.
  await new Promise((done) => setTimeout(done, 50))
  raiseError(opened.session.store, { shouldDisplayModal: true, ...error })
  return vi.waitFor(() => {
    const modal = document.querySelector<HTMLElement>('[role="dialog"]')
    if (modal === null || modal.querySelector('button') === null) throw new Error('no modal yet')
    return modal
  })
}

function press(modal: HTMLElement): string {
  const buttons = [...modal.querySelectorAll('button')]
  expect(buttons).toHaveLength(1)
  buttons[0]!.click()
  return buttons[0]!.textContent
}

describe('the server-error modal', () => {
  it('says its general sentence and the message, and OK resets the error and leads nowhere (SHELL-52, SHELL-54)', async () => {
    const modal = await raise({ code: 'SERVER_ERROR' })
    expect(modal.textContent).toContain(opened.texts.generic)
    expect(modal.textContent).toContain(opened.texts.message)
    expect(press(modal)).toBe(opened.texts.ok)
    expect(opened.path()).toBe('/here')
    expect(opened.reload).not.toHaveBeenCalled()
    expect(opened.session.store.get(errorStateAtom)).toEqual(noError)
    expect(opened.session.store.get(shownErrorAtom)).toBeNull()
  })

  it('leaves the general sentence out where the error asks for it (SHELL-52)', async () => {
    const modal = await raise({ code: 'X', message: 'Le stock est plein.', hideGenericMessage: true })
    expect(modal.textContent).toContain('Le stock est plein.')
    expect(modal.textContent).not.toContain(opened.texts.generic)
  })

  it('asks to contact the administrator where nothing is known of the error (SHELL-55)', async () => {
    const modal = await raise({ code: 'UNDEFINED' })
    expect(modal.textContent).toContain(opened.texts.undefined)
  })

  it('leads home, and its button says so (SHELL-53)', async () => {
    const modal = await raise({ code: 'SERVER_ERROR', goHome: true, reloadPage: true, redirectToRoute: '/stocks' })
    expect(press(modal)).toBe(opened.texts.home)
    await vi.waitFor(() => expect(opened.path()).toBe('/home'))
    expect(opened.reload).not.toHaveBeenCalled()
  })

  it('reloads the page', async () => {
    const modal = await raise({ code: 'SERVER_ERROR', reloadPage: true, redirectToRoute: '/stocks' })
    expect(press(modal)).toBe(opened.texts.ok)
    expect(opened.reload).toHaveBeenCalledOnce()
    expect(opened.path()).toBe('/here')
  })

  it('stores the user as the server knows it before it reloads a page of another account', async () => {
    const asked: unknown[] = []
    const now = signedInUser({ viewedAccountId: 'another' })
    const http = (async (call: unknown) => {
      asked.push(call)
      if (call !== readSessionCall) throw new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })
      return now
    }) as unknown as Http
    clearScreens()
    opened = await openScreen({ user: signedInUser(), http })
    press(await raise({ code: 'ACCESS_ACCOUNT_MISMATCH', reloadPage: true }))
    await vi.waitFor(() => expect(opened.reload).toHaveBeenCalled())
    expect(asked).toContain(readSessionCall)
    expect(JSON.parse(opened.storage.getItem('user') ?? '')).toMatchObject({ viewedAccountId: 'another' })
    // The page that is left says to the last which account it is of.
    expect(opened.session.user()?.viewedAccountId).toBe(signedInUser().viewedAccountId)
  })

  it('leads to the route that the error names', async () => {
    const modal = await raise({ code: 'SERVER_ERROR', redirectToRoute: '/stocks' })
    expect(press(modal)).toBe(opened.texts.ok)
    await vi.waitFor(() => expect(opened.path()).toBe('/stocks'))
  })
})
