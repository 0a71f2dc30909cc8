import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPeriodicJob } from '#api/jobs/periodic-job.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'

const now = () => new Date('2026-03-02T08:00:00Z')
const log = pino({ enabled: false })
const round = { everyMs: 300_000 }
/** A round that ends when it is told to. */
const slow = Promise.withResolvers<void>()
const jobs = [
  createPeriodicJob({ ...round, name: 'weekly-statistics', run: async () => undefined }, { log, now }),
  createPeriodicJob(
    { ...round, name: 'cart-sweep', run: () => Promise.reject(new RangeError('a row of Anna Martin')) },
    { log, now },
  ),
  createPeriodicJob({ ...round, name: 'housekeeping', run: () => slow.promise }, { log, now }),
  createPeriodicJob({ ...round, name: 'throttle-sweep', run: async () => undefined }, { log, now }),
]

let api: TestApi

beforeAll(async () => {
  api = await createTestApi({ tasks: () => jobs.map((job) => job.standing()) })
})
afterAll(async () => {
  slow.resolve()
  for (const job of jobs) await job.stop()
  await api.close()
})

describe('the tasks that come round again and again', () => {
  it('are listed with the last round of each, whether it runs, and why it failed without quoting a row', async () => {
    const admin = await api.signIn('admin')
    for (const job of jobs.slice(0, 3)) job.start()
    await vi.waitFor(() => expect(jobs[1]!.standing().error).not.toBeNull())
    const answer = await admin.request('/api/jobs/tasks')
    const ended = { everySeconds: 300, isRunning: false, endedAt: '2026-03-02T08:00:00.000Z', error: null }
    expect(await answer.json()).toEqual({
      tasks: [
        { ...ended, task: 'weekly-statistics' },
        { ...ended, task: 'cart-sweep', error: 'RangeError' },
        { ...ended, task: 'housekeeping', isRunning: true, endedAt: null },
        { ...ended, task: 'throttle-sweep', endedAt: null },
      ],
    })
  })

  it('are shown to nobody but operators', async () => {
    const seller = await api.signIn('store_seller')
    expect((await seller.request('/api/jobs/tasks')).status).toBe(403)
  })
})
