import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { id } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http.ts'
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
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('Aucun acheteur actif')
})

it('is written in each language: the account’s first, and a tab says what is missing', { tags: ['slow'] }, async () => {
  const place = await draw()
  const tab = (name: string) =>
    [...place.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent?.startsWith(name))!
  const nameField = () => place.querySelector<HTMLInputElement>('[role="tabpanel"] input')!
  const tabs = [...place.querySelectorAll('[role="tab"]')].map((one) => one.textContent)
  expect(tabs).toEqual(['Français', 'English', 'Nederlands', 'Deutsch'])
  await userEvent.fill(nameField(), 'Téléphones')
  expect(tab('Deutsch').textContent).toBe('Deutsch1 texte manquant')
  await userEvent.click(tab('Deutsch'))
  await vi.waitUntil(() => nameField().lang === 'de-DE')
  expect([nameField().value, nameField().placeholder]).toEqual(['', 'Téléphones'])
  await userEvent.fill(nameField(), 'Telefone')
  expect(tab('Deutsch').textContent).toBe('Deutsch')
  expect(tab('Nederlands').textContent).toBe('Nederlands1 texte manquant')
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
