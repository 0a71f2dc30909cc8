import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { ChangePasswordScreen } from './change-password-screen.tsx'
import { LoginScreen } from './login-screen.tsx'
import { NewPasswordScreen } from './new-password-screen.tsx'
import { SsoCallbackScreen } from './sso-callback-screen.tsx'
import { startLogin } from './sso-login.ts'
import { RenewScreen } from './renew-screen.tsx'

const refused = (code: string, status: number) => () => Response.json({ code, message: code }, { status })
const pages: readonly [string, ...string[]] = ['/login', '/password/confirmation']
const texts = ['access']
const alert = () => vi.waitUntil(() => document.querySelector('[role=alert]')?.textContent, { timeout: 10_000 })

it('a password that the server could not keep is told to have been not created, and stays typed (AUTH-21)', async () => {
  const page = () => <NewPasswordScreen token="p_x" />
  const { fill, press, field } = await openOffice(page, { answer: refused('SERVER_ERROR', 500), texts, pages })
  await fill('Nouveau mot de passe', 'Reprise-2031')
  await fill('Répétez le nouveau mot de passe', 'Reprise-2031')
  await press('Enregistrer le mot de passe')
  expect(await alert()).toBe('Le mot de passe n’a pas pu être créé.')
  expect((await field('Nouveau mot de passe')).value).toBe('Reprise-2031')
})

it('a password that the server could not change is told so to its user, in other words (AUTH-21)', async () => {
  const { fill, press, asked } = await openOffice(ChangePasswordScreen, {
    answer: ({ method, path }) => {
      if (method === 'POST') return refused('SERVER_ERROR', 500)()
      if (path === '/api/session/passkeys') return { passkeys: [] }
      return path === '/api/session/list'
        ? { sessions: [], devices: [] }
        : { isOn: false, since: null, recoveryCodesLeft: 0 }
    },
    texts,
    pages: ['/account/password', '/home'],
  })
  await fill('Mot de passe actuel', 'Reprise-2026')
  await fill('Nouveau mot de passe', 'Reprise-2031')
  await fill('Répétez le nouveau mot de passe', 'Reprise-2031')
  await press('Changer le mot de passe')
  expect(await alert()).toBe('Le mot de passe n’a pas pu être changé.')
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/password/change'])
})

it('a link of a password that is none, or worth nothing any more, says so', async () => {
  const page = () => <RenewScreen token={'x'.repeat(43)} />
  await openOffice(page, { answer: refused('ACCESS_PASSWORD_LINK_INVALID', 404), texts, pages })
  expect(await alert()).toBe('Ce lien a expiré ou n’est pas valide.')
})

it('a user who has to sign in with the organisation is told so after a password', async () => {
  const page = () => <LoginScreen onSignedIn={() => undefined} />
  const { fill, press } = await openOffice(page, { answer: refused('ACCESS_SSO_REQUIRED', 403), texts, pages })
  await fill('Adresse e-mail', 'store_seller@demo.example')
  await fill('Mot de passe', 'Reprise-2026')
  await press('Se connecter')
  expect(await alert()).toContain('connexion SSO obligatoire')
})

it('a provider that is away is told of in words of its own (AUTH-13)', async () => {
  const page = () => <LoginScreen onSignedIn={() => undefined} />
  const { fill, press } = await openOffice(page, { answer: refused('ACCESS_SSO_UNREACHABLE', 409), texts, pages })
  await press('Se connecter avec l’organisation')
  await fill('Adresse e-mail', 'store_seller@demo.example')
  await press('Continuer')
  expect(await alert()).toContain('Le service de connexion de votre organisation ne répond pas.')
})

it('an answer of a provider that nobody on this device began is refused, and asked the server for nothing (AUTH-13)', async () => {
  const page = () => <SsoCallbackScreen organizationId="o" onSignedIn={() => undefined} />
  const { asked } = await openOffice(page, { answer: () => null, texts, pages })
  expect(await alert()).toContain('La réponse de votre organisation n’a pas pu être vérifiée.')
  expect(asked).toEqual([])
})

it('a user whom the provider knows and the account does not is told so (AUTH-12)', async () => {
  const page = () => <SsoCallbackScreen organizationId="o" onSignedIn={() => undefined} />
  const values = new Map<string, string>()
  const device = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: () => undefined,
  }
  startLogin(device, 'none', { email: 'nobody@demo.example' }, Date.now())
  await openOffice(page, {
    answer: refused('ACCESS_SSO_USER_UNKNOWN', 403),
    texts,
    pages,
    stored: Object.fromEntries(values),
  })
  expect(await alert()).toContain('aucun utilisateur actif ne correspond ici')
})
