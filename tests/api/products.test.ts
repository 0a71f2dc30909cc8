import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { ProductAnswer } from '#sync/calls/product.ts'
import type { RefurbQuestionAnswer } from '#sync/calls/refurb.ts'
import type { TestSession } from '#tests/support/api.ts'
import { base64Of, besidePixels, claimedPngOf, jpgOf, pngOf, sized, telltaleOf } from '#tests/support/picture-files.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'
import { type Outcome } from '#tests/support/sale-world.ts'
import { sendAs, type Sending } from '#tests/support/send-as.ts'

let world: PublicWorld
let manager: TestSession
let admin: TestSession

beforeAll(async () => {
  world = await createPublicWorld()
  manager = await world.api.signIn('root_management_unit_manager')
  admin = await world.api.signIn('admin')
})
afterAll(() => world.close())

const send = (method: string, path: string, json?: object, { as = manager, ...rest }: Sending = {}) =>
  sendAs({ as, ...rest }, method, path, json)

const smartphones = () => world.categories['smartphones']!
const body = (change: object = {}) => ({ label: 'Pixel 9', mainCategoryId: smartphones(), ...change })
async function create(change: object = {}): Promise<ProductAnswer> {
  const made = await send('POST', '/api/products', body(change))
  expect([made.status, made.code, made.body['errors']]).toEqual([200, undefined, undefined])
  return made.body as unknown as ProductAnswer
}
const said = ({ status, code, body: { field } }: Outcome) => [status, code, field]
const patch = (id: string, change: object, options = {}) => send('PATCH', `/api/products/${id}`, change, options)
const count = async () => {
  const { rows } = await world.owner.query<{ n: number }>('select count(*)::int as n from product')
  return rows[0]?.n
}

