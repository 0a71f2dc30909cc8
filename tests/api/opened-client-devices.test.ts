import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import type { AuthenticatedUser, GrantAnswer } from '#sync/calls/session-answers.ts'
import type { Operation } from '#sync/wire/operation.ts'
import type { PushAnswer } from '#sync/wire/push.ts'
import { createTestApi, testOrigin, type TestApi } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { openClient, type OpenedClient } from '#tests/support/opened-client.ts'
import { firstAdministrator as ada, openLink, withoutAdministrators } from '#tests/support/platform.ts'
import { createItems, createQueue, createWorld, type Queue, type SyncWorld } from '#tests/support/sync-world.ts'

let api: TestApi
let owner: pg.Client
let adaId: string
let platform: string
let first: SyncWorld
let second: SyncWorld

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await withoutAdministrators(owner, async () => {
    const token = await openLink(api.db)
    const headers = { origin: testOrigin }
    const answer = await api.request(`/api/set-up/${token}`, { method: 'POST', headers, json: ada })
    ;({ id: adaId, accountId: platform } = (await answer.json()) as AuthenticatedUser)
  })
  first = await createWorld(owner)
  second = await createWorld(owner)
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const signIn = (deviceId?: string) =>
  api.signIn(ada.email, { as: 'api', password: ada.password, opens: null, ...(deviceId !== undefined && { deviceId }) })

async function openWith(deviceId: string, accountId: string, session?: Pick<OpenedClient, 'request'>) {
  const opened = await openClient(api.request, session ?? (await signIn()), accountId, deviceId)
  return { ...opened, grant: opened.user.grant as GrantAnswer }
}

async function push({ token }: Pick<GrantAnswer, 'token'>, queue: Queue, ops: readonly Operation[]) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await api.request('/api/sync/push', { method: 'POST', headers, json: queue.body(ops) })
  const body = (await response.json()) as PushAnswer & { readonly code?: string }
  const outcomes = (body.outcomes ?? []).map(({ status, code }) => (code === null ? status : `${status} ${code}`))
  return { status: response.status, code: body.code, outcomes }
}

const queueIn = (world: SyncWorld, deviceId: string) => createQueue(world, { userId: adaId, module: 'root', deviceId })

/** Whether a grant is taken, or the code of its refusal. */
async function answered(grant: GrantAnswer, queue: Queue) {
  const op = queue.operation('checkInItem', { code: '9', itemId: newId(), warehouseId: newId() })
  return (await push(grant, queue, [op])).code ?? 'taken'
}

const accountsOf = async (ops: readonly Operation[]) => {
  const { rows } = await owner.query<{ account_id: string; user_id: string }>(
    'select account_id, user_id from sync_op where op_id = any ($1::uuid[])',
    [ops.map(({ opId }) => opId)],
  )
  return rows.map(({ account_id, user_id }) => [account_id, user_id])
}
const statusOf = async (itemId: string) =>
  (await owner.query<{ status: string }>('select status from item where id = $1', [itemId])).rows[0]?.status

describe('an administrator on a device', () => {
  it('gets a grant of each client that is opened, and none at the platform (QUEUE-10)', async () => {
    const deviceId = randomUUID()
    const atHome = await signIn(deviceId)
    expect(atHome.user).not.toHaveProperty('grant')
    const here = await openWith(deviceId, first.accountId, atHome)
    expect(here.grant).toMatchObject({ deviceId, module: 'root' })
    expect(here.user.frontPermissions.root).toEqual(expect.arrayContaining(['warehouse.check_in', 'buyback.create']))
    const there = await openWith(deviceId, second.accountId, here)
    expect(there.grant.token).not.toBe(here.grant.token)
    const back = await openWith(deviceId, platform, there)
    expect(back.user).not.toHaveProperty('grant')
    const numbers = await there.request('/api/sync/number-blocks', { method: 'POST', json: { deviceId } })
    expect(numbers.status, 'the session has gone on').toBe(401)
  })

  it('works in the client that is open as the matrix has it, in the administrator’s own name (WH-05)', async () => {
    const deviceId = randomUUID()
    const { grant, request } = await openWith(deviceId, first.accountId)
    const queue = queueIn(first, deviceId)
    const [item] = await createItems(owner, first, 1)
    const op = queue.checkIn(item!)
    expect(await push(grant, queue, [op])).toMatchObject({ status: 200, outcomes: ['applied'] })
    expect(await accountsOf([op])).toEqual([[first.accountId, adaId]])
    const { rows } = await owner.query(
      `select c.status, u.first_name || ' ' || u.last_name as name from item c
       join sync_op o on o.account_id = c.account_id and o.op_id = $2
       join user_account u on u.account_id = o.account_id and u.id = o.user_id where c.id = $1`,
      [item!.id, op.opId],
    )
    expect(rows).toEqual([{ status: 'item_awaiting_compliancy_tests', name: 'Ada Moreau' }])
    const numbers = await request('/api/sync/number-blocks', { method: 'POST', json: { deviceId } })
    expect(numbers.status).toBe(200)
  })

  it('sends what was captured in one client to that one alone, whichever is open (QUEUE-10)', async () => {
    const deviceId = randomUUID()
    const here = await openWith(deviceId, first.accountId)
    const there = await openWith(deviceId, second.accountId, here)
    const [mine] = await createItems(owner, first, 1)
    const [foreign] = await createItems(owner, second, 1)
    // One device has the number 1 in both.
    const queues = [queueIn(first, deviceId), queueIn(second, deviceId)] as const
    const late = queues[0].checkIn(mine!)
    expect(await push(here.grant, queues[0], [late])).toMatchObject({ status: 200, outcomes: ['applied'] })
    const own = queues[1].checkIn(foreign!)
    expect(await push(there.grant, queues[1], [own])).toMatchObject({ status: 200, outcomes: ['applied'] })
    expect(await accountsOf([late])).toEqual([[first.accountId, adaId]])
    expect(await accountsOf([own])).toEqual([[second.accountId, adaId]])
    const [other] = await createItems(owner, second, 1)
    const strayed = queues[0].operation('checkInItem', {
      code: other!.code,
      itemId: other!.id,
      warehouseId: second.warehouseA,
    })
    const refused = await push(here.grant, queues[0], [strayed])
    expect(refused.outcomes[0]).toMatch(/^rejected /)
    expect(await accountsOf([strayed])).toEqual([[first.accountId, adaId]])
    expect(await statusOf(other!.id)).toBe('item_in_transit')
  })

  it('replaces the grant of the client that is opened again, and no other’s', async () => {
    const deviceId = randomUUID()
    const here = await openWith(deviceId, first.accountId)
    const there = await openWith(deviceId, second.accountId, here)
    const again = await openWith(deviceId, first.accountId, there)
    const queue = queueIn(first, deviceId)
    expect(await answered(here.grant, queueIn(first, deviceId))).toBe('SYNC_GRANT_INVALID')
    expect(await answered(again.grant, queue)).toBe('taken')
    expect(await answered(there.grant, queueIn(second, deviceId))).toBe('taken')
  })
})

