import { listProducts } from '#api/features/catalog/product-list/product-list-queries.ts'
import { listProductsCall, productOrders } from '#sync/calls/product-list.ts'
import { createBenchDatabase, report } from '#tests/support/bench-database.ts'
import { brands, families, variants } from './pages/catalog-words.ts'

// The office's list of products at a million of one account: pages 1 to 10 without the total, by what people filter and
// sort by.
const products = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 200)
const perStatement = 50_000

const suffixes = variants.map((variant) => (variant === '' ? '' : ` ${variant}`))
const categories = 60
const half = Math.floor(products / 2)
/** The model of a product by its number; `fill` makes the same. */
const modelOf = (n: number) =>
  `SM-${String.fromCodePoint(65 + (n % 26))}${String(Math.floor(n / 26)).padStart(5, '0')}${String.fromCodePoint(65 + (n % 11))}`

const bench = await createBenchDatabase(0)
try {
  const { superuser, database, world } = bench
  const { accountId } = world
  await fill()
  const found = await superuser.query<{ id: string; parent: string | null }>(
    `select id, parent_category_id as parent from category where account_id = $1 and identifier like 'bench-%'
     order by position`,
    [accountId],
  )
  const leaves = found.rows.filter(({ parent }) => parent !== null).map(({ id }) => id)
  const trunks = found.rows.filter(({ parent }) => parent === null).map(({ id }) => id)
  const price = (gte: number, lte: number) => ({ buybackPriceGradeA: { gte: String(gte), lte: String(lte) } })
  const priceB = (gte: number, lte: number) => ({ buybackPriceGradeB: { gte: String(gte), lte: String(lte) } })
  const words =
    (...texts: readonly string[]) =>
    (round: number) => ({
      search_product_buyback: texts[round % texts.length],
    })
  const filters: Record<string, (round: number) => Readonly<Record<string, unknown>>> = {
    'no filter': () => ({}),
    published: () => ({ status: 'published' }),
    drafts: () => ({ status: 'draft' }),
    'a category': (round) => ({ category: leaves[round % leaves.length], status: 'published' }),
    'a category with those below it': (round) => ({ category: trunks[round % trunks.length] }),
    'every category': () => ({ category: trunks }),
    'a wide range of prices': () => ({ status: 'published', ...price(20_000, 60_000) }),
    'a hundredth of the prices': (round) => ({ status: 'published', ...price(20_000 + round, 20_900 + round) }),
    'a few prices': (round) => ({ status: 'published', ...price(20_000 + round, 20_003 + round) }),
    'a category and prices': (round) => ({ category: leaves[round % leaves.length], ...price(20_000, 22_000) }),
    'a wide range of another grade': () => ({ status: 'published', ...priceB(20_000, 60_000) }),
    'a hundredth of its prices': (round) => ({ status: 'published', ...priceB(20_000 + round, 20_900 + round) }),
    'a few of its prices': (round) => ({ status: 'published', ...priceB(20_000 + round, 20_003 + round) }),
    'prices of two grades': () => ({ status: 'published', ...price(20_000, 60_000), ...priceB(21_000, 50_000) }),
    'a brand': words('samsung', 'apple', 'gopro'),
    'a model': words('galaxy 13', 'iphone13 pro', 'thinkpad 7 slim', 'fenix 6 256'),
    'a word while it is typed': words('gal', 'thinkp', 'samsung gal', 'iphone 1'),
    'a code': words(`${3_000_000_000_000 + half * 7}`, modelOf(half), `RF-${half}`),
    'a word that nothing has': words('qwertzuiop', '9999999999999', 'iphone 9999'),
    'words, category and status': (round) => ({
      ...words('samsung', 'apple')(round),
      category: trunks[round % trunks.length],
      status: 'published',
    }),
  }
  for (const field of productOrders) {
    for (const direction of ['asc', 'desc']) {
      filters[`${field} ${direction}`] = () => ({ order: { [field]: direction } })
      filters[`published, ${field} ${direction}`] = () => ({ status: 'published', order: { [field]: direction } })
    }
  }
  const all: number[] = []
  for (const [name, filter] of Object.entries(filters)) {
    const took: number[] = []
    for (let round = -20; round < rounds; round++) {
      const page = String((((round % 10) + 10) % 10) + 1)
      const query = listProductsCall.query.parse({ partial: 'true', page, ...filter(Math.abs(round)) })
      const begun = performance.now()
      const { members } = await listProducts(database, accountId, query)
      if (round >= 0) took.push(performance.now() - begun)
      if (members.length === 0 && page === '1' && name !== 'a word that nothing has')
        throw new Error(`${name} finds nothing`)
    }
    all.push(...took)
    report(`products, ${name}`, took, 'ms', 'p99 ≤ 10')
  }
  report('products, all filters and orders alike', all, 'ms', 'p99 ≤ 10')

  async function fill(): Promise<void> {
    // Ten trunks, and five categories below each.
    await superuser.query(
      `insert into category (account_id, id, name, identifier, position, parent_category_id)
       select $1, md5('bench' || n)::uuid, 'Category ' || n, 'bench-' || n, n,
         case when n > 10 then md5('bench' || (1 + n % 10))::uuid end
       from generate_series(1, $2::int) n`,
      [accountId, categories],
    )
    // What the catalog is searched by elsewhere takes minutes to fill; the list's own indexes are made at the end.
    const { rows: indexes } = await superuser.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename in ('product', 'product_price', 'listed_product') and indexname not like '%pkey'`,
    )
    await superuser.query(`drop index ${indexes.map(({ name }) => name).join(', ')}`)
    await superuser.query('alter table product alter document drop expression')
    await superuser.query('set session_replication_role = replica; set synchronous_commit = off')
    for (let from = 0; from < products; from += perStatement) {
      const to = Math.min(products, from + perStatement) - 1
      await superuser.query(
        `with made as materialized (
           select n, uuid_v7(at) as id, at, md5('bench' || (11 + n % 50))::uuid as category,
             case when n / 30 % 10 = 3 then 'draft' else 'published' end as status,
             ($2::text[])[1 + floor(30 * power(random(), 1.7))::int] as brand,
             ($3::text[])[1 + n % 30] as family, (n / 30 % 40 + 1)::text as number, ($4::text[])[1 + n / 7 % 8] as variant,
             (array['64', '128', '256', '512'])[1 + n % 4] as size, chr(65 + n % 26) as series,
             lpad((n / 26)::text, 5, '0') as serial, chr(65 + n % 11) as make, (3000000000000 + n::bigint * 7)::text as gtin,
             case when n % 20 > 0 then 1000 + floor(random() * 90000)::int end as price
           from generate_series($5::int, $6::int) n
           cross join lateral (select now() - interval '1 minute' * ($7::int - n / 5) as at) t
         ), named as materialized (
           select *, family || ' ' || number || variant || ' ' || size || ' Go' as label,
             'SM-' || series || serial || make as model from made
         ), kept as (
           insert into product (account_id, id, label, brand, manufacturer_model, gtin, buyer_reference,
             main_category_id, status, created_at)
           select $1, id, label, brand, model, gtin, 'RF-' || n, category, status, at from named
         ), priced as (
           insert into product_price (account_id, product_id, grade, price_cents)
           select $1, id, g.grade, price - g.less
           from named cross join (values ('grade_a', 0), ('grade_b', 500), ('grade_c', 900)) g (grade, less)
           where price is not null
         )
         insert into listed_product (account_id, product_id, status, category_id, label, brand, grade_a_price_cents,
           grade_b_price_cents, grade_c_price_cents, best_price_cents, created_at, terms)
         select $1, id, status, category, lower(label), lower(brand), price, price - 500, price - 900, price, at,
           array_to_tsvector(array_remove(array[lower(brand), lower(family), number, nullif(lower(trim(variant)), ''),
             size, 'go', 'sm', lower(series), serial, lower(make), 'rf', n::text, gtin, '=' || gtin, '=rf' || n,
             '=sm' || lower(series || serial || make)], null))
         from named`,
        [accountId, brands, families, suffixes, from, to, products],
      )
    }
    await superuser.query(`set maintenance_work_mem = '512MB'`)
    for (const { definition } of indexes.filter(({ name }) => name.startsWith('listed_product')))
      await superuser.query(definition)
    // What the triggers would have written: refreshed, the rows are the same.
    const sample = `select md5(string_agg(l::text, '' order by l.product_id)) as rows,
      array_agg(l.product_id) as ids from (select * from listed_product order by product_id limit 1000) l`
    const { rows: before } = await superuser.query<{ rows: string; ids: readonly string[] }>(sample)
    await superuser.query('select refresh_read_rows($1, $2, true)', [accountId, before[0]!.ids])
    const { rows: after } = await superuser.query<{ rows: string }>(sample)
    if (before[0]!.rows !== after[0]!.rows) throw new Error('rows of the list are not as the triggers write them')
    await superuser.query('set session_replication_role = origin; set synchronous_commit = on')
    await superuser.query('vacuum analyze')
  }
} finally {
  await bench.close()
}