describe('a new product (CAT-31 to CAT-40)', () => {
  it('is a draft of a name and a category, and has nothing else', async () => {
    const made = await create()
    expect(made).toMatchObject({ label: 'Pixel 9', status: 'draft', version: 1, prices: {}, tacCodes: [], image: null })
    expect((await send('GET', `/api/products/${made.id}`)).body).toEqual(made)
  })

  it('holds all that is said of it', async () => {
    const whole = {
      ...body(),
      brand: 'Google',
      manufacturerModel: 'G2YBB',
      buyerReference: 'P9',
      gtin: '0840244706739',
      tacCodes: ['35100000', '35100001'],
      secondaryCategoryIds: [world.categories['audio']],
      status: 'published',
      simple: true,
      imeiCollect: true,
      buybackZeroNotAllowed: true,
      comment: 'Comes without a charger',
      heightCm: 15,
      lengthCm: 7,
      widthCm: 1,
      weightGrams: 198,
      prices: { functional: 30_000, grade_a: 30_000, grade_b: 0, grade_c: 1, grade_d: 2, grade_e: 5_000_000 },
    }
    const made = await create(whole)
    expect(made).toMatchObject(whole)
    const listed = await send('GET', '/api/products?search_product_buyback=35100001')
    expect(listed.body['hydra:totalItems']).toBe(1)
    expect((await world.read<{ label: string }>(`/api/public/products/${made.id}`)).label).toBe('Pixel 9')
  })

  it('may bring its id, so that a repeated call adds nothing (CAT-41)', async () => {
    const id = newId()
    expect((await create({ id })).id).toBe(id)
    expect(said(await send('POST', '/api/products', body({ id })))).toEqual([409, 'PRODUCT_ID_TAKEN', 'id'])
    expect(said(await send('POST', '/api/products', body({ id: 'x' })))).toEqual([422, 'REQUEST_INVALID', 'id'])
  })

  it('is added once by calls that are repeated at the same time', async () => {
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('POST', '/api/products', body({ id }))))
    const refused = Array<number>(11).fill(409)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...refused])
    expect(new Set(answers.flatMap(({ status, code }) => (status === 200 ? [] : [code])))).toEqual(
      new Set(['PRODUCT_ID_TAKEN']),
    )
  })

  it.each([
    ['a name of 1 character (CAT-34)', { label: 'x' }, 'label'],
    ['a name of 256', { label: 'x'.repeat(256) }, 'label'],
    ['a comment of 501', { comment: 'x'.repeat(501) }, 'comment'],
    ['a price of cents', { prices: { grade_a: 0.5 } }, 'prices.grade_a'],
    ['a price below 0 (CAT-37)', { prices: { grade_a: -1 } }, 'prices.grade_a'],
    ['a price above 50,000', { prices: { functional: 5_000_001 } }, 'prices.functional'],
    ['a GTIN of 9 (CAT-38)', { gtin: '123456789' }, 'gtin'],
    ['a GTIN of 15', { gtin: '123456789012345' }, 'gtin'],
    ['a GTIN of letters', { gtin: '1234567a' }, 'gtin'],
    ['a TAC of 7 (CAT-39)', { tacCodes: ['1234567'] }, 'tacCodes.0'],
    ['a TAC twice', { tacCodes: ['12345678', '12345678'] }, 'tacCodes'],
    ['half a centimetre (CAT-40)', { heightCm: 0.5 }, 'heightCm'],
    ['less weight than none', { weightGrams: -1 }, 'weightGrams'],
    ['a status that is none (CAT-33)', { status: 'sold' }, 'status'],
  ])('is refused with %s, and nothing is written', async (_, change, field) => {
    const before = await count()
    const { status, code, body: answer } = await send('POST', '/api/products', body(change))
    expect([status, code]).toEqual([422, 'REQUEST_INVALID'])
    expect(String(answer['field'])).toContain(field.split('.')[0])
    expect(await count()).toBe(before)
  })

  it.each<readonly [string, object]>([
    ['a name of 2 characters', { label: 'xy' }],
    ['a name of 255', { label: 'x'.repeat(255) }],
    ['a comment of 500', { comment: 'x'.repeat(500) }],
    ['a GTIN of 8', { gtin: '11111111' }],
    ['a GTIN of 12', { gtin: '111111111111' }],
    ['a GTIN of 13', { gtin: '1111111111111' }],
    ['a GTIN of 14', { gtin: '11111111111111' }],
  ])('takes %s', async (_, change) => {
    expect(await create(change)).toMatchObject(change)
  })

  it('stands in active categories of the account alone', async () => {
    const unknown = [422, 'PRODUCT_CATEGORY_UNKNOWN', 'mainCategoryId']
    expect(said(await send('POST', '/api/products', body({ mainCategoryId: newId() })))).toEqual(unknown)
    const other = await world.api.signIn('admin@other.example')
    expect(said(await send('POST', '/api/products', body(), { as: other }))).toEqual(unknown)
    await world.change(`update category set status = 'archived' where account_id = $1 and identifier = 'vide'`)
    const secondaryCategoryIds = [world.categories['vide']]
    expect(said(await send('POST', '/api/products', body({ secondaryCategoryIds })))).toEqual([
      422,
      'PRODUCT_CATEGORY_UNKNOWN',
      'secondaryCategoryIds',
    ])
  })

  it('is refused to who may only read, and to a field that nobody knows (CAT-46)', async () => {
    for (const user of ['root_management_unit_analyst', 'store_manager', 'buyer_manager', 'warehouse_manager']) {
      const as = await world.api.signIn(user)
      expect(said(await send('POST', '/api/products', body(), { as }))).toEqual([
        403,
        'ACCESS_PERMISSION_MISSING',
        undefined,
      ])
    }
    for (const unknown of [{ colour: 'red' }, { prices: { grade_f: 1 } }])
      expect((await send('POST', '/api/products', body(unknown))).code).toBe('REQUEST_UNKNOWN_FIELD')
  })
})

