import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantedDefects } from './simulation/planted-defects.ts'
import { runSchedules } from './simulation/run-schedules.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reprise-seed-'))
})
afterAll(() => rm(folder, { recursive: true }))

it(
  'a seed that failed once counts though no replay fails, and is kept with its steps',
  { tags: ['slow'] },
  async () => {
    // Replays run the engine as it is, without the defect.
    const { make } = plantedDefects.find(({ name }) => name === 'the server does not check what it knows already')!
    const report = await runSchedules({
      firstSeed: 1,
      count: 100,
      flaws: make,
      untilFailure: true,
      replays: 2,
      keepIn: folder,
    })
    const [failure] = report.failures
    expect(failure?.shownAgain).toEqual({ times: 0, replays: 2 })
    const kept = await readFile(path.join(folder, `seed-${failure?.seed}.txt`), 'utf8')
    expect(kept).toContain(`seed ${failure?.seed}: promise`)
    expect(kept).toContain('seen again in 0 of 2 replays')
    expect(kept).toContain(failure?.steps.at(-1))
  },
)

it(
  'a schedule that does not come to its end fails, with what it did and what holds it up',
  { tags: ['slow'] },
  async () => {
    const report = await runSchedules({
      firstSeed: 1,
      count: 100,
      flaws: () => ({ server: { aroundPush: () => new Promise(() => undefined) } }),
      replays: 2,
      stuckAfterMs: 3_000,
    })
    const [failure, ...more] = report.failures
    expect(more).toEqual([])
    expect(failure?.shownAgain).toBeNull()
    expect(failure?.steps.length).toBeGreaterThan(0)
    expect(String(failure?.error)).toMatch(/stuck after 3000 ms[^]*the server, 1 requests at the server/)
  },
)
