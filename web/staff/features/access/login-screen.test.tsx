import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { dismissedAtom } from '#web/lib/session.ts'
import { LoginScreen } from './login-screen.tsx'
import { LostPasswordScreen } from './lost-password-screen.tsx'

type Server = (request: Request) => Response | Promise<Response>

const refusal = (status: number, code: string): Response =>
  Response.json({ code, message: 'for developers', requestId: 'r' }, { status })

const shown = <T extends HTMLElement>(selector: string) =>
  vi.waitFor(() => {
    const found = document.querySelector<T>(selector)
    if (found === null) throw new Error(`no ${selector} yet`)
    return found
  })

function fill(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A screen of the sign-in pages on a server that answers as told; `answerBy` puts another in its place. */
async function drawAt(component: () => ReactNode, server: Server = () => refusal(401, 'ACCESS_CREDENTIALS_INVALID')) {
  let answer = server
  const send: typeof fetch = async (input, init) => answer(new Request(input, init))
  const http = createHttp({ fetch: send, module: () => null, onSessionEnded: () => undefined })
  const { screen } = overPages(component, ['/login', '/lostPassword'])
  const { texts } = await drawScreen(screen, { http, texts: ['access', 'errors'] })
  const button = await shown<HTMLButtonElement>('button[type="submit"]')
  return { button, texts, answerBy: (other: Server) => (answer = other) }
}

const login = () => <LoginScreen onSignedIn={() => undefined} />

/** Sends the sign-in form, and answers what its alert says once the answer has come. */
async function signInAs(email: string, button: HTMLButtonElement, text: string): Promise<void> {
  fill(await shown('input[type="email"]'), email)
  fill(await shown('input[type="password"]'), 'Wrong-2026')
  button.click()
  await vi.waitFor(() => expect(document.querySelector('[role="alert"]')?.textContent).toBe(text))
}

it('a user who was signed out unasked is told why at the door (AUTH-31), and nobody else is', async () => {
  const { screen } = overPages(login, ['/login', '/lostPassword'])
  const { place, session, texts } = await drawScreen(screen, { texts: ['access'] })
  await shown('button[type="submit"]')
  expect(place.querySelector('[role="alert"]')).toBeNull()
  session.store.set(dismissedAtom, 'noPermissions')
  const alert = await shown('[role="alert"]')
  expect(alert.textContent).toBe(texts.t(($) => $.login.dismissed.noPermissions, { ns: 'access' }))
  session.store.set(dismissedAtom, 'pinOver')
  const isOver = texts.t(($) => $.login.dismissed.pinOver, { ns: 'access' })
  await vi.waitFor(() => expect(place.querySelector('[role="alert"]')?.textContent).toBe(isOver))
})

describe('signing in', () => {
  it('asks for an e-mail and a password, and puts the focus on the first gap (AUTH-01)', async () => {
    const { button, texts } = await drawAt(login)
    button.click()
    const required = texts.t(($) => $.codes.FORM_REQUIRED, { ns: 'common' })
    const said = () => [...document.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent)
    await vi.waitFor(() => expect(said()).toEqual([required, required]))
    expect(document.activeElement).toBe(document.querySelector('input[type="email"]'))
  })

  it('says that credentials are wrong, and nothing of whether the e-mail is known', async () => {
    const { button } = await drawAt(login)
    await signInAs('warehouse_operator@demo.example', button, 'Identifiants incorrects.')
    await signInAs('nobody@demo.example', button, 'Identifiants incorrects.')
  })

  it('says what to do when the server does not answer, or another one answers in its place', async () => {
    const { button, texts, answerBy } = await drawAt(login, () => Promise.reject(new TypeError('Failed to fetch')))
    const said = (code: 'NETWORK_UNREACHABLE' | 'NETWORK_FOREIGN_ANSWER') =>
      texts.t(($) => $.codes[code], { ns: 'common' })
    await signInAs('warehouse_operator@demo.example', button, said('NETWORK_UNREACHABLE'))
    answerBy(() => new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }))
    await signInAs('warehouse_operator@demo.example', button, said('NETWORK_FOREIGN_ANSWER'))
  })

  it('with the organisation tells that no organisation has this address', async () => {
    const { texts } = await drawAt(login, () => refusal(404, 'ACCESS_SSO_NOT_CONFIGURED'))
    const other = texts.t(($) => $.login.withOrganization, { ns: 'access' })
    ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === other)!.click()
    await vi.waitFor(() => expect(document.querySelector('input[type="password"]')).toBeNull())
    fill(await shown('input[type="email"]'), 'paul@unknown.example')
    ;(await shown('button[type="submit"]')).click()
    expect((await shown('[role="alert"]')).textContent).toBe(texts.t(($) => $.sso.noOrganization, { ns: 'access' }))
  })
})

it('a lost password that cannot be asked for says so in its own words, and can be asked for again', async () => {
  const { button, texts, answerBy } = await drawAt(LostPasswordScreen, () => refusal(500, 'SERVER_ERROR'))
  fill(await shown('input[type="email"]'), 'store_seller@demo.example')
  button.click()
  expect((await shown('[role="alert"]')).textContent).toBe(texts.t(($) => $.lost.failed, { ns: 'access' }))
  answerBy(() => new Response(null, { status: 204 }))
  button.click()
  expect((await shown('[role="status"]')).textContent).toContain(texts.t(($) => $.lost.sentTitle, { ns: 'access' }))
})