describe('changing a product', () => {
  it('writes what a merge patch names, over the version that was read', async () => {
    const made = await create({ prices: { grade_a: 100, grade_b: 50 } })
    const changed = await patch(made.id, { brand: 'Google', prices: { grade_b: null, grade_c: 30 } }, { ifMatch: 1 })
    expect(changed.body).toMatchObject({ brand: 'Google', label: 'Pixel 9', prices: { grade_a: 100, grade_c: 30 } })
    expect(said(await patch(made.id, { brand: 'Other' }, { ifMatch: 1 }))).toEqual([
      412,
      'REQUEST_VERSION_CONFLICT',
      undefined,
    ])
    expect((await send('GET', `/api/products/${made.id}`)).body['brand']).toBe('Google')
  })

  it('is stale for a form after any change of its prices', async () => {
    const made = await create({ prices: { grade_a: 100 } })
    const products = { listed: [{ id: made.id, version: made.version }] }
    await send('POST', '/api/products/prices', { products, change: { type: 'amount', amountCents: 10 } })
    expect((await patch(made.id, { prices: { grade_a: 90 } }, { ifMatch: made.version })).code).toBe(
      'REQUEST_VERSION_CONFLICT',
    )
  })

  it('is no business of another account, nor of who may only read', async () => {
    const made = await create({ prices: { grade_a: 1 } })
    const as = await world.api.signIn('admin@other.example')
    for (const outcome of [
      await patch(made.id, { brand: 'x' }, { as }),
      await send('GET', `/api/products/${made.id}`, undefined, { as }),
      await send('POST', `/api/products/${made.id}/duplicate`, {}, { as }),
      await send('GET', `/api/products/${made.id}/prices?on=2026-11-23`, undefined, { as }),
      await send('GET', `/api/products/${made.id}/price-changes`, undefined, { as }),
      await send('POST', '/api/products/status', { products: { ids: [made.id] }, status: 'draft' }, { as }),
    ])
      expect([outcome.status, outcome.code]).toEqual([404, 'REQUEST_NOT_FOUND'])
    const seller = await world.api.signIn('store_seller')
    expect((await patch(made.id, { brand: 'x' }, { as: seller })).code).toBe('ACCESS_PERMISSION_MISSING')
    expect((await send('GET', `/api/products/${made.id}`, undefined, { as: seller })).status).toBe(200)
  })

  it('publishes and unpublishes what customers find', async () => {
    const made = await create({ prices: { grade_a: 10_000 } })
    const shown = () => world.refusal(`/api/public/products/${made.id}`)
    expect((await shown())[1]).toBe('PRODUCT_NOT_PUBLISHED')
    await patch(made.id, { status: 'published' })
    expect((await shown())[0]).toBe(200)
    await patch(made.id, { status: 'archived' })
    expect((await shown())[1]).toBe('PRODUCT_NOT_PUBLISHED')
  })

  it('comes back from the archive into active categories alone, and its category may be archived before', async () => {
    const made = await create({ mainCategoryId: world.categories['boormachines'] })
    await world.change(`update product set status = 'archived' where account_id = $1 and buyer_reference = 'DRILL'`)
    const category = `/api/categories/${world.categories['boormachines']}`
    expect((await send('PATCH', category, { status: 'archived' })).code).toBe('CATEGORY_IN_USE')
    await patch(made.id, { status: 'archived' })
    expect((await send('PATCH', category, { status: 'archived' })).status).toBe(200)
    expect(said(await patch(made.id, { status: 'draft' }))).toEqual([422, 'PRODUCT_CATEGORY_UNKNOWN', 'mainCategoryId'])
    const all = await send('POST', '/api/products/status', { products: { ids: [made.id] }, status: 'published' })
    expect([all.code, all.body['details']]).toEqual(['PRODUCT_CATEGORY_UNKNOWN', { products: 1 }])
    expect((await patch(made.id, { status: 'draft', mainCategoryId: smartphones() })).status).toBe(200)
  })

  it('is duplicated as a draft without the codes that are its own, with pictures of its own', async () => {
    const image = base64Of(await pngOf(40, 40))
    const made = await create({
      status: 'published',
      gtin: '12345670',
      buyerReference: 'DUP',
      prices: { grade_a: 7 },
      image,
    })
    const copied = await send('POST', `/api/products/${made.id}/duplicate`, { label: 'Pixel 9 (copy)' })
    const copy = copied.body as unknown as ProductAnswer
    expect(copy).toMatchObject({ label: 'Pixel 9 (copy)', status: 'draft', gtin: null, buyerReference: null })
    expect(copy.prices).toEqual({ grade_a: 7 })
    await patch(made.id, { image: null })
    expect((await world.api.request(copy.image ?? '')).status).toBe(200)
    expect((await world.api.request(made.image ?? '')).status).toBe(404)
  })
})

