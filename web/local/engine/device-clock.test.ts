import { expect, it } from 'vitest'
import { createDeviceClock, wrongByMs } from './device-clock.ts'

const served = Date.parse('2026-11-30T04:00:00Z')

it.each([
  ['two years ahead', 2 * 365 * 86_400_000],
  ['two days behind', -2 * 86_400_000],
])('a clock that is %s is told by the date of the server’s answer (F23)', async (_title, offMs) => {
  const headers = { date: new Date(served).toUTCString() }
  const clock = createDeviceClock(
    async () => new Response('{}', { headers }),
    () => served + offMs,
  )
  expect(clock.aheadMs()).toBeNull()
  await clock.fetch('/api/health')
  expect(clock.aheadMs()).toBe(offMs)
  expect(wrongByMs(clock.aheadMs())).toBe(offMs)
})

it('a clock that is a minute off, or an answer without a date, tells nobody to set it', async () => {
  const clock = createDeviceClock(
    async () => new Response('{}'),
    () => served,
  )
  await clock.fetch('/api/health')
  expect([clock.aheadMs(), wrongByMs(60_000), wrongByMs(undefined)]).toEqual([null, null, null])
})

it('a clock that is set after the answer is not known until the next one', async () => {
  const twoDaysMs = 2 * 86_400_000
  let [nowMs, steadyMs] = [served + twoDaysMs, 1000]
  const answer = async () => new Response('{}', { headers: { date: new Date(served + steadyMs - 1000).toUTCString() } })
  const clock = createDeviceClock(
    answer,
    () => nowMs,
    () => steadyMs,
  )
  await clock.fetch('/api/health')
  nowMs += 3_600_000
  steadyMs += 3_600_000
  expect(clock.aheadMs()).toBe(twoDaysMs)
  nowMs -= twoDaysMs
  expect(clock.aheadMs()).toBeNull()
  await clock.fetch('/api/health')
  expect(clock.aheadMs()).toBe(0)
})
