import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { id } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { ProductAnswer } from '#sync/calls/product.ts'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { ProductFormPage } from './product-form-page.tsx'

const unknown = { value: null, category: null }
const product: ProductAnswer = {
  id: id(1),
  version: 3,
  label: 'Montre connectée',
  translations: { 'nl-BE': { label: 'Slim horloge' } },
  brand: null,
  manufacturerModel: null,
  buyerReference: null,
  gtin: null,
  tacCodes: [],
  mainCategoryId: id(2),
  secondaryCategoryIds: [],
  status: 'published',
  simple: false,
  imeiCollect: false,
  buybackZeroNotAllowed: false,
  comment: null,
  weightGrams: null,
  lengthCm: null,
  widthCm: null,
  heightCm: null,
  effective: { weightGrams: unknown, lengthCm: unknown, widthCm: unknown, heightCm: unknown },
  prices: {},
  image: null,
  imageHd: null,
  createdAt: '2026-11-23T10:00:00.000Z',
}
const numbers = { numberOfProducts: 0, numberOfPublishedProducts: 0, numberOfQuestions: 0 }
const category = { id: id(2), name: 'Montres', parentId: null, identifier: 'montres', version: 1, status: 'active' }
const categories = { 'hydra:member': [{ ...category, ...numbers, image: null, productCount: { web: 0, store: 0 } }] }

/** The form over its product; what is saved is noted. */
async function open() {
  const saved: unknown[] = []
  const http = createHttp({
    fetch: async (address, init) => {
      const asked = typeof address === 'string' ? address : ''
      if (init?.method === 'PATCH') {
        saved.push(await new Response(init.body ?? null).json())
        return Response.json({ ...product, version: 4 })
      }
      if (asked.startsWith('/api/categories?')) return Response.json({ ...categories, 'hydra:totalItems': 1 })
      if (asked.startsWith('/api/categories/')) return Response.json({ ...category, inheritedMeasures: {} })
      if (asked.includes('price-changes')) return Response.json({ 'hydra:member': [], 'hydra:totalItems': 0 })
      return Response.json(product)
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { screen } = overPages(
    () => <ProductFormPage id={product.id} />,
    ['/product/$id/edit', '/products'],
    `/product/${product.id}/edit`,
  )
  const { place } = await drawScreen(screen, {
    texts: ['errors', 'catalog'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ userType: 'root_management_unit_manager', module: 'root' }),
  })
  await vi.waitUntil(() => place.querySelector('form'))
  const tab = (name: string) =>
    [...place.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent?.startsWith(name))!
  const nameField = (language: string) =>
    vi.waitUntil(() => place.querySelector<HTMLInputElement>(`input[lang="${language}"]`))
  return { place, saved, tab, nameField, submit: () => userEvent.click(place.querySelector('button[type="submit"]')!) }
}

it('writes the name of a product in each language, and sends what was changed alone', { tags: ['slow'] }, async () => {
  const { saved, tab, nameField, submit } = await open()
  await userEvent.click(await vi.waitUntil(() => tab('Informations')))
  // The count, and its words for screen readers.
  expect(tab('Deutsch').textContent).toBe('Deutsch11 texte manquant')
  expect(tab('Nederlands').textContent).toBe('Nederlands')
  await userEvent.click(tab('Deutsch'))
  const german = await nameField('de-DE')
  expect([german.value, german.placeholder]).toEqual(['', 'Montre connectée'])
  await userEvent.fill(german, 'x')
  // Sent from another language, it leads back to the one in which something is wrong.
  await userEvent.click(tab('Nederlands'))
  await nameField('nl-BE')
  await submit()
  const wrong = await nameField('de-DE')
  await vi.waitFor(() => expect(wrong.getAttribute('aria-invalid')).toBe('true'))
  expect(saved).toEqual([])
  await userEvent.fill(wrong, 'Smartwatch')
  await submit()
  await vi.waitFor(() => expect(saved).toEqual([{ translations: { 'de-DE': { label: 'Smartwatch' } } }]))
})
