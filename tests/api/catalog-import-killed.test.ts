// @module-tag slow
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

const count = 1_700
const fileOf = (prefix: string) =>
  csvOf(
    Array.from({ length: count }, (_, at) => ({
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

let isHeld = false

/**
 * Holds whichever transaction writes a product or deletes it, until it is released: the server is killed in the middle
 * of the part that the product is in, however quick the machine is.
 */
async function hold(act: 'insert' | 'delete', reference: string): Promise<void> {
  const { owner } = imports.world
  const row = act === 'insert' ? 'new' : 'old'
  await owner.query(`select pg_advisory_lock(27)`)
  isHeld = true
  await owner.query(`
    create or replace function held_part() returns trigger language plpgsql as $$ begin
      if ${row}.buyer_reference = '${reference}' then perform pg_advisory_xact_lock(27); end if;
      return ${row};
    end $$;
    create trigger held_part before ${act} on product for each row execute function held_part()`)
}

async function untilHeld(): Promise<void> {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted and objid = 27
    and database = (select oid from pg_database where datname = current_database())`
  await expect
    .poll(async () => (await imports.world.owner.query(waiting)).rowCount, { timeout: 120_000, interval: 100 })
    .toBe(1)
}

async function release(): Promise<void> {
  if (!isHeld) return
  isHeld = false
  await imports.world.owner.query(`select pg_advisory_unlock(27)`)
  await imports.world.owner.query(`drop trigger held_part on product`)
}

/** Kills the server, and lets another one take up the imports at once: that they have rested is not waited for. */
async function killAndStart(): Promise<void> {
  await server.kill()
  await release()
  await imports.world.change(`update catalog_import set touched_at = now() - interval '1 minute' where account_id = $1`)
  server = await startApi(imports.world.api.testDatabase)
}

async function ended(id: string): Promise<void> {
  await expect
    .poll(async () => (await imports.read(id)).status, { timeout: 180_000, interval: 250 })
    .not.toBe('in_progress')
}

// It shows what a killed process leaves; the statements of an import are those of other tests.
describe.skipIf(process.env.TEST_POSTGRES_BIN)('an import under a server that is killed', { timeout: 300_000 }, () => {
  it.each([0, 700, 1_699])('while it writes line %i is written once and counted right by the next', async (at) => {
    const prefix = `KILLED${at}`
    await hold('insert', `${prefix}-${at}`)
    const id = await imports.take(kinds.products, fileOf(prefix))
    await untilHeld()
    // What is counted is written, and nothing else: whole parts of 500.
    const whole = at - (at % 500)
    expect((await imports.read(id)).lines_done).toBe(whole)
    expect(await written(prefix)).toEqual([[whole, whole]])
    await killAndStart()
    await ended(id)
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [count, count, 0, 0], ignored: [] })
    expect(await written(prefix)).toEqual([[count, count]])
  })

  it.each([1_699, 700, 0])('while it takes line %i back is taken back whole by the next', async (at) => {
    const prefix = `BACK${at}`
    const id = await imports.take(kinds.products, fileOf(prefix))
    await ended(id)
    await hold('delete', `${prefix}-${at}`)
    expect((await imports.act(id, 'undo', { json: {} })).status).toBe(200)
    await untilHeld()
    const undone = (await imports.read(id)).undo?.undone ?? 0
    expect(undone).toBe(count - 1 - at - ((count - 1 - at) % 300))
    expect(await written(prefix)).toEqual([[count - undone, count - undone]])
    await killAndStart()
    await expect
      .poll(async () => (await imports.read(id)).undo, { timeout: 180_000, interval: 250 })
      .toMatchObject({ status: 'done', undone: count, left: 0 })
    expect(await written(prefix)).toEqual([[0, 0]])
  })
})
