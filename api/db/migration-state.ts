import { migrations } from './migrations/list.ts'
import type { Database } from './database.ts'

/** Whether every migration that this program knows has run. */
export async function isMigrated(database: Pick<Database, 'app'>): Promise<boolean> {
  const done = await database.app.selectFrom('schema_migration').select('name').execute()
  const names = new Set(done.map((row) => row.name))
  return migrations.every((migration) => names.has(migration.name))
}
