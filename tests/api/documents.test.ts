// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, drawCode } from '#tests/support/factories.ts'

let api: TestApi
let operator: TestSession
const itemId = newId()
const elsewhereId = newId()
const packageId = newId()
const openPackageId = newId()
const number = '0412345678903'
const itemCode = drawCode(8)

beforeAll(async () => {
  api = await createTestApi()
  operator = await api.signIn('warehouse_operator')
  const { retailer, userIds } = api.accounts
  const owner = await connectAsOwner(api.testDatabase.ownerUrl)
  const [categoryId, circuitId, productId] = [newId(), newId(), newId()]
  const account = retailer.id
  await owner.query(`insert into category (account_id, id, name, identifier) values ($1, $2, 'Phones', 'phones')`, [
    account,
    categoryId,
  ])
  await owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'store_drop', 'Drop')`, [
    account,
    circuitId,
  ])
  await owner.query(
    `insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, $3, 'Brand', $4)`,
    [account, productId, 'Hand^XZ~JR phone_1 é', categoryId],
  )
  const item = async (id: string, code: string, storeId: string, warehouseId: string) => {
    const buybackId = newId()
    await owner.query(
      `insert into buyback (account_id, id, identification_number, status, circuit_id, category_id, product_id,
          store_id, declared_grade) values ($1, $2, $3, 'bb_in_transit', $4, $5, $6, $7, 'grade_b')`,
      [account, buybackId, drawCode(13), circuitId, categoryId, productId, storeId],
    )
    await owner.query(
      `insert into item (account_id, id, buyback_id, identification_number, product_id, status, store_id,
          destination_warehouse_id, imei) values ($1, $2, $3, $4, $5, 'item_in_transit', $6, $7, '356938035643809')`,
      [account, id, buybackId, code, productId, storeId, warehouseId],
    )
  }
  await item(itemId, itemCode, retailer.northStoreId, retailer.warehouseId)
  await item(elsewhereId, drawCode(8), retailer.southStoreId, retailer.otherWarehouseId)
  const user = userIds['store_seller@retailer.example']
  for (const [id, given, at] of [
    [packageId, number, '2026-03-01T10:00:00Z'],
    [openPackageId, null, null],
  ])
    await owner.query(
      `insert into package (account_id, id, status, origin_store_id, destination_warehouse_id, item_ids, number,
          opened_by, opened_at, closed_by, closed_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, '2026-03-01T09:00:00Z', $9, $10)`,
      [
        account,
        id,
        given === null ? 'open' : 'closed',
        retailer.northStoreId,
        retailer.warehouseId,
        [itemId],
        given,
        user,
        given === null ? null : user,
        at,
      ],
    )
  await owner.end()
})
afterAll(() => api.close())

const label = (id: string, rest = '') => `/api/documents/item-label/${id}.${rest === '' ? 'pdf' : rest}`

async function pdf(session: TestSession, path: string): Promise<string> {
  const answer = await session.request(path)
  expect(answer.status, path).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  // The browser shows it in a page of its own, which has inline styles.
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/)
  expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename=/)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

const mediaBox = (text: string) =>
  /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
    .exec(text)!
    .slice(1)
    .map((points) => Math.round((Number(points) * 25.4) / 72))

describe('a label as PDF', () => {
  it.each([
    ['', [100, 150]],
    ['?media=50x30', [50, 30]],
    ['?media=a4', [210, 297]],
  ])('has its true size with %j', async (query, size) => {
    const text = await pdf(operator, `${label(itemId)}${query}`)
    expect(text.startsWith('%PDF-1.')).toBe(true)
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
    expect(mediaBox(text)).toEqual(size)
  })

  it('cannot be asked for on a medium that the paper does not fit', async () => {
    const answer = await operator.request(`/api/documents/packing-slip/${packageId}.pdf?media=50x30`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'DOCUMENT_MEDIA_UNFIT' })
  })
})

describe('a label as ZPL', () => {
  it('is one sound label, and no text of it becomes a command', async () => {
    const answer = await operator.request(label(itemId, 'zpl'))
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const zpl = await answer.text()
    expect(zpl.match(/\^XA/g)).toHaveLength(1)
    expect(zpl.match(/\^XZ/g)).toHaveLength(1)
    expect(zpl.trimEnd().startsWith('^XA') && zpl.trimEnd().endsWith('^XZ')).toBe(true)
    expect(zpl).toContain('^CI28')
    expect(zpl).toContain('^PW800^LL1200')
    expect(zpl).not.toContain('~')
    expect(zpl).toContain('Hand_5EXZ_7EJR')
    expect(zpl).toContain('_C3_A9')
    expect(zpl).toContain(`^BCN,192,N,N,N,N^FD>;${itemCode}^FS`)
    expect(zpl).toMatch(new RegExp(`\\^BXN,\\d+,200\\^FD${itemCode}\\^FS`))
    const fields = zpl.match(/\^FD/g)!.length + zpl.match(/\^GB/g)!.length
    expect(zpl.match(/\^FS/g)).toHaveLength(fields)
    expect(zpl).toMatch(/^[\n -~]+$/)
  })

  it('speaks the language of its reader', async () => {
    const words = async () => (await operator.request(label(itemId, 'zpl'))).text()
    expect(await words()).toContain('Code de reprise')
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    const name = 'warehouse_operator@retailer.example'
    await owner.query(`update user_account set language = 'nl-BE' where email = $1`, [name])
    expect(await words()).toContain('Inruilcode')
    await owner.query(`update user_account set language = null where email = $1`, [name])
    await owner.end()
  })

  it('bears the grade that the test has found, and until then the declared one', async () => {
    const words = async () => (await operator.request(label(itemId, 'zpl'))).text()
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    const test = (control: object | null) =>
      owner.query('update item set facts = $2 where id = $1', [itemId, control && JSON.stringify({ control })])
    expect(await words()).toMatch(/Grade d_C3_A9clar_C3_A9[^]*Grade B/)
    await test({ grade: 'grade_d', setAside: null })
    expect(await words()).toMatch(/Grade constat_C3_A9[^]*Grade D/)
    await test({ grade: null, setAside: 'locked' })
    expect(await words()).toMatch(/Grade d_C3_A9clar_C3_A9[^]*Grade B/)
    await test(null)
    await owner.end()
  })

  it('follows the density of the print head, and goes on no sheet', async () => {
    const dense = await (await operator.request(`${label(itemId, 'zpl')}?dotsPerMm=12`)).text()
    expect(dense).toContain('^PW1200^LL1800')
    const small = await (await operator.request(`${label(itemId, 'zpl')}?media=50x30`)).text()
    expect(small).toContain('^PW400^LL240')
    expect((await operator.request(`${label(itemId, 'zpl')}?media=a4`)).status).toBe(422)
    expect((await operator.request(`${label(itemId, 'zpl')}?dotsPerMm=9`)).status).toBe(422)
  })
})

describe('papers of a package', () => {
  it.each(['package-label', 'packing-slip', 'tracking-sheet'])('come as a %s, as PDF and ZPL', async (kind) => {
    await pdf(operator, `/api/documents/${kind}/${packageId}.pdf`)
    const zpl = await (await operator.request(`/api/documents/${kind}/${packageId}.zpl`)).text()
    // Thirteen digits: six pairs, then the last one alone.
    expect(zpl).toContain(`>;041234567890>63`)
  })

  it('say on the label what its products weigh, by themselves or by their category (CAT-40)', async () => {
    const words = async () => (await operator.request(`/api/documents/package-label/${packageId}.zpl`)).text()
    expect(await words()).not.toContain('Poids')
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    await owner.query(`update category set default_weight_grams = 450 where identifier = 'phones'`)
    expect(await words()).toMatch(/Poids[^]*\^FD450 g\^FS/)
    await owner.query(`update product set weight_grams = 1250 where label like 'Hand%'`)
    expect(await words()).toMatch(/\^FD1,25 kg\^FS/)
    await owner.end()
  })

  it('wait until it is closed', async () => {
    const answer = await operator.request(`/api/documents/packing-slip/${openPackageId}.pdf`)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'DOCUMENT_PACKAGE_OPEN' })
  })
})

describe('the sheet of commands', () => {
  it('holds what was chosen of the own warehouse', async () => {
    const all = await pdf(operator, '/api/documents/command-sheet.pdf')
    expect(mediaBox(all)).toEqual([210, 297])
    const few = await pdf(operator, '/api/documents/command-sheet.pdf?command=CONFIRM')
    expect(few.length).toBeLessThan(all.length)
  })

  it('of another warehouse is not found, and admin types name one', async () => {
    const { warehouseId, otherWarehouseId, southStoreId } = api.accounts.retailer
    const path = '/api/documents/command-sheet.pdf'
    expect((await operator.request(`${path}?warehouseId=${otherWarehouseId}`)).status).toBe(404)
    const admin = await api.signIn('admin')
    expect((await admin.request(path)).status).toBe(422)
    expect((await admin.request(`${path}?warehouseId=${warehouseId}`)).status).toBe(200)
    expect((await admin.request(`${path}?warehouseId=${southStoreId}`)).status).toBe(404)
    expect((await (await api.signIn('root_management_unit_analyst')).request(path)).status).toBe(403)
  })

  it('of a store holds what it packs by, and no stocks', async () => {
    const seller = await api.signIn('store_seller')
    const own = await pdf(seller, '/api/documents/command-sheet.pdf')
    expect(own.length).toBeLessThan((await pdf(operator, '/api/documents/command-sheet.pdf')).length)
    expect(await pdf(seller, '/api/documents/command-sheet.pdf?only=commands')).toHaveLength(own.length)
  })
})

describe('who may print a label', () => {
  it.each([
    ['admin', 200, 200],
    ['root_management_unit_manager', 200, 200],
    ['root_management_unit_analyst', 403, 403],
    ['management_unit_manager', 200, 404],
    ['management_unit_analyst', 403, 403],
    ['store_manager', 200, 404],
    ['store_seller', 200, 404],
    ['south@retailer.example', 404, 200],
    ['warehouse_manager', 200, 404],
    ['warehouse_operator', 200, 404],
    ['buyer_manager', 403, 403],
    ['admin@other.example', 404, 404],
  ])('a %s gets %i in reach of the North store and %i elsewhere', async (who, north, south) => {
    const session = await api.signIn(who)
    expect((await session.request(label(itemId))).status).toBe(north)
    expect((await session.request(label(elsewhereId))).status).toBe(south)
    expect((await session.request(`/api/documents/package-label/${packageId}.pdf`)).status).toBe(north)
  })

  it('nobody gets what does not exist', async () => {
    for (const file of [`${newId()}.pdf`, `${itemId}.png`, 'x.pdf', `${itemId}`])
      expect((await operator.request(`/api/documents/item-label/${file}`)).status).toBe(404)
  })
})
