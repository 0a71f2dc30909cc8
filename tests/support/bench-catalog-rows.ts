import type pg from 'pg'
import { brands, categories, families, variants } from '#tests/bench/pages/catalog-words.ts'

const perStatement = 5_000

/** Fills an account with published products of many names and codes; answers the milliseconds that a product's row in the search took. */
export async function fillCatalog(
  superuser: pg.Client,
  { accountId, products }: { readonly accountId: string; readonly products: number },
): Promise<number> {
  await superuser.query(
    `insert into category (account_id, id, name, identifier, position)
     select $1, gen_random_uuid(), name, 'bench-' || at, at::int from unnest($2::text[]) with ordinality c (name, at)`,
    [accountId, categories],
  )
  // Products and their prices in one go, then the search's rows once instead of twice.
  await superuser.query('set session_replication_role = replica')
  for (let from = 0; from < products; from += perStatement) {
    const to = Math.min(products, from + perStatement) - 1
    await superuser.query(
      `with made as (
         insert into product (account_id, id, label, brand, manufacturer_model, gtin, buyer_reference,
           main_category_id, status)
         select $1, gen_random_uuid(),
           ($3::text[])[1 + n % 30] || ' ' || (n / 30 % 40 + 1) || ' ' || ($4::text[])[1 + n / 7 % 8] || ' '
             || (array[64, 128, 256, 512])[1 + n % 4] || ' Go',
           ($2::text[])[1 + floor(30 * power(random(), 1.7))::int],
           'SM-' || chr(65 + n % 26) || lpad((n / 26)::text, 4, '0') || chr(65 + n % 7),
           lpad((3000000000000 + n::bigint * 7)::text, 13, '0'), 'RF-' || n,
           (select id from category where account_id = $1 and identifier = 'bench-' || (1 + n % 20)), 'published'
         from generate_series($5::int, $6::int) n
         returning account_id, id
       )
       insert into product_price (account_id, product_id, grade, price_cents)
       select account_id, id, g.grade, 1000 + floor(random() * 90000)::int
       from made cross join unnest(array['grade_a', 'grade_b', 'grade_c']) g (grade)`,
      [accountId, brands, families, variants, from, to],
    )
  }
  await superuser.query('set session_replication_role = origin')
  // Without statistics the planner joins tables of thousands by loops, which is not what is measured here.
  await superuser.query('analyze')
  // As an import changes them: a statement a batch. Autovacuum, which counts what has come, has no turn here.
  let took = 0
  const { rows: batches } = await superuser.query<{ ids: readonly string[] }>(
    `select array_agg(id) as ids from (select id, row_number() over () / $1 as batch from product) p group by batch`,
    [perStatement],
  )
  for (const { ids } of batches) {
    const begun = performance.now()
    await superuser.query('select refresh_read_rows($1, $2, false)', [accountId, ids])
    took += performance.now() - begun
    await superuser.query('analyze searched_product')
  }
  await superuser.query('vacuum analyze')
  return took / products
}
