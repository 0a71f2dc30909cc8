import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserType } from '#domain/organization/user-type.ts'
import type { ListedProductAnswer } from '#sync/calls/product-list.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { ProductsPage } from './products-page.tsx'

const product = (number: number): ListedProductAnswer => ({
  id: `p${number}`,
  version: number + 3,
  label: `Produit ${number}`,
  brand: 'Nikon',
  model: null,
  buyerReference: null,
  gtin: null,
  categoryId: 'k1',
  categoryName: 'Reflex',
  status: 'published',
  image: null,
  prices: { grade_a: 12_345 },
  bestPriceCents: 12_345,
  createdAt: '2026-11-02T10:00:00.000Z',
})
const rows = [product(1), product(2)]

/** The ways to an import and an export of the catalog (IO-09, IO-17). */
const ways = 'a[href*="/imports/"], a[href*="catalog-export"]'

async function open(at = '/products', userType: UserType = 'root_management_unit_manager', changed = 1) {
  const office = await openOffice(ProductsPage, {
    answer: ({ path }) =>
      path === '/api/products/status'
        ? { changed, left: [{ id: 'p2', label: 'Produit 2' }] }
        : path === '/api/products'
          ? { 'hydra:member': rows, 'hydra:totalItems': 25 }
          : { categories: [] },
    texts: ['catalog', 'warehouse'],
    module: userType === 'store_seller' ? 'tim' : userType.startsWith('warehouse') ? 'rps' : 'root',
    userType,
    pages: ['/products', '/product/create', '/product/$id/edit', '/refurb-diagnosis-questions'],
    at,
  })
  await vi.waitFor(() => expect(office.rows()).toHaveLength(2), { timeout: 10_000 })
  const questions = () => office.asked.filter(({ path }) => path === '/api/products').map(({ query }) => query)
  const asks = (part: object) => vi.waitFor(() => expect(questions().at(-1)).toMatchObject(part), { timeout: 5_000 })
  const choose = async (label: string, option: string) => {
    await userEvent.click(await office.field(label))
    const found = () =>
      [...document.querySelectorAll<HTMLElement>('[role=option]')].find(({ textContent }) => textContent === option)
    ;(await vi.waitUntil(found)).click()
  }
  return { ...office, questions, asks, choose }
}

it('published products by name are asked for at first, and a seller changes none of them (CAT-24)', async () => {
  const { asks, offers, place } = await open('/products', 'store_seller')
  await asks({ status: 'published', 'order[label]': 'asc', page: '1', itemsPerPage: '10' })
  expect(place.querySelector('[aria-sort=ascending]')?.textContent).toContain('Produit')
  expect(place.querySelector('td input[type=checkbox]')).toBeNull()
  expect(place.querySelector('a[href="/product/create"]')).toBeNull()
  expect(offers('Exporter la liste')).toBe(false)
  expect(place.querySelector(ways)).toBeNull()
})

it('a workshop manager opens what the workshop asks of a product, and changes nothing else of it (CAT-30)', async () => {
  const { place, path } = await open('/products', 'warehouse_manager')
  expect(place.querySelector('td input[type=checkbox]')).toBeNull()
  const link = [...place.querySelectorAll('a')].find(({ textContent }) => textContent === 'Produit 2')!
  expect(link.getAttribute('href')).toBe('/refurb-diagnosis-questions?product=p2')
  link.click()
  await vi.waitFor(() => expect(path()).toBe('/refurb-diagnosis-questions'))
})

it('an operator of the workshop opens no product', async () => {
  const { place } = await open('/products', 'warehouse_operator')
  expect(place.querySelector('td a')).toBeNull()
})

