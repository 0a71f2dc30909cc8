import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { id } from '#tests/support/floor-world.ts'
import type { CategoryAnswer } from '#sync/calls/category.ts'
import type { CircuitAnswer } from '#sync/calls/circuit.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { CategoryFormPage } from './category-form-page.tsx'

const longName = 'Appareils photo hybrides, objectifs interchangeables et accessoires'

function listed(n: number, name: string, parentId: string | null = null) {
  const numbers = { numberOfProducts: 0, numberOfPublishedProducts: 0, numberOfQuestions: 0 }
  const rest = { version: 1, status: 'active', image: null, productCount: { web: 0, store: 0 }, ...numbers }
  return { id: id(n), name, parentId, identifier: `categorie-${n}`, ...rest }
}

const page = (...members: readonly object[]) => ({ 'hydra:member': members, 'hydra:totalItems': members.length })

async function draw() {
  const network = ((address: string) => {
    if (address.startsWith('/api/categories?'))
      return Promise.resolve(Response.json(page(listed(1, 'Image'), listed(2, longName, id(1)))))
    if (address.startsWith('/api/organizations?')) return Promise.resolve(Response.json(page()))
    throw new Error(`Not expected: ${address}`)
  }) as typeof fetch
  const http = createHttp({ fetch: network, module: () => null, onSessionEnded: () => undefined })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { screen } = overPages(() => <CategoryFormPage id={null} />, ['/category/create', '/categories/list'])
  const user = signedInUser({ userType: 'root_management_unit_manager', module: 'root' })
  const { place } = await drawScreen(screen, { texts: ['errors', 'catalog'], http, queries, user })
  await vi.waitUntil(() => place.querySelector('form'))
  return place
}

it('cuts the long names of parents, and shows where each stands (CAT-21)', { tags: ['slow'] }, async () => {
  const place = await draw()
  const parent = place.querySelector<HTMLInputElement>('[role="combobox"], input[aria-haspopup="listbox"]')
  await userEvent.click(parent!)
  const option = await vi.waitUntil(() =>
    [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) => one.textContent?.includes(longName)),
  )
  expect(option.querySelector('[aria-hidden]')?.textContent).toBe('Appareils photo hybrides, objectifs int…')
  expect(option.querySelector<HTMLElement>('[style*="--depth"]')?.style.getPropertyValue('--depth')).toBe('1')
})

it('says that no buyer is there to choose (CAT-13)', { tags: ['slow'] }, async () => {
  const place = await draw()
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('Aucun repreneur actif')
})

it('is written in each language: the account’s first, and a tab says what is missing', { tags: ['slow'] }, async () => {
  const place = await draw()
  const tab = (name: string) =>
    [...place.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent?.startsWith(name))!
  const nameField = () => place.querySelector<HTMLInputElement>('[role="tabpanel"] input')!
  const tabs = [...place.querySelectorAll('[role="tab"]')].map((one) => one.textContent)
  expect(tabs).toEqual(['Français', 'English', 'Nederlands', 'Deutsch'])
  await userEvent.fill(nameField(), 'Téléphones')
  expect(tab('Deutsch').textContent).toContain('1 texte manquant')
  await userEvent.click(tab('Deutsch'))
  await vi.waitUntil(() => nameField().lang === 'de-DE')
  expect([nameField().value, nameField().placeholder]).toEqual(['', 'Téléphones'])
  await userEvent.fill(nameField(), 'Telefone')
  expect(tab('Deutsch').textContent).toBe('Deutsch')
  expect(tab('Nederlands').textContent).toContain('1 texte manquant')
  await userEvent.click(tab('Français'))
  await vi.waitUntil(() => nameField().lang === 'fr-FR')
  expect(nameField().value).toBe('Téléphones')
})

it('goes to the language in which something is wrong', { tags: ['slow'] }, async () => {
  const place = await draw()
  const tab = (name: string) =>
    [...place.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent?.startsWith(name))!
  await userEvent.click(tab('English'))
  const field = () => place.querySelector<HTMLInputElement>('[role="tabpanel"] input')!
  await vi.waitUntil(() => field().lang === 'en-GB')
  await userEvent.click(place.querySelector('button[type="submit"]')!)
  await vi.waitUntil(() => field().lang === 'fr-FR' && field().getAttribute('aria-invalid') === 'true')
  // Each time the form is sent, and at no key in between.
  await userEvent.click(tab('English'))
  await vi.waitUntil(() => field().lang === 'en-GB')
  await userEvent.fill(field(), 'x'.repeat(300))
  await userEvent.click(place.querySelector('button[type="submit"]')!)
  await vi.waitUntil(() => field().getAttribute('aria-invalid') === 'true')
  await userEvent.fill(field(), 'Cameras')
  await vi.waitUntil(() => field().getAttribute('aria-invalid') !== 'true')
  expect([field().lang, field().value]).toEqual(['en-GB', 'Cameras'])
  await userEvent.click(place.querySelector('button[type="submit"]')!)
  await vi.waitUntil(() => field().lang === 'fr-FR')
})

