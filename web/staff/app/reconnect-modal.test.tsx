import { expect, it, vi } from 'vitest'
import { signInCall } from '#sync/calls/access.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { brandingCall } from '#sync/calls/settings.ts'
import {
  dropSessionEnd,
  raiseError,
  sessionEndedCode,
  setsUpAbovePageAtom,
  shownErrorAtom,
  signInNeededAtom,
} from '#web/lib/error-state.ts'
import { CallError, type Call, type CallInput, type Http } from '#web/lib/http.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { refreshSession } from '#web/lib/refresh-session.ts'
import { ErrorModals } from './error-modals.tsx'
import { followOtherTabs } from './other-tabs.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

const found = <T extends HTMLElement>(selector: string) =>
  vi.waitFor(() => {
    const element = document.querySelector<T>(selector)
    if (element === null) throw new Error(`nothing is ${selector} yet`)
    return element
  })

function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A form over which the session ends; the server knows one password. */
async function endOver(user: StoredUser, response: unknown = null, server?: Http) {
  const http = vi.fn((call: Call, { body }: CallInput = {}) => {
    const isRight = call === signInCall && (body as { readonly password: string }).password === 'right'
    return isRight
      ? Promise.resolve(user)
      : Promise.reject(new CallError('refused', { code: 'ACCESS_DENIED', status: 401 }))
  })
  const Page = () => (
    <>
      <input id="typed" />
      <ErrorModals />
    </>
  )
  const { screen, path } = overPages(Page, ['/here', '/login'])
  const { session, storage } = await drawScreen(screen, {
    user,
    http: server ?? (http as unknown as Http),
    texts: ['shell', 'errors', 'access', 'common'],
  })
  type(await found<HTMLInputElement>('#typed'), 'half a form')
  session.store.set(signInNeededAtom, true)
  raiseError(session.store, { code: sessionEndedCode, response, shouldDisplayModal: true })
  const modal = await found('[role="dialog"] button')
  return { modal: modal.closest<HTMLElement>('[role="dialog"]')!, session, storage, path }
}

it('a session that ends over a form is begun again there: page and typed text stay (SHELL-51)', async () => {
  const user = signedInUser()
  const { modal, session, path } = await endOver(user)
  expect(modal.textContent).toContain(user.email)
  const password = modal.querySelector<HTMLInputElement>('input[type="password"]')!
  const send = modal.querySelector<HTMLButtonElement>('button[type="submit"]')!
  type(password, 'wrong')
  send.click()
  await found('[role="dialog"] [role="alert"]')
  expect(session.store.get(signInNeededAtom)).toBe(true)
  type(password, 'right')
  send.click()
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  expect(session.store.get(shownErrorAtom)).toBeNull()
  expect(session.store.get(signInNeededAtom)).toBe(false)
  expect(path()).toBe('/here')
  expect(document.querySelector<HTMLInputElement>('#typed')?.value).toBe('half a form')
})

it('a user who owes a second factor sets it up above the page, which keeps what is typed', async () => {
  const user = signedInUser({ module: 'root' })
  const asked: string[] = []
  // The session that begins again views the account that the server takes first; the page shows another one.
  const first = { ...user, viewedAccountId: 'first', accountId: 'first' }
  const http = vi.fn(async (call: Call) => {
    asked.push(call.path)
    if (call === signInCall || call.path === '/api/session') return { ...first, owesSecondFactor: true }
    if (call.path === '/api/session/codes/confirm') return { recoveryCodes: ['abcde-fghjk'] }
    if (call.path === '/api/session/module') return first
    if (call.path === '/api/session/account') return user
    if (call.path === brandingCall.path) throw new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })
    return { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Reprise:c@d.example?secret=JBSWY3DPEHPK3PXP' }
  })
  const { modal, session, storage, path } = await endOver(user, null, http as unknown as Http)
  const platform = { session, storage, http: http as unknown as Http }
  const page = new EventTarget()
  const reload = vi.fn<() => void>()
  followOtherTabs(platform, page, reload)
  type(modal.querySelector<HTMLInputElement>('input[type="password"]')!, 'right')
  modal.querySelector<HTMLButtonElement>('button[type="submit"]')!.click()
  const named = (name: string) =>
    vi.waitUntil(
      () =>
        [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
          ({ textContent }) => textContent === name,
        ),
      { timeout: 10_000 },
    )
  ;(await named('Configurer maintenant')).click()
  type(await found<HTMLInputElement>('[role="dialog"] input[autocomplete="one-time-code"]'), '123456')
  await vi.waitFor(async () => expect((await named('Vérifier le code')).getAttribute('data-disabled')).toBeNull())
  ;(await named('Vérifier le code')).click()
  const kept = await named('J’ai gardé les codes')
  // What another tab or a refresh says of the session takes the codes from nobody.
  storage.setItem('user', JSON.stringify(first))
  page.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  await refreshSession(platform, () => undefined, reload)
  dropSessionEnd(session.store)
  expect([asked.includes('/api/session'), reload.mock.calls.length]).toEqual([false, 0])
  expect(session.store.get(shownErrorAtom)?.code).toBe(sessionEndedCode)
  expect(kept.isConnected).toBe(true)
  kept.click()
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull(), { timeout: 10_000 })
  expect(asked).toContain('/api/session/module')
  expect(session.user()).not.toHaveProperty('owesSecondFactor')
  expect([asked.at(-1), session.user()?.viewedAccountId]).toEqual(['/api/session/account', user.viewedAccountId])
  expect(session.store.get(setsUpAbovePageAtom)).toBe(false)
  expect(path()).toBe('/here')
  expect(document.querySelector<HTMLInputElement>('#typed')?.value).toBe('half a form')
})

it.each([
  ['role', 'rôle'],
  ['password', 'mot de passe a été modifié'],
  ['inactive', 'accès a été désactivé'],
])('a session that ended for the reason %s says so', async (reason, words) => {
  const { modal } = await endOver(signedInUser(), { reason })
  expect(modal.querySelector('[role="alert"]')?.textContent).toContain(words)
})

it('a user who comes by an identity provider signs in there in another tab, and comes back to the page', async () => {
  const { modal } = await endOver(signedInUser({ viaOpenid: true }))
  expect(modal.querySelector('input')).toBeNull()
  const link = modal.querySelector<HTMLAnchorElement>('a[target="_blank"]')!
  const address = new URL(link.href)
  expect([address.pathname, address.searchParams.get('from')]).toEqual(['/login', '/here'])
  expect(address.hash).toContain('organization=')
})

it('its other button signs out (SHELL-51)', async () => {
  const { modal, session, path } = await endOver(signedInUser())
  modal.querySelector<HTMLButtonElement>('button:not([type="submit"]).mantine-Button-root')!.click()
  await vi.waitFor(() => expect(path()).toBe('/login'))
  expect(session.user()).toBeNull()
})
