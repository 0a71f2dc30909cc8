import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPush, type Push } from '#api/sync/push.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import {
  createItems,
  createQueue,
  createSyncDatabase,
  createWorld,
  type SyncTestDatabase,
  type SyncWorld,
} from '#tests/support/sync-world.ts'

describe('a test that finds another product', () => {
  let db: SyncTestDatabase
  let world: SyncWorld
  let push: Push
  const [question, answer, other, unfrozen] = [newId(), newId(), newId(), newId()]

  beforeAll(async () => {
    db = await createSyncDatabase()
    world = await createWorld(db.owner)
    push = createPush(db.deps)
    const { accountId, categoryId } = world
    const content = {
      questions: [
        {
          id: question,
          title: 'Look',
          answers: [{ id: answer, name: 'New', bestGrade: 'grade_a', impact: { type: 'none' } }],
        },
      ],
    }
    await db.owner.query(`insert into questionnaire (account_id, id, category_id, content) values ($1, $2, $3, $4)`, [
      accountId,
      newId(),
      categoryId,
      JSON.stringify(content),
    ])
    const otherCategory = newId()
    await db.owner.query(`insert into category (account_id, id, name, identifier) values ($1, $2, 'Pads', 'pads')`, [
      accountId,
      otherCategory,
    ])
    await db.owner.query(`insert into question (account_id, id, title) values ($1, $2, 'Pen')`, [accountId, question])
    await db.owner.query(
      `insert into category_question (account_id, category_id, question_id, position) values ($1, $2, $3, 1)`,
      [accountId, otherCategory, question],
    )
    for (const [id, category] of [
      [other, categoryId],
      [unfrozen, otherCategory],
    ])
      await db.owner.query(
        `insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Other 128', 'Brand', $3)`,
        [accountId, id, category],
      )
    await db.owner.query(`insert into product_price values ($1, $2, 'grade_a', 7000)`, [accountId, other])
  })
  afterAll(() => db.close())

  async function testAs(productId: string) {
    const [item] = await createItems(db.owner, world, 1)
    const declaration: Declaration = {
      productId: world.productId,
      simple: false,
      prices: { grade_a: 10_000 },
      questionnaireId: null,
      answers: null,
      grade: 'grade_a',
      priceCents: 10_000,
      absorption: null,
      modifiers: [],
    }
    await db.owner.query(`update buyback set declaration = $3 where account_id = $1 and id = $2`, [
      world.accountId,
      item!.buybackId,
      JSON.stringify(declaration),
    ])
    const queue = createQueue(world)
    const args = {
      itemId: item!.id,
      warehouseId: world.warehouseA,
      answers: [{ questionId: question, answerId: answer }],
      productId,
      photos: [],
    }
    const ops = [queue.checkIn(item!), queue.operation('testItem', args, { lanes: [`item:${item!.id}`] })]
    const pushed = await push(queue.identity, queue.body(ops))
    if (!pushed.ok) throw new Error(pushed.error.code)
    const row = await db.owner.query(`select status, facts -> 'control' as control from item where id = $1`, [item!.id])
    return { outcome: pushed.value.outcomes.at(-1), row: row.rows[0] }
  }

  test('prices it by its own questions and prices', async () => {
    const { outcome, row } = await testAs(other)
    expect(outcome).toMatchObject({ status: 'applied', result: { outcome: 'proposal', toldCents: 7_000 } })
    expect(row).toMatchObject({ status: 'item_in_quarantine', control: { productId: other, priceCents: 7_000 } })
  })

  test('refuses one that nobody knows, and one whose questions are not frozen', async () => {
    expect((await testAs(newId())).outcome).toMatchObject({ code: 'CONTROL_PRODUCT_UNKNOWN' })
    expect((await testAs(unfrozen)).outcome).toMatchObject({ code: 'CONTROL_QUESTIONS_UNKNOWN' })
  })
})

describe('the search for another product', () => {
  let api: TestApi
  const [phone, pad, tac] = [newId(), newId(), '35698012']

  beforeAll(async () => {
    api = await createTestApi()
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    for (const [accountId, label] of [
      [api.accounts.retailer.id, 'Élan 12 64 Go'],
      [api.accounts.other.id, 'Élan 12 256 Go'],
    ] as const) {
      const categoryId = newId()
      await owner.query(`insert into category (account_id, id, name, identifier) values ($1, $2, 'Phones', 'phones')`, [
        accountId,
        categoryId,
      ])
      const ids = accountId === api.accounts.retailer.id ? [phone, pad] : [newId()]
      for (const [at, id] of ids.entries())
        await owner.query(
          `insert into product (account_id, id, label, brand, main_category_id, status)
           values ($1, $2, $3, 'Marque', $4, 'published')`,
          [accountId, id, at === 0 ? label : 'Tablette 100%', categoryId],
        )
      await owner.query(`insert into product_price values ($1, $2, 'grade_a', 30000)`, [accountId, ids[0]])
    }
    await owner.query(`insert into product_tac values ($1, $2, $3)`, [api.accounts.retailer.id, tac, phone])
    await owner.end()
  })
  afterAll(() => api.close())

  async function search(text: string, who = 'warehouse_operator', declaredId?: string) {
    const session = await api.signIn(who)
    const named = declaredId === undefined ? '' : `&declaredId=${declaredId}`
    const response = await session.request(`/api/warehouse/products?search=${encodeURIComponent(text)}${named}`)
    const body = (await response.json()) as { readonly products?: readonly { readonly id: string }[] }
    return { status: response.status, ids: body.products?.map(({ id }) => id), body }
  }

  test('finds by every word without accents, and by type allocation code', async () => {
    expect((await search('elan 64')).ids).toEqual([phone])
    expect((await search('marque')).ids?.toSorted()).toEqual([phone, pad].toSorted())
    expect((await search('elan 256')).ids).toEqual([])
    expect((await search('0%')).ids).not.toContain(phone)
    expect((await search(`${tac}1234567`)).body).toMatchObject({
      products: [{ id: phone, tacs: [tac], terms: { simple: false, prices: [{ prices: { grade_a: 30_000 } }] } }],
    })
  })

  test('comes with the declared product, published or not, and with none of another account', async () => {
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    const foreign = await owner.query<{ id: string }>(`select id from product where account_id <> $1`, [
      api.accounts.retailer.id,
    ])
    await owner.query(`update product set status = 'draft' where id = $1`, [pad])
    expect((await search(tac, 'warehouse_operator', pad)).body).toMatchObject({
      products: [
        { id: pad, tacs: [] },
        { id: phone, tacs: [tac] },
      ],
    })
    expect((await search('marque')).ids).toEqual([phone])
    expect((await search(tac, 'warehouse_operator', foreign.rows[0]!.id)).ids).toEqual([phone])
    await owner.query(`update product set status = 'published' where id = $1`, [pad])
    await owner.end()
  })

  test('is for who may test', async () => {
    expect((await search('elan', 'store_seller')).status).toBe(403)
    expect((await search('e')).status).toBe(422)
  })
})
