// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'

let imports: ImportWorld
let server: ApiProcess
beforeAll(async () => {
  imports = await createImportWorld()
  server = await startApi(imports.world.api.testDatabase)
}, 120_000)
afterAll(async () => {
  await server.stop()
  await imports.world.close()
})

const count = 6_000
const fileOf = (prefix: string) =>
  csvOf(
    Array.from({ length: count }, (_, at) => ({
      label: `Killed ${at}`,
      buyer_reference: `${prefix}-${at}`,
      main_category: 'smartphones',
      status: 'published',
      price_grade_a: '100',
    })),
  )

/** The lock on which the part waits that holds a product, so that the server is killed in the middle of it. */
const lock = 4_711_271

/** Holds whatever does something to one product, until the answered function is called. */
async function hold(act: 'insert' | 'delete', reference: string): Promise<() => Promise<void>> {
  const holder = await connectAsOwner(imports.world.api.testDatabase.ownerUrl)
  await holder.query(`select pg_advisory_lock(${lock})`)
  await holder.query(`create function hold_it() returns trigger language plpgsql as $$ begin
    if ${act === 'insert' ? 'new' : 'old'}.buyer_reference = '${reference}' then
      perform pg_advisory_xact_lock(${lock});
    end if;
    return ${act === 'insert' ? 'new' : 'old'}; end $$`)
  await holder.query(`create trigger hold_it before ${act} on product for each row execute function hold_it()`)
  return async () => {
    await holder.query(`select pg_advisory_unlock(${lock})`)
    // It waits for the statement that was held: nobody listens to that one any more.
    await holder.query('drop trigger hold_it on product')
    await holder.query('drop function hold_it()')
    await holder.end()
  }
}

/** Lets a server that comes after take up what has rested, which is not waited for. */
async function comeAfter(): Promise<void> {
  await imports.world.change(`update catalog_import set touched_at = now() - interval '1 minute' where account_id = $1`)
  server = await startApi(imports.world.api.testDatabase)
}

async function ended(id: string): Promise<void> {
  await expect
    .poll(async () => (await imports.read(id)).status, { timeout: 180_000, interval: 250 })
    .not.toBe('in_progress')
}

// It shows what a killed process leaves; the statements of an import are those of other tests.
describe.skipIf(process.env.TEST_POSTGRES_BIN)('an import under a server that is killed', { timeout: 400_000 }, () => {
  it('is written once and counted right by the server that comes after', async () => {
    const release = await hold('insert', 'KILLED-3000')
    const id = await imports.take(kinds.products, fileOf('KILLED'))
    const done = async () => (await imports.read(id)).lines_done
    await expect.poll(done, { timeout: 180_000, interval: 100 }).toBe(3_000)
    await server.kill()
    await release()
    expect(await done()).toBe(3_000)
    // What is counted is written, and nothing else.
    const written = `select count(*)::int from product where account_id = $1 and buyer_reference like 'KILLED-%'`
    expect(await imports.values(written)).toEqual([[3_000]])
    await comeAfter()
    await ended(id)
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [count, count, 0, 0], ignored: [] })
    const products = `select count(*)::int, count(distinct buyer_reference)::int from product
      where account_id = $1 and buyer_reference like 'KILLED-%'`
    expect(await imports.values(products)).toEqual([[count, count]])
  })

  it('is taken back whole by the server that comes after', async () => {
    const id = await imports.take(kinds.products, fileOf('BACK'))
    await ended(id)
    // Parts of 300 from the end: nine of them stand before the one that is held.
    const release = await hold('delete', 'BACK-3000')
    expect((await imports.act(id, 'undo', { json: {} })).status).toBe(200)
    const undone = async () => (await imports.read(id)).undo?.undone ?? 0
    await expect.poll(undone, { timeout: 180_000, interval: 100 }).toBe(2_700)
    await server.kill()
    await release()
    expect(await undone()).toBe(2_700)
    const products = `select count(*)::int from product where account_id = $1 and buyer_reference like 'BACK-%'`
    expect(await imports.values(products)).toEqual([[count - 2_700]])
    await comeAfter()
    await expect
      .poll(async () => (await imports.read(id)).undo, { timeout: 180_000, interval: 250 })
      .toMatchObject({ status: 'done', undone: count, left: 0 })
    expect(await imports.values(products)).toEqual([[0]])
  })
})
