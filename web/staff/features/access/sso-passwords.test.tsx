import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { CallError, type Http } from '#web/lib/http.ts'
import { signedInUser } from '../../app/signed-in-user.fixture.ts'
import { ChangePasswordScreen } from './change-password-screen.tsx'
import { LostPasswordScreen } from './lost-password-screen.tsx'

const shown = <T extends HTMLElement>(selector: string) =>
  vi.waitFor(() => {
    const found = document.querySelector<T>(selector)
    if (found === null) throw new Error(`no ${selector} yet`)
    return found
  })

it('a lost password of an SSO domain says that no SSO account gets one, and that others are sent a link (AUTH-16)', async () => {
  const refusal = new CallError('refused', { code: 'ACCESS_SSO_PASSWORD_MANAGED', status: 403 })
  const http = vi.fn(() => Promise.reject(refusal)) as unknown as Http
  const { screen } = overPages(LostPasswordScreen, ['/lostPassword', '/login'])
  const { texts } = await drawScreen(screen, { http, texts: ['access', 'errors', 'common'] })
  const field = await shown<HTMLInputElement>('input[type=email]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'ines@sso.example')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  ;(await shown('button[type=submit]')).click()
  const said = (await shown('[role=alert]')).textContent
  expect(said).toBe(texts.t(($) => $.lost.sso, { ns: 'access' }))
})

it('a user who signs in through SSO alone is shown no form for a password (AUTH-16)', async () => {
  const { screen } = overPages(ChangePasswordScreen, ['/account/password', '/home'])
  const user = signedInUser({ forceConnectionBySso: true })
  const { texts } = await drawScreen(screen, { user, texts: ['access', 'errors', 'common'] })
  await vi.waitFor(() => expect(document.body.textContent).toContain(texts.t(($) => $.change.sso, { ns: 'access' })))
  expect(document.querySelector('input')).toBeNull()
})
