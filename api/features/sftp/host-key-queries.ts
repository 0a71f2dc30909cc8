import type { Vault } from '#api/adapters/vault/vault.ts'
import type { Database } from '#api/db/database.ts'
import { tried, type Resealed } from '#api/db/sealed-columns.ts'

const owner = 'sftp host key'

/**
 * The 32 bytes of the server's key, made at the first start and the same for every process from then on. Throws where
 * another master key wrapped them: a server that shows a new key of its own would teach machines to trust anybody.
 */
export async function presentHostKey(database: Database, vault: Vault, now: Date): Promise<Buffer> {
  const wrapped =
    (await readWrapped(database)) ??
    (await insertWrapped(database, vault.newKey(owner).wrapped, now)) ??
    (await readWrapped(database))
  if (wrapped === null) throw new Error('the key of the SFTP server was neither found nor made')
  return vault.unwrap(wrapped, owner)
}

/** Wraps the server's key by the present master key, where a known one has wrapped it. */
export async function rewrapHostKey(database: Database, vault: Vault): Promise<Pick<Resealed, 'resealed' | 'closed'>> {
  const wrapped = await readWrapped(database)
  if (wrapped === null) return { resealed: 0, closed: 0 }
  const again = tried(() => vault.rewrap(wrapped, owner))
  if (again === undefined) return { resealed: 0, closed: 1 }
  if (again === null) return { resealed: 0, closed: 0 }
  await database.app
    .updateTable('sftp_host_key')
    .set({ wrapped_key: again })
    .where('wrapped_key', '=', wrapped)
    .execute()
  return { resealed: 1, closed: 0 }
}

async function readWrapped(database: Database): Promise<Buffer | null> {
  const row = await database.app.selectFrom('sftp_host_key').select('wrapped_key').executeTakeFirst()
  return row?.wrapped_key ?? null
}

// Of two processes that start together one keeps its key, and the other reads that one.
async function insertWrapped(database: Database, wrapped: Buffer, now: Date): Promise<Buffer | null> {
  const row = await database.app
    .insertInto('sftp_host_key')
    .values({ is_the_one: true, wrapped_key: wrapped, created_at: now })
    .onConflict((conflict) => conflict.column('is_the_one').doNothing())
    .returning('wrapped_key')
    .executeTakeFirst()
  return row?.wrapped_key ?? null
}
