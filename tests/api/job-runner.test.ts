import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createJobRunner } from '#api/jobs/job-runner.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let owner: pg.Client
/** Beside the database, for nobody may close the one that he is in. */
let beside: pg.Client
let name: string

beforeAll(async () => {
  api = await createTestApi()
  const url = new URL(api.testDatabase.ownerUrl)
  owner = new pg.Client({ connectionString: url.href })
  name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  beside = new pg.Client({ connectionString: url.href })
  await Promise.all([owner.connect(), beside.connect()])
})
afterAll(async () => {
  await Promise.all([owner.end(), beside.end()])
  await api.close()
})

const letIn = (isOpen: boolean) =>
  beside.query(`alter database ${pg.escapeIdentifier(name)} allow_connections ${isOpen}`)

const runnerOf = (run: () => Promise<void>, warned: unknown[] = []) =>
  createJobRunner({
    databaseUrl: api.testDatabase.appUrl,
    log: { warn: (...line: unknown[]) => void warned.push(line) },
    now: () => new Date('2026-03-02T08:00:00Z'),
    handlers: [{ queue: 'payment-ask', run }],
    firstPauseMs: 20,
  })

it(
  'waits for a database that is away, says so while it waits, and then works on what waits',
  { tags: ['slow'] },
  async () => {
    let ran = 0
    const warned: unknown[] = []
    const runner = runnerOf(async () => void (ran += 1), warned)
    expect(runner.standing()).toBeNull()
    await letIn(false)
    const started = runner.start()
    try {
      await expect.poll(() => warned.length).toBeGreaterThan(2)
      expect(runner.standing()).toMatchObject({
        task: 'job-queues',
        endedAt: '2026-03-02T08:00:00.000Z',
        error: expect.stringContaining('55000') as string,
      })
      await letIn(true)
      await started
      expect(runner.standing()).toBeNull()
      await owner.query(`select send_job('payment-ask', '{}'::jsonb, interval '0')`)
      await expect.poll(() => ran, { timeout: 10_000 }).toBe(1)
    } finally {
      await letIn(true)
      await runner.stop()
    }
  },
)

it('gives up at once when it is stopped before it has started', async () => {
  const runner = runnerOf(async () => undefined)
  await letIn(false)
  try {
    const started = runner.start()
    await expect.poll(() => runner.standing()).not.toBeNull()
    await runner.stop()
    await started
  } finally {
    await letIn(true)
  }
  const { rows } = await owner.query(`select 1 from pg_stat_activity where application_name = 'reprise jobs'
    and datname = current_database()`)
  expect(rows).toEqual([])
})