it('a sorted list asks for its other direction at the next press (CAT-25)', async () => {
  const { asks, place } = await open()
  expect(place.querySelectorAll(ways)).toHaveLength(2)
  const head = () => [...place.querySelectorAll('th')].find(({ textContent }) => textContent.startsWith('Prix'))!
  head().querySelector('button')!.click()
  await asks({ 'order[buybackPriceGradeA]': 'asc' })
  await vi.waitFor(() => expect(place.querySelector('[aria-sort=ascending]')?.textContent).toContain('Prix par grade'))
  head().querySelector('button')!.click()
  await asks({ 'order[buybackPriceGradeA]': 'desc' })
})

it('chosen products go with the versions that were listed, and those that were left are named', async () => {
  const { asked, press, place, says } = await open()
  for (const box of place.querySelectorAll<HTMLElement>('td input[type=checkbox]')) box.click()
  await press('Publier')
  await vi.waitUntil(() => document.querySelector('[role=dialog]'))
  const confirm = () =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find(
      ({ textContent }) => textContent === 'Publier',
    )
  ;(await vi.waitUntil(confirm)).click()
  await says(/1 produit a changé/)
  await says(/1 produit modifié par une autre personne .*Produit 2/)
  const listed = [
    { id: 'p1', version: 4 },
    { id: 'p2', version: 5 },
  ]
  expect(asked.find(({ path }) => path === '/api/products/status')?.body).toEqual({
    products: { listed },
    status: 'published',
  })
})

it('what is said of products that were all left can be put away', async () => {
  const { press, place, says } = await open('/products', 'root_management_unit_manager', 0)
  place.querySelectorAll<HTMLElement>('td input[type=checkbox]')[1]!.click()
  await press('Publier')
  await vi.waitUntil(() => document.querySelector('[role=dialog]'))
  const confirm = () =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find(
      ({ textContent }) => textContent === 'Publier',
    )
  ;(await vi.waitUntil(confirm)).click()
  await says(/1 produit modifié par une autre personne .*Produit 2/)
  place.querySelector<HTMLElement>('[role=status] button[aria-label=Fermer]')!.click()
  await vi.waitUntil(() => !place.textContent.includes('modifié par une autre personne'))
})

it('prices are asked for by grade, and never from above to below (CAT-23, CAT-27)', async () => {
  const { asks, choose, fill, field, says, questions, place, press } = await open()
  await press('Filtres')
  await choose('Prix du grade', 'Grade E')
  await fill('Prix minimum', '10,5')
  await asks({ 'buybackPriceGradeE[gte]': '1050' })
  await fill('Prix maximum', '30')
  await asks({ 'buybackPriceGradeE[gte]': '1050', 'buybackPriceGradeE[lte]': '3000' })
  const before = questions().length
  await fill('Prix maximum', '10')
  await says('Le prix minimum dépasse le prix maximum')
  for (const label of ['Prix minimum', 'Prix maximum']) expect((await field(label)).ariaInvalid).toBe('true')
  const asked = questions()
    .slice(before)
    .flatMap((question) => Object.keys(question))
  expect(asked.filter((name) => name.startsWith('buybackPrice'))).toEqual([])
  expect(place.querySelector('[role=alert]')).not.toBeNull()
})

it('a price above the highest is said at its field, and asked for no more; what has to be corrected stays', async () => {
  const { asks, questions, fill, field, says, press } = await open('/products?minCents=1050&maxCents=3000')
  await asks({ 'buybackPriceGradeA[lte]': '3000' })
  await press('Filtres (2)')
  await fill('Prix maximum', '60000')
  await says(/Au plus 50.000,00/)
  await vi.waitFor(() => expect(questions().at(-1)).not.toHaveProperty('buybackPriceGradeA[lte]'), { timeout: 5_000 })
  expect(questions().at(-1)).toMatchObject({ 'buybackPriceGradeA[gte]': '1050' })
  const maximum = await field('Prix maximum')
  expect([maximum.value.replaceAll(/\D/g, ''), maximum.ariaInvalid]).toEqual(['60000', 'true'])
  await press('Effacer les filtres')
  await vi.waitFor(async () => expect((await field('Prix maximum')).value).toBe(''), { timeout: 5_000 })
  await vi.waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Filtres'))
})