describe('what the workshop asks of one product alone (CAT-30)', () => {
  it('comes along with a copy of the product, in its order, with the steps of its answers', async () => {
    const made = await create({ label: 'Fold 5' })
    const step = newId()
    await world.change(
      `insert into refurb_step (account_id, id, name, warehouse_id, stock_id)
       select account_id, $2, 'Charnière', warehouse_id, id from stock where account_id = $1 limit 1`,
      step,
    )
    const ask = (label: string, steps: readonly string[]) => {
      const answers = [
        { label: 'Oui', stepIds: [] },
        { label: 'Non', stepIds: steps },
      ]
      return send(
        'POST',
        '/api/refurb-questions',
        { label, type: 'unique', answers, productId: made.id },
        { as: admin },
      )
    }
    await ask('Écran ?', [])
    await ask('Charnière ?', [step])
    const { body: copy } = await send('POST', `/api/products/${made.id}/duplicate`, {})
    const asked = async (product: string) => {
      const { body } = await send('GET', `/api/refurb-questions?product=${product}`, undefined, { as: admin })
      return (body['hydra:member'] as readonly RefurbQuestionAnswer[]).map(({ label, answers }) => [
        label,
        answers.map((each) => [each.label, each.steps.map(({ id }) => id)]),
      ])
    }
    const both = await asked(made.id)
    expect(both.map(([label]) => label)).toEqual(['Écran ?', 'Charnière ?'])
    expect(await asked(String(copy['id']))).toEqual(both)
    await world.change('delete from refurb_question where account_id = $1 and product_id = $2', made.id)
    expect(await asked(String(copy['id']))).toEqual(both)
  })
})

describe('the pictures of a product (CAT-35)', () => {
  it('are shown to everybody, and go when others take their place', async () => {
    const made = await create({ image: base64Of(await pngOf(40, 40)), imageHd: base64Of(await jpgOf(80, 80)) })
    const shown = await world.api.request(made.imageHd ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    await patch(made.id, { imageHd: base64Of(await pngOf(30, 30)) })
    expect((await world.api.request(made.imageHd ?? '')).status).toBe(404)
    expect((await world.api.request(made.image ?? '')).status).toBe(200)
  })

  it('are kept without place, camera and what follows their end', async () => {
    const picture = base64Of(await telltaleOf('jpeg'))
    const { image, imageHd } = await create({ image: picture, imageHd: picture })
    for (const path of [image, imageHd]) {
      const shown = Buffer.from(await (await world.api.request(path ?? '')).arrayBuffer()).toString('latin1')
      for (const words of besidePixels) expect(shown).not.toContain(words)
    }
  })

  const gif = Uint8Array.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0])
  it.each([
    ['a text', 'PICTURE_TYPE_WRONG', async () => Promise.resolve(new TextEncoder().encode('<svg/>'))],
    ['a GIF', 'PICTURE_TYPE_WRONG', async () => Promise.resolve(gif)],
    ['250,001 bytes', 'PICTURE_TOO_LARGE', async () => sized(await pngOf(9, 9), 250_001)],
    ['40 megapixels', 'PICTURE_TOO_MANY_PIXELS', async () => claimedPngOf(8000, 5000)],
    ['a cut JPG', 'PICTURE_BROKEN', async () => (await jpgOf(200, 200)).slice(0, 400)],
    ['a cut PNG', 'PICTURE_BROKEN', async () => (await pngOf(200, 200)).slice(0, 100)],
  ] as const)('are refused as %s, and nothing is changed', async (_, code, bytes) => {
    const made = await create()
    for (const field of ['image', 'imageHd'])
      expect(said(await patch(made.id, { label: 'Other', [field]: base64Of(await bytes()) }))).toEqual([
        422,
        code,
        field,
      ])
    expect((await send('GET', `/api/products/${made.id}`)).body).toEqual(made)
  })

  it('may have exactly 250 kB', async () => {
    const image = base64Of(sized(await pngOf(9, 9), 250_000))
    expect((await create({ image, imageHd: image })).image).not.toBeNull()
  })
})

describe('weight and sizes (CAT-40)', () => {
  it('are the product’s own, else those of its category or the nearest above', async () => {
    await world.change(
      `update category set default_weight_grams = 500, default_height_cm = 20 where account_id = $1 and identifier = 'telephonie'`,
    )
    await world.change(
      `update category set default_weight_grams = 250 where account_id = $1 and identifier = 'smartphones'`,
    )
    const own = { value: 12, category: null }
    const { effective } = await create({ lengthCm: 12 })
    expect(effective).toEqual({
      lengthCm: own,
      weightGrams: { value: 250, category: { id: smartphones(), name: 'Smartphones' } },
      heightCm: { value: 20, category: { id: world.categories['telephonie'], name: 'Téléphonie' } },
      widthCm: { value: null, category: null },
    })
  })
})
