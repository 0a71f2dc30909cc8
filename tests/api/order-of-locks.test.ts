// @module-tag slow
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import { createPush } from '#api/sync/push.ts'
import { createSyncDeps } from '#api/sync/sync-deps.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { createQueue, type SyncWorld } from '#tests/support/sync-world.ts'

const world = preparePayments()
const { api, owner, manager, open, settled, runJobs, statusOf, ledgerOf } = world

/** A buyback of a wave, with what its calls name. */
interface Crossed {
  readonly buybackId: string
  readonly itemId: string
  readonly customerId: string
  readonly token: string | null
}

/** What a call was answered. */
interface Answered {
  readonly call: string
  readonly buybackId: string | null
  readonly status: number
  readonly code: string
}

beforeAll(async () => {
  const payer = { name: 'Maison Essai', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' }
  await manager().request('/api/payer', { method: 'PUT', json: payer })
})

/** Puts the product into the warehouse, or, with a proposal of a price, into quarantine. */
async function crossed(buybackId: string, quarantined: boolean): Promise<Crossed> {
  const { rows } = await owner().query<{ itemId: string; customerId: string }>(
    `update item i set warehouse_id = destination_warehouse_id, status = $2, tested = true,
       stock_id = (select s.id from stock s where s.warehouse_id = i.destination_warehouse_id and s.native = $3)
     from buyback b where b.id = i.buyback_id and i.buyback_id = $1 returning i.id as "itemId", b.customer_id as "customerId"`,
    [buybackId, quarantined ? 'item_in_quarantine' : 'item_completed', quarantined ? 'in_quarantine' : 'to_refurbish'],
  )
  const token = quarantined ? newToken('proposal') : null
  if (token !== null)
    await owner().query(
      `insert into price_proposal (account_id, id, item_id, buyback_id, price_cents, token_hash, expires_at)
       values ($1, $2, $3, $4, 4000, $5, now() + interval '9 days')`,
      [world.account().id, newId(), rows[0]!.itemId, buybackId, hashToken(token)],
    )
  return { buybackId, token, ...rows[0]! }
}

async function wave(): Promise<readonly Crossed[]> {
  const [proposed, manual, transfer] = [await open(), await settled(), await settled({ mode: 'transfer' })]
  return [await crossed(proposed, true), await crossed(manual, false), await crossed(transfer, false)]
}

const quiet = { warn: () => undefined, error: () => undefined }

/** Every call that changes a buyback, its item or its payment, some twice. */
function callsOf({ buybackId, itemId, customerId, token }: Crossed, at: number): readonly (() => Promise<Answered>)[] {
  const ask =
    (call: string, path: string, json: object, method = 'POST') =>
    async (): Promise<Answered> => {
      const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
      const response = await manager().request(path, { method, json, headers })
      const body = (await response.json()) as { code?: string }
      return { call, buybackId, status: response.status, code: body.code ?? '' }
    }
  const push = (type: string, args: object) => async (): Promise<Answered> => {
    const sync = { accountId: world.account().id, warehouseA: world.account().warehouseId } as SyncWorld
    const queue = createQueue(sync, { userId: api().accounts.userIds['warehouse_manager@retailer.example']! })
    const op = queue.operation(type, { itemId, ...args }, { lanes: [`item:${itemId}`] })
    const deps = createSyncDeps({ database: api().db, now: () => new Date(), log: { ...quiet, warn: noted } })
    const answer = await createPush(deps)(queue.identity, queue.body([op]))
    const outcome = answer.ok ? answer.value.outcomes[0] : null
    const code = answer.ok ? (outcome?.code ?? '') : answer.error.code
    return { call: type, buybackId, status: outcome?.status === 'applied' ? 200 : 409, code }
  }
  const job = async (): Promise<Answered> => {
    const done = await runJobs(buybackId)
    return { call: 'job', buybackId, status: done.status === 'fulfilled' ? 200 : 500, code: '' }
  }
  const stock = at % 2 === 0 ? 'to_refurbish' : 'refurbishment_completed'
  const cancel = ask('cancel', `/api/buybacks/${buybackId}/cancel`, { reason: 'other' })
  const markPaid = ask('mark-as-paid', `/api/buybacks/${buybackId}/mark-as-paid`, {})
  const correct = ask(
    'correct',
    `/api/buybacks/${buybackId}`,
    { product: { imei: null, serialNumber: `S${at}` } },
    'PATCH',
  )
  const answer = ask('answer', `/api/proposals/${token}/answer`, { answer: at % 2 === 0 ? 'accepted' : 'declined' })
  return [
    cancel,
    markPaid,
    correct,
    ...(token === null ? [push('moveItem', { stockId: world.account().stocks[stock] })] : [answer, answer]),
    push('releaseFromQuarantine', { release: 'kept' }),
    job,
    ask('lose', `/api/buybacks/${buybackId}/lost`, { place: 'warehouse' }),
    ask('erase', `/api/customers/${customerId}/erase`, {}),
    markPaid,
    cancel,
    correct,
    job,
  ]
}

const makeFile = async (): Promise<Answered> => {
  const response = await manager().request('/api/payment-files', { method: 'POST', json: {} })
  const body = (await response.json()) as { code?: string }
  return { call: 'payment file', buybackId: null, status: response.status, code: body.code ?? '' }
}
const rename = (at: number) => async (): Promise<Answered> => {
  await owner().query('update product set label = $2 where id = $1', [world.account().productId, `Phone ${at}`])
  return { call: 'rename', buybackId: null, status: 200, code: '' }
}

const passing: unknown[] = []
const noted = (facts: object): void => void passing.push(facts)

describe('a deadlock that comes all the same', () => {
  const inOrder = async (ids: readonly [string, string], meet: () => Promise<void>): Promise<void> => {
    let isFirst = true
    await inAccount(api().db, world.account().id, async (tx) => {
      const lock = (id: string) => sql`select 1 from buyback where id = ${id} for update`.execute(tx)
      await lock(ids[0])
      if (isFirst) await meet()
      isFirst = false
      await lock(ids[1])
    })
  }

  it('is logged by its name, and the transaction that was ended runs once more', async () => {
    const [a, b] = [await open(), await open()]
    let waiting = 0
    let go = (): void => undefined
    const both = new Promise<void>((resolve) => (go = resolve))
    const meet = (): Promise<void> => {
      waiting += 1
      if (waiting === 2) go()
      return both
    }
    await Promise.all([inOrder([a, b], meet), inOrder([b, a], meet)])
    const told = api().logLines.map((line) => JSON.parse(line) as { msg: string; code?: string; isRetried?: boolean })
    expect(told.filter(({ msg }) => msg === 'deadlock')).toMatchObject([{ code: '40P01', isRetried: true }])
  })
})

describe('calls that cross on the same buybacks', () => {
  it('end in one winner each, the others told why, and no deadlock in a thousand', async () => {
    const logged = api().logLines.length
    const answers: Answered[] = []
    const all: Crossed[] = []
    for (let round = 0; answers.length < 1_000; round++) {
      const buybacks = await wave()
      all.push(...buybacks)
      // Each call meets another of the same buyback: they start together, in another order in each wave.
      const calls = [...buybacks.flatMap((each, at) => callsOf(each, at + round)), makeFile, rename(round), makeFile]
      const turned = calls.map((_, at) => calls[(at * 17 + round * 5) % calls.length]!)
      answers.push(...(await Promise.all(turned.map((call) => call()))))
    }
    expect(passing).toEqual([])
    expect(
      api()
        .logLines.slice(logged)
        .filter((line) => line.includes('40P01')),
    ).toEqual([])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.filter(({ status, code }) => status !== 200 && code === '')).toEqual([])
    for (const { buybackId } of all) {
      const of = (call: string) => answers.filter((each) => each.buybackId === buybackId && each.call === call)
      const won = (call: string) => of(call).filter(({ status }) => status === 200).length
      // A product that is lost after its cancelling is bought after all, and may be cancelled again.
      expect(won('cancel')).toBeLessThanOrEqual(1 + won('lose'))
      expect(won('mark-as-paid')).toBeLessThanOrEqual(1)
      const paid = (await ledgerOf(buybackId)).filter(({ kind, cents }) => kind === 'paid' && cents > 0)
      expect(paid.length).toBe((await statusOf(buybackId)) === 'payment_completed' ? 1 : 0)
    }
  }, 120_000)
})
