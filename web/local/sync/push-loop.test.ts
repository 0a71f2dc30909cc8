import { describe, expect, it } from 'vitest'
import { uuid } from '#tests/support/rows.ts'
import { createPushLoop } from './push-loop.ts'
import { queueOf, type GrantRow, type OpRow } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'

const queue = queueOf('device', { userId: 'user', module: 'rps' })
const grant: GrantRow = { queue, userId: 'user', token: 'token', expiresAt: '', refused: false }
const accepted = { status: 'applied', code: null, causeOp: null, result: null } as const

/** A push loop over so many waiting operations, whose answers and writes come when told. */
function setUp(count: number) {
  const rows = Array.from({ length: count }, (_, at) => {
    const [opId, seq] = [uuid(9, at + 1), at + 1]
    return { opId, seq, queue, op: { opId, seq }, firstPushedAtMs: null } as unknown as OpRow
  })
  const log: string[] = []
  const pending = new Map(rows.map((row) => [row.opId, row]))
  const answers: PromiseWithResolvers<Response>[] = []
  const writes: PromiseWithResolvers<void>[] = []
  const grants = [grant]
  const outbox = {
    liveGrants: () => Promise.resolve([...grants]),
    waiting: (_queue: string, size: number, after = -1) =>
      Promise.resolve([...pending.values()].filter(({ seq }) => seq > after).slice(0, size)),
    markPushed: () => Promise.resolve(log.push('unclear')),
    async recordOutcomes(outcomes: readonly { opId: string }[]) {
      const write = Promise.withResolvers<void>()
      writes.push(write)
      await write.promise
      log.push(`wrote ${outcomes.length}`)
      for (const { opId } of outcomes) pending.delete(opId)
      return []
    },
  } as unknown as Outbox
  const push = createPushLoop(
    outbox,
    {
      fetch: ((_path: string, { body }: { body: string }) => {
        const { ops } = JSON.parse(body) as { ops: { seq: number }[] }
        log.push(`sent ${ops[0]?.seq} to ${ops.at(-1)?.seq}`)
        const answer = Promise.withResolvers<Response>()
        answers.push(answer)
        return answer.promise
      }) as unknown as typeof fetch,
      nowMs: () => 0,
      random: (size) => new Uint8Array(size),
      runLocked: (_name, task) => task(),
      setTimer: () => () => undefined,
    },
    { onSent: () => undefined, onDecided: () => undefined, onEpoch: () => undefined, onReach: () => undefined },
  )
  const answer = (at: number, from: number, to: number) => {
    const outcomes = rows.slice(from - 1, to).map(({ opId }) => ({ opId, ...accepted }))
    const body = JSON.stringify({ outcomes, ackedSeq: to, epoch: 'e' })
    answers[at]!.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
  }
  return { push, log, answer, answers, writes, grants }
}

describe('a push loop', () => {
  it('sends the next batch while it writes what became of the one before, and judges none before that is written (QUEUE-8)', async () => {
    const { push, log, answer, writes } = setUp(1200)
    const running = push.run()
    await expect.poll(() => log).toEqual(['sent 1 to 500'])
    answer(0, 1, 500)
    await expect.poll(() => log).toEqual(['sent 1 to 500', 'sent 501 to 1000'])
    answer(1, 501, 1000)
    await expect.poll(() => log.length).toBe(3)
    expect(writes).toHaveLength(1)
    writes[0]!.resolve()
    await expect.poll(() => writes.length).toBe(2)
    answer(2, 1001, 1200)
    writes[1]!.resolve()
    await expect.poll(() => writes.length).toBe(3)
    expect(push.isTravelling(uuid(9, 1))).toBe(false)
    expect(push.isTravelling(uuid(9, 1200))).toBe(true)
    writes[2]!.resolve()
    expect(await running).toBe('empty')
    expect(log.slice(2)).toEqual(['sent 1001 to 1200', 'wrote 500', 'wrote 500', 'wrote 200'])
  })

  it('sends nothing behind a batch that was decided in part', async () => {
    const { push, log, answer, answers, writes } = setUp(1200)
    const running = push.run()
    await expect.poll(() => answers.length).toBe(1)
    answer(0, 1, 499)
    await expect.poll(() => writes.length).toBe(1)
    expect(log).toEqual(['sent 1 to 500'])
    writes[0]!.resolve()
    await expect.poll(() => log.at(-1)).toBe('sent 500 to 999')
    push.stop()
    answer(1, 500, 999)
    await expect.poll(() => writes.length).toBe(2)
    writes[1]!.resolve()
    expect(await running).toBe('stopped')
  })

  it('sends no further batch of an author who has signed out in the meantime (QUEUE-5)', async () => {
    const { push, log, answer, answers, writes, grants } = setUp(1700)
    const running = push.run()
    await expect.poll(() => log.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    grants.pop()
    answer(0, 1, 500)
    await expect.poll(() => answers.length).toBe(2)
    answer(1, 501, 1000)
    writes[0]!.resolve()
    await expect.poll(() => writes.length).toBe(2)
    writes[1]!.resolve()
    expect(await running).toBe('empty')
    expect(log).toEqual(['sent 1 to 500', 'sent 501 to 1000', 'wrote 500', 'wrote 500'])
  })

  it('ends without an answer as it would have alone, once what came before is written', async () => {
    const { push, log, answer, answers, writes } = setUp(1000)
    const running = push.run()
    await expect.poll(() => answers.length).toBe(1)
    answer(0, 1, 500)
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!.reject(new TypeError('network'))
    expect(log.at(-1)).toBe('sent 501 to 1000')
    writes[0]!.resolve()
    expect(await running).toBe('waiting')
    expect(log.slice(2)).toEqual(['wrote 500', 'unclear'])
  })

  it('meets a storage that refuses to write, and leaves the batch behind to be sent again', async () => {
    const { push, answer, answers, writes, log } = setUp(1000)
    const running = push.run()
    await expect.poll(() => answers.length).toBe(1)
    answer(0, 1, 500)
    await expect.poll(() => answers.length).toBe(2)
    writes[0]!.reject(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))
    answer(1, 501, 1000)
    expect(await running).toBe('stopped')
    expect(log).toEqual(['sent 1 to 500', 'sent 501 to 1000'])
    expect(push.isTravelling(uuid(9, 501))).toBe(false)
  })
})
