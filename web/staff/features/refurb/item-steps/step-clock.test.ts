import { expect, it } from 'vitest'
import { plannedSteps, workOnStep, type ItemStep } from '#domain/refurb/refurb-step.ts'
import { config, warehouse } from '#tests/support/floor-world.ts'
import { clockText, workedNow } from './step-clock.ts'

it('a time of work is written as a clock writes it', () => {
  expect([0, 999, 65_000, 3_600_000, 3_727_000, -5].map(clockText)).toEqual([
    '0:00',
    '0:00',
    '1:05',
    '1:00:00',
    '1:02:07',
    '0:00',
  ])
})

it('a running step counts on, and a paused one does not', () => {
  const [planned] = plannedSteps(config.refurbSteps!, warehouse) as [ItemStep]
  const act = (step: ItemStep, action: 'start' | 'pause', deviceMs: number): ItemStep => {
    const moment = { deviceId: 'd', deviceMs, atMs: deviceMs }
    const work = {
      action,
      seenRevision: step.revision,
      actorId: 'a',
      moment,
      doneAtMs: deviceMs,
      stockId: step.stockId,
      comment: '',
    }
    const done = workOnStep(step, work)
    if (!done.ok) throw new Error(done.error)
    return done.value
  }
  const running = act(planned, 'start', 1_000)
  expect(workedNow(running, 'd', 61_000)).toBe(60_000)
  const paused = act(running, 'pause', 31_000)
  expect(workedNow(paused, 'd', 61_000)).toBe(30_000)
})
