// Opens a data folder: takes its lock, starts its PostgreSQL, and makes the roles and the database.
import { Sentence } from './process.mjs'
import { lockHolder, takeLock } from './data-folder-lock.mjs'
import { supervisePostgres } from './supervise-postgres.mjs'
import { runningPostgres, startPostgres } from './embedded-postgres.mjs'
import { prepareDatabase, prepareRoles, roles, withClient } from './prepare-database.mjs'

const database = 'reprise'

/**
 * Exclusive use, for a server: throws a sentence when another start holds the folder. `keep` brings its PostgreSQL back
 * where that ends.
 */
export async function openDataFolder(folder, details) {
  const lock = lockFolder(folder, details)
  try {
    const postgres = await startPostgres({ folder })
    let kept
    return {
      ...(await prepared(postgres)),
      keep: (told) => (kept = supervisePostgres({ folder, postgres, told })),
      close: async () => (await (kept ?? postgres).stop(), lock.release()),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Use beside a running server where there is one, for the demo generator and the benches. */
export async function joinDataFolder(folder) {
  const postgres = lockHolder(folder) ? await runningPostgres(folder) : undefined
  if (!postgres) return openDataFolder(folder)
  return { ...urlsOf(postgres), close: async () => undefined }
}

function lockFolder(folder, details) {
  let lock
  try {
    lock = takeLock(folder, details)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST'].includes(error.code)) throw error
    throw new Sentence(
      `The data folder ${folder} cannot be written (${error.code}). Choose another: DATA_DIR=/var/lib/reprise npm start`,
    )
  }
  if (lock.holder) throw heldBy(folder, lock.holder)
  return lock
}

/** Throws the sentence of a second start, before anything is begun. */
export function demandUnheld(folder) {
  const holder = lockHolder(folder)
  if (holder) throw heldBy(folder, holder)
}

function heldBy(folder, holder) {
  const where = holder.url ? ` at ${holder.url}` : ''
  return new Sentence(
    `Reprise already runs on the data folder ${folder} (process ${holder.pid}${where}). ` +
      'Stop it first, or choose another data folder: DATA_DIR=/another/folder npm start',
  )
}

async function prepared(postgres) {
  await withClient(postgres.superuserUrl('postgres'), (client) => prepareRoles(client, postgres.password))
  await prepareDatabase(postgres.superuserUrl, database)
  return urlsOf(postgres)
}

function urlsOf(postgres) {
  return {
    superuserUrl: postgres.superuserUrl(database),
    ownerUrl: postgres.roleUrl(roles.owner, database),
    appUrl: postgres.roleUrl(roles.app, database),
    adminUrl: postgres.roleUrl(roles.admin, database),
  }
}
