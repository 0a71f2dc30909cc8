// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicProducts } from '#sync/calls/public-catalog.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld

beforeAll(async () => {
  world = await createPublicWorld()
})
afterAll(() => world.close())

/** Adds published products, a statement for all; `$n` in a label is the place of each. */
async function add(count: number, label: string, brand: string): Promise<void> {
  // A database in use knows its tables; without figures, planning takes thousands of products for a handful.
  await world.owner.query('analyze')
  await world.change(
    `insert into product (account_id, id, label, brand, main_category_id, buyer_reference, status)
     select $1, gen_random_uuid(), replace($3, '$n', lpad(n::text, 4, '0')), $4, $5, $4 || n, 'published'
       from generate_series(1, $2) n`,
    count,
    label,
    brand,
    world.categories.ecouteurs,
  )
}

const search = (asked: Readonly<Record<string, string>>) =>
  world.read<PublicProducts>(`/api/public/products?${new URLSearchParams(asked)}`)

async function page(query: string, at: number): Promise<readonly string[]> {
  const found = await search({ search_product_buyback: query, page: String(at), itemsPerPage: '100' })
  return found['hydra:member'].map(({ label }) => label)
}

const names = (from: number, to: number, label: string) =>
  Array.from({ length: to - from + 1 }, (_, at) => label.replace('$n', String(from + at).padStart(4, '0')))

describe('a search that thousands answer', () => {
  it(
    'shows names that hold the word before those that begin with it, on every page once',
    { tags: ['slow'] },
    async () => {
      await add(150, 'Zeta $n', 'Quarz')
      await add(2_400, 'Zetamax $n', 'Quarz')
      expect(await page('zeta', 1)).toEqual(names(1, 100, 'Zeta $n'))
      expect(await page('zeta', 2)).toEqual([...names(101, 150, 'Zeta $n'), ...names(1, 50, 'Zetamax $n')])
      expect(await page('zeta', 3)).toEqual(names(51, 150, 'Zetamax $n'))
    },
  )

  it('begins with names that begin with the word where none holds it', async () => {
    expect(await page('zetam', 1)).toEqual(names(1, 100, 'Zetamax $n'))
    expect(await page('zetam', 25)).toEqual([])
    expect(await page('zetam', 24)).toEqual(names(2_301, 2_400, 'Zetamax $n'))
  })

  it('goes by the length of the names where only the category has the word', async () => {
    expect(await page('écouteurs', 1)).toEqual(names(1, 100, 'Zeta $n'))
    expect(await page('écouteurs', 2)).toEqual([...names(101, 150, 'Zeta $n'), ...names(1, 50, 'Zetamax $n')])
  })

  it('counts all of them, and finds the one of a code among them', { tags: ['slow'] }, async () => {
    const { 'hydra:totalItems': total, facets } = await search({ search_product_buyback: 'quarz' })
    expect([total, facets.brands[0]]).toEqual([2_550, { value: 'Quarz', count: 2_550 }])
    await add(3_000, 'Omega $n', 'Tantal')
    expect(await page('tantal2718', 1)).toEqual(['Omega 2718'])
    expect(await page('omega', 30)).toEqual(names(2_901, 3_000, 'Omega $n'))
  })

  it(
    'counts whole brands with what bears their name elsewhere, and shows each where its name has it',
    { tags: ['slow'] },
    async () => {
      await add(2_100, 'Tau $n', 'Lithos')
      await add(60, 'Étui Lithos $n', 'Sigma')
      const [taus, cases] = [names(2_001, 2_100, 'Tau $n'), names(1, 60, 'Étui Lithos $n')]
      for (const query of ['lithos', 'litho', 'écouteurs lithos']) {
        const { 'hydra:totalItems': total, facets } = await search({ search_product_buyback: query })
        expect([query, total, facets.brands]).toEqual([
          query,
          2_160,
          [
            { value: 'Lithos', count: 2_100 },
            { value: 'Sigma', count: 60 },
          ],
        ])
        expect([await page(query, 21), await page(query, 22)]).toEqual([taus, cases])
      }
      const narrowed = await search({ search_product_buyback: 'lithos', 'brand[]': 'Sigma', itemsPerPage: '100' })
      expect(narrowed['hydra:member'].map(({ label }) => label)).toEqual(cases)
    },
  )

  it('finds a category by its new name, and no longer by the earlier one', { tags: ['slow'] }, async () => {
    const total = async (query: string) => (await search({ search_product_buyback: query }))['hydra:totalItems']
    const before = await total('écouteurs')
    await world.change(
      `update category set name = 'Oreillettes' where account_id = $1 and id = $2`,
      world.categories.ecouteurs,
    )
    expect([await total('oreillettes'), await total('écouteurs')]).toEqual([before, 0])
    expect(await page('oreillettes', 1)).toEqual(await page('oreillette', 1))
  })

  it(
    'shows and counts a word that a large share of the catalog has as it does any other',
    { tags: ['slow'], timeout: 120_000 },
    async () => {
      await add(7_600, 'Kappa $n', 'Rho')
      await add(7_600, 'Kappa Zwei $n', 'Sigma')
      const found = async (query: string) => {
        const { 'hydra:totalItems': total, facets } = await search({ search_product_buyback: query })
        return [total, facets.brands.map(({ value, count }) => `${value} ${count}`)]
      }
      const [first, last] = [names(1, 100, 'Kappa $n'), names(7_501, 7_600, 'Kappa Zwei $n')]
      for (const query of ['kappa', 'kapp']) {
        expect(await found(query), query).toEqual([15_200, ['Rho 7600', 'Sigma 7600']])
        expect([await page(query, 1), await page(query, 152), await page(query, 153)], query).toEqual([first, last, []])
      }
      const narrowed = { search_product_buyback: 'kappa', 'brand[]': 'Sigma', itemsPerPage: '100' }
      const members = (await search(narrowed))['hydra:member']
      expect(members.map(({ label }) => label)).toEqual(names(1, 100, 'Kappa Zwei $n'))

      // A brand of that name stands before them by its shorter names, and is counted beside them.
      await add(2_100, 'Iota $n', 'Kappa')
      for (const query of ['kappa', 'kapp']) {
        expect(await found(query), query).toEqual([17_300, ['Rho 7600', 'Sigma 7600', 'Kappa 2100']])
        expect([await page(query, 21), await page(query, 22)], query).toEqual([names(2_001, 2_100, 'Iota $n'), first])
      }
    },
  )
})
