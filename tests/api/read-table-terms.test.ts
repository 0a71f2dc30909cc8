import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld

beforeAll(async () => {
  world = await createPublicWorld()
})
afterAll(() => world.close())

const products = [
  ['Galaxy S21 5G 128Go', 'SM-G991B/DS', 'A-1'],
  ['iPhone 13 Pro Max 10e5 -7,5 <b>neuf</b>', null, '000-17'],
  ['Ces écouteurs d’été & Kopfhörern; boormachines of the cameras', 'WF-1000XM4', 'É-µ10'],
  ['http://example.org/x?y=1 a@b.example 3.14159 l/100km', 'x'.repeat(200), 'mémé@home'],
  ['Ελλάδα 10µ ½ ３Ｄ ŒUVRE Straße İstanbul', '١٢٣', '0000'],
  ['-- ??', '...', '***'],
] as const

it('terms made of each word once are those of the whole texts', async () => {
  for (const [label, model, reference] of products)
    await world.change(
      `insert into product (account_id, id, main_category_id, status, brand, label, manufacturer_model, buyer_reference,
         gtin, translations)
       select account_id, $2, id, 'published', 'Ünique & Söhne', $3, $4, $5, '3203954151737',
         '{"de": {"label": "Fernseher der Kunden"}}'
       from category where account_id = $1 order by id limit 1`,
      newId(),
      label,
      model,
      reference,
    )
  await world.change(
    `insert into product_tac (account_id, product_id, tac)
     select account_id, id, '01234567' from product where account_id = $1 and brand = 'Ünique & Söhne'`,
  )
  // As the rows were made before: by the whole text, and by each code of each product.
  const { rows } = await world.owner.query<{ label: string; searched: string[]; listed: string[] }>(
    `select p.label,
       array(select unnest(tsvector_to_array(s.terms)) except select unnest(tsvector_to_array(w.terms))) || array(
         select unnest(tsvector_to_array(w.terms)) except select unnest(tsvector_to_array(s.terms))) as searched,
       array(select unnest(tsvector_to_array(l.terms)) except select unnest(tsvector_to_array(o.terms))) || array(
         select unnest(tsvector_to_array(o.terms)) except select unnest(tsvector_to_array(l.terms))) as listed
     from product p
     join searched_product s on s.account_id = p.account_id and s.product_id = p.id
     join searched_facet f on f.account_id = s.account_id and f.id = s.facet_id
     join listed_product l on l.account_id = p.account_id and l.product_id = p.id
     cross join lateral (select array_to_tsvector(array(
       select distinct '=' || code from (
         select search_code(unnest(array[p.gtin, p.manufacturer_model, p.buyer_reference]))
         union all
         select search_code(t.tac) from product_tac t where t.account_id = p.account_id and t.product_id = p.id
       ) codes (code) where code is not null)) as codes) c
     cross join lateral (select f.terms || search_terms(search_words(p.label))
       || case when p.translations = '{}' then '' else search_terms(translated_words(p.translations)) end
       || search_placed('+', to_tsvector('pg_catalog.simple', search_words(coalesce(p.manufacturer_model, ''))))
       || c.codes as terms) w
     cross join lateral (select strip(to_tsvector('pg_catalog.simple', search_words(
         concat_ws(' ', p.brand, p.label, p.manufacturer_model, p.buyer_reference, p.gtin)))) || c.codes as terms) o
     where p.account_id = $1 and p.status = 'published'`,
    [world.accountId],
  )
  expect(rows.map(({ label }) => label)).toEqual(expect.arrayContaining(products.map(([label]) => label)))
  for (const { label, searched, listed } of rows)
    expect({ label, searched, listed }).toEqual({ label, searched: [], listed: [] })
})

it('the history of prices goes with its product', async () => {
  const [id, other] = [newId(), newId()]
  for (const each of [id, other]) {
    await world.change(
      `insert into product (account_id, id, main_category_id, status, brand, label)
       select account_id, $2, id, 'draft', 'Leica', 'Leica M6' from category where account_id = $1 order by id limit 1`,
      each,
    )
    await world.change(
      `insert into product_price (account_id, product_id, grade, price_cents) values ($1, $2, 'grade_a', 100)`,
      each,
    )
  }
  await world.change(`delete from product where account_id = $1 and id = $2`, id)
  const { rows } = await world.owner.query(
    `select product_id as id, after_cents[1] as cents from product_price_change where account_id = $1
     and product_id = any ($2)`,
    [world.accountId, [id, other]],
  )
  expect(rows).toEqual([{ id: other, cents: 100 }])
})
