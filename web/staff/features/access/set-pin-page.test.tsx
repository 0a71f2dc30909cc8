import { afterEach, expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { forgetPin, pinLabel } from './device-door.ts'
import { SetPinPage } from './set-pin-page.tsx'

const user = signedInUser({ offline: { days: 3, mark: 'm' } })
afterEach(() => forgetPin(user.id))

function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function drawPage(by = user) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const request = new Request(new URL(address as string, location.origin), init)
    asked.push(`${new URL(request.url).pathname} ${await request.text()}`)
    return Response.json({ days: 3, mark: 'm', lockKey: btoa('k'.repeat(32)) })
  }
  const http = createHttp({ fetch, module: () => null, onSessionEnded: () => undefined })
  const { screen } = overPages(SetPinPage, ['/account/pin'])
  const { place } = await drawScreen(screen, { http, texts: ['access'], user: by })
  const fields = () => [...place.querySelectorAll<HTMLInputElement>('input[inputmode="numeric"]')]
  const set = async (pin: string, repeated = pin) => {
    await vi.waitUntil(() => fields().length === 2)
    type(fields()[0]!, pin)
    type(fields()[1]!, repeated)
    fields()[0]!.form!.requestSubmit()
  }
  const says = (text: string) =>
    vi.waitFor(() => expect(place.textContent.replaceAll(/\s/g, ' ')).toContain(text), { timeout: 10_000 })
  return { place, asked, fields, set, says }
}

it('a PIN that is common, too short or not repeated is refused before anything is asked', async () => {
  const { set, says, asked } = await drawPage()
  await set('1234')
  await says('Un code PIN a au moins 6 chiffres.')
  await set('123456')
  await says('Ce code PIN est deviné parmi les premiers')
  await set('482137', '482138')
  await says('Les deux codes PIN sont différents.')
  expect(asked).toEqual([])
})

it('a PIN that is set says how the door shows its user, and can be removed', async () => {
  const { set, says, place, asked } = await drawPage()
  await says('jusqu’à 3 jours')
  await set('482137')
  await says('cet appareil vous affiche comme « IM »')
  expect(asked).toEqual(['/api/session/offline '])
  expect(await pinLabel(user.id)).toBe('IM')
  const remove = await vi.waitUntil(() =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Supprimer le code PIN'),
  )
  remove.click()
  await vi.waitUntil(async () => (await pinLabel(user.id)) === null)
})

it('an account that allows none says so, and asks for nothing', async () => {
  const { says, fields } = await drawPage(signedInUser({ offline: { days: 0, mark: 'm' } }))
  await says('Votre compte ne permet pas de se connecter sans réseau.')
  expect(fields()).toEqual([])
})
