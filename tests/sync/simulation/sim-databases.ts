import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { withClient } from '../../../scripts/prepare-database.mjs'
import type { Backup, SimDatabases } from './schedule-world.ts'

/** A database for many schedules, each in an account of its own. */
export interface SharedDatabase extends SimDatabases {
  close(): Promise<void>
}

/** Clones the template once for all schedules that need no restore. */
export async function openShared(): Promise<SharedDatabase> {
  const database = await createDatabase()
  const pools = poolsOf(database, 10)
  return {
    ...pools,
    async close() {
      await end(pools)
      await database.drop()
    },
  }
}

/**
 * A database that can be backed up and restored, for one schedule after another: the next one goes on where a restore
 * has left it, in an account of its own.
 */
export async function openRestorable(): Promise<SharedDatabase> {
  const first = await createDatabase()
  let current = { database: first, pools: poolsOf(first, 3) }
  let kept: TestDatabase | null = null

  async function drop(database: TestDatabase | null): Promise<void> {
    await database?.drop()
  }

  async function backup(): Promise<Backup> {
    await end(current.pools)
    await drop(kept)
    const copy = await createDatabase({ template: current.database.name })
    kept = copy
    current.pools = poolsOf(current.database, 3)
    Object.assign(world, current.pools)
    return {
      async restore(age = '') {
        const lost = current
        kept = null
        await end(lost.pools)
        await withClient(copy.superuserUrl, (client) => client.query(`${age}; select raise_sync_epoch()`))
        current = { database: copy, pools: poolsOf(copy, 3) }
        Object.assign(world, current.pools)
        await drop(lost.database)
        return world
      },
    }
  }

  const world = {
    ...current.pools,
    backup,
    async close() {
      await end(current.pools)
      await drop(kept)
      await drop(current.database)
    },
  }
  return world
}

function poolsOf(database: TestDatabase, max: number): { owner: pg.Pool; app: pg.Pool } {
  const pool = (connectionString: string) => {
    const made = new pg.Pool({ connectionString, max, application_name: `sim-${randomBytes(3).toString('hex')}` })
    made.on('error', () => undefined)
    return made
  }
  return { owner: pool(database.ownerUrl), app: pool(database.appUrl) }
}

async function end({ owner, app }: { owner: pg.Pool; app: pg.Pool }): Promise<void> {
  await Promise.all([owner.end(), app.end()])
}
