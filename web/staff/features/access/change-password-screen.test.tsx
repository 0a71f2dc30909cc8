import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { changePasswordCall } from '#sync/calls/access.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { CallError, type Http } from '#web/lib/http.ts'
import { signedInUser } from '../../app/signed-in-user.fixture.ts'
import { ChangePasswordScreen } from './change-password-screen.tsx'

it('the refusal of a wrong password goes with the next try, also where the form refuses that one', async () => {
  const wrong = new CallError('refused', { code: 'ACCESS_CURRENT_PASSWORD_WRONG', status: 422 })
  const http = vi.fn<(call: unknown) => Promise<unknown>>(() => Promise.reject(wrong))
  const { screen } = overPages(ChangePasswordScreen, ['/account/password'])
  const { place } = await drawScreen(screen, {
    http: http as unknown as Http,
    user: signedInUser({}),
    language: 'fr-FR',
    texts: ['access', 'errors'],
  })
  const [current, password, repeated] = await vi.waitFor(() => {
    const found = [...place.querySelectorAll('input')]
    expect(found).toHaveLength(3)
    return found as [HTMLInputElement, HTMLInputElement, HTMLInputElement]
  })
  const said = () => [...place.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)
  const sent = () => http.mock.calls.filter(([call]) => call === changePasswordCall)
  const submit = () => place.querySelector<HTMLButtonElement>('button[type="submit"]')!.click()
  await userEvent.fill(current, 'Falsch-1234')
  await userEvent.fill(password, 'Reprise-2027')
  await userEvent.fill(repeated, 'Reprise-2027')
  submit()
  await vi.waitFor(() => expect(said().join()).toContain('Le mot de passe actuel est incorrect'))
  expect(sent()).toHaveLength(1)

  await userEvent.fill(current, 'Reprise-2026')
  await userEvent.fill(repeated, 'Reprise-2028')
  submit()
  await vi.waitFor(() => expect(said().join()).not.toContain('Le mot de passe actuel est incorrect'))
  await vi.waitFor(() => expect(repeated.getAttribute('aria-invalid')).toBe('true'))
  expect(sent()).toHaveLength(1)
})
