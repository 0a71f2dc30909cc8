import { sql } from 'kysely'
import type { FormerKey } from '#api/adapters/vault/vault.ts'
import type { Database } from '#api/db/database.ts'

type App = Pick<Database, 'app'>

/** A master key that was the present one at some time; `wrapped` once its successor keeps it. */
export type NotedKey = Omit<FormerKey, 'wrapped'> & { readonly wrapped: Buffer | null }

/** The master keys that were the present one, the newest first. */
export async function readNotedKeys({ app }: App): Promise<readonly NotedKey[]> {
  return app.selectFrom('master_key').select(['name', 'wrapped', 'proves']).orderBy('first_used_at', 'desc').execute()
}

/** The names of the master keys that stored keys need. */
export async function readKeysInUse({ app }: App): Promise<readonly Buffer[]> {
  const { rows } = await sql<{ name: Buffer }>`select name from master_keys_in_use()`.execute(app)
  return rows.map(({ name }) => name)
}

/** Notes a master key as the present one from now on, or from ever where it was replaced before anything was noted. */
export async function noteKey({ app }: App, name: Buffer, { isFormer }: { readonly isFormer: boolean }): Promise<void> {
  await app
    .insertInto('master_key')
    .values({ name, first_used_at: isFormer ? sql`to_timestamp(0)` : sql`clock_timestamp()` })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Keeps a master key that was replaced; the present one, which nothing may wrap, is kept by nobody. */
export async function keepFormer({ app }: App, name: Buffer, wrapped: Buffer | null): Promise<void> {
  await app.updateTable('master_key').set({ wrapped }).where('name', '=', name).execute()
}

/** The accounts of what other master keys have sealed, and how many rows each has. */
export async function readSealedByOthers(
  { app }: App,
  present: Buffer,
): Promise<readonly { readonly accountId: string; readonly waiting: number }[]> {
  const { rows } = await sql<{ accountId: string; waiting: number }>`
    select account_id as "accountId", waiting::int as waiting from sealed_by_others(${present})`.execute(app)
  return rows
}
