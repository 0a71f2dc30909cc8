import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { askedProofAtom, createAskForProof } from '#web/lib/asked-proof.ts'
import { createHttp } from '#web/lib/http-client.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Session } from '#web/lib/session.ts'
import { ErrorModals } from './error-modals.tsx'
import { signedInUser } from './signed-in-user.fixture.ts'

const soon = { timeout: 10_000 }
const payer = { method: 'put', path: '/api/payer' } as const
const refuse = (status: number, code: string) => Response.json({ code, message: code }, { status })

const found = <T extends HTMLElement>(selector: string) =>
  vi.waitFor(() => {
    const element = document.querySelector<T>(selector)
    if (element === null) throw new Error(`nothing is ${selector} yet`)
    return element
  }, soon)
const gone = () => vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull(), soon)
const button = (name: string) =>
  vi.waitUntil(
    () =>
      [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
        ({ textContent }) => textContent === name,
      ),
    soon,
  )

/** A form whose call needs a proof, over a server that takes one password and, where it says so, one code. */
async function open({ user = signedInUser(), code }: { readonly user?: StoredUser; readonly code?: string } = {}) {
  const sent: { path: string; body: unknown }[] = []
  let isProven = false
  const session: { current: Session | null } = { current: null }
  const http = createHttp({
    fetch: async (address, init) => {
      const { pathname } = new URL(address as string, location.origin)
      const body = JSON.parse(init?.body as string) as { password?: string; code?: string }
      sent.push({ path: pathname, body })
      if (pathname !== '/api/session/proof')
        return isProven ? new Response(null, { status: 204 }) : refuse(403, 'ACCESS_PROOF_REQUIRED')
      if (body.password !== 'right') return refuse(422, 'ACCESS_CURRENT_PASSWORD_WRONG')
      if (code !== undefined && body.code !== code) return refuse(403, 'ACCESS_CODE_REQUIRED')
      isProven = true
      return Response.json({ ...user, sessionExpiresAt: '2026-11-30T09:00:00.000Z' })
    },
    module: () => null,
    onSessionEnded: () => undefined,
    onProofRequired: () => createAskForProof(session.current!.store)(),
  })
  const Page = () => (
    <>
      <input id="typed" defaultValue="FR76" />
      <ErrorModals />
    </>
  )
  const { screen, path } = overPages(Page, ['/payer'])
  const drawn = await drawScreen(screen, { user, http, texts: ['shell', 'errors', 'access'] })
  session.current = drawn.session
  await userEvent.fill(await found('#typed'), 'FR76 3000')
  const save = () => http(payer, { body: { iban: document.querySelector<HTMLInputElement>('#typed')?.value } })
  return { save, sent, path, prove: () => (isProven = true), session: drawn.session }
}

it('a call that needs a proof asks for the password above the page, and is sent again as it was', async () => {
  const { save, sent, path, session } = await open()
  const saving = save()
  const password = await found<HTMLInputElement>('[role="dialog"] input[type="password"]')
  await userEvent.fill(password, 'wrong')
  ;(await button('Continuer')).click()
  await found('[role="dialog"] [role="alert"]')
  await userEvent.fill(password, 'right')
  ;(await button('Continuer')).click()
  await saving
  await gone()
  expect(sent.filter(({ path: asked }) => asked === '/api/payer').map(({ body }) => body)).toEqual([
    { iban: 'FR76 3000' },
    { iban: 'FR76 3000' },
  ])
  expect([path(), document.querySelector<HTMLInputElement>('#typed')?.value]).toEqual(['/payer', 'FR76 3000'])
  expect(session.user()?.sessionExpiresAt).toBe('2026-11-30T09:00:00.000Z')
})

it('a code is asked for too where the user has turned codes on', async () => {
  const { save, sent } = await open({ code: '123456' })
  const saving = save()
  await userEvent.fill(await found('[role="dialog"] input[type="password"]'), 'right')
  ;(await button('Continuer')).click()
  await userEvent.fill(await found('[role="dialog"] input[autocomplete="one-time-code"]'), '123456')
  ;(await button('Continuer')).click()
  await saving
  await gone()
  expect(sent.at(-2)).toEqual({ path: '/api/session/proof', body: { password: 'right', code: '123456' } })
})

it('a user who turns it down is told that nothing has changed, and keeps what is typed', async () => {
  const { save, sent } = await open()
  const saving = save().then(
    () => null,
    (error: unknown) => error,
  )
  ;(await button('Annuler')).click()
  expect(await saving).toMatchObject({ code: 'ACCESS_PROOF_REQUIRED' })
  await gone()
  expect(sent).toHaveLength(1)
  expect(document.querySelector<HTMLInputElement>('#typed')?.value).toBe('FR76 3000')
})

it('several calls wait for one answer', async () => {
  const { save, sent } = await open()
  const saving = Promise.all([save(), save()])
  await userEvent.fill(await found('[role="dialog"] input[type="password"]'), 'right')
  ;(await button('Continuer')).click()
  await saving
  await gone()
  expect(sent.filter(({ path }) => path === '/api/session/proof')).toHaveLength(1)
})

it('a user of an identity provider proves it there, in another tab, and goes on here', async () => {
  const { save, prove, session } = await open({ user: signedInUser({ viaOpenid: true }) })
  const saving = save()
  const link = await found<HTMLAnchorElement>('[role="dialog"] a[target="_blank"]')
  expect(new URL(link.href).searchParams.get('from')).toBe('/payer')
  expect(document.querySelector('[role="dialog"] input')).toBeNull()
  prove()
  ;(await button('C’est fait, continuer')).click()
  await saving
  await gone()
  expect(session.store.get(askedProofAtom)).toBeNull()
})

it('a session that is only read again asks on and keeps what is typed there; one begun in another tab is a proof', async () => {
  const user = signedInUser()
  const { save, sent, prove, session } = await open({ user })
  const saving = save()
  const password = await found<HTMLInputElement>('[role="dialog"] input[type="password"]')
  await userEvent.fill(password, 'half a pass')
  session.keep({ ...user, sessionExpiresAt: '2026-12-01T09:00:00.000Z' }, new Date())
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  expect((await found<HTMLInputElement>('[role="dialog"] input[type="password"]')).value).toBe('half a pass')
  expect(sent).toHaveLength(1)
  prove()
  session.keep({ ...user, provenAt: '2026-11-30T09:00:00.000Z' }, new Date())
  await saving
  await gone()
  expect(sent.map(({ path }) => path)).toEqual(['/api/payer', '/api/payer'])
})

it('another user is no proof: the call of the one before is sent no more', async () => {
  const { save, sent, prove, session } = await open()
  const saving = save().then(
    () => null,
    (error: unknown) => error,
  )
  await found('[role="dialog"] input[type="password"]')
  prove()
  const other = signedInUser({ id: '01900000-0000-7000-8000-000000000002', provenAt: '2026-11-30T09:00:00.000Z' })
  session.keep(other, new Date())
  expect(await saving).toMatchObject({ code: 'ACCESS_PROOF_REQUIRED' })
  await gone()
  expect(sent).toHaveLength(1)
})
