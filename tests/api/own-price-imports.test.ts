// @module-tag slow
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { tryImport } from '#api/features/catalog-files/import/try-import.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import type { CheckedFile, ImportAnswer, ImportPage } from '#sync/calls/catalog-import.ts'
import type { TestSession } from '#tests/support/api.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createImportWorld, kinds, told, type ImportWorld, type TestFile } from '#tests/support/import-world.ts'
import { outcomeOf } from '#tests/support/sale-world.ts'

let imports: ImportWorld
let buyer: TestSession

beforeAll(async () => {
  imports = await createImportWorld()
  await imports.world.change(
    `update category set buyer_account_id = $2 where account_id = $1 and identifier = 'telephonie'`,
    imports.world.api.accounts.buyer.id,
  )
  buyer = await imports.world.api.signIn('buyer_manager')
})
afterAll(() => imports.world.close())

const path = '/api/own-prices/imports'
const send = async (file: TestFile, { as = buyer, address = '?file_name=prices.csv' } = {}) =>
  outcomeOf(
    await as.request(`${path}${address}`, { method: 'POST', body: file, headers: { 'content-type': 'text/csv' } }),
  )
const read = async (id: string, as = buyer) => outcomeOf(await as.request(`${path}/${id}`))
const pricesOf = async (reference: string) =>
  Object.fromEntries(
    await imports.values(
      `select x.grade, x.price_cents from product p join product_price x on x.account_id = p.account_id
         and x.product_id = p.id where p.account_id = $1 and p.buyer_reference = $2`,
      reference,
    ),
  ) as Record<string, number>

/** A price list of the buyer, and what became of it. */
async function run(lines: readonly Record<string, string>[]): Promise<ImportAnswer> {
  const { status, body, code } = await send(csvOf(lines))
  expect([status, code]).toEqual([200, undefined])
  await imports.work()
  return (await read(body['id'] as string)).body as unknown as ImportAnswer
}

