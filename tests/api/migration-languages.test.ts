import { afterEach, describe, expect, it } from 'vitest'
import pg from 'pg'
import { migrations } from '#api/db/migrations/list.ts'
import { migrateToBefore, query } from '../support/earlier-database.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
afterEach(() => database.drop())

describe('which columns have translations', () => {
  it('is the same in whichever order 0084 and 0085 run', { tags: ['slow'] }, async () => {
    database = await createEmptyDatabase()
    const { ownerUrl } = database
    await migrateToBefore(ownerUrl, '0084-products-in-languages')
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    for (const name of ['0085-texts-in-languages', '0084-products-in-languages'])
      await migrations
        .find((one) => one.name === name)!
        .up(
          async (sql) => void (await client.query(sql)),
          async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...(values ?? [])])).rows,
        )
    await client.end()
    const listed = await query<{ name: string }>(
      ownerUrl,
      `select distinct table_name as name from translated_columns() order by 1`,
    )
    expect(listed.map(({ name }) => name).join(' ')).toBe(
      `account answer category circuit circuit_instruction home_page home_widget organization_root_detail payment_mode product question shipping_method`,
    )
    expect(await query(ownerUrl, `select table_name, field from translated_columns()`)).toHaveLength(31)
  })
})
