import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { storageKeys } from '#web/lib/local-storage.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { forgetPin, keepForPin, sealWorkOf, setPin } from './device-door.ts'
import { LoginScreen } from './login-screen.tsx'

const pin = '482137'
const wrongPin = '905847'
const ines = signedInUser()
const paul = signedInUser({ id: '01900000-0000-7000-8000-000000000002', firstname: 'Paul', lastname: 'Roux' })

beforeEach(async () => {
  await leaveWithPin(ines, 'IM', pin)
})
afterEach(async () => {
  for (const { id } of [ines, paul]) await forgetPin(id)
  document.cookie = 'reprise-signed-out=; path=/; max-age=0'
})

/** A user sets a PIN on this device, and signs out. */
async function leaveWithPin(user: typeof ines, initials: string, digits: string): Promise<void> {
  const lockKey = btoa('k'.repeat(32))
  await setPin({ userId: user.id, accountId: user.accountId, initials, pin: digits, days: 7, mark: 'm', lockKey })
  await sealWorkOf(user.id, 1)
  await keepForPin(user.id, { turn: 1, values: { [storageKeys.user]: JSON.stringify(user) } })
}

const shown = <T extends HTMLElement>(selector: string) => vi.waitUntil(() => document.querySelector<T>(selector))
// French sets narrow spaces before its signs.
const plain = (text: string | null | undefined): string => text?.replaceAll(/\s/g, ' ') ?? ''
const button = (text: string) =>
  vi.waitUntil(() => [...document.querySelectorAll('button')].find(({ textContent }) => plain(textContent) === text))

function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The door, with a server that is away unless told. */
async function drawDoor(fetch: typeof globalThis.fetch = () => Promise.reject(new TypeError('offline'))) {
  const onSignedIn = vi.fn<() => void>()
  const door = () => <LoginScreen onSignedIn={onSignedIn} />
  const http = createHttp({ fetch, module: () => null, onSessionEnded: () => undefined })
  const { screen } = overPages(door, ['/login', '/lostPassword'])
  const drawn = await drawScreen(screen, { http, texts: ['access'] })
  return { ...drawn, onSignedIn }
}

async function tryPin(digits: string): Promise<void> {
  const field = await shown<HTMLInputElement>('input[inputmode="numeric"]')
  type(field, digits)
  // A scanner's keyboard ends with Enter, which sends the form.
  field.form!.requestSubmit()
}

const alertOf = (text: string) =>
  vi.waitFor(() => expect(plain(document.querySelector('[role="alert"]')?.textContent)).toContain(text), {
    timeout: 10_000,
  })

describe('the door of a device with a PIN', () => {
  it('lets its user in without a network, as the session was at the sign-out, to send nothing', async () => {
    const { session, onSignedIn } = await drawDoor()
    ;(await button('Pas de réseau : se connecter par code PIN')).click()
    expect((await shown<HTMLInputElement>('input[inputmode="numeric"]')).autocomplete).toBe('off')
    expect(document.body.textContent).toContain('Code PIN de IM')
    await tryPin(wrongPin)
    await alertOf('Ce code PIN est faux. Il reste 9 essais.')
    await tryPin(pin)
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalled(), { timeout: 10_000 })
    expect(session.user()).toMatchObject({ id: ines.id, firstname: 'Inès', byPin: true })
  })

  it('asks for the password where the server answers', async () => {
    const branding = Response.json({
      accountId: null,
      name: 'Reprise',
      mainColor: null,
      logo: null,
      favicon: null,
      language: 'fr-FR',
      currency: 'EUR',
      externalWebsiteLink: null,
    })
    const { session } = await drawDoor(() => Promise.resolve(branding.clone()))
    ;(await button('Pas de réseau : se connecter par code PIN')).click()
    await tryPin(pin)
    await alertOf('Le réseau est là : connectez-vous avec votre mot de passe.')
    expect(session.user()).toBeNull()
    ;(await button('Se connecter avec le mot de passe')).click()
    await shown('input[type="email"]')
  })

  it('says how long to wait after wrong ones, and that the PIN is gone after ten', async () => {
    await drawDoor()
    ;(await button('Pas de réseau : se connecter par code PIN')).click()
    for (const left of [9, 8, 7]) {
      await tryPin(wrongPin)
      await alertOf(`Il reste ${left} essais.`)
    }
    await alertOf('Réessayez dans')
    const { withOutbox } = await import('#web/local/outbox/with-outbox.ts')
    await withOutbox((outbox) =>
      outbox.writing(async (open) => {
        const kept = (await open.device.get(`pin:${ines.id}`))!
        await open.device.put({ ...kept, value: { ...(kept.value as object), wrong: 9, waitsUntilMs: 0 } })
      }),
    )
    await tryPin(wrongPin)
    await alertOf('cet appareil a oublié le vôtre')
  })

  it('asks which of several it is', async () => {
    await leaveWithPin(paul, 'PR', '73019452')
    const { session, onSignedIn } = await drawDoor()
    ;(await button('Pas de réseau : se connecter par code PIN')).click()
    const radios = await vi.waitUntil(() => {
      const found = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')]
      return found.length === 2 && found
    })
    expect(document.body.textContent).toContain('PR')
    radios[1]!.click()
    await tryPin('73019452')
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalled(), { timeout: 10_000 })
    expect(session.user()).toMatchObject({ id: paul.id, byPin: true })
  })
})

it('a device without a PIN offers none at its door', async () => {
  await forgetPin(ines.id)
  const { queries } = await drawDoor()
  await shown('input[type="email"]')
  await vi.waitUntil(() => queries.getQueryState(['access', 'pin-holders'])?.status === 'success')
  expect(document.body.textContent).not.toContain('code PIN')
})