describe('a price list that a buyer imports (CAT-46, IO-05)', () => {
  it('changes prices of the products that it buys, and leaves all others', async () => {
    const before = await pricesOf('EOS')
    const done = await run([
      { buyer_reference: 'S21', price_grade_a: '311.50', label: 'Another name' },
      { buyer_reference: 'EOS', price_grade_a: '1.00' },
      { buyer_reference: 'NONE', price_grade_a: '1.00' },
      { buyer_reference: 'P30', price_grade_a: '50000.01' },
    ])
    expect(told(done)).toEqual({
      status: 'success_with_ignored',
      counts: [4, 0, 1, 3],
      ignored: [
        '3 LINE_PRODUCT_UNKNOWN buyer_reference',
        '4 LINE_PRODUCT_UNKNOWN buyer_reference',
        '5 PRODUCT_PRICE_BOUNDS price_grade_a',
      ],
    })
    expect((await pricesOf('S21'))['grade_a']).toBe(31_150)
    expect(await pricesOf('EOS')).toEqual(before)
    expect(
      await imports.values(
        `select p.label, c.origin from product p join product_price_change c on c.account_id = p.account_id
           and c.product_id = p.id and c.after_cents = array[31150] where p.account_id = $1`,
      ),
    ).toEqual([['Galaxy S21', 'buyer']])
  })

  it('is tried first where it asks for that, and writes nothing before its buyer starts it', async () => {
    const before = (await pricesOf('S21'))['grade_a']
    const file = csvOf([
      { buyer_reference: 'S21', price_grade_a: '334.00' },
      { buyer_reference: 'NONE', price_grade_a: '1.00' },
    ])
    const { body } = await send(file, { address: '?file_name=prices.csv&try=true' })
    const id = body['id'] as string
    const { api, accountId } = imports.world
    await tryImport({ database: api.db, now: () => new Date() }, { accountId, importId: id })
    expect((await read(id)).body).toMatchObject({ status: 'tried', trial: { updated: 1, ignored: 1 } })
    const changes = async (as: TestSession) => outcomeOf(await as.request(`${path}/${id}/changes`))
    expect((await changes(buyer)).body['hydra:member']).toMatchObject([
      { line: 2, reference: 'S21', changes: [{ column: 'price_grade_a', before, after: 33_400 }] },
    ])
    expect((await pricesOf('S21'))['grade_a']).toBe(before)
    // What the account itself imports is no business of a buyer.
    const other = await imports.attempt(kinds.prices, file)
    for (const [address, method] of [
      ['changes', 'GET'],
      ['start', 'POST'],
    ] as const)
      expect((await buyer.request(`${path}/${other.id}/${address}`, { method })).status, address).toBe(404)
    expect((await buyer.request(`${path}/${id}/start`, { method: 'POST' })).status).toBe(200)
    await imports.work()
    expect((await read(id)).body).toMatchObject({ status: 'success_with_ignored', lines_differing: 0 })
    expect((await pricesOf('S21'))['grade_a']).toBe(33_400)
  })

  it('has its columns as the buyer has said of them, which is no business of others', async () => {
    const list = csvOf([{ Code: 'S21', 'Tarif net': '312,00 €' }])
    const check = async (as: TestSession) =>
      outcomeOf(
        await as.request(`${path}/check`, { method: 'POST', body: list, headers: { 'content-type': 'text/csv' } }),
      )
    const match = (as: TestSession, columns: readonly unknown[]) =>
      as.request('/api/own-prices/import-columns', { method: 'PUT', json: { columns } })
    expect(await check(buyer)).toMatchObject({ status: 422, code: 'IMPORT_COLUMN_MISSING' })
    const said = [
      { name: 'code', column: 'buyer_reference' },
      { name: 'TARIF NET', column: 'price_grade_a' },
    ]
    const seller = await imports.world.api.signIn('store_manager')
    expect([(await match(seller, said)).status, (await match(buyer, said)).status]).toEqual([403, 204])
    expect((await check(buyer)).body).toMatchObject({
      columns: {
        head: [
          { column: 'buyer_reference', by: 'choice' },
          { column: 'price_grade_a', by: 'choice' },
        ],
      },
    })
    const { body } = await send(list)
    // What is said later is of later files.
    expect((await match(buyer, [{ name: 'code', column: null }])).status).toBe(204)
    await imports.work()
    expect((await read(body['id'] as string)).body).toMatchObject({ status: 'success' })
    expect((await pricesOf('S21'))['grade_a']).toBe(31_200)
    // The account's own files are matched as the account says.
    expect((await imports.ask(`/check?${kinds.prices}`, { file: list })).code).toBe('IMPORT_COLUMN_MISSING')
  })

  it('is taken back by its buyer, whose change of the prices that is too', async () => {
    const before = (await pricesOf('S21'))['grade_a']
    const { id } = await run([{ buyer_reference: 'S21', price_grade_a: '333.00' }])
    expect((await pricesOf('S21'))['grade_a']).toBe(33_300)
    const undo = () => buyer.request(`${path}/${id}/undo`, { method: 'POST', json: {} })
    // The answer of the first may have been lost.
    expect([(await undo()).status, (await undo()).status]).toEqual([200, 200])
    await imports.work()
    expect((await read(id)).body['undo']).toMatchObject({ status: 'done', undone: 1, left: 0 })
    expect((await pricesOf('S21'))['grade_a']).toBe(before)
    expect(
      await imports.values(
        `select distinct origin from product_price_change where account_id = $1 and 33300 = any (before_cents)`,
      ),
    ).toEqual([['buyer']])
  })

  it('takes no archived product, and tells two of one reference apart by who buys them', async () => {
    await imports.world.owner.query(`update product set buyer_reference = 'S21' where buyer_reference = 'EOS'`)
    const twice = await run([{ buyer_reference: 'S21', price_grade_a: '320.00' }])
    expect(told(twice).counts).toEqual([1, 0, 1, 0])
    await imports.world.owner.query(`update product set buyer_reference = 'EOS' where label like 'EOS%'`)
    await imports.world.owner.query(`update product set status = 'archived' where buyer_reference = 'P30'`)
    expect(told(await run([{ buyer_reference: 'P30', price_grade_a: '1.00' }])).ignored).toEqual([
      '2 LINE_PRODUCT_UNKNOWN buyer_reference',
    ])
  })

  it('is looked at first, without a change', async () => {
    const before = await pricesOf('S21')
    const file = csvOf([{ buyer_reference: 'S21', price_grade_a: '1.00', label: 'x' }])
    const { status, body } = await send(file, { address: '/check' })
    expect([status, (body as unknown as CheckedFile).columns.unknown]).toEqual([200, ['label']])
    expect((await send('label\nx\n', { address: '/check' })).code).toBe('IMPORT_COLUMN_MISSING')
    expect((await send('label\nx\n')).code).toBe('IMPORT_COLUMN_MISSING')
    await imports.work()
    expect(await pricesOf('S21')).toEqual(before)
  })

  it('is read by the sheet that its buyer names', async () => {
    const rows = (price: string) => [
      ['buyer_reference', 'price_grade_b'],
      ['S21', price],
    ]
    const sheets = [
      { name: 'October', rows: rows('111.00') },
      { name: 'November', rows: rows('222.00') },
    ]
    const file = new Uint8Array(await writeXlsx({ sheets }))
    const november = '?sheet=November'
    expect((await send(file, { address: '/check' })).code).toBe('IMPORT_WORKBOOK_SHEETS')
    expect((await send(file, { address: `/check${november}` })).body).toMatchObject({ sheet: 'November', lines: 1 })
    expect((await send(file, { address: `${november}&file_name=prices.xlsx` })).status).toBe(200)
    await imports.work()
    expect(JSON.stringify(await pricesOf('S21'))).toContain('22200')
  })

  it('stands in the retailer’s history under the buyer’s name, and is one import however often it is sent', async () => {
    const id = newId()
    const file = csvOf([{ buyer_reference: 'S21', price_grade_b: '200.00' }])
    const address = `?file_name=once.csv&id=${id}`
    expect([(await send(file, { address })).status, (await send(file, { address })).status]).toEqual([200, 200])
    await imports.work()
    const page = (await imports.ask('?page=1')).body as unknown as ImportPage
    const [first] = page.results.filter(({ file_name: name }) => name === 'once.csv')
    expect(first).toMatchObject({ id, origin: 'account', source_account: { common_name: 'Reprise Pro' } })
    expect(page.results.filter(({ file_name: name }) => name === 'once.csv')).toHaveLength(1)
  })

  it('is the buyer’s alone, and none of the retailer’s own imports is', async () => {
    const own = (await send(csvOf([{ buyer_reference: 'S21', price_grade_a: '1.50' }]))).body['id'] as string
    const others = await imports.take(kinds.prices, csvOf([{ buyer_reference: 'S21', price_grade_a: '2.50' }]))
    expect((await read(others)).code).toBe('REQUEST_NOT_FOUND')
    for (const who of ['admin', 'root_management_unit_manager', 'store_manager']) {
      const as = await imports.world.api.signIn(who)
      expect((await read(own, as)).status, who).toBe(403)
      expect((await send('x', { as })).status, who).toBe(403)
    }
    expect((await imports.ask('', { as: buyer })).status).toBe(403)
    await imports.work()
  })

  it('takes no place of the retailer’s among the files that wait', { timeout: 120_000 }, async () => {
    const waiting = []
    for (let at = 0; at < importLimits.waiting; at += 1)
      waiting.push((await send(csvOf([{ buyer_reference: 'S21', price_grade_c: '100.00' }]))).code)
    expect(new Set(waiting)).toEqual(new Set([undefined]))
    expect((await send(csvOf([{ buyer_reference: 'S21', price_grade_c: '1.00' }]))).code).toBe(
      'IMPORT_TOO_MANY_WAITING',
    )
    await imports.take(kinds.prices, csvOf([{ buyer_reference: 'S21', price_grade_c: '150.00' }]))
    await imports.work()
  })

  it('changes nothing any more once the link of its buyer has ended', async () => {
    const before = await pricesOf('S21')
    await send(csvOf([{ buyer_reference: 'S21', price_grade_a: '7.00' }]))
    await imports.world.change(`update account_link set status = 'inactive' where account_id = $1`)
    await imports.work()
    expect(await pricesOf('S21')).toEqual(before)
    await imports.world.change(`update account_link set status = 'active' where account_id = $1`)
    buyer = await imports.world.api.signIn('buyer_manager')
  })

  it('is that of a buyer’s entity within the account, too', async () => {
    const entity = newId()
    await imports.world.change(
      `insert into organization (account_id, id, parent_organization_id, type, common_name)
       select account_id, $2, id, 'buyer', 'Rachat maison' from organization
       where account_id = $1 and type = 'root_management_unit'`,
      entity,
    )
    await imports.world.change(
      `update category set buyer_organization_id = $2, buyer_account_id = null
       where account_id = $1 and identifier = 'smartphones'`,
      entity,
    )
    await imports.world.owner.query(
      `insert into user_module (account_id, user_id, module, user_type, organization_id)
       select account_id, id, 'lcm', 'buyer_manager', $1 from user_account where email = 'both@retailer.example'`,
      [entity],
    )
    const own = await imports.world.api.signIn('both@retailer.example', { module: 'lcm' })
    const file = csvOf([{ buyer_reference: 'S21', price_grade_a: '333.00' }])
    const id = (await send(file, { as: own })).body['id'] as string
    await imports.work()
    expect((await pricesOf('S21'))['grade_a']).toBe(33_300)
    expect(((await read(id, own)).body as unknown as ImportAnswer).created_by).not.toBeNull()
    expect((await read(id)).code).toBe('REQUEST_NOT_FOUND')
  })
})
