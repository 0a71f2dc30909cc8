import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openOffice } from '#tests/support/office-page.tsx'
import { ChangePasswordScreen } from './change-password-screen.tsx'
import { LoginScreen } from './login-screen.tsx'

const texts = ['access']
const alert = () => vi.waitUntil(() => document.querySelector('[role=alert]')?.textContent, { timeout: 10_000 })
const refused = (code: string, status: number) => Response.json({ code, message: code }, { status })

it('a sign-in asks for a code once the server does, and keeps asking where it is wrong', async () => {
  const answers = [refused('ACCESS_CODE_REQUIRED', 403), refused('ACCESS_CODE_WRONG', 422)]
  const page = () => <LoginScreen onSignedIn={() => undefined} />
  const { fill, press, asked, field } = await openOffice(page, {
    answer: () => answers.shift() ?? null,
    texts,
    pages: ['/login'],
  })
  await fill('Adresse e-mail', 'claire@demo.example')
  await fill('Mot de passe', 'Zebre-Lune-41')
  await press('Se connecter')
  expect(await alert()).toContain('code à usage unique')
  await fill('Code', '123 456')
  await press('Se connecter')
  await vi.waitUntil(() => document.querySelector('[role=alert]')?.textContent.includes('faux'), { timeout: 10_000 })
  expect((await field('Code')).value).toBe('123 456')
  expect(asked.map(({ body }) => (body as { readonly code?: string }).code)).toEqual([undefined, '123 456'])
})

it('codes are turned on by a first one, and the recovery codes are shown once', async () => {
  let isOn = false
  const { fill, press, button, place } = await openOffice(ChangePasswordScreen, {
    answer: ({ method, path }) => {
      if (path === '/api/session/list') return { sessions: [], devices: [] }
      if (path === '/api/session/passkeys') return { passkeys: [] }
      if (method === 'GET')
        return { isOn, since: isOn ? '2026-11-18T12:00:00Z' : null, recoveryCodesLeft: isOn ? 2 : 0 }
      if (path.endsWith('/confirm')) {
        isOn = true
        return { recoveryCodes: ['abcde-fghjk', 'mnpqr-stuvw'] }
      }
      return { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Reprise:c@d.example?secret=JBSWY3DPEHPK3PXP' }
    },
    texts,
    pages: ['/account/password'],
  })
  const told = () => place.textContent
  await button('Activer les codes')
  const section = '[aria-labelledby=codes-title]'
  const password = await vi.waitUntil(() =>
    document.querySelector<HTMLInputElement>(`${section} input[autocomplete=current-password]`),
  )
  await userEvent.fill(password, 'Zebre-Lune-41')
  await press('Activer les codes')
  await vi.waitUntil(() => told().includes('JBSWY3DPEHPK3PXP'), { timeout: 10_000 })
  expect(document.querySelectorAll('svg[aria-label^="Code QR"] path')).not.toHaveLength(0)
  await fill('Code', '123456')
  await press('Vérifier le code')
  await vi.waitUntil(() => told().includes('mnpqr-stuvw'), { timeout: 10_000 })
  await press('J’ai gardé les codes')
  await vi.waitUntil(() => /Codes de secours restants\s*:\s*2/u.test(told()), { timeout: 10_000 })
  expect(told()).not.toContain('abcde-fghjk')
})
