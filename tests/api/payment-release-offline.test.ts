// @module-tag slow
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { permissionHolders } from '#domain/access/permission.ts'
import { operations } from '#sync/operations/registry.ts'
import type { PushAnswer } from '#sync/wire/push.ts'
import { prepareReleases, told } from '#tests/support/payment-releases.ts'
import { createQueue, type SyncWorld } from '#tests/support/sync-world.ts'

const world = prepareReleases()
const { api, owner, manager, open, runJobs, statusOf, ledgerOf, tryAgain, waitingFor, release, paymentIdOf, withRule } =
  world
const [question, fine, questionnaireId] = [newId(), newId(), newId()]
const who = 'south@retailer.example'

/** The second manager tests products in the warehouse as well. */
beforeAll(async () => {
  const { retailer, userIds } = api().accounts
  await owner().query(
    `insert into user_module (account_id, user_id, module, user_type, organization_id)
     values ($1, $2, 'rps', 'warehouse_operator', $3)`,
    [retailer.id, userIds[who], retailer.warehouseId],
  )
  const answers = [{ id: fine, name: 'Fine', bestGrade: 'grade_a', impact: { type: 'none' } }]
  await owner().query(`insert into questionnaire (account_id, id, category_id, content) values ($1, $2, $3, $4)`, [
    retailer.id,
    questionnaireId,
    world.account().categoryId,
    JSON.stringify({ questions: [{ id: question, title: 'Screen', answers }] }),
  ])
})

/** A buyback that the second manager has checked in and tested with no network, hours before the device sent it. */
async function testedOffline(): Promise<string> {
  const { retailer } = api().accounts
  const { productId } = world.account()
  const buybackId = await open({ mode: 'voucher' })
  const declaration = {
    productId,
    simple: false,
    prices: { grade_a: 10_000 },
    questionnaireId,
    answers: [{ questionId: question, answerId: fine }],
    grade: 'grade_a',
    priceCents: 10_000,
    absorption: null,
    modifiers: [],
  }
  await owner().query(`update buyback set status = 'bb_in_transit', declaration = $2 where id = $1`, [
    buybackId,
    JSON.stringify(declaration),
  ])
  const { rows } = await owner().query<{ id: string; code: string }>(
    `update item set facts = '{}', product_id = $2 where buyback_id = $1 returning id, identification_number as code`,
    [buybackId, productId],
  )
  const item = { id: rows[0]!.id, code: rows[0]!.code, buybackId }
  const deviceId = randomUUID()
  const session = await api().signIn(who, { module: 'rps', deviceId })
  const sync = { accountId: retailer.id, warehouseA: retailer.warehouseId } as SyncWorld
  const queue = createQueue(sync, { userId: session.user.id, deviceId })
  const capturedAt = new Date(Date.now() - 3 * 3600_000).toISOString()
  const args = {
    itemId: item.id,
    warehouseId: retailer.warehouseId,
    answers: [{ questionId: question, answerId: fine }],
    photos: [],
  }
  const ops = [
    queue.checkIn(item, { capturedAt }),
    queue.operation('testItem', args, { lanes: [`item:${item.id}`], capturedAt }),
  ]
  const headers = { authorization: `Bearer ${session.user.grant!.token}` }
  const pushed = await api().request('/api/sync/push', { method: 'POST', json: queue.body(ops), headers })
  const { outcomes } = (await pushed.json()) as PushAnswer
  expect(outcomes.map(({ status, code }) => [status, code])).toEqual([
    ['applied', null],
    ['applied', null],
  ])
  return buybackId
}

const paidTimes = async (id: string): Promise<number> =>
  (await ledgerOf(id)).filter(({ kind, cents }) => kind === 'paid' && cents > 0).length

describe('two people for money, where one of them worked without a network', () => {
  it('no operation that a device keeps moves money or releases it', () => {
    const money = Object.keys(permissionHolders).filter((name) => name.startsWith('payment'))
    expect(money).toContain('payment.release')
    expect([...operations.values()].map(({ permission }) => permission).filter((one) => money.includes(one))).toEqual(
      [],
    )
  })

  it('what their push settles is paid by no job and released by another user alone, whatever their post', async () => {
    await withRule(0)
    const id = await testedOffline()
    await runJobs(id)
    expect([await statusOf(id), await paidTimes(id)]).toEqual(['payment_created', 0])
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(waiting).toMatchObject({ subject: 'payout', mayRelease: false, bar: 'part' })
    expect(await told(await release(waiting.id))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    const onTheFloor = await api().signIn(who, { module: 'rps' })
    expect(await told(await release(waiting.id, onTheFloor))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    // The job that comes again, and another try that they ask for, change nothing of it.
    await runJobs(id)
    await tryAgain(id, world.second())
    await runJobs(id)
    expect([await statusOf(id), await paidTimes(id)]).toEqual(['payment_created', 0])
    expect((await release((await waitingFor(await paymentIdOf(id))).id, manager())).status).toBe(200)
    await runJobs(id)
    await runJobs(id)
    expect([await statusOf(id), await paidTimes(id)]).toEqual(['payment_completed', 1])
  })
})
