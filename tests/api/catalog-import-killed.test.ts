// @module-tag slow
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'

let imports: ImportWorld
let server: ApiProcess
beforeAll(async () => {
  imports = await createImportWorld()
  server = await startApi(imports.world.api.testDatabase)
}, 120_000)
afterEach(() => release())
afterAll(async () => {
  await server.stop()
  await imports.world.close()
})

/** Two parts of an import, of 500 lines, and three of taking it back, of 300. */
const count = 900
/** Half of what a job works before it hands on, and more. */
const holdMs = 3_500
const fileOf = (prefix: string, lines = count) =>
  csvOf(
    Array.from({ length: lines }, (_, at) => ({
      label: `${prefix} ${at}`,
      buyer_reference: `${prefix}-${at}`,
      main_category: 'smartphones',
      status: 'published',
      price_grade_a: '100',
    })),
  )
const written = async (prefix: string) =>
  imports.values(
    `select count(*)::int, count(distinct buyer_reference)::int from product
     where account_id = $1 and buyer_reference like $2`,
    `${prefix}-%`,
  )

/** Where a transaction is held: as it writes or deletes a row of a table that has a reference. */
interface Hold {
  readonly act: 'insert' | 'update' | 'delete'
  readonly table: 'product' | 'catalog_import_change'
  readonly reference: string
}

/** Locks of the holds in hand, by their places. */
let held: readonly (Hold & { readonly lock: number })[] = []

/**
 * Holds whichever transactions come to some rows, until they are released: the server is killed in the middle of the
 * part that the row is in, however quick the machine is.
 */
async function hold(...holds: readonly Hold[]): Promise<void> {
  const { owner } = imports.world
  for (const [at, each] of holds.entries()) {
    const { act, table, reference } = each
    const lock = 27 + at
    const row = act === 'delete' ? 'old' : 'new'
    const column = table === 'product' ? 'buyer_reference' : 'reference'
    await owner.query(`select pg_advisory_lock(${lock})`)
    held = [...held, { ...each, lock }]
    await owner.query(`
      create or replace function held_part_${lock}() returns trigger language plpgsql as $$ begin
        if ${row}.${column} = '${reference}' then perform pg_advisory_xact_lock(${lock}); end if;
        return ${row};
      end $$;
      create trigger held_part_${lock} before ${act} on ${table} for each row execute function held_part_${lock}()`)
  }
}

async function untilHeld(lock = 27): Promise<void> {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted and objid = ${lock}
    and database = (select oid from pg_database where datname = current_database())`
  await expect
    .poll(async () => (await imports.world.owner.query(waiting)).rowCount, { timeout: 120_000, interval: 100 })
    .toBe(1)
}

/** Lets what waits at a hold go on. */
async function letGo(lock: number): Promise<void> {
  // Of one that was let go before the database only warns.
  await imports.world.owner.query(`select pg_advisory_unlock(${lock})`)
}

async function release(): Promise<void> {
  const former = held
  held = []
  for (const { lock } of former) await letGo(lock)
  for (const { table, lock } of former) await imports.world.owner.query(`drop trigger held_part_${lock} on ${table}`)
}

/** Kills the server at a hold, and lets another one take up the imports at once: that they have rested is not waited for. */
async function killAndStart(lock: number): Promise<void> {
  await server.kill()
  await letGo(lock)
  await imports.world.change(`update catalog_import set touched_at = now() - interval '1 minute' where account_id = $1`)
  server = await startApi(imports.world.api.testDatabase)
}

async function ended(id: string): Promise<void> {
  await expect
    .poll(async () => (await imports.read(id)).status, { timeout: 180_000, interval: 250 })
    .not.toBe('in_progress')
}

// It shows what a killed process leaves; the statements of an import are those of other tests.
describe.skipIf(process.env.TEST_POSTGRES_BIN)('an import under a server that is killed', { timeout: 900_000 }, () => {
  it('in every part, before and after its note, is written once, and taken back once', async () => {
    // The first row that is written, and the last note.
    const parts = [
      { act: 'insert', table: 'product', reference: 'KILLED-0' },
      { act: 'insert', table: 'catalog_import_change', reference: 'KILLED-899' },
    ] as const
    await hold(...parts)
    const id = await imports.take(kinds.products, fileOf('KILLED'))
    for (const [part] of parts.entries()) {
      await untilHeld(27 + part)
      // What is counted is written, and nothing else: whole parts.
      const whole = 500 * part
      expect((await imports.read(id)).lines_done).toBe(whole)
      expect(await written('KILLED')).toEqual([[whole, whole]])
      await killAndStart(27 + part)
    }
    await ended(id)
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [count, count, 0, 0], ignored: [] })
    expect(await written('KILLED')).toEqual([[count, count]])

    await release()
    const undoParts = [
      { act: 'delete', table: 'product', reference: 'KILLED-899' },
      { act: 'update', table: 'catalog_import_change', reference: 'KILLED-450' },
      { act: 'delete', table: 'product', reference: 'KILLED-0' },
    ] as const
    await hold(...undoParts)
    expect((await imports.act(id, 'undo', { json: {} })).status).toBe(200)
    for (const [part] of undoParts.entries()) {
      await untilHeld(27 + part)
      const undone = 300 * part
      expect((await imports.read(id)).undo).toMatchObject({ status: 'in_progress', undone, left: 0 })
      expect(await written('KILLED')).toEqual([[count - undone, count - undone]])
      await killAndStart(27 + part)
    }
    await expect
      .poll(async () => (await imports.read(id)).undo, { timeout: 180_000, interval: 250 })
      .toMatchObject({ status: 'done', undone: count, left: 0 })
    expect(await written('KILLED')).toEqual([[0, 0]])
  })

  it('after a job has handed a long file on to the next is written once and counted right', async () => {
    const long = 2_100
    await hold(
      { act: 'insert', table: 'product', reference: 'HANDED-700' },
      { act: 'insert', table: 'product', reference: 'HANDED-1200' },
      { act: 'insert', table: 'product', reference: 'HANDED-2099' },
    )
    const id = await imports.take(kinds.products, fileOf('HANDED', long))
    // Two holds together are longer than a job works before it hands on, and each is shorter than a lock is waited for.
    for (const lock of [27, 28]) {
      await untilHeld(lock)
      await pause(holdMs)
      await letGo(lock)
    }
    await untilHeld(29)
    expect((await imports.read(id)).lines_done).toBe(2_000)
    await killAndStart(29)
    await ended(id)
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [long, long, 0, 0], ignored: [] })
    expect(await written('HANDED')).toEqual([[long, long]])
  })
})
