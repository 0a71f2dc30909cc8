import type pg from 'pg'
import { openSetUpLink } from '#api/features/access/set-up.ts'
import type { Database } from '#api/db/database.ts'

/** Who sets an installation up, in tests. */
export const firstAdministrator = {
  email: 'ada@platform.example',
  firstname: 'Ada',
  lastname: 'Moreau',
  language: 'en-GB',
  password: 'Premiere-2026',
} as const

/** Users who administer the installation by the tests' usual accounts. */
const administrators = `id in (select user_id from user_module where user_type in ('admin', 'super_admin'))`

/** Runs something as if nobody administered the installation. */
export async function withoutAdministrators<T>(owner: pg.Client, run: () => Promise<T>): Promise<T> {
  const { rows } = await owner.query<{ id: string }>(
    `update user_account set status = 'inactive' where status = 'active' and ${administrators} returning id`,
  )
  try {
    return await run()
  } finally {
    // Their sessions of the test go on.
    await owner.query(
      `update user_account set status = 'active', access_epoch = access_epoch - 1 where id = any ($1) and not stands_in`,
      [rows.map(({ id }) => id)],
    )
  }
}

/** The token of a new set-up link; null where the installation has an administrator. */
export async function openLink(database: Pick<Database, 'app'>, now = new Date()): Promise<string | null> {
  const link = await openSetUpLink(database, { publicUrl: '', now })
  return link?.url.split('/').at(-1) ?? null
}
