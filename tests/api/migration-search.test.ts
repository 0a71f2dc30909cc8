import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { listedPrices } from '#api/db/migrations/0035/listed-prices.ts'
import { productListByGrades } from '#api/db/migrations/0035/product-list.ts'
import { migrations } from '#api/db/migrations/list.ts'
import { migrateToBefore, migrationRoles as roles, query } from '../support/earlier-database.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'

const opened: TestDatabase[] = []

afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  opened.push(database)
  return database
}

const all = migrations.map((migration) => migration.name)

const renamedByGrades = productListByGrades
  .replace(/drop function product_list\(.*\);/, '')
  .replace('create function product_list(', 'create function product_page(')

describe('what products are found and listed by', () => {
  it('goes on from a release whose search had no setting of pg_trgm', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToBefore(ownerUrl, '0021-quick-search')
    const { applied } = await migrateToLatest({ ownerUrl, ...roles })
    expect(applied).toEqual(all.slice(all.indexOf('0021-quick-search')))
  })

  it('carries what is searched over, although the products are hidden from it', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToBefore(ownerUrl, '0023-read-tables-of-the-catalog')
    const [account, category, child] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await query(
      ownerUrl,
      `set app.system = 'on';
       insert into account (id, name, is_retailer) values ('${account}', 'Earlier', true);
       insert into category (account_id, id, identifier, name) values ('${account}', '${category}', 'top', 'Top');
       insert into category (account_id, id, identifier, name, parent_category_id)
         values ('${account}', '${child}', 'below', 'Below', '${category}');
       insert into product (account_id, id, label, brand, main_category_id, status) values
         ('${account}', gen_random_uuid(), 'One', 'Nova', '${child}', 'published'),
         ('${account}', gen_random_uuid(), 'Two', null, '${child}', 'published'),
         ('${account}', gen_random_uuid(), 'Three', null, '${child}', 'published'),
         ('${account}', gen_random_uuid(), 'Four', null, '${child}', 'draft');
       ${['product', 'category']
         .map(
           (table) => `alter table ${table} enable row level security;
             alter table ${table} force row level security;
             create policy system on ${table}
               using (current_setting('search_path') = 'pg_catalog, public, pg_temp');`,
         )
         .join('\n')}`,
    )
    await migrateToLatest({ ownerUrl, ...roles })
    const client = new pg.Client({ connectionString: ownerUrl, options: '-c app.system=on' })
    await client.connect()
    const { rows } = await client.query(
      `select s.label, s.terms @@ $$'%below'$$ as "hasCategory", f.brand, f.category_id as "categoryId", f.category_ids as "categoryIds"
       from searched_product s join searched_facet f on f.account_id = s.account_id and f.id = s.facet_id order by 1`,
    )
    const facets = await client.query('select from searched_facet')
    await client.end()
    const place = { hasCategory: true, categoryId: child, categoryIds: [category, child].toSorted() }
    expect(rows).toEqual([
      { label: 'One', brand: 'Nova', ...place },
      { label: 'Three', brand: null, ...place },
      { label: 'Two', brand: null, ...place },
    ])
    expect(facets.rowCount).toBe(2)
  })

  it('lists what products cost in each grade, although they are hidden from it', { tags: ['slow'] }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToBefore(ownerUrl, '0035-prices-of-each-grade')
    const [account, category, priced, free] = Array.from({ length: 4 }, () => crypto.randomUUID())
    await query(
      ownerUrl,
      `set app.system = 'on';
       insert into account (id, name, is_retailer) values ('${account}', 'Earlier', true);
       insert into category (account_id, id, identifier, name) values ('${account}', '${category}', 'top', 'Top');
       insert into product (account_id, id, label, main_category_id) values
         ('${account}', '${priced}', 'One', '${category}'), ('${account}', '${free}', 'Two', '${category}');
       insert into product_price (account_id, product_id, grade, price_cents) values
         ('${account}', '${priced}', 'functional', 1), ('${account}', '${priced}', 'grade_a', 2),
         ('${account}', '${priced}', 'grade_e', 3);
       ${['product_price', 'listed_product']
         .map(
           (table) => `alter table ${table} enable row level security;
             alter table ${table} force row level security;
             create policy system on ${table}
               using (current_setting('search_path') = 'pg_catalog, public, pg_temp');`,
         )
         .join('\n')}`,
    )
    await migrateToLatest({ ownerUrl, ...roles })
    const client = new pg.Client({ connectionString: ownerUrl, options: '-c app.system=on' })
    await client.connect()
    const { rows } = await client.query(
      `select label, functional_price_cents as functional, grade_a_price_cents as a, grade_b_price_cents as b,
         grade_e_price_cents as e from listed_product order by label`,
    )
    await client.end()
    expect(rows).toEqual([
      { label: 'one', functional: 1, a: 2, b: null, e: 3 },
      { label: 'two', functional: null, a: null, b: null, e: null },
    ])
  })

  it('ends in one list of products, whichever form 0035 had when it ran', { tags: ['slow'] }, async () => {
    const ends = []
    // Some databases ran 0035 in a form that named its function product_page and left the list before it alone.
    for (const later of [productListByGrades, renamedByGrades]) {
      const { ownerUrl } = await emptyDatabase()
      await migrateToBefore(ownerUrl, '0035-prices-of-each-grade')
      await query(
        ownerUrl,
        `${listedPrices}; ${later}; insert into schema_migration (name) values ('0035-prices-of-each-grade')`,
      )
      const { applied } = await migrateToLatest({ ownerUrl, ...roles })
      expect(applied[0]).toBe('0036-product-page')
      ends.push(
        await query<{ signature: string }>(
          ownerUrl,
          `select oid::regprocedure::text as signature, pg_get_functiondef(oid) as definition, proacl::text as rights
           from pg_proc where proname in ('product_page', 'product_list') order by 1`,
        ),
      )
    }
    const [one, other] = ends
    expect(one!.map(({ signature }) => signature)).toEqual([
      'product_list(text,uuid[],text[],integer,integer,text[],integer,integer,boolean)',
      'product_page(text,uuid[],text[],integer[],integer[],text[],integer,integer,boolean)',
    ])
    expect(other).toEqual(one)
  })

  it('lists products for processes of the version before, as they ask for them', { tags: ['slow'] }, async () => {
    const { ownerUrl, appUrl } = await emptyDatabase()
    await migrateToLatest({ ownerUrl, ...roles })
    const [account, category] = [crypto.randomUUID(), crypto.randomUUID()]
    const products = Array.from({ length: 3 }, () => crypto.randomUUID())
    await query(
      ownerUrl,
      `set app.system = 'on';
       insert into account (id, name, is_retailer) values ('${account}', 'Earlier', true);
       insert into category (account_id, id, identifier, name) values ('${account}', '${category}', 'top', 'Top');
       ${products
         .map(
           (id, at) => `insert into product (account_id, id, label, main_category_id, status)
             values ('${account}', '${id}', 'Product ${at}', '${category}', 'draft');
           insert into product_price (account_id, product_id, grade, price_cents)
             values ('${account}', '${id}', 'grade_a', ${100 + at}), ('${account}', '${id}', 'functional', 7);`,
         )
         .join('\n')}`,
    )
    const client = new pg.Client({ connectionString: appUrl })
    await client.connect()
    try {
      await client.query(`set app.account_id = '${account}'`)
      const list = async (least: number | null, most: number | null) =>
        (
          await client.query<{ ids: string[]; total: number }>(
            'select ids, total from product_list($1, $2::uuid[], $3::text[], $4, $5, $6::text[], $7, $8, $9)',
            [null, null, ['draft'], least, most, ['label', 'desc'], 10, 0, true],
          )
        ).rows[0]
      const [first, second, third] = products
      expect(await list(null, null)).toEqual({ ids: [third, second, first], total: 3 })
      expect(await list(101, null)).toEqual({ ids: [third, second], total: 2 })
      expect(await list(101, 101)).toEqual({ ids: [second], total: 1 })
      expect(await list(null, 100)).toEqual({ ids: [first], total: 1 })
    } finally {
      await client.end()
    }
  })
})
