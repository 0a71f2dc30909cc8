import { expect, it } from 'vitest'
import { watchActivity } from './activity.ts'

it('counts from what a person has done last, and from the opening of the page before', () => {
  const page = new EventTarget()
  let nowMs = 1_000_000
  const { idleSeconds } = watchActivity(page, () => nowMs)
  nowMs += 90_900
  expect(idleSeconds()).toBe(90)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(idleSeconds()).toBe(90)
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
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
