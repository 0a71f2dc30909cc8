import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CategoryAnswer } from '#sync/calls/category.ts'
import type { TestSession } from '#tests/support/api.ts'
import { jpgOf, pngOf, sized } from '#tests/support/picture-files.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'
import { type Outcome } from '#tests/support/sale-world.ts'
import { sendAs, type Sending } from '#tests/support/send-as.ts'

let world: PublicWorld
let manager: TestSession
let buyer: { readonly id: string; readonly accountId: string | null }

beforeAll(async () => {
  world = await createPublicWorld()
  manager = await world.api.signIn('root_management_unit_manager')
  const accountId = world.api.accounts.buyer.id
  buyer = { id: await addBuyer(world.accountId, accountId), accountId }
  await world.features('absorption')
})
afterAll(() => world.close())

/** Adds a buyer's entity to an account's tree; answers its id. */
async function addBuyer(accountId: string, buyerAccountId: string | null): Promise<string> {
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into organization (account_id, id, parent_organization_id, type, common_name, buyer_account_id)
      select account_id, uuid_v7(), id, 'buyer', 'Acheteur', $2 from organization
      where account_id = $1 and type = 'root_management_unit' returning id`,
    [accountId, buyerAccountId],
  )
  return rows[0]?.id ?? ''
}

const send = (method: string, path: string, json?: object, { as = manager, ...rest }: Sending = {}) =>
  sendAs({ as, ...rest }, method, path, json)

const category = (identifier: string, change: object = {}) => ({
  name: 'Montres',
  identifier,
  parentId: world.categories['audio'],
  organizationId: buyer.id,
  description: null,
  childrenDescription: null,
  highlightedInstruction: null,
  defaultWeightGrams: null,
  defaultHeightCm: null,
  defaultLengthCm: null,
  defaultWidthCm: null,
  absorptionType: 'none',
  absorptionValue: null,
  absorptionMaxCents: null,
  ...change,
})
async function create(identifier: string, change: object = {}): Promise<CategoryAnswer> {
  const made = await send('POST', '/api/categories', category(identifier, change))
  expect([made.status, made.code]).toEqual([200, undefined])
  return made.body as unknown as CategoryAnswer
}
const read = async (id: string) => (await send('GET', `/api/categories/${id}`)).body as unknown as CategoryAnswer
const count = async () => {
  const { rows } = await world.owner.query<{ n: number }>(
    'select count(*)::int as n from category where account_id = $1',
    [world.accountId],
  )
  return rows[0]?.n
}
const said = ({ status, code }: Outcome) => [status, code]

describe('a new category (CAT-18)', () => {
  it('holds what was said of it, and stands last in its parent', async () => {
    const body = category('montres', {
      description: 'Montres et bracelets',
      childrenDescription: 'Choisissez la marque',
      highlightedInstruction: 'Retirez le bracelet',
      defaultWeightGrams: 90,
      defaultHeightCm: 4,
      defaultLengthCm: 12,
      defaultWidthCm: 5,
      absorptionType: 'percentage_controlled',
      absorptionValue: 12.5,
      absorptionMaxCents: 2000,
    })
    const made = await send('POST', '/api/categories', body)
    expect(made.body).toMatchObject({ ...body, version: 1, status: 'active', buyerAccountId: buyer.accountId })
    expect(await read(String(made.body['id']))).toEqual(made.body)
    expect((await read(world.categories['audio']!)).children.at(-1)?.name).toBe('Montres')
  })

  it('is refused to who may only read, and to a field that nobody knows', async () => {
    const before = await count()
    const seller = await world.api.signIn('store_seller')
    expect(said(await send('POST', '/api/categories', category('nope'), { as: seller }))).toEqual([
      403,
      'ACCESS_PERMISSION_MISSING',
    ])
    expect((await send('POST', '/api/categories', category('nope', { colour: 'red' }))).code).toBe(
      'REQUEST_UNKNOWN_FIELD',
    )
    expect(await count()).toBe(before)
  })

  it.each([
    ['a taken identifier (CAT-06)', 'CATEGORY_IDENTIFIER_TAKEN', () => ({ identifier: 'smartphones' })],
    ['no parent (CAT-09)', 'CATEGORY_PARENT_REQUIRED', () => ({ parentId: null })],
    ['a parent of nobody', 'CATEGORY_PARENT_UNKNOWN', () => ({ parentId: buyer.id })],
    ['a buyer that is none', 'CATEGORY_BUYER_UNKNOWN', () => ({ organizationId: world.categories['audio'] })],
    ['an identifier of other letters (CAT-05)', 'REQUEST_INVALID', () => ({ identifier: 'Montres' })],
    ['HTML in its description of children (CAT-12)', 'REQUEST_INVALID', () => ({ childrenDescription: '<b>x</b>' })],
    ['half a centimetre (CAT-07)', 'REQUEST_INVALID', () => ({ defaultWidthCm: 0.5 })],
    ['a percentage without a value (CAT-08)', 'REQUEST_INVALID', () => ({ absorptionType: 'percentage_declared' })],
  ] as const)('is refused with %s, and nothing is written', async (_, code, change) => {
    const before = await count()
    const answer = await send('POST', '/api/categories', category('autre', change()))
    expect(said(answer)).toEqual([422, code])
    expect(await count()).toBe(before)
  })

  it('needs an active buyer (CAT-13)', async () => {
    const setStatus = (status: string) =>
      world.change(`update organization set status = $2 where account_id = $1 and type = 'buyer'`, status)
    await setStatus('inactive')
    const refused = await send('POST', '/api/categories', category('sans-acheteur'))
    await setStatus('active')
    expect(said(refused)).toEqual([409, 'CATEGORY_NO_BUYER'])
  })

  it('may have the identifier of another account’s, and be the first without a parent', async () => {
    const organizationId = await addBuyer(world.api.accounts.other.id, null)
    const as = await world.api.signIn('admin@other.example')
    const body = category('smartphones', { parentId: null, organizationId })
    expect((await send('POST', '/api/categories', body, { as })).status).toBe(200)
    expect(said(await send('POST', '/api/categories', { ...body, identifier: 'second' }, { as }))).toEqual([
      422,
      'CATEGORY_PARENT_REQUIRED',
    ])
  })
})

describe('changing a category (CAT-18)', () => {
  it('writes what it names, over the version that was read', async () => {
    const made = await create('casques-filaires')
    const path = `/api/categories/${made.id}`
    const body = { name: 'Casques filaires', identifier: 'filaires', parentId: world.categories['cameras'] }
    const changed = await send('PATCH', path, body, { ifMatch: 1 })
    expect(changed.body).toMatchObject({ ...body, version: 2, organizationId: buyer.id })
    expect(said(await send('PATCH', path, { name: 'Autre' }, { ifMatch: 1 }))).toEqual([
      412,
      'REQUEST_VERSION_CONFLICT',
    ])
    expect((await read(made.id)).name).toBe('Casques filaires')
  })

  it('cannot change the buyer (CAT-10)', async () => {
    const made = await create('acheteur-fixe')
    const answer = await send('PATCH', `/api/categories/${made.id}`, { organizationId: buyer.id })
    expect(answer.code).toBe('CATEGORY_BUYER_FIXED')
  })

  it('keeps the tree a tree, and identifiers apart', async () => {
    const above = await create('dessus')
    const child = await create('dessous', { parentId: above.id })
    for (const [body, code] of [
      [{ parentId: above.id }, 'CATEGORY_PARENT_BELOW'],
      [{ parentId: child.id }, 'CATEGORY_PARENT_BELOW'],
      [{ parentId: null }, 'CATEGORY_PARENT_REQUIRED'],
      [{ identifier: 'audio' }, 'CATEGORY_IDENTIFIER_TAKEN'],
      [{ absorptionType: 'value' }, 'REQUEST_INVALID'],
    ] as const)
      expect(said(await send('PATCH', `/api/categories/${above.id}`, body))).toEqual([422, code])
    // One that stands at the top stays there.
    expect((await send('PATCH', `/api/categories/${world.categories['audio']}`, { parentId: null })).status).toBe(200)
  })

  it('of another account is not there', async () => {
    const as = await world.api.signIn('admin@other.example')
    const path = `/api/categories/${world.categories['audio']}`
    expect((await send('PATCH', path, { name: 'Autre' }, { as })).code).toBe('REQUEST_NOT_FOUND')
    expect((await send('GET', `${path}/checkpoints-to-archive`, undefined, { as })).code).toBe('REQUEST_NOT_FOUND')
  })

  it('is seen by visitors at once, and by counters as another version', async () => {
    const { features } = world
    await features()
    await world.change('update organization_root_detail set category_navigation_enabled = true where account_id = $1')
    const names = async () => JSON.stringify(await world.read('/api/public/categories'))
    expect(await names()).toContain('"Écouteurs"')
    const seller = await world.api.signIn('store_seller')
    const version = async () => (await send('GET', '/api/counter/catalog', undefined, { as: seller })).body['version']
    const before = await version()
    await send('PATCH', `/api/categories/${world.categories['ecouteurs']}`, { name: 'Oreillettes' })
    expect(await names()).toContain('"Oreillettes"')
    expect(await version()).not.toBe(before)
  })
})

describe('the picture of a category (CAT-11)', () => {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

  it('is kept and shown to everybody, replaced, and taken away', async () => {
    const made = await create('en-image', { image: base64(await pngOf(40, 40)), imageAlt: 'Une montre' })
    expect(made.image).toEqual({ url: expect.stringMatching(/^\/api\/pictures\//) as string, alt: 'Une montre' })
    const shown = await world.api.request(made.image!.url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    const path = `/api/categories/${made.id}`
    const changed = await send('PATCH', path, { image: base64(await jpgOf(40, 40)) }, { ifMatch: 1 })
    const { image } = changed.body as unknown as CategoryAnswer
    expect(image?.url).not.toBe(made.image?.url)
    expect((await world.api.request(made.image!.url)).status).toBe(404)
    // What a change does not name stays.
    expect((await send('PATCH', path, { name: 'En image' })).body).toMatchObject({ image })
    expect((await send('PATCH', path, { image: null })).body).toMatchObject({ image: null })
    expect((await world.api.request(image!.url)).status).toBe(404)
  })

  it('is a JPG or PNG of at most 250 kB', async () => {
    const png = await pngOf(40, 40)
    expect((await create('image-limite', { image: base64(sized(png, 250_000)) })).image).not.toBeNull()
    const before = await count()
    for (const [bytes, code] of [
      [sized(png, 250_001), 'PICTURE_TOO_LARGE'],
      [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'PICTURE_TYPE_WRONG'],
    ] as const)
      expect(said(await send('POST', '/api/categories', category('image-fausse', { image: base64(bytes) })))).toEqual([
        422,
        code,
      ])
    expect(await count()).toBe(before)
  })
})

describe('archiving a category (CAT-14, CAT-15)', () => {
  const checkpoints = async (id: string) => (await send('GET', `/api/categories/${id}/checkpoints-to-archive`)).body
  const archive = (id: string) => send('PATCH', `/api/categories/${id}`, { status: 'archived' })

  it.each([
    ['subcategories', 'telephonie', { children: 1, products: 0, questions: 0 }],
    ['products', 'cameras', { products: 1, questions: 0 }],
  ])('waits until it has no %s', async (_, identifier, counts) => {
    const id = world.categories[identifier]!
    expect(await checkpoints(id)).toMatchObject({ ...counts, mayBeArchived: false })
    const refused = await archive(id)
    expect(said(refused)).toEqual([409, 'CATEGORY_IN_USE'])
    expect(refused.body['details']).toMatchObject(counts)
    expect((await read(id)).status).toBe('active')
  })

  it('waits until it asks no questions, and then can be taken back', async () => {
    const made = await create('a-archiver')
    const answers = ['Oui', 'Non'].map((name) => ({
      name,
      description: null,
      bestGrade: 'grade_a',
      impact: { type: 'none' },
    }))
    const path = `/api/categories/${made.id}/diagnostic-questions`
    const question = await send('POST', path, { title: 'Complet ?', howToTest: null, description: null, answers })
    expect(await checkpoints(made.id)).toEqual({ children: 0, products: 0, questions: 1, mayBeArchived: false })
    expect(said(await archive(made.id))).toEqual([409, 'CATEGORY_IN_USE'])
    await send('DELETE', `${path}/${String(question.body['id'])}`)
    expect(await checkpoints(made.id)).toEqual({ children: 0, products: 0, questions: 0, mayBeArchived: true })
    expect((await archive(made.id)).body).toMatchObject({ status: 'archived' })
    expect(said(await send('POST', '/api/categories', category('sous-archive', { parentId: made.id })))).toEqual([
      422,
      'CATEGORY_PARENT_UNKNOWN',
    ])
    expect((await send('PATCH', `/api/categories/${made.id}`, { status: 'active' })).body).toMatchObject({
      status: 'active',
    })
  })
})

describe('absorption, a premium feature', () => {
  const absorbing = { absorptionType: 'percentage_declared', absorptionValue: 10, absorptionMaxCents: null }

  it('is refused without it, to a new category and to one that is there, which keeps what it says', async () => {
    await world.features('absorption')
    const { id } = await create('absorbing', absorbing)
    await world.features()
    const refused = { status: 409, body: { code: 'CATEGORY_ABSORPTION_DISABLED', field: 'absorptionType' } }
    expect(await send('POST', '/api/categories', category('later', absorbing))).toMatchObject(refused)
    const path = `/api/categories/${id}`
    expect(await send('PATCH', path, { absorptionValue: 20 })).toMatchObject(refused)
    expect(await send('PATCH', path, { name: 'Renamed', ...absorbing })).toMatchObject({ status: 200 })
    const none = { absorptionType: 'none', absorptionValue: null, absorptionMaxCents: null }
    expect(await send('PATCH', path, none)).toMatchObject({ status: 200 })
    expect(await send('PATCH', path, absorbing)).toMatchObject(refused)
    await world.features('absorption')
    expect(await send('PATCH', path, absorbing)).toMatchObject({ status: 200 })
  })

  it('is above nothing', async () => {
    for (const absorptionType of ['percentage_declared', 'value'])
      for (const absorptionValue of [0, -1])
        expect(
          await send('POST', '/api/categories', category('nothing', { absorptionType, absorptionValue })),
        ).toMatchObject({ status: 422, body: { code: 'REQUEST_INVALID' } })
  })
})

it('a category without a buyer, as one from a template, is given one, which then stays (CAT-10)', async () => {
  const { id } = await create('sans-acheteur')
  await world.change(
    'update category set buyer_organization_id = null, buyer_account_id = null where account_id = $1 and id = $2',
    id,
  )
  const path = `/api/categories/${id}`
  const unknown = await addBuyer(world.api.accounts.other.id, null)
  expect(said(await send('PATCH', path, { organizationId: unknown }))).toEqual([422, 'CATEGORY_BUYER_UNKNOWN'])
  expect((await send('PATCH', path, { organizationId: buyer.id })).body).toMatchObject({
    organizationId: buyer.id,
    buyerAccountId: buyer.accountId,
  })
  expect(said(await send('PATCH', path, { organizationId: buyer.id }))).toEqual([409, 'CATEGORY_BUYER_FIXED'])
})
