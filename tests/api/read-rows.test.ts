import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { migrations } from '#api/db/migrations/list.ts'
import { fillBaseline, migrationRoles as roles } from '../support/baseline-database.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'
import { withClient } from '../../scripts/prepare-database.mjs'

const accountId = '01a22d59-214a-7000-ab53-1a9598f32f2a'
const former = migrations.filter(({ name }) => name < '0005')
const catalogs: Record<'former' | 'present', TestDatabase> = {} as never

beforeAll(async () => {
  for (const [state, list] of Object.entries({ former, present: migrations })) {
    const database = await createEmptyDatabase()
    catalogs[state as keyof typeof catalogs] = database
    await fillBaseline(database)
    await migrateToLatest({ ownerUrl: database.ownerUrl, ...roles, migrations: list })
  }
}, 240_000)
afterAll(async () => {
  for (const database of Object.values(catalogs)) await database.drop()
})

const labels = [
  'Galaxy S21 5G 128Go',
  'iPhone 13 Pro Max 10e5 -7,5 <b>neuf</b>',
  'Ces écouteurs d’été & Kopfhörern; boormachines of the cameras',
  'http://example.org/x?y=1 a@b.example 3.14159 l/100km',
  'Ελλάδα ΟΔΟΣ 10µ ½ ３Ｄ ŒUVRE Straße İstanbul',
  '-- ??',
  '  two   blanks  ',
  `it's \\ a "quote" 'n' more`,
  'tab\tand\u00A0hard blank\u2028line',
]
const brands = [null, 'Samsung', 'SAMSUNG', 'Ünique & Söhne', '+% @=', 'Apple']
const models = [null, 'SM-G991B/DS', 'x'.repeat(200), '...', '١٢٣', 'SM-G991B/DS']
const references = [null, 'A-1', '000-17', 'É-µ10', '0000', '***', 'a 1']
const gtins = [null, '3203954151737', '00000000', '04006381333931']
const translations = [
  {},
  { 'de-DE': { label: 'Fernseher der Kunden' }, 'nl-BE': { label: 'Boormachines 5G' } },
  { 'de-DE': { comment: 'Ohne Namen' } },
]
const statuses = ['published', 'draft', 'published', 'archived']

/** Categories three deep, and products of every kind beside each other; nothing is written for search and list yet. */
async function fillCatalog(client: pg.Client): Promise<void> {
  for (const [at, name] of ['Téléphonie', 'Smartphones', 'Écouteurs 5G', 'Les caméras'].entries())
    await client.query(
      `insert into category (account_id, id, name, identifier, parent_category_id)
       values ($1, md5($2)::uuid, $3, $2, md5($4)::uuid)`,
      [accountId, `c-${at}`, name, at === 0 ? null : `c-${at - 1}`],
    )
  await client.query('set session_replication_role = replica')
  for (let at = 0; at < 120; at++) {
    await client.query(
      `insert into product (account_id, id, label, brand, manufacturer_model, buyer_reference, gtin, translations, status,
         main_category_id, created_at)
       values ($1, md5($2)::uuid, $3, $4, $5, $6, $7, $8, $9, md5($10)::uuid, '2026-01-01'::timestamptz + $11 * interval '1 hour')`,
      [
        accountId,
        `p-${at}`,
        labels[at % labels.length],
        brands[at % brands.length],
        models[(at + 1) % models.length],
        references[at % references.length],
        gtins[at % gtins.length],
        translations[at % translations.length],
        statuses[Math.floor(at / 2) % statuses.length],
        `c-${at % 4}`,
        at,
      ],
    )
    await client.query(
      `insert into product_price (account_id, product_id, grade, price_cents)
       select $1, md5($2)::uuid, g.grade, 1000 * $3::int + g.at * 10
       from unnest(array['functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e']) with ordinality g (grade, at)
       where g.at <= $3`,
      [accountId, `p-${at}`, at % 7],
    )
    await client.query(
      `insert into product_category (account_id, product_id, category_id)
       select $1, md5($2)::uuid, md5('c-' || c)::uuid from generate_series(0, 3) c where c < $3 and c <> $4`,
      [accountId, `p-${at}`, at % 5, at % 4],
    )
    await client.query(
      `insert into product_tac (account_id, product_id, tac)
       select $1, md5($2)::uuid, lpad((t * 7)::text, 8, '0') from generate_series(0, 3) t where t < $3`,
      [accountId, `p-${at}`, at % 4],
    )
  }
  // What nobody can find brings no words to the search.
  await client.query(
    `insert into product (account_id, id, label, brand, manufacturer_model, buyer_reference, status, main_category_id, created_at)
     select $1, md5(s.status)::uuid, 'Ungefragt ' || s.status, 'Zwischenstand', 'unreleased', 'verborgen', s.status,
       md5('c-0')::uuid, '2026-01-01' from unnest(array['draft', 'archived']) s (status)`,
    [accountId],
  )
  await client.query('set session_replication_role = origin')
}

