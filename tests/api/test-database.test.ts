import { describe, expect, it } from 'vitest'
import { createDatabase } from '#tests/support/postgres.ts'
import { withClient } from '../../scripts/prepare-database.mjs'

describe('a test database', () => {
  it('is a migrated clone of its own, reached by the three logins', async () => {
    const [one, two] = [await createDatabase(), await createDatabase()]
    const who = 'select current_user::text as login, current_database()::text as place'
    const answers = await Promise.all(
      [one.appUrl, one.ownerUrl, one.adminUrl, two.appUrl].map((url) =>
        withClient(url, async (client) => (await client.query(who)).rows[0]),
      ),
    )
    expect(answers).toEqual([
      { login: 'reprise_app', place: one.name },
      { login: 'reprise_owner', place: one.name },
      { login: 'reprise_admin', place: one.name },
      { login: 'reprise_app', place: two.name },
    ])
    const tables = await withClient(one.superuserUrl, (client) => client.query('select 1 from schema_migration'))
    expect(tables.rowCount).toBeGreaterThan(0)
    await Promise.all([one.drop(), two.drop()])
  })

  it('is gone once dropped', async () => {
    const database = await createDatabase()
    await database.drop()
    await expect(withClient(database.appUrl, (client) => client.query('select 1'))).rejects.toMatchObject({
      code: '3D000',
    })
  })
})
