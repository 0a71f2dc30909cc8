import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { officeForm, refusal } from '#tests/support/office-form.ts'
import { clearScreens, drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { currencies } from '#domain/kernel/languages.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { ClientFormPage } from './client-form-page.tsx'

const client: ClientAnswer = {
  id: '019a6410-0000-7000-8000-000000000001',
  version: 3,
  organizationId: '019a6410-0000-7000-8000-000000000002',
  name: 'Maison Essai',
  status: 'active',
  createdAt: '2026-01-05T10:00:00.000Z',
  isRetailer: true,
  isBuyerAndWorkshopsSupervisor: false,
  webChannelUrl: null,
  linkedBuyers: 0,
  linkedRetailers: 0,
  siret: null,
  capital: null,
  street: null,
  streetMore: null,
  zipCode: null,
  city: 'Lille',
  country: 'FR',
  companyCountry: 'FR',
  language: 'fr-FR',
  currency: 'EUR',
  timeZone: 'Europe/Paris',
  emailDPO: null,
  tagManagerId: null,
  consentToolId: null,
  trackingTags: null,
  paymentIssuer: 'retailer',
  transportContractHolder: 'retailer',
}

/** Chooses an option of a list, which is written where it is long. */
async function choose(list: HTMLInputElement, name: string): Promise<void> {
  list.click()
  if (!list.readOnly) await userEvent.fill(list, name)
  const option = await vi.waitUntil(() => {
    const options = document.getElementById(list.getAttribute('aria-controls') ?? '')
    return [...(options?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])].find(
      (one) => one.textContent === name,
    )
  })
  option.click()
}

