import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { LoadingScreen } from './loading-screen.tsx'

it('a page whose code is on its way shows bars where it will stand, and is no empty one', async () => {
  const { place } = await drawScreen(<LoadingScreen />)
  const busy = await vi.waitUntil(() => place.querySelector('[aria-busy="true"]'))
  const bars = [...busy.children].map((bar) => ({
    box: bar.getBoundingClientRect(),
    colour: getComputedStyle(bar).backgroundColor,
  }))
  expect(bars.length).toBeGreaterThan(3)
  for (const { box, colour } of bars) {
    expect(box.width * box.height).toBeGreaterThan(1000)
    expect(colour).not.toBe('rgba(0, 0, 0, 0)')
  }
})