/** Everything that search and list read, but numbers that are drawn. */
async function readRows(client: pg.Client): Promise<Readonly<Record<string, readonly object[]>>> {
  const read = async (text: string) => (await client.query<object>(text)).rows
  return {
    searched: await read(`select s.account_id, s.product_id, f.category_id, f.brand, f.category_ids, s.best_price_cents,
      s.size, s.label, s.terms::text, search_keyed(s.account_id, s.terms)::text as keyed from searched_product s
      left join searched_facet f on f.account_id = s.account_id and f.id = s.facet_id order by s.product_id`),
    listed: await read('select * from listed_product order by product_id'),
    facets: await read(`select category_id, brand, category_ids, terms::text from searched_facet order by 1, 2, 3, 4`),
    words: await read('select * from searched_word order by account_id, word'),
  }
}

const ids = `select id from product where account_id = '${accountId}' order by id`
const changes = {
  'names, brands and codes change': `update product set label = label || ' Neu', brand = case when brand = 'Apple' then 'SAMSUNG' else brand end,
    manufacturer_model = null where id in (select md5('p-' || n)::uuid from generate_series(0, 60) n)`,
  'products are published, archived and drafted again': `update product set status = case status when 'draft' then
    'published' when 'published' then 'archived' else 'draft' end
    where id in (select md5('p-' || n)::uuid from generate_series(30, 90) n)`,
  'prices come, change and go': `update product_price set price_cents = price_cents + 7 where price_cents % 20 = 10;
    delete from product_price where price_cents % 50 = 0;
    insert into product_price (account_id, product_id, grade, price_cents)
      select p.account_id, p.id, 'grade_e', 99 from product p where p.account_id = '${accountId}' on conflict do nothing`,
  'codes and further categories come and go': `delete from product_tac where tac = '00000007';
    delete from product_category where category_id = md5('c-1')::uuid;
    insert into product_category (account_id, product_id, category_id)
      select account_id, id, md5('c-3')::uuid from product where main_category_id = md5('c-1')::uuid on conflict do nothing`,
  'a category is renamed and moved': `update category set name = 'Smartfone' where identifier = 'c-1';
    update category set parent_category_id = md5('c-0')::uuid where identifier = 'c-3'`,
  'products go': `delete from product where id in (select md5('p-' || n)::uuid from generate_series(20, 40) n)`,
}

describe('rows of the search and of the list', { tags: ['slow'], timeout: 240_000 }, () => {
  it('are the same whether written one product at a time or all at once', async () => {
    const former = await withClient(catalogs.former.superuserUrl, async (client) => {
      await fillCatalog(client)
      for (const { id } of (await client.query<{ id: string }>(ids)).rows) {
        await client.query('select refresh_searched_product($1, array[$2]::uuid[])', [accountId, id])
        await client.query('select refresh_listed_product($1, array[$2]::uuid[])', [accountId, id])
      }
      return readRows(client)
    })
    const present = await withClient(catalogs.present.superuserUrl, async (client) => {
      await fillCatalog(client)
      await client.query(`select refresh_read_rows($1, array(${ids}), true)`, [accountId])
      return readRows(client)
    })
    expect(former.listed).toHaveLength(123)
    expect(former.searched).toHaveLength(61)
    expect(present).toEqual(former)
  })

  it.each(Object.entries(changes))('stay the same when %s', async (_, change) => {
    const rows = Object.values(catalogs).map(({ superuserUrl }) =>
      withClient(superuserUrl, async (client) => {
        const before = await readRows(client)
        await client.query(change)
        const after = await readRows(client)
        expect(after).not.toEqual(before)
        return after
      }),
    )
    const [former, present] = await Promise.all(rows)
    expect(present).toEqual(former)
  })

  it('are as the former way left them when a database goes on, and are not written again', async () => {
    const { ownerUrl, superuserUrl } = catalogs.former
    const read = (client: pg.Client) => readRows(client)
    const before = await withClient(superuserUrl, read)
    await migrateToLatest({ ownerUrl, ...roles })
    await withClient(superuserUrl, async (client) => {
      expect(await readRows(client)).toEqual(before)
      const written = `select xmin::text, product_id from searched_product union all
        select xmin::text, product_id from listed_product order by 2, 1`
      const { rows } = await client.query<object>(written)
      await client.query('select reindex_catalog($1, null, 1000)', [accountId])
      expect((await client.query<object>(written)).rows).toEqual(rows)
      expect(await readRows(client)).toEqual(before)
    })
  })
})