describe('a grant of an opened client', () => {
  const setClient = (status: string) =>
    owner.query('update account set status = $2 where id = $1', [second.accountId, status])
  const setUser = (status: string) =>
    owner.query('update user_account set status = $3 where account_id = $1 and id = $2', [platform, adaId, status])

  it('rests with the client, and ends for good with its administrator', async () => {
    const deviceId = randomUUID()
    const { grant } = await openWith(deviceId, second.accountId)
    const queue = queueIn(second, deviceId)
    const heard = [await answered(grant, queue)]
    await setClient('inactive')
    heard.push(await answered(grant, queue))
    await setClient('active')
    await setUser('inactive')
    heard.push(await answered(grant, queue))
    await setUser('active')
    heard.push(await answered(grant, queue))
    expect(heard).toEqual(['taken', 'SYNC_GRANT_INVALID', 'SYNC_GRANT_INVALID', 'SYNC_GRANT_INVALID'])
  })

  it('ends with a sign-out on its device, in every client', async () => {
    const deviceId = randomUUID()
    const here = await openWith(deviceId, first.accountId)
    const there = await openWith(deviceId, second.accountId, here)
    await there.request('/api/logout', { method: 'POST', json: { deviceId } })
    expect(await answered(here.grant, queueIn(first, deviceId))).toBe('SYNC_GRANT_INVALID')
    expect(await answered(there.grant, queueIn(second, deviceId))).toBe('SYNC_GRANT_INVALID')
  })

  it('leaves what the server holds to its author, who decides it no more once inactive (WAIT-2)', async () => {
    const deviceId = randomUUID()
    const { grant } = await openWith(deviceId, first.accountId)
    const queue = queueIn(first, deviceId)
    const operators = createQueue(first, { deviceId: randomUUID() })
    const release = async (ops: readonly Operation[]) => {
      const token = await operatorGrant(first, operators)
      return push({ token }, operators, ops)
    }
    const [a, b, c, d] = await createItems(owner, first, 4)
    const causes = [operators.checkIn(a!), operators.checkIn(b!)]
    const waiting = [
      queue.checkIn(c!, { dependsOn: [causes[0]!.opId] }),
      queue.checkIn(d!, { dependsOn: [causes[1]!.opId] }),
    ]
    expect((await push(grant, queue, waiting)).outcomes).toEqual(['held SYNC_WAITS_FOR', 'held SYNC_WAITS_FOR'])
    await release([causes[0]!])
    expect(await statusOf(c!.id)).toBe('item_awaiting_compliancy_tests')
    await setUser('inactive')
    await release([causes[1]!])
    await setUser('active')
    expect(await statusOf(d!.id)).toBe('item_in_transit')
  })

  it('is counted among the devices that may still bring work to the client', async () => {
    const { rows: before } = await owner.query<{ n: number }>('select account_open_devices($1) as n', [first.accountId])
    await openWith(randomUUID(), first.accountId)
    const { rows: after } = await owner.query<{ n: number }>('select account_open_devices($1) as n', [first.accountId])
    expect(after[0]!.n).toBe(before[0]!.n + 1)
  })

  it('ends with the role at the platform', async () => {
    const deviceId = randomUUID()
    const { grant } = await openWith(deviceId, first.accountId)
    const { rows } = await owner.query<{ organization_id: string }>(
      'delete from user_module where account_id = $1 and user_id = $2 returning organization_id',
      [platform, adaId],
    )
    const gone = await answered(grant, queueIn(first, deviceId))
    await owner.query(`insert into user_module values ($1, $2, 'root', 'super_admin', $3)`, [
      platform,
      adaId,
      rows[0]!.organization_id,
    ])
    const again = await answered(grant, queueIn(first, deviceId))
    expect([gone, again]).toEqual(['SYNC_GRANT_INVALID', 'SYNC_GRANT_INVALID'])
  })
})

/** A grant of the operator whose queue it is, as a sign-in gives one. */
async function operatorGrant(world: SyncWorld, { identity }: Queue): Promise<string> {
  const token = newToken('grant')
  await owner.query(
    `insert into device_grant (account_id, id, token_hash, device_id, user_id, module, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + interval '1 day')`,
    [world.accountId, newId(), hashToken(token), identity.deviceId, identity.userId, identity.module],
  )
  return token
}