const drones: CategoryAnswer = {
  ...listed(3, 'Drones et caméras'),
  status: 'active',
  description: null,
  translations: {},
  childrenDescription: null,
  highlightedInstruction: null,
  children: [],
  organizationId: null,
  buyerAccountId: null,
  buyer: null,
  defaultWeightGrams: null,
  defaultHeightCm: null,
  defaultLengthCm: null,
  defaultWidthCm: null,
  inheritedMeasures: { weightGrams: null, heightCm: null, lengthCm: null, widthCm: null },
  absorptionType: 'none',
  absorptionValue: null,
  absorptionMaxCents: null,
  referringWorkshops: [],
  circuits: [],
  dispatchCircuitRules: [],
  dispatchCircuitRule: null,
}

it('a change over another user’s keeps what was typed, until it is given up', { tags: ['slow'] }, async () => {
  let stored = drones
  const { fill, press, field, alert } = await openOffice(() => <CategoryFormPage id={stored.id} />, {
    answer: ({ method, path, version }) => {
      if (path === '/api/categories' || path === '/api/organizations') return page(listed(1, 'Image'))
      if (method === 'GET') return stored
      expect(version).not.toBe(`"${stored.version}"`)
      return Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: 'x' }, { status: 412 })
    },
    texts: ['catalog', 'buyback'],
    userType: 'root_management_unit_manager',
    pages: ['/category/$id/edit', '/categories/list'],
    at: `/category/${stored.id}/edit`,
  })
  expect((await field('Nom')).value).toBe('Drones et caméras')
  await fill('Nom', 'Drones')
  stored = { ...stored, description: 'Autre', version: 2 }
  await press('Enregistrer')
  expect((await alert()).textContent).toContain('Recharger')
  expect((await field('Nom')).value).toBe('Drones')
  await press('Recharger')
  await vi.waitFor(async () => expect((await field('Description')).value).toBe('Autre'))
})

it('what was typed stays when a circuit is given after another user’s change', { tags: ['slow'] }, async () => {
  let stored = drones
  const circuit: CircuitAnswer = {
    id: id(5),
    name: 'Par la poste',
    type: 'web_post',
    channel: 'web',
    deposit: 'post',
    status: 'enabled',
    version: 1,
    description: null,
    translations: {},
    terms: null,
    ruleDescription: null,
    highlightedInstruction: null,
    customValues: null,
    transferOrderNumberOfCopy: 1,
    defaultInstructions: [],
    eligibleCountries: [],
    paymentModeIds: [],
    transportOptionIds: [],
    modifier: null,
    ownLabel: false,
    carrierMissing: false,
    categories: [],
  }
  const { asked, fill, press, field, says, place } = await openOffice(() => <CategoryFormPage id={drones.id} />, {
    answer: ({ method, path }) => {
      if (path === '/api/categories' || path === '/api/organizations') return page(listed(1, 'Image'))
      if (path === '/api/circuits') return page(circuit)
      if (method === 'GET') return stored
      if (method === 'PATCH') return Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: 'x' }, { status: 412 })
      stored = {
        ...drones,
        version: 2,
        description: 'Autre',
        circuits: [{ id: id(5), name: 'Par la poste', type: 'web_post', isInherited: false }],
      }
      return new Response(null, { status: 204 })
    },
    texts: ['catalog', 'buyback'],
    userType: 'root_management_unit_manager',
    pages: ['/category/$id/edit', '/categories/list'],
    at: `/category/${drones.id}/edit`,
  })
  await fill('Nom', 'Drones')
  await says('Aucun circuit actif')
  await userEvent.click(await field('Circuits'))
  const option = await vi.waitUntil(() =>
    [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
      ({ textContent }) => textContent === circuit.name,
    ),
  )
  await userEvent.click(option)
  await vi.waitFor(() => expect(place.textContent).not.toContain('Aucun circuit actif'), { timeout: 10_000 })
  expect((await field('Nom')).value).toBe('Drones')
  await press('Enregistrer')
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'PATCH')?.version).toBe('"1"'))
})
