import { randomUUID } from 'node:crypto'
import { newId } from '#api/db/new-id.ts'
import { createPush } from '#api/sync/push.ts'
import { createSnapshot } from '#api/sync/snapshot.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import { unpackItem, type ItemRow, type PackedItem } from '#sync/wire/item-row.ts'
import type { PushAnswer } from '#sync/wire/push.ts'
import { snapshotHeadSchema } from '#sync/wire/pull.ts'
import { createItems, createSyncDatabase, createWorld, type Queue, type WorldItem } from './sync-world.ts'

/** The server's side of the floor: see `createControlWorld`. */
export type ControlWorld = Awaited<ReturnType<typeof createControlWorld>>

/** The codes of an answer's refusals, and the statuses of its other outcomes. */
export const codesOf = ({ outcomes }: PushAnswer) => outcomes.map(({ status, code }) => code ?? status)

/**
 * A warehouse with a shelf, items whose declaration asks one question, and what tests send to it and look up. The
 * answers give the declared price (`fine`), a little less (`worn`), and far less (`broken`).
 */
export async function createControlWorld() {
  const db = await createSyncDatabase()
  const world = await createWorld(db.owner)
  const push = createPush(db.deps)
  const [shelf, question, fine, worn, broken] = [newId(), newId(), newId(), newId(), newId()]
  await db.owner.query(`insert into stock (account_id, id, warehouse_id, name) values ($1, $2, $3, 'Shelf')`, [
    world.accountId,
    shelf,
    world.warehouseA,
  ])
  const questionnaireId = newId()
  const answers = [fine, worn, broken].map((id, at) => ({
    id,
    name: `Answer ${at}`,
    bestGrade: ['grade_a', 'grade_b', 'grade_d'][at],
    impact: { type: 'none' },
  }))
  await db.owner.query(`insert into questionnaire (account_id, id, category_id, content) values ($1, $2, $3, $4)`, [
    world.accountId,
    questionnaireId,
    world.categoryId,
    JSON.stringify({ questions: [{ id: question, title: 'Screen', answers }] }),
  ])
  const declaration: Declaration = {
    productId: world.productId,
    simple: false,
    prices: { grade_a: 10_000, grade_b: 9_500, grade_d: 4_000 },
    questionnaireId,
    answers: [{ questionId: question, answerId: fine }],
    grade: 'grade_a',
    priceCents: 10_000,
    absorption: { type: 'value', value: 600, maxCents: null },
    modifiers: [],
  }

  async function declaredItem(): Promise<WorldItem> {
    const [item] = await createItems(db.owner, world, 1)
    await db.owner.query(`update buyback set declaration = $3 where account_id = $1 and id = $2`, [
      world.accountId,
      item!.buybackId,
      JSON.stringify(declaration),
    ])
    return item!
  }

  async function send(queue: Queue, ops: readonly unknown[]): Promise<PushAnswer> {
    const answer = await push(queue.identity, queue.body(ops))
    if (!answer.ok)
      throw new Error(`${answer.error.code} ${answer.error.field ?? ''} ${JSON.stringify(answer.error.details)}`)
    return answer.value
  }

  function onItem(queue: Queue, type: string, item: WorldItem, args: Record<string, unknown>) {
    return queue.operation(type, { itemId: item.id, ...args }, { lanes: [`item:${item.id}`] })
  }

  const tested = (queue: Queue, item: WorldItem, answerId: string, args: Record<string, unknown> = {}) =>
    onItem(queue, 'testItem', item, {
      warehouseId: world.warehouseA,
      answers: [{ questionId: question, answerId }],
      photos: [],
      ...args,
    })

  async function stored(item: WorldItem) {
    const { rows } = await db.owner.query<Record<string, unknown> & { native: NativeStock | null }>(
      `select i.status, i.imei, i.serial_number, i.version, i.facts, i.stock_id, s.native, b.status as buyback,
         b.controlled_grade, b.controlled_price_cents, b.validated_price_cents, b.settled_at is not null as settled
       from item i join buyback b on b.id = i.buyback_id left join stock s on s.id = i.stock_id where i.id = $1`,
      [item.id],
    )
    return rows[0]!
  }

  function operatorIdentity() {
    const { accountId } = world
    return {
      accountId,
      userId: world.operatorA,
      module: 'rps' as const,
      userType: 'warehouse_operator' as const,
      organizationId: world.warehouseA,
    }
  }

  async function base() {
    const answer = await createSnapshot(db.deps)(operatorIdentity(), {
      protocol: 1,
      deviceId: randomUUID(),
      uncovered: [],
    })
    if (!answer.ok) throw new Error(answer.error.code)
    const lines = (await new Response(answer.value).text()).trimEnd().split('\n')
    const head = snapshotHeadSchema.parse(JSON.parse(lines[0]!))
    const items = lines.slice(1, -1).map((line) => unpackItem(JSON.parse(line) as PackedItem))
    return { head, items: new Map<string, ItemRow>(items.map((item) => [item.id, item])) }
  }

  return {
    db,
    world,
    shelf,
    question,
    fine,
    worn,
    broken,
    declaration,
    declaredItem,
    send,
    onItem,
    tested,
    stored,
    operatorIdentity,
    base,
  }
}
