// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'

let imports: ImportWorld
let server: ApiProcess
let imported: string
beforeAll(async () => {
  imports = await createImportWorld()
  server = await startApi(imports.world.api.testDatabase)
}, 120_000)
afterAll(async () => {
  await server.stop()
  await imports.world.close()
})

const count = 6_000
const file = csvOf(
  Array.from({ length: count }, (_, at) => ({
    label: `Killed ${at}`,
    buyer_reference: `KILLED-${at}`,
    main_category: 'smartphones',
    status: 'published',
    price_grade_a: '100',
  })),
)

// It shows what a killed process leaves; the statements of an import are those of other tests.
describe.skipIf(process.env.TEST_POSTGRES_BIN)('an import under a server that is killed', { timeout: 240_000 }, () => {
  it('is written once and counted right by the server that comes after', async () => {
    const id = await imports.take(kinds.products, file)
    const done = async () => (await imports.read(id)).lines_done
    await expect.poll(done, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0)
    await server.kill()
    expect(await done()).toBeLessThan(count)
    // What is counted is written, and nothing else.
    const written = `select i.lines_done = (select count(*) from product p where p.account_id = i.account_id
      and p.buyer_reference like 'KILLED-%') from catalog_import i where i.account_id = $1 and i.id = $2`
    expect(await imports.values(written, id)).toEqual([[true]])
    // Its imports are taken up once they have rested, which is not waited for.
    await imports.world.change(
      `update catalog_import set touched_at = now() - interval '1 minute' where account_id = $1`,
    )
    server = await startApi(imports.world.api.testDatabase)
    await expect
      .poll(async () => (await imports.read(id)).status, { timeout: 180_000, interval: 250 })
      .not.toBe('in_progress')
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [count, count, 0, 0], ignored: [] })
    const products = `select count(*)::int, count(distinct buyer_reference)::int from product
      where account_id = $1 and buyer_reference like 'KILLED-%'`
    expect(await imports.values(products)).toEqual([[count, count]])
    imported = id
  })

  it('is taken back whole by the server that comes after', async () => {
    expect((await imports.act(imported, 'undo', { json: {} })).status).toBe(200)
    const undone = async () => (await imports.read(imported)).undo?.undone ?? 0
    await expect.poll(undone, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0)
    await server.kill()
    expect(await undone()).toBeLessThan(count)
    const left = `select i.undone_count + (select count(*) from product p where p.account_id = i.account_id
      and p.buyer_reference like 'KILLED-%') from catalog_import i where i.account_id = $1 and i.id = $2`
    expect((await imports.values(left, imported)).map(([sum]) => Number(sum))).toEqual([count])
    await imports.world.change(
      `update catalog_import set touched_at = now() - interval '1 minute' where account_id = $1`,
    )
    server = await startApi(imports.world.api.testDatabase)
    await expect
      .poll(async () => (await imports.read(imported)).undo, { timeout: 180_000, interval: 250 })
      .toMatchObject({ status: 'done', undone: count, left: 0 })
    const products = `select count(*)::int from product where account_id = $1 and buyer_reference like 'KILLED-%'`
    expect(await imports.values(products)).toEqual([[0]])
  })
})
