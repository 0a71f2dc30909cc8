import { searchProducts, type ProductSearch } from '#api/features/catalog/public/search-queries.ts'
import { fillCatalog } from '#tests/support/bench-catalog-rows.ts'
import { createBenchDatabase, report } from '#tests/support/bench-database.ts'

// The public search on one account's catalog: page of 40, total and facets, as the results page asks for them.
const products = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 40)
/** Words that an eighth of the catalog has, up to all of it. */
const wide = 'a word of a large share'

const plain: ProductSearch = {
  text: null,
  tac: null,
  categoryId: null,
  brands: null,
  order: [],
  limit: 40,
  offset: 0,
  prefix: true,
  corrects: true,
  language: null,
}

const bench = await createBenchDatabase(0)
try {
  const { superuser, database, world } = bench
  const { accountId } = world
  const ms = await fillCatalog(superuser, { accountId, products })
  console.log(`rows of the search: ${ms.toFixed(2)} ms a product of ${products.toLocaleString('en')} (goal < 1)`)
  const all: number[] = []
  for (const [name, searches] of Object.entries({ ...kinds(), [wide]: texts('256', 'pro', '64 go', 'go', 'sm') })) {
    const took: number[] = []
    for (let round = 0; round < rounds + 5; round++) {
      for (const search of searches) {
        const begun = performance.now()
        await searchProducts(database, accountId, { ...plain, ...search })
        if (round >= 5) took.push(performance.now() - begun)
      }
    }
    // Nobody looks for a product by such a word alone; it has no part in the goal.
    if (name !== wide) all.push(...took)
    report(`search of ${name}`, took, 'ms', name === wide ? 'none' : 'p95 ≤ 15')
  }
  report('search, all kinds alike', all, 'ms', 'p95 ≤ 15')
} finally {
  await bench.close()
}

function texts(...list: readonly string[]): readonly Partial<ProductSearch>[] {
  return list.map((text) => ({ text }))
}

function kinds(): Readonly<Record<string, readonly Partial<ProductSearch>[]>> {
  return {
    'a model': texts('galaxy 13', 'iphone13 pro', 'samsung galaxy 21 ultra 256', 'thinkpad 7 slim', 'fenix 6'),
    'a word while it is typed': texts('gal', 'thinkp', 'samsung gal', 'iphone 1', 'power'),
    'a brand or category': texts('samsung', 'apple', 'écouteurs', 'caméra canon', 'consoles nintendo'),
    'a mistyped word': texts('samsng', 'iphnoe 13', 'thinkpda', 'huwei mate', 'ecuoteurs'),
    'a code': texts('3000000350007', 'SM-A0100B', 'RF-4242', '3000000000007', 'sm b0007c'),
    nothing: texts('qwertzuiop', '9999999999999', 'iphone 9999'),
  }
}
