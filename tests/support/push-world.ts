import { afterAll, beforeAll } from 'vitest'
import { createPush, type Push } from '#api/sync/push.ts'
import type { PushAnswer } from '#sync/wire/push.ts'
import { createSyncDatabase, createWorld, type Queue, type SyncTestDatabase, type SyncWorld } from './sync-world.ts'

/** The pushes of one file's tests, and the database that they change. */
export function preparePushWorld() {
  let db: SyncTestDatabase
  let world: SyncWorld
  let push: Push

  beforeAll(async () => {
    db = await createSyncDatabase()
    world = await createWorld(db.owner)
    push = createPush(db.deps)
  })
  afterAll(() => db.close())

  async function send(queue: Queue, ops: readonly unknown[], by: Push = push): Promise<PushAnswer> {
    const answer = await by(queue.identity, queue.body(ops))
    if (!answer.ok)
      throw new Error(`${answer.error.code} ${answer.error.field ?? ''} ${JSON.stringify(answer.error.details)}`)
    return answer.value
  }

  async function refusal(queue: Queue, ops: readonly unknown[], rest: Record<string, unknown> = {}) {
    const answer = await push(queue.identity, { ...queue.body(ops), ...rest })
    return answer.ok ? null : answer.error
  }

  async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await db.owner.query<Row>(text, values)).rows
  }

  return { db: () => db, world: () => world, push: (...of: Parameters<Push>) => push(...of), send, refusal, rows }
}

/** Outcomes in words, with their codes. */
export function codes(answer: PushAnswer): string[] {
  return answer.outcomes.map(({ status, code }) => (code === null ? status : `${status} ${code}`))
}