/** The page of the client; each change is answered by the test. */
async function open(answer: () => Response) {
  const sent: { readonly version: string | null; readonly body: Readonly<Record<string, unknown>> }[] = []
  const http = createHttp({
    fetch: async (_url, init) => {
      if (init?.method !== 'PATCH') return Response.json(client)
      const body = (await new Response(init.body ?? null).json()) as Record<string, unknown>
      sent.push({ version: new Headers(init.headers).get('if-match'), body })
      return answer()
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const page = () => <ClientFormPage organizationId={client.organizationId} />
  const { place } = await drawScreen(overPages(page, ['/clients']).screen, {
    language: 'en-GB',
    texts: ['errors', 'client'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  return { sent, ...officeForm(place) }
}

it('a client that another user changed in between is not saved, and what was typed stays (ORG-07)', async () => {
  const { field, type, save, sent, alert } = await open(refusal('REQUEST_VERSION_CONFLICT', 412))
  await type('City', 'Roubaix')
  save()
  expect(await alert()).toContain('The client could not be changed')
  expect(sent).toMatchObject([{ version: '"3"', body: { city: 'Roubaix', name: 'Maison Essai', siret: null } }])
  expect(sent[0]!.body).not.toHaveProperty('currency')
  expect((await field('City')).value).toBe('Roubaix')
})

it('what the server refuses of one field is told at that field (ORG-07)', async () => {
  const { field, type, save, alert } = await open(refusal('CLIENT_WEB_ADDRESS_TAKEN', 409, { field: 'webChannelUrl' }))
  await type('Address of the web channel', 'https://taken.example')
  save()
  await alert()
  const input = await field('Address of the web channel')
  await vi.waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(input.value).toBe('https://taken.example')
})

it('a new client is offered the four currencies and no other (SHELL-03)', async () => {
  const page = () => <ClientFormPage organizationId={null} />
  const { place } = await drawScreen(overPages(page, ['/clients']).screen, {
    language: 'en-GB',
    texts: ['errors', 'client'],
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  const currency = await officeForm(place).field('Currency')
  expect([currency.value, currency.disabled]).toEqual(['GBP', false])
  currency.click()
  const list = await vi.waitUntil(() => document.getElementById(currency.getAttribute('aria-controls') ?? ''))
  const offered = [...list.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
  expect(offered).toEqual([...currencies])
  expect(offered).toHaveLength(4)
})

it('a new client begins in the language of its administrator, and its country sets currency and time zone', async () => {
  const { place } = await drawScreen(overPages(() => <ClientFormPage organizationId={null} />, ['/clients']).screen, {
    language: 'de-DE',
    texts: ['errors', 'client'],
    user: signedInUser({ module: 'root', userType: 'super_admin' }),
  })
  const { field } = officeForm(place)
  const standing = async () => {
    const shown = await Promise.all(['Land des Unternehmens', 'Sprache', 'Währung', 'Zeitzone'].map(field))
    return shown.map(({ value }) => value)
  }
  await vi.waitFor(async () => expect(await standing()).toEqual(['Deutschland', 'Deutsch', 'EUR', 'Europe/Berlin']))
  await choose(await field('Land'), 'Schweiz')
  // The company is where its address is, until another country is chosen for it.
  await vi.waitFor(async () => expect(await standing()).toEqual(['Schweiz', 'Deutsch', 'CHF', 'Europe/Zurich']))
  await choose(await field('Land des Unternehmens'), 'Vereinigtes Königreich')
  await vi.waitFor(async () => expect((await standing()).slice(2)).toEqual(['GBP', 'Europe/London']))
  await choose(await field('Währung'), 'USD')
  await choose(await field('Land'), 'Österreich')
  await vi.waitFor(async () => expect((await field('Land')).value).toBe('Österreich'))
  expect(await standing()).toEqual(['Vereinigtes Königreich', 'Deutsch', 'USD', 'Europe/London'])
})

it('invites people as the client is made, and says which of them is wrong', async () => {
  const sent: Readonly<Record<string, unknown>>[] = []
  const http = createHttp({
    fetch: async (_url, init) => {
      sent.push((await new Response(init?.body ?? null).json()) as Record<string, unknown>)
      return refusal('USER_EMAIL_TAKEN', 409, { field: 'firstUsers.0.email' })()
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(() => <ClientFormPage organizationId={null} />, ['/clients']).screen, {
    language: 'en-GB',
    texts: ['errors', 'client', 'organization'],
    http,
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  const form = officeForm(place)
  await form.type('Name', 'Boutique')
  const invite = await vi.waitUntil(() =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Invite a user'),
  )
  invite.click()
  await form.type('First name', 'Ada')
  form.save()
  await vi.waitFor(() => expect(place.textContent).toContain('This field is required'))
  expect(sent).toEqual([])
  await form.type('Last name', 'Moreau')
  await form.type('E-mail address', 'ada@taken.example')
  form.save()
  await vi.waitFor(() => expect(place.textContent).toContain('This e-mail address is in use already'))
  const person = { email: 'ada@taken.example', firstname: 'Ada', lastname: 'Moreau' }
  expect(sent).toMatchObject([{ firstUsers: [{ ...person, type: 'root_management_unit_manager' }] }])
  expect((await form.field('E-mail address')).getAttribute('aria-invalid')).toBe('true')
})

it('a reload of the form of a new client finds what was typed; a page that is left forgets it', async () => {
  const open = async () => {
    const { place } = await drawScreen(overPages(() => <ClientFormPage organizationId={null} />, ['/clients']).screen, {
      language: 'de-DE',
      texts: ['errors', 'client', 'organization'],
      user: signedInUser({ module: 'root', userType: 'admin' }),
    })
    return officeForm(place)
  }
  const first = await open()
  // No account is known yet: a new client is most likely in the country of the language.
  await vi.waitFor(async () => expect((await first.field('Land')).value).toBe('Deutschland'))
  await first.type('Name', 'Laden am Markt')
  const kept = await vi.waitUntil(() => Object.entries({ ...sessionStorage }).find(([, text]) => /Markt/.test(text)))
  clearScreens()
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
  // A reload takes the page away without a word to it.
  sessionStorage.setItem(...kept)
  expect((await (await open()).field('Name')).value).toBe('Laden am Markt')
})
