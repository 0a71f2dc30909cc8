import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { withClient } from '../../../scripts/prepare-database.mjs'
import type { SimDatabases } from './schedule.ts'

/** A database for many schedules, each in an account of its own. */
export interface SharedDatabase extends SimDatabases {
  close(): Promise<void>
}

/** Clones the template once for all schedules that need no restore. */
export async function openShared(): Promise<SharedDatabase> {
  const database = await createDatabase()
  const pools = poolsOf(database)
  return {
    ...pools,
    async close() {
      await end(pools)
      await database.drop()
    },
  }
}

/** A database of one schedule's own, which can be backed up and restored. */
export async function openRestorable(): Promise<SharedDatabase> {
  const first = await createDatabase()
  const all: TestDatabase[] = [first]
  let current = { database: first, pools: poolsOf(first) }

  async function copyOf(source: TestDatabase): Promise<TestDatabase> {
    const copy = await createDatabase({ template: source.name })
    all.push(copy)
    return copy
  }

  async function backup() {
    await end(current.pools)
    const kept = await copyOf(current.database)
    current.pools = poolsOf(current.database)
    Object.assign(world, current.pools)
    return {
      async restore(): Promise<SimDatabases> {
        await end(current.pools)
        await withClient(kept.superuserUrl, (client) => client.query('select raise_sync_epoch()'))
        current = { database: kept, pools: poolsOf(kept) }
        Object.assign(world, current.pools)
        return world
      },
    }
  }

  const world = {
    ...current.pools,
    backup,
    async close() {
      await end(current.pools)
      for (const database of all) await database.drop()
    },
  }
  return world
}

function poolsOf(database: TestDatabase): { owner: pg.Pool; app: pg.Pool } {
  const pool = (connectionString: string) => {
    const made = new pg.Pool({ connectionString, max: 10, application_name: `sim-${randomBytes(3).toString('hex')}` })
    made.on('error', () => undefined)
    return made
  }
  return { owner: pool(database.ownerUrl), app: pool(database.appUrl) }
}

async function end({ owner, app }: { owner: pg.Pool; app: pg.Pool }): Promise<void> {
  await Promise.all([owner.end(), app.end()])
}

