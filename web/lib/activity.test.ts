import { expect, it, vi } from 'vitest'
import { withIdleTime, watchActivity } from './activity.ts'

it('counts from what a person has done last, and from the opening of the page before', () => {
  const page = new EventTarget()
  let nowMs = 1_000_000
  const { idleSeconds } = watchActivity(page, () => nowMs)
  nowMs += 90_900
  expect(idleSeconds()).toBe(90)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(idleSeconds()).toBe(90)
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel']) {
    page.dispatchEvent(new Event(sign))
    expect(idleSeconds(), sign).toBe(0)
    nowMs += 5_000
    expect(idleSeconds(), sign).toBe(5)
  }
})

it('is nothing where the clock of the device has gone back', () => {
  let nowMs = 1_000_000
  const { idleSeconds } = watchActivity(new EventTarget(), () => nowMs)
  nowMs -= 60_000
  expect(idleSeconds()).toBe(0)
})

it('goes along with what a device asks for by itself, beside the headers that are there', async () => {
  const sent = vi.fn<typeof fetch>(async () => new Response())
  await withIdleTime(sent, { idleSeconds: () => 42 })('/api/sync/pull', {
    method: 'POST',
    headers: { 'x-account': 'a1' },
  })
  const [address, init] = sent.mock.calls[0]!
  const headers = new Headers(init?.headers)
  expect([address, init?.method]).toEqual(['/api/sync/pull', 'POST'])
  expect([headers.get('x-account'), headers.get('x-idle-seconds')]).toEqual(['a1', '42'])
})
